// Which tile of a playback the keys act on.
import { useRef, useState } from 'react';
import type { TileHandle } from '../../player/tile-handle.ts';

export type ActiveTile = {
  readonly channel: number | undefined;
  readonly activate: (channel: number) => void;
  /** For the `ref` of each tile. */
  readonly hold: (channel: number, handle: TileHandle | null) => () => void;
  readonly tile: () => TileHandle | undefined;
};

/** The one that was chosen; `first`: before that the first. */
export const useActiveTile = (on: readonly number[], first: boolean): ActiveTile => {
  const handles = useRef(new Map<number, TileHandle>());
  const [chosen, setChosen] = useState<number>();
  const fallback = first ? on[0] : undefined;
  const channel = chosen !== undefined && on.includes(chosen) ? chosen : fallback;
  return {
    channel,
    activate: setChosen,
    hold: (held, handle) => {
      if (handle !== null) handles.current.set(held, handle);
      return () => void handles.current.delete(held);
    },
    tile: () => (channel === undefined ? undefined : handles.current.get(channel)),
  };
};
