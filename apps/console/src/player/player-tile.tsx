// One channel on screen, live or recorded: the player's picture with the tile's chrome around it. Who makes the player is not known here.
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ReactElement, ReactNode, Ref, RefObject } from 'react';
import { t } from '../lib/i18n.ts';
import { showToast } from '../ui/toast.ts';
import styles from './live-tile.module.css';
import { saveSnapshot } from './save-snapshot.ts';
import { StatisticsPanel } from './statistics-panel.tsx';
import { MuteNote, TileBadge } from './tile-badge.tsx';
import { TileBar } from './tile-bar.tsx';
import type { TileHandle } from './tile-handle.ts';
import { TileHead } from './tile-head.tsx';
import { TileOverlay } from './tile-overlay.tsx';
import type { TilePlayer } from './tile-player.ts';
import { useTileSound } from './use-player.ts';
import type { TileSound } from './use-player.ts';

export type PlayerTileProps = {
  deviceId: string;
  channel: number;
  /** What the device and the channel are called: 'TRK-104' and '2 Driver'. */
  device: string;
  name: string;
  /** Laid over the picture, top right. */
  badge?: string | undefined;
  /** Laid over the whole picture, which then fills its room whatever its shape is. */
  over?: ReactNode;
  /** False on a wall of pictures: no tools, and a double click is left to the wall. */
  controls?: boolean;
  /** Open from the start. */
  withStatistics?: boolean;
  /** Buttons at the end of the head, always in sight. */
  tools?: ReactNode;
  active: boolean;
  onActive: () => void;
  onRemove?: (() => void) | undefined;
  /** Goes back half a minute; left out where nothing recorded can be shown. */
  onBack?: (() => void) | undefined;
  ref?: Ref<TileHandle> | undefined;
};

/** Where the player's element is put into the page. */
const usePicture = (player: TilePlayer | undefined): RefObject<HTMLDivElement | null> => {
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (player !== undefined) picture.current?.append(player.element);
  }, [player]);
  return picture;
};

const toggleFullscreen = (element: HTMLElement | null): void => {
  const done = document.fullscreenElement === null ? element?.requestFullscreen?.() : document.exitFullscreen();
  done?.catch(() => {}); // the browser keeps full screen for itself
};

const snapshot = (player: TilePlayer, deviceId: string, channel: number): void => {
  saveSnapshot(player, deviceId, channel).then(
    (file) => file === undefined && showToast('info', t('There is no picture to save yet')),
    () => showToast('error', t('The picture could not be saved')),
  );
};

type ChromeProps = {
  player: TilePlayer;
  tile: PlayerTileProps;
  sound: TileSound;
  actions: TileHandle;
  statistics: boolean;
};

const Chrome = ({ player, tile, sound, actions, statistics }: ChromeProps): ReactElement => (
  <>
    <TileOverlay player={player} />
    <MuteNote player={player} />
    <TileHead player={player} device={tile.device} name={tile.name} tools={tile.tools} />
    {statistics && <StatisticsPanel player={player} />}
    {tile.controls !== false && (
      <TileBar
        player={player}
        sound={sound}
        actions={actions}
        onRemove={tile.onRemove}
        onBack={tile.onBack}
        statistics={statistics}
      />
    )}
  </>
);

/** Double click or F: full screen. Without a player there is only the frame. */
export const PlayerTile = ({ player, ...tile }: PlayerTileProps & { player: TilePlayer | undefined }): ReactElement => {
  const {
    deviceId,
    channel,
    device,
    name,
    badge,
    over,
    active,
    onActive,
    controls = true,
    withStatistics = false,
  } = tile;
  const frame = useRef<HTMLElement>(null);
  const picture = usePicture(player);
  useEffect(() => player?.favour(active), [player, active]);
  const [statistics, setStatistics] = useState(withStatistics);
  const sound = useTileSound(player);
  const actions: TileHandle = {
    toggleFullscreen: () => toggleFullscreen(frame.current),
    toggleSound: sound.toggle,
    toggleStatistics: () => setStatistics((shown) => !shown),
    focus: () => frame.current?.focus(),
    snapshot: () => {
      if (player !== undefined) snapshot(player, deviceId, channel);
    },
  };
  useImperativeHandle(tile.ref, () => actions);
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
      <div
        ref={picture}
        className={styles.picture}
        data-over={over === undefined ? undefined : ''}
        onDoubleClick={controls ? actions.toggleFullscreen : undefined}
      >
        {over}
        {player !== undefined && badge !== undefined && <TileBadge player={player} text={badge} />}
      </div>
      {player !== undefined && (
        <Chrome player={player} tile={tile} sound={sound} actions={actions} statistics={statistics} />
      )}
    </section>
  );
};
