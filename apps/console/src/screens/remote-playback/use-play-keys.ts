// The keys of playing: space, arrows, J K L and brackets. Those of channels and tiles are in parts/live-view/use-keys.ts.
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Controls } from './use-controls.ts';

/** Where keys have a meaning of their own: fields, and on the space bar whatever is pressed with it. */
const ownKeys = 'input:not([type=range]),textarea,select,[contenteditable],[role=slider],.modal';
const pressed = 'button,a,summary,tr,[role=switch]';

const isTaken = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest(key === ' ' ? `${ownKeys},${pressed}` : ownKeys) !== null;

/** Space pauses and resumes, and begins where nothing plays. */
export const usePlayKeys = (controls: Controls, playing: boolean): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    const far = event.shiftKey ? 2 : 1;
    const go = playing ? controls.toggle : controls.play;
    const actions: Readonly<Record<string, () => void>> = {
      ' ': go,
      k: go,
      j: controls.slower,
      l: controls.faster,
      '[': controls.slower,
      ']': controls.faster,
      arrowleft: () => controls.jump(-5 * far),
      arrowright: () => controls.jump(5 * far),
    };
    const act = actions[event.key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
