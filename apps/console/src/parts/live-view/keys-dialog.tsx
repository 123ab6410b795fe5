// What the keys of the live view do.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    ['1 – 9', t('Channel on or off')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
    ['B', t('Back 30 s')],
    ['Shift B', t('All back 30 s')],
    ['N', t('To live pictures')],
    ['Tab', t('Next tile')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of the live view')} keys={keys} onClose={onClose} />;
};
