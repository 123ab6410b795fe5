// The playback screen: the list to choose a device from, then the playback of what the server recorded of it.
import type { ReactElement } from 'react';
import { useNavigate, useParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useDevice, useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DevicePlayback } from './device-playback.tsx';

/** Perhaps it was removed, or the address was typed: the way goes on to the list. */
const UnknownDevice = (): ReactElement => {
  const navigate = useNavigate();
  const choose = <Button onClick={() => void navigate('/splayback')}>{t('Choose a device to play back')}</Button>;
  return <EmptyState icon="offline" title={t('Unknown device')} action={choose} />;
};

export const VideoPlaybackScreen = (): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  const known = useDevice(deviceId ?? '') !== undefined;
  if (!loaded) return <Skeleton />;
  if (deviceId === undefined) return <DeviceList screen="/splayback" title={t('Choose a device to play back')} />;
  if (!known) return <UnknownDevice />;
  return <DevicePlayback key={deviceId} id={deviceId} />;
};
