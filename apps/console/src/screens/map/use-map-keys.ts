// The keys of the map screen. Keys typed into a field, or with Ctrl, Alt or Meta, are left alone; arrows belong to the map itself.
import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable],.modal') !== null;

/** What each key does, by its lower-case name; undefined leaves it to the page. */
export type MapKeys = Readonly<Record<string, (() => void) | undefined>>;

/** Listens while the screen is there. */
export const useMapKeys = (keys: MapKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act === undefined) return;
      act();
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
