// One live channel on screen: the player's picture with the tile's chrome around it. Rules of the player are in LivePlayer; the words
// in tile-words.ts.
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { ReactElement, ReactNode, Ref, RefObject } from 'react';
import { t } from '../lib/i18n.ts';
import { systemClock } from '../lib/time.ts';
import { showToast } from '../ui/toast.ts';
import { DEFAULT_GAIN } from './audio-output.ts';
import { LivePlayer } from './live-player.ts';
import styles from './live-tile.module.css';
import type { ChannelOf, StreamChoice } from './messages.ts';
import { saveSnapshot } from './save-snapshot.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { TileBadge } from './tile-badge.tsx';
import { TileBar } from './tile-bar.tsx';
import type { TileHandle } from './tile-handle.ts';
import { TileHead } from './tile-head.tsx';
import { TileOverlay } from './tile-overlay.tsx';

type LiveTileProps = {
  deviceId: string;
  channel: number;
  /** What the device and the channel are called: 'TRK-104' and '2 Driver'. */
  device: string;
  name: string;
  addresses: readonly string[];
  stream?: StreamChoice;
  /** Laid over the picture, top right. */
  badge?: string | undefined;
  /** Hears whose pictures these are, where the server picks the channel. */
  onSource?: (source: ChannelOf | undefined) => void;
  /** False on a wall of pictures: no tools, and a double click is left to the wall. */
  controls?: boolean;
  /** Open from the start. */
  withStatistics?: boolean;
  /** Buttons at the end of the head, always in sight. */
  tools?: ReactNode;
  active: boolean;
  onActive: () => void;
  onRemove?: () => void;
  ref?: Ref<TileHandle>;
};

/** The player of the tile, from mounting to unmounting; a new one for other addresses. */
const usePlayer = ({ addresses, stream }: LiveTileProps): LivePlayer | undefined => {
  const [player, setPlayer] = useState<LivePlayer>();
  const first = useRef(stream ?? 'sub');
  const key = addresses.join(' ');
  useEffect(() => {
    const made = new LivePlayer({ clock: systemClock, addresses: key.split(' '), stream: first.current });
    setPlayer(made);
    return () => made.close();
  }, [key]);
  return player;
};

/** Where the player's element is put into the page. */
const usePicture = (player: LivePlayer | undefined): RefObject<HTMLDivElement | null> => {
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (player !== undefined) picture.current?.append(player.element);
  }, [player]);
  return picture;
};

/** Tells whose pictures come, now and whenever that changes. */
const useSource = (player: LivePlayer | undefined, { onSource }: LiveTileProps): void => {
  const tell = useEffectEvent((source: ChannelOf | undefined) => onSource?.(source));
  useEffect(() => {
    if (player === undefined) return undefined;
    tell(player.status.getState().source);
    return player.status.subscribe((now, before) => {
      if (now.source !== before.source) tell(now.source);
    });
  }, [player]);
};

/** Sound of one tile: off until clicked. */
const useSound = (player: LivePlayer | undefined) => {
  const [on, setOn] = useState(false);
  const [gain, setGain] = useState(DEFAULT_GAIN);
  return {
    on,
    gain,
    toggle: () => {
      if (on) player?.mute();
      else player?.hear(gain);
      setOn(!on);
    },
    setGain: (next: number) => {
      setGain(next);
      player?.hear(next);
      setOn(true);
    },
  };
};

const toggleFullscreen = (element: HTMLElement | null): void => {
  const done = document.fullscreenElement === null ? element?.requestFullscreen?.() : document.exitFullscreen();
  done?.catch(() => {}); // the browser keeps full screen for itself
};

const snapshot = (player: LivePlayer, deviceId: string, channel: number): void => {
  saveSnapshot(player, deviceId, channel).then(
    (file) => file === undefined && showToast('info', t('There is no picture to save yet')),
    () => showToast('error', t('The picture could not be saved')),
  );
};

/** A live channel. Double click or F: full screen. */
export const LiveTile = (props: LiveTileProps): ReactElement => {
  const {
    deviceId,
    channel,
    device,
    name,
    badge,
    tools,
    active,
    onActive,
    onRemove,
    controls = true,
    withStatistics = false,
    ref,
  } = props;
  const player = usePlayer(props);
  const frame = useRef<HTMLElement>(null);
  const picture = usePicture(player);
  const [statistics, setStatistics] = useState(withStatistics);
  const sound = useSound(player);
  useSource(player, props);
  const actions: TileHandle = {
    toggleFullscreen: () => toggleFullscreen(frame.current),
    toggleSound: sound.toggle,
    toggleStatistics: () => setStatistics((shown) => !shown),
    focus: () => frame.current?.focus(),
    snapshot: () => {
      if (player !== undefined) snapshot(player, deviceId, channel);
    },
  };
  useImperativeHandle(ref, () => actions);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointer and focus only choose the tile that keys act on
    <section
      ref={frame}
      className={`${styles.tile} ${active ? styles.active : ''}`}
      aria-label={`${device} · ${name}`}
      data-channel={channel}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys act on the tile that has the focus
      tabIndex={0}
      onFocus={onActive}
      onPointerDown={onActive}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the same as F and the button of the bar */}
      <div ref={picture} className={styles.picture} onDoubleClick={controls ? actions.toggleFullscreen : undefined}>
        {player !== undefined && badge !== undefined && <TileBadge player={player} text={badge} />}
      </div>
      {player !== undefined && (
        <>
          <TileOverlay player={player} />
          <TileHead player={player} device={device} name={name} tools={tools} />
          {statistics && <StatisticsPanel player={player} />}
          {controls && (
            <TileBar player={player} sound={sound} actions={actions} onRemove={onRemove} statistics={statistics} />
          )}
        </>
      )}
    </section>
  );
};
