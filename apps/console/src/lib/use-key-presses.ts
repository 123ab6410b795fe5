// Keys of a screen: pressed anywhere on the page, but not into a field and not with Ctrl, Alt or Meta.
import { useEffect, useRef } from 'react';

/** `press` says whether the key was one of its own; then the page does nothing else with it. Listens while the component is there. */
export const useKeyPresses = (press: (event: KeyboardEvent) => boolean): void => {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
