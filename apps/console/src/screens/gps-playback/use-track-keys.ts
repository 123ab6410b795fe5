// The keys of GPS playback. Keys typed into a field, in a dialog, or with Ctrl, Alt or Meta are left alone.
import { useKeyPresses } from '../../lib/use-key-presses.ts';
import { speedStep } from './track-player.ts';
import type { TrackPlayer } from './track-player.ts';

const MINUTE_MS = 60_000;

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof HTMLElement && target.closest(selector) !== null;

/** Arrows move the map while it has the focus. */
const isTaken = ({ target, key }: KeyboardEvent): boolean =>
  within(target, 'input,textarea,select,.modal') || (key.startsWith('Arrow') && within(target, '.maplibregl-map'));

type Acts = { player: TrackPlayer; help: () => void; close: () => void };

const actOf = (event: KeyboardEvent, { player, help, close }: Acts): (() => void) | undefined => {
  const { timeMs, speed } = player.state.getState();
  const jump = (by: 1 | -1) => () => (event.shiftKey ? player.seek(timeMs + by * MINUTE_MS) : player.step(by));
  // On a button the space bar presses it.
  const onButton = within(event.target, 'button,a,summary');
  const acts: Record<string, (() => void) | undefined> = {
    ' ': onButton ? undefined : () => player.toggle(),
    k: () => player.toggle(),
    arrowleft: jump(-1),
    arrowright: jump(1),
    '[': () => player.setSpeed(speedStep(speed, -1)),
    ']': () => player.setSpeed(speedStep(speed, 1)),
    home: () => player.seek(0),
    end: () => player.seek(Infinity),
    escape: close,
    '?': help,
  };
  return acts[event.key.toLowerCase()];
};

/** Listens while the screen is there. */
export const useTrackKeys = (acts: Acts): void =>
  useKeyPresses((event) => {
    const act = event.defaultPrevented || isTaken(event) ? undefined : actOf(event, acts);
    act?.();
    return act !== undefined;
  });
