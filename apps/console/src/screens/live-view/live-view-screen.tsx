// The live view: one device's channels in tiles, or the list of devices to choose from. Layout and wiring only.
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { DeviceLive } from '../../parts/live-view/device-live.tsx';
import { PAGE_CHANNELS } from '../../parts/live-view/channel-choice.ts';
import { Skeleton } from '../../ui/states.tsx';
import styles from './live-view-screen.module.css';

export const LiveViewScreen = (): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  if (!loaded)
    return (
      <div className={styles.loading}>
        <Skeleton />
      </div>
    );
  if (deviceId === undefined) return <DeviceList screen="/liveview" title={t('Choose a device to watch')} />;
  return <DeviceLive key={deviceId} id={deviceId} most={PAGE_CHANNELS} />;
};
