// Copies a text and says so for a moment.
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { t } from '../lib/i18n.ts';
import { systemClock } from '../lib/time.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.ts';

const SHOWN_MS = 1500;

/** `what` names it for screen readers: 'the address'. */
export const CopyButton = ({ text, what }: { text: string; what: string }): ReactElement => {
  const [copied, setCopied] = useState(false);
  useEffect(() => (copied ? systemClock.after(SHOWN_MS, () => setCopied(false)) : undefined), [copied]);
  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setCopied(done);
    if (!done)
      showToast('error', t('Copying is not allowed here'), t('Select the text and copy it with the keyboard.'));
  };
  return (
    <Button
      look="bare"
      icon={copied ? 'check' : 'copy'}
      aria-label={copied ? t('Copied') : t('Copy {what}', { what })}
      title={t('Copy {what}', { what })}
      onClick={() => void copy()}
    />
  );
};
