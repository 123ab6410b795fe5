// The keys of playing: space, arrows, J K L and brackets. Those of channels and tiles are in parts/live-view/use-tile-keys.ts.
import { useKeys } from '../../lib/use-keys.ts';
import type { Controls } from './use-controls.ts';

/** The arrows go so far; with Shift they go further. */
const ARROW_SECONDS = 5;
const SHIFT_SECONDS = 10;

/** Space pauses and resumes, and begins where nothing plays. */
export const usePlayKeys = (controls: Controls, playing: boolean): void => {
  const go = playing ? controls.toggle : controls.play;
  const jump =
    (by: 1 | -1) =>
    ({ shiftKey }: KeyboardEvent): void =>
      controls.jump(by * (shiftKey ? SHIFT_SECONDS : ARROW_SECONDS));
  useKeys({
    ' ': go,
    k: go,
    j: controls.slower,
    l: controls.faster,
    '[': controls.slower,
    ']': controls.faster,
    arrowleft: jump(-1),
    arrowright: jump(1),
  });
};
