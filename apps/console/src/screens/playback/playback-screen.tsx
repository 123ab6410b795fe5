// The playback screens as far as they go: the list to choose a device from. Behind it stands one plain line until playing is there.
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

type PlaybackProps = { screen: string; name: string };

const Playback = ({ screen, name }: PlaybackProps): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  if (!loaded) return <Skeleton />;
  if (deviceId === undefined) return <DeviceList screen={screen} title={t('Choose a device to play back')} />;
  return <EmptyState title={`${name} · ${deviceId}`}>{t('This screen is not part of this version yet.')}</EmptyState>;
};

export const VideoPlaybackScreen = (): ReactElement => <Playback screen="/splayback" name={t('Video playback')} />;
