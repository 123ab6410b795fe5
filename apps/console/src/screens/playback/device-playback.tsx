// The playback of one device: times on the left, tiles with map and timeline in the middle, other devices on the right.
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { systemClock } from '../../lib/time.ts';
import { FootageTimeline } from '../../parts/footage/footage-timeline.tsx';
import { Source } from '../../parts/footage/source.tsx';
import { dayOf } from '../../parts/record-timeline/time-view.ts';
import { DownloadList } from '../../parts/download/download-list.tsx';
import { SideList } from '../../parts/live-view/side-list.tsx';
import { useTileKeys } from '../../parts/live-view/use-tile-keys.ts';
import { PlaybackControls } from '../../parts/playback/playback-controls.tsx';
import { PlaybackHead } from '../../parts/playback/playback-head.tsx';
import { PlaybackStage } from '../../parts/playback/playback-stage.tsx';
import { RecordedTrackMap } from '../../parts/playback/track-map.tsx';
import { useActiveTile } from '../../parts/playback/use-active-tile.ts';
import { usePlayKeys } from '../../parts/playback/use-play-keys.ts';
import { ShortcutsDialog } from '../../parts/shortcuts/shortcuts-dialog.tsx';
import { tileGrid } from '../../parts/tiles/tile-rules.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DownloadTool } from './download-tool.tsx';
import styles from './playback.module.css';
import { TimePanel } from './time-panel.tsx';
import { usePlaybackScreen } from './use-playback-screen.ts';
import type { PlaybackView } from './use-playback-screen.ts';

/** On a phone the times cover the tiles; they go away so long after the last pick. */
const PANEL_CLOSES_MS = 500;
/** The arrow keys with Shift. */
const SHIFT_SECONDS = 60;

const Keys = ({ onClose }: { onClose: () => void }): ReactElement => {
  const keys = [
    [t('Space'), t('Pause or play')],
    ['[ ]', t('Slower, faster')],
    ['← →', t('5 s back or forward; with Shift a minute')],
    ['B', t('Back 30 s')],
    [', .', t('One picture back or forward')],
    ['D', t('Save what is chosen as a file')],
    ['F', t('Full screen')],
    ['M', t('Sound on or off')],
    ['S', t('Save the picture')],
    ['I', t('Statistics')],
  ] as const;
  return <ShortcutsDialog title={t('Keys of the playback')} keys={keys} onClose={onClose} />;
};

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

/** `panel`: it lies over a phone's screen. */
const Times = ({ view, panel }: { view: PlaybackView; panel?: ReturnType<typeof usePanel> }): ReactElement => (
  <aside className={styles.left}>
    {panel !== undefined && (
      <div className={styles.panelHead}>
        <h2>{t('Time')}</h2>
        <Button icon="close" look="bare" aria-label={t('Close')} onClick={panel.close} />
      </div>
    )}
    <TimePanel view={view} {...(panel === undefined ? {} : { onPicked: panel.closeSoon })} />
  </aside>
);

/** Controls, the tool to save, the timeline, and what is being saved. */
const Foot = ({ view }: { view: PlaybackView }): ReactElement => {
  const { deviceId, look, group, channels } = view;
  return (
    <div className={styles.foot}>
      <div className={styles.tools}>
        <PlaybackControls group={group} />
        <DownloadTool view={view} />
      </div>
      <FootageTimeline
        key={look.atMs === undefined ? look.day : 'playing'}
        deviceId={deviceId}
        on={channels.on}
        nameOf={channels.nameOf}
        group={group}
        first={dayOf(dayDate(look.day)?.getTime() ?? systemClock.now())}
        onPlay={view.goTo}
      />
      <DownloadList />
    </div>
  );
};

/** Give it the id as key. */
export const DevicePlayback = ({ id }: { id: string }): ReactElement => {
  const view = usePlaybackScreen(id);
  const { look, group, channels } = view;
  const phone = usePhone();
  const panel = usePanel();
  const [help, setHelp] = useState(false);
  const active = useActiveTile(channels.on, false);
  useTileKeys({ tile: active.tile, help: () => setHelp(true) });
  usePlayKeys({ group, shiftSeconds: SHIFT_SECONDS, pictures: true });
  return (
    <div className={styles.screen}>
      {(!phone || panel.open) && <Times view={view} {...(phone ? { panel } : {})} />}
      <div className={styles.middle}>
        <PlaybackHead
          deviceId={id}
          channels={channels}
          phone={phone}
          onMulti={view.toggleMulti}
          onPress={view.press}
          map={view.mapOffered ? { shown: look.map, onToggle: view.toggleMap } : undefined}
          before={
            phone && (
              <Button icon="calendar" onClick={panel.show}>
                {t('Time')}
              </Button>
            )
          }
        />
        {look.atMs !== undefined && <Source deviceId={id} on={channels.on} group={group} atMs={look.atMs} />}
        {look.atMs === undefined ? (
          <EmptyState icon="playback" title={t('Choose a time')}>
            {t('Pick day, hour and minute, or press into the timeline.')}
          </EmptyState>
        ) : (
          <PlaybackStage
            deviceId={id}
            group={group}
            channels={channels}
            active={active}
            grid={(tiles) => tileGrid(tiles, phone)}
            narrow={!phone}
            className={styles.stage}
            map={view.mapOffered && look.map ? <RecordedTrackMap deviceId={id} group={group} /> : undefined}
          />
        )}
        <Foot view={view} />
      </div>
      {!phone && <SideList current={id} screen="/splayback" />}
      {help && <Keys onClose={() => setHelp(false)} />}
    </div>
  );
};
