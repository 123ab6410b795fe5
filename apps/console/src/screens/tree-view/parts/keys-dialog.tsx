// What the keys of the tree view do.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { ShortcutsDialog } from '../../../parts/shortcuts/shortcuts-dialog.tsx';

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
  ] as const;
  return <ShortcutsDialog title={t('Keys of the tree view')} keys={keys} onClose={onClose} />;
};
