// Leads from a device to its track of today, for who may look at tracks.
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../lib/i18n.ts';
import { formatDay, systemClock } from '../lib/time.ts';
import { useMay } from '../live/session.ts';
import { Button } from '../ui/button.tsx';

export const TrackButton = ({ deviceId }: { deviceId: string }): ReactElement | null => {
  const navigate = useNavigate();
  const allowed = useMay('P_gppb');
  if (!allowed) return null;
  const open = (): void => {
    const query = new URLSearchParams({ device: deviceId, day: formatDay(systemClock.now()) });
    void navigate(`/gpsplayback?${query.toString()}`);
  };
  return (
    <Button icon="track" onClick={open}>
      {t('GPS playback')}
    </Button>
  );
};
