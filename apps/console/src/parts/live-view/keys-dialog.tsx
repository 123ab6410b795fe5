// What the keys of the live view do.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyList } from '../../ui/key-list.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    ['1 – 9', t('Channel on or off')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
    ['Tab', t('Next tile')],
    ['/', t('Filter devices')],
    ['?', t('These keys')],
  ] as const;
  return (
    <Dialog title={t('Keys of the live view')} onClose={onClose}>
      <KeyList keys={keys} />
    </Dialog>
  );
};
