// One live channel on screen: makes the player of its addresses and hears whose pictures come. The tile itself is player-tile.tsx.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { systemClock } from '../lib/time.ts';
import { LivePlayer } from './live-player.ts';
import type { ChannelOf, StreamChoice } from './messages.ts';
import { PlayerTile } from './player-tile.tsx';
import type { PlayerTileProps } from './player-tile.tsx';
import type { TileChoices } from './tile-choices.ts';

type LiveTileProps = PlayerTileProps & {
  addresses: readonly string[];
  /** Left out: the one that is set for the channel. */
  stream?: StreamChoice;
  /** What was chosen in the tile before, and in this one. */
  choices?: TileChoices;
  /** Hears whose pictures these are, where the server picks the channel. */
  onSource?: (source: ChannelOf | undefined) => void;
};

type Played = {
  addresses: readonly string[];
  channel: number;
  stream: StreamChoice | undefined;
  choices: TileChoices | undefined;
};

/** The player of the tile, from mounting to unmounting; a new one for other addresses. */
const usePlayer = ({ addresses, ...played }: Played): LivePlayer | undefined => {
  const [player, setPlayer] = useState<LivePlayer>();
  const first = useRef(played);
  const key = addresses.join(' ');
  useEffect(() => {
    const { channel, stream, choices } = first.current;
    const wanted = choices?.streamOf(channel) ?? stream;
    const made = new LivePlayer({ clock: systemClock, addresses: key.split(' '), stream: wanted });
    choices?.give(channel, made);
    setPlayer(made);
    return () => {
      choices?.take(channel, made);
      made.close();
    };
  }, [key]);
  return player;
};

/** Tells whose pictures come, now and whenever that changes. */
const useSource = (player: LivePlayer | undefined, onSource: LiveTileProps['onSource']): void => {
  const tell = useEffectEvent((source: ChannelOf | undefined) => onSource?.(source));
  useEffect(() => {
    if (player === undefined) return undefined;
    tell(player.status.getState().source);
    return player.status.subscribe((now, before) => {
      if (now.source !== before.source) tell(now.source);
    });
  }, [player]);
};

/** A live channel. */
export const LiveTile = ({ addresses, stream, choices, onSource, ...tile }: LiveTileProps): ReactElement => {
  const player = usePlayer({ addresses, channel: tile.channel, stream, choices });
  useSource(player, onSource);
  return <PlayerTile {...tile} player={player} />;
};
