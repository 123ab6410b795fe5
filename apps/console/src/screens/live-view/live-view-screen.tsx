// The live view: one device's channels in tiles, or the list of devices to choose from. Layout and wiring only.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import styles from './live-view.module.css';
import { DeviceList } from './parts/device-list.tsx';
import { HeadLine } from './parts/head-line.tsx';
import { SideList } from './parts/side-list.tsx';
import { TileGrid } from './parts/tile-grid.tsx';
import { unknownText, useLiveView } from './use-live-view.ts';

/** A device that was online once keeps its tiles, with their last pictures and the word 'offline'. */
const DeviceLive = ({ id }: { id: string }): ReactElement => {
  const view = useLiveView(id);
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  if (view.online && !opened) setOpened(true);
  const watchable = view.known && (view.online || opened);
  return (
    <div className={styles.screen}>
      {!phone && <SideList current={id} />}
      <div className={styles.stage}>
        {watchable ? (
          <>
            <HeadLine view={view} />
            <TileGrid view={view} phone={phone} />
          </>
        ) : (
          <EmptyState icon="offline" title={unknownText()} />
        )}
      </div>
    </div>
  );
};

export const LiveViewScreen = (): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  if (!loaded)
    return (
      <div className={styles.loading}>
        <Skeleton />
      </div>
    );
  return deviceId === undefined ? <DeviceList /> : <DeviceLive key={deviceId} id={deviceId} />;
};
