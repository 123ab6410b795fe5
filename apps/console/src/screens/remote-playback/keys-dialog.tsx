// What the keys of remote playback do.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { ShortcutsDialog } from '../../parts/shortcuts/shortcuts-dialog.tsx';

export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    [t('Space'), t('Play, pause, resume')],
    ['J / [', t('Slower')],
    ['L / ]', t('Faster')],
    ['← →', t('5 seconds back or on')],
    ['Shift ← →', t('10 seconds back or on')],
    ['B', t('Back 30 s')],
    ['1 – 9', t('Channel on or off')],
    ['D', t('Save what is chosen as a file')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
    ['+ –', t('Zoom, on the timeline')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of remote playback')} keys={keys} onClose={onClose} />;
};
