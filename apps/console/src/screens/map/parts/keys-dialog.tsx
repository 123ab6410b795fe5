// What the keys of the map do.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { ShortcutsDialog } from '../../../parts/shortcuts/shortcuts-dialog.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    ['J K', t('Next and previous vehicle')],
    ['Esc', t('Nothing selected')],
    ['F', t('Show the whole fleet')],
    ['+ −', t('Zoom in and out')],
    ['← ↑ → ↓', t('Move the map, when it has the focus')],
    ['C', t('Join markers that overlap, or not')],
    ['L', t('Live view of the selected vehicle')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of the map')} keys={keys} onClose={onClose} />;
};
