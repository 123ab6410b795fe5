// The keys of GPS playback.
import { useKeys } from '../../lib/use-keys.ts';
import { speedStep } from './track-player.ts';
import type { TrackPlayer } from './track-player.ts';

const MINUTE_MS = 60_000;

type Acts = { player: TrackPlayer; help: () => void; close: () => void };

/** Listens while the screen is there. */
export const useTrackKeys = ({ player, help, close }: Acts): void => {
  const now = player.state.getState;
  const jump =
    (by: 1 | -1) =>
    ({ shiftKey }: KeyboardEvent): void =>
      shiftKey ? player.seek(now().timeMs + by * MINUTE_MS) : player.step(by);
  useKeys({
    ' ': () => player.toggle(),
    k: () => player.toggle(),
    arrowleft: jump(-1),
    arrowright: jump(1),
    '[': () => player.setSpeed(speedStep(now().speed, -1)),
    ']': () => player.setSpeed(speedStep(now().speed, 1)),
    home: () => player.seek(0),
    end: () => player.seek(Infinity),
    escape: close,
    '?': help,
  });
};
