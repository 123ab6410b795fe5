// The tiles of a playback with the map of the same moment among them: all the room there is, nothing scrolls.
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { PlaybackTile } from '../../player/recorded/playback-tile.tsx';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { usePlaybackChannels } from '../../player/recorded/use-playback.ts';
import { EmptyState } from '../../ui/states.tsx';
import { TileFrame, TileWords } from '../tiles/tile-frame.tsx';
import { TileRows } from '../tiles/tile-rows.tsx';
import type { ActiveTile } from './use-active-tile.ts';
import type { PlayedChannels } from './use-channels.ts';

type StageProps = {
  deviceId: string;
  group: PlaybackGroup | undefined;
  channels: PlayedChannels;
  active: ActiveTile;
  /** Of so many tiles, the map counted. */
  grid: (tiles: number) => { columns: number; rows: number };
  /** The tile of the map. */
  map: ReactNode;
  /** What a channel says that does not play; left out: an empty picture. */
  idle?: (channel: number) => string;
  /** Names the tiles as a region. */
  label?: string;
  className?: string | undefined;
  /** A single tile keeps to ten of twelve columns. */
  narrow?: boolean;
};

export const PlaybackStage = (props: StageProps): ReactElement => {
  const { deviceId, group, channels, active, grid, map, idle, narrow = false, label, className = '' } = props;
  const playing = usePlaybackChannels(group);
  const { device, on, nameOf } = channels;
  const tiles = on.length + (map === undefined ? 0 : 1);
  if (on.length === 0) return <EmptyState icon="playback" title={t('No channel is switched on')} />;
  return (
    <TileRows
      grid={grid(tiles)}
      single={narrow && tiles === 1}
      className={className}
      {...(label === undefined ? {} : { label })}
    >
      {on.map((channel) => {
        const tile = {
          device,
          name: nameOf(channel),
          active: channel === active.channel && on.length > 1,
          onActive: () => active.activate(channel),
        };
        return idle === undefined || playing.includes(channel) ? (
          <PlaybackTile
            key={channel}
            {...tile}
            group={group}
            deviceId={deviceId}
            channel={channel}
            ref={(handle) => active.hold(channel, handle)}
          />
        ) : (
          <TileFrame key={channel} {...tile}>
            <TileWords title={idle(channel)} />
          </TileFrame>
        );
      })}
      {map}
    </TileRows>
  );
};
