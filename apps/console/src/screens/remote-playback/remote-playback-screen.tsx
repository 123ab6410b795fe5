// Remote playback: what one device recorded, listed by the device itself, played from it. Layout and wiring only.
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate, useParams } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useDevice, useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { DownloadList } from '../../parts/download/download-list.tsx';
import { SideList } from '../../parts/live-view/side-list.tsx';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { unknownText } from '../../parts/live-view/use-live-view.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DayPanel } from './day-panel.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PlayBar } from './play-bar.tsx';
import { RecordListPanel } from './record-list.tsx';
import { RemoteHeadLine } from './remote-head-line.tsx';
import styles from './remote-playback.module.css';
import { Tiles, useActive } from './tiles.tsx';
import { TimePanel } from './time-panel.tsx';
import { useControls } from './use-controls.ts';
import { usePlay } from './use-play.ts';
import { usePlayKeys } from './use-play-keys.ts';
import { useRemotePlayback } from './use-remote-playback.ts';

const Player = ({ deviceId }: { deviceId: string }): ReactElement => {
  const view = useRemotePlayback(deviceId);
  const play = usePlay(deviceId, view.channels.on);
  const controls = useControls(view, play);
  const phone = usePhone();
  const handles = useRef(new Map<number, TileHandle>());
  const [active, setActive] = useActive(view.channels.on);
  const [help, setHelp] = useState(false);
  useTileKeys({
    channels: view.all,
    toggle: view.toggle,
    tile: () => (active === undefined ? undefined : handles.current.get(active)),
    help: () => setHelp(true),
  });
  usePlayKeys(controls, play.group !== undefined);
  return (
    <>
      <aside className={styles.side}>
        <DayPanel view={view} phone={phone} />
        <RecordListPanel view={view} />
      </aside>
      <div className={styles.stage}>
        <RemoteHeadLine view={view} phone={phone} />
        <Tiles view={view} play={play} phone={phone} handles={handles} active={active} onActive={setActive} />
        <PlayBar view={view} play={play} controls={controls} />
        <TimePanel view={view} play={play} controls={controls} />
        <DownloadList />
      </div>
      {help && <KeysDialog onClose={() => setHelp(false)} />}
    </>
  );
};

const Device = ({ deviceId }: { deviceId: string }): ReactElement => {
  const known = useDevice(deviceId) !== undefined;
  const navigate = useNavigate();
  const phone = usePhone();
  return (
    <div className={styles.screen}>
      {!phone && (
        <div className={styles.devices}>
          <SideList current={deviceId} onChoose={(id) => void navigate(`/remoteplayback/${encodeURIComponent(id)}`)} />
        </div>
      )}
      {known ? (
        <Player deviceId={deviceId} />
      ) : (
        <div className={styles.unknown}>
          <EmptyState icon="offline" title={unknownText()} />
        </div>
      )}
    </div>
  );
};

export const RemotePlaybackScreen = (): ReactElement => {
  const { deviceId } = useParams();
  const loaded = useDevicesLoaded();
  if (!loaded) return <Skeleton />;
  if (deviceId === undefined) return <DeviceList screen="/remoteplayback" title={t('Choose a device to play back')} />;
  return <Device key={deviceId} deviceId={deviceId} />;
};
