// The keys of tiles: numbers switch channels, F M S I act on the active tile, ? shows them all.
import { useKeys } from '../../lib/use-keys.ts';
import type { TileHandle } from '../../player/tile-handle.ts';
import { channelOfKey } from './channel-choice.ts';

type TileKeys = {
  /** Left out where numbers switch nothing. */
  readonly channels?: readonly number[];
  readonly toggle?: (channel: number) => void;
  readonly tile: () => TileHandle | undefined;
  /** Without it ? is left alone. */
  readonly help?: () => void;
  /** The tiles stand in a dialog: keys pressed there are its own, those pressed elsewhere are not. */
  readonly inDialog?: boolean;
};

/** Listens while the screen is there. A key held down acts once. */
export const useTileKeys = ({ channels = [], toggle, tile, help, inDialog = false }: TileKeys): void => {
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    f: () => tile()?.toggleFullscreen(),
    m: () => tile()?.toggleSound(),
    s: () => tile()?.snapshot(),
    i: () => tile()?.toggleStatistics(),
    '?': help,
  };
  useKeys(
    (key) => {
      const channel = channelOfKey(key, channels);
      return channel === undefined ? acts[key] : () => toggle?.(channel);
    },
    { where: inDialog ? 'dialog' : 'page', repeats: false },
  );
};
