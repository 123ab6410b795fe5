// The playback of one device: times on the left, tiles with map and timeline in the middle, other devices on the right.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { useDevice } from '../../live/hooks.ts';
import { DownloadList } from '../../parts/download/download-list.tsx';
import { ChannelBar } from '../../parts/head-line/channel-toggles.tsx';
import { HeadLine, MapToggle } from '../../parts/head-line/head-line.tsx';
import { SideList } from '../../parts/live-view/side-list.tsx';
import { PlaybackControls } from '../../parts/playback/playback-controls.tsx';
import { PlaybackStage } from '../../parts/playback/playback-stage.tsx';
import { ShortcutsDialog } from '../../parts/shortcuts/shortcuts-dialog.tsx';
import type { TileHandle } from '../../player/tile-handle.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DownloadTool } from './download-tool.tsx';
import styles from './playback.module.css';
import { TimePanel } from './time-panel.tsx';
import { Timeline } from './timeline.tsx';
import { usePlaybackKeys } from './use-playback-keys.ts';
import { usePlaybackScreen } from './use-playback-screen.ts';
import type { PlaybackView } from './use-playback-screen.ts';

/** On a phone the times cover the tiles; they go away so long after the last pick. */
const PANEL_CLOSES_MS = 500;

const Keys = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    [t('Space'), t('Pause or play')],
    ['[ ]', t('Slower, faster')],
    ['← →', t('5 s back or forward; with Shift a minute')],
    [', .', t('One picture back or forward')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of the playback')} keys={keys} onClose={onClose} />;
};

type HeadProps = { view: PlaybackView; device: string; phone: boolean; onTimes: () => void };

const Head = ({ view, device, phone, onTimes }: HeadProps): ReactElement => (
  <HeadLine deviceId={view.deviceId} name={device} phone={phone}>
    {phone && (
      <Button icon="calendar" onClick={onTimes}>
        {t('Time')}
      </Button>
    )}
    <ChannelBar
      channels={view.channels}
      on={view.on}
      nameOf={view.nameOf}
      multi={view.look.multi}
      onMulti={view.toggleMulti}
      onPress={view.press}
    />
    {view.mapOffered && <MapToggle shown={view.look.map} phone={phone} onToggle={view.toggleMap} />}
  </HeadLine>
);

/** A time panel that lies over the phone's screen until a moment after the last pick. */
const usePanel = (): { open: boolean; show: () => void; close: () => void; closeSoon: () => void } => {
  const [open, setOpen] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  return {
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    closeSoon: () => {
      stop.current();
      stop.current = systemClock.after(PANEL_CLOSES_MS, () => setOpen(false));
    },
  };
};

const Stage = ({
  view,
  device,
  phone,
  onActive,
}: Omit<HeadProps, 'onTimes'> & {
  onActive: (tile: TileHandle | undefined) => void;
}): ReactElement =>
  view.look.atMs === undefined ? (
    <EmptyState icon="playback" title={t('Choose a time')}>
      {t('Pick day, hour and minute, or press into the timeline.')}
    </EmptyState>
  ) : (
    <PlaybackStage
      deviceId={view.deviceId}
      device={device}
      group={view.group}
      channels={view.on}
      nameOf={view.nameOf}
      map={view.mapOffered && view.look.map}
      phone={phone}
      onActive={onActive}
    />
  );

/** Give it the id as key. */
export const DevicePlayback = ({ id }: { id: string }): ReactElement => {
  const view = usePlaybackScreen(id);
  const device = useDevice(id)?.vehicleid || id;
  const phone = usePhone();
  const panel = usePanel();
  const [help, setHelp] = useState(false);
  const active = useRef<TileHandle>(undefined);
  usePlaybackKeys({ group: view.group, tile: () => active.current, help: () => setHelp(true) });
  return (
    <div className={styles.screen}>
      {(!phone || panel.open) && (
        <aside className={styles.left}>
          {phone && (
            <div className={styles.panelHead}>
              <h2>{t('Time')}</h2>
              <Button icon="close" look="bare" aria-label={t('Close')} onClick={panel.close} />
            </div>
          )}
          <TimePanel view={view} {...(phone ? { onPicked: panel.closeSoon } : {})} />
        </aside>
      )}
      <div className={styles.middle}>
        <Head view={view} device={device} phone={phone} onTimes={panel.show} />
        <Stage view={view} device={device} phone={phone} onActive={(tile) => (active.current = tile)} />
        <div className={styles.foot}>
          <div className={styles.tools}>
            <PlaybackControls group={view.group} />
            <DownloadTool view={view} />
          </div>
          <Timeline key={view.look.atMs === undefined ? view.look.day : 'playing'} view={view} />
          <DownloadList />
        </div>
      </div>
      {!phone && <SideList current={id} screen="/splayback" />}
      {help && <Keys onClose={() => setHelp(false)} />}
    </div>
  );
};
