// Keys of a screen: pressed anywhere on the page, but not into a field and not with Ctrl, Alt or Meta.
import { useLayoutEffect, useRef } from 'react';

/** `press` says whether the key was one of its own; then the page does nothing else with it. Listens while the component is there. */
export const useKeyPresses = (press: (event: KeyboardEvent) => boolean): void => {
  const latest = useRef(press);
  // With the drawing, not some time after it: whoever sees the screen may press its keys.
  useLayoutEffect(() => {
    latest.current = press;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
