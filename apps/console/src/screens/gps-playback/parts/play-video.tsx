// Opens what the cameras recorded at a moment of the track, beside its map.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { openOverlay } from '../../../parts/overlay-store.ts';
import { Button } from '../../../ui/button.tsx';

/** Nothing for who may not play recordings. */
export const PlayVideo = ({ deviceId, timeMs }: { deviceId: string; timeMs: number }): ReactElement | null => {
  const allowed = useMay('P_lopb');
  if (!allowed) return null;
  return (
    <Button icon="playback" onClick={() => openOverlay({ kind: 'playback', deviceId, timeMs })}>
      {t('Play video')}
    </Button>
  );
};
