// The keys of the playback screen.
import { useKeys } from '../../lib/use-keys.ts';
import { faster, slower } from '../../player/recorded/speed-ladder.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import type { TileHandle } from '../../player/tile-handle.ts';

/** The arrows go so far; with Shift they go further. */
const ARROW_SECONDS = 5;
const SHIFT_SECONDS = 60;

type PlaybackKeys = {
  readonly group: PlaybackGroup | undefined;
  readonly tile: () => TileHandle | undefined;
  readonly help: () => void;
};

/** Listens while the screen is there. */
export const usePlaybackKeys = ({ group, tile, help }: PlaybackKeys): void => {
  const step = (next: (speed: number) => number) => (): void => group?.setSpeed(next(group.state.getState().speed));
  const jump =
    (by: 1 | -1) =>
    ({ shiftKey }: KeyboardEvent): void =>
      group?.jump(by * (shiftKey ? SHIFT_SECONDS : ARROW_SECONDS));
  useKeys({
    ' ': () => group?.toggle(),
    k: () => group?.toggle(),
    '[': step(slower),
    j: step(slower),
    ']': step(faster),
    l: step(faster),
    arrowleft: jump(-1),
    arrowright: jump(1),
    ',': () => group?.step(-1),
    '.': () => group?.step(1),
    f: () => tile()?.toggleFullscreen(),
    m: () => tile()?.toggleSound(),
    s: () => tile()?.snapshot(),
    i: () => tile()?.toggleStatistics(),
    '?': help,
  });
};
