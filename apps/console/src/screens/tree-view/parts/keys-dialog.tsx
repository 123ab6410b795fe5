// What the keys of the tree view do.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyList } from '../../../ui/key-list.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    ['↑ ↓', t('Up and down the tree')],
    ['→ ←', t('Open or close a device')],
    ['Enter', t('Channel into the layout, or out of it')],
    ['A', t('All channels of the device')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
    ['Space', t('On a handle: pick the tile up, arrows carry it, space swaps')],
    ['/', t('Filter devices')],
    ['?', t('These keys')],
  ] as const;
  return (
    <Dialog title={t('Keys of the tree view')} onClose={onClose}>
      <KeyList keys={keys} />
    </Dialog>
  );
};
