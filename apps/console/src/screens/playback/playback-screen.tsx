// The playback screen: the list to choose a device from, then the playback of what the server recorded of it.
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useDevice, useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DevicePlayback } from './device-playback.tsx';

export const VideoPlaybackScreen = (): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  const known = useDevice(deviceId ?? '') !== undefined;
  if (!loaded) return <Skeleton />;
  if (deviceId === undefined) return <DeviceList screen="/splayback" title={t('Choose a device to play back')} />;
  if (!known) return <EmptyState icon="offline" title={t('Unknown device')} />;
  return <DevicePlayback key={deviceId} id={deviceId} />;
};
