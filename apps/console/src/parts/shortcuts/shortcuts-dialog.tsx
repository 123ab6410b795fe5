// The keys there are: those of the screen, then those that work everywhere. Every screen shows its own through this one.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyList } from '../../ui/key-list.tsx';
import { useGoKeys } from './go-keys.ts';

/** Key caps and what they do, translated. */
export type KeyTexts = readonly (readonly [string, string])[];

type ShortcutsProps = { title: string; keys?: KeyTexts; onClose: () => void };

/** Without `keys` only those that work everywhere. */
export const ShortcutsDialog = ({ title, keys = [], onClose }: ShortcutsProps): ReactElement => {
  const places = useGoKeys().map(({ letter, text }) => [`G ${letter.toUpperCase()}`, t(text)] as const);
  const everywhere: KeyTexts = [
    ['Ctrl K', t('Find a device or a screen')],
    ['/', t('Filter devices')],
    ...places,
    ['Esc', t('Close what is open')],
    ['?', t('These keys')],
  ];
  return (
    <Dialog title={title} onClose={onClose}>
      {keys.length > 0 && <KeyList keys={keys} />}
      {keys.length > 0 && <h3 className="mt-3">{t('Everywhere')}</h3>}
      <KeyList keys={everywhere} />
    </Dialog>
  );
};
