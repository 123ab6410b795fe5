// The keys of the playback screen. Typing in a field and open dialogs keep theirs.
import { useEffectEvent, useLayoutEffect } from 'react';
import { faster, slower } from '../../player/recorded/speed-ladder.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import type { TileHandle } from '../../player/tile-handle.ts';

/** The arrows go so far; with Shift they go further. */
const ARROW_SECONDS = 5;
const SHIFT_SECONDS = 60;

type Keys = {
  readonly group: PlaybackGroup | undefined;
  readonly tile: () => TileHandle | undefined;
  readonly help: () => void;
};

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input,textarea,select,[contenteditable],.modal,[role=slider],[role=separator],[role=grid]') !== null;

/** A button that has the focus is pressed by the space bar itself. */
const isPressing = (event: KeyboardEvent): boolean =>
  event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button,a') !== null;

const actionOf = (event: KeyboardEvent, { group, tile, help }: Keys): (() => void) | undefined => {
  const bySeconds = event.shiftKey ? SHIFT_SECONDS : ARROW_SECONDS;
  const speed = group?.state.getState().speed ?? 0;
  const actions: Record<string, () => void> = {
    ' ': () => group?.toggle(),
    k: () => group?.toggle(),
    '[': () => group?.setSpeed(slower(speed)),
    j: () => group?.setSpeed(slower(speed)),
    ']': () => group?.setSpeed(faster(speed)),
    l: () => group?.setSpeed(faster(speed)),
    arrowleft: () => group?.jump(-bySeconds),
    arrowright: () => group?.jump(bySeconds),
    ',': () => group?.step(-1),
    '.': () => group?.step(1),
    f: () => tile()?.toggleFullscreen(),
    m: () => tile()?.toggleSound(),
    s: () => tile()?.snapshot(),
    i: () => tile()?.toggleStatistics(),
    '?': help,
  };
  return actions[event.key.toLowerCase()];
};

/** Listens while the screen is there. */
export const usePlaybackKeys = (keys: Keys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isElsewhere(event.target) || isPressing(event)) return;
    const action = actionOf(event, keys);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
