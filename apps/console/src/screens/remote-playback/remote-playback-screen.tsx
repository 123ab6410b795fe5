// Remote playback: what one device recorded, listed by the device itself, played from it. Layout and wiring only.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useNavigate, useParams } from 'react-router';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { useDevice, useDevicesLoaded } from '../../live/hooks.ts';
import { DeviceList } from '../../parts/device-list/device-list.tsx';
import { DownloadList } from '../../parts/download/download-list.tsx';
import { KeysHint } from '../../parts/head-line/head-line.tsx';
import { SideList } from '../../parts/live-view/side-list.tsx';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { unknownText } from '../../parts/live-view/use-live-view.ts';
import { PlaybackHead } from '../../parts/playback/playback-head.tsx';
import { useActiveTile } from '../../parts/playback/use-active-tile.ts';
import { usePlayKeys } from '../../parts/playback/use-play-keys.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Awaited } from './awaited.tsx';
import { DayPanel } from './day-panel.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PlayBar } from './play-bar.tsx';
import { RecordListPanel } from './record-list.tsx';
import styles from './remote-playback.module.css';
import { Source } from './source.tsx';
import { Tiles } from './tiles.tsx';
import { TimePanel } from './time-panel.tsx';
import { useControls } from './use-controls.ts';
import { usePlay } from './use-play.ts';
import { useRemotePlayback } from './use-remote-playback.ts';

/** The arrow keys with Shift. */
const SHIFT_SECONDS = 10;

const Player = ({ deviceId }: { deviceId: string }): ReactElement => {
  const view = useRemotePlayback(deviceId);
  const play = usePlay(deviceId, view.channels.on);
  const controls = useControls(view, play);
  const phone = usePhone();
  const { channels } = view;
  const active = useActiveTile(channels.on, true);
  const [help, setHelp] = useState(false);
  useTileKeys({ channels: channels.all, toggle: view.press, tile: active.tile, help: () => setHelp(true) });
  usePlayKeys({ group: play.group, shiftSeconds: SHIFT_SECONDS, begin: controls.play });
  return (
    <>
      <aside className={styles.side}>
        <DayPanel view={view} phone={phone} />
        <RecordListPanel view={view} />
      </aside>
      <div className={styles.stage}>
        <PlaybackHead
          deviceId={deviceId}
          channels={channels}
          phone={phone}
          onMulti={view.toggleMulti}
          onPress={view.press}
          map={
            view.mapOffered ? { shown: view.mapShown, onToggle: () => view.change({ map: !view.mapShown }) } : undefined
          }
          after={!phone && <KeysHint />}
        />
        {controls.awaited ? <Awaited view={view} /> : <Source view={view} play={play} />}
        <Tiles view={view} play={play} awaited={controls.awaited} phone={phone} active={active} />
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
      {known ? (
        <Player deviceId={deviceId} />
      ) : (
        <div className={styles.unknown}>
          <EmptyState icon="offline" title={unknownText()} />
        </div>
      )}
      {!phone && (
        <div className={styles.devices}>
          <SideList current={deviceId} onChoose={(id) => void navigate(`/remoteplayback/${encodeURIComponent(id)}`)} />
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
