// One recorded channel on screen: the tile around a player of a playback.
import type { ReactElement } from 'react';
import { PlayerTile } from '../player-tile.tsx';
import type { PlayerTileProps } from '../player-tile.tsx';
import type { PlaybackGroup } from './playback-group.ts';
import { usePlaybackChannels } from './use-playback.ts';

/** Nothing but the frame while the channel does not play. */
export const PlaybackTile = ({
  group,
  ...tile
}: PlayerTileProps & { group: PlaybackGroup | undefined }): ReactElement => {
  const channels = usePlaybackChannels(group);
  return <PlayerTile {...tile} player={channels.includes(tile.channel) ? group?.player(tile.channel) : undefined} />;
};
