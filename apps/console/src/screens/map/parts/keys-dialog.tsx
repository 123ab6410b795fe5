// What the keys of the map do.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyList } from '../../../ui/key-list.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    ['J K', t('Next and previous vehicle')],
    ['Esc', t('Nothing selected')],
    ['F', t('Show the whole fleet')],
    ['+ −', t('Zoom in and out')],
    ['← ↑ → ↓', t('Move the map, when it has the focus')],
    ['C', t('Join markers that overlap, or not')],
    ['L', t('Live view of the selected vehicle')],
    ['/', t('Filter devices')],
    ['?', t('These keys')],
  ] as const;
  return (
    <Dialog title={t('Keys of the map')} onClose={onClose}>
      <KeyList keys={keys} />
    </Dialog>
  );
};
