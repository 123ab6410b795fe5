// The keys of the map screen. Keys typed into a field, or with Ctrl, Alt or Meta, are left alone; arrows belong to the map itself.
import { useKeyPresses } from '../../lib/use-key-presses.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable],.modal') !== null;

/** What each key does, by its lower-case name; undefined leaves it to the page. */
export type MapKeys = Readonly<Record<string, (() => void) | undefined>>;

/** Listens while the screen is there. */
export const useMapKeys = (keys: MapKeys): void =>
  useKeyPresses(({ key, target }) => {
    const act = isTyping(target) ? undefined : keys[key.toLowerCase()];
    act?.();
    return act !== undefined;
  });
