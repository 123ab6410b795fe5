// One tile for each channel that is on: its picture while it plays, else what is to be done, or that there is no record. While it plays
// also the map.
import { NO_RECORD } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { t } from '../../lib/i18n.ts';
import { TileFrame, TileWords } from '../../parts/tiles/tile-frame.tsx';
import { TileRows } from '../../parts/tiles/tile-rows.tsx';
import { PlaybackTile } from '../../player/recorded/playback-tile.tsx';
import { usePlaybackChannels } from '../../player/recorded/use-playback.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { playerGrid, segmentAt } from './logic.ts';
import { PlaceMap } from './place-map.tsx';
import styles from './remote-playback.module.css';
import type { Play } from './use-play.ts';
import type { RemotePlayback } from './use-remote-playback.ts';

const idleWords = (view: RemotePlayback, channel: number): string => {
  const { look, segments, segment, list } = view;
  if (list.state !== 'done') return t('Waiting for the record list');
  if (look.atMs === undefined) return segment === undefined ? t('Choose a segment') : t('Choose a start point');
  return segmentAt(segments, [channel], look.atMs, look.stream) === undefined ? t(NO_RECORD) : t('Ready to play');
};

type TilesProps = {
  view: RemotePlayback;
  play: Play;
  phone: boolean;
  /** The handles of the tiles that play, for the keys. */
  handles: RefObject<Map<number, TileHandle>>;
  onActive: (channel: number) => void;
  active: number | undefined;
};

export const Tiles = ({ view, play, phone, handles, active, onActive }: TilesProps): ReactElement => {
  const { on } = view.channels;
  const playing = usePlaybackChannels(play.group);
  const map = view.mapShown ? play.group : undefined;
  const device = view.memo || view.deviceId;
  return (
    <TileRows
      grid={playerGrid(on.length + (map === undefined ? 0 : 1), phone)}
      label={t('Players')}
      className={styles.players ?? ''}
    >
      {on.map((channel) => {
        const tile = { device, name: view.nameOf(channel), active: channel === active && on.length > 1 };
        return playing.includes(channel) ? (
          <PlaybackTile
            key={channel}
            {...tile}
            group={play.group}
            deviceId={view.deviceId}
            channel={channel}
            onActive={() => onActive(channel)}
            ref={(handle) => {
              if (handle !== null) handles.current.set(channel, handle);
              return () => void handles.current.delete(channel);
            }}
          />
        ) : (
          <TileFrame key={channel} {...tile} onActive={() => onActive(channel)}>
            <TileWords title={idleWords(view, channel)} />
          </TileFrame>
        );
      })}
      {map !== undefined && <PlaceMap key={map.streamId} deviceId={view.deviceId} streamId={map.streamId} />}
    </TileRows>
  );
};

/** Which tile the keys act on: the one that was chosen, else the first. */
export const useActive = (on: readonly number[]): readonly [number | undefined, (channel: number) => void] => {
  const [active, setActive] = useState<number>();
  return [active !== undefined && on.includes(active) ? active : on[0], setActive];
};
