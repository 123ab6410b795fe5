// Answers computed from the device store, kept until it publishes again. What the hooks hand to React.
import type { DeviceStore } from './devices.ts';

/** Remembers an answer for as long as the store has not published since; an equal answer stays the same object. */
export const remembered = <T>(store: DeviceStore, compute: () => T, same: (a: T, b: T) => boolean): (() => T) => {
  let version = -1;
  let answer: T | undefined;
  return () => {
    if (answer !== undefined && version === store.version) return answer;
    const next = compute();
    version = store.version;
    answer = answer !== undefined && same(answer, next) ? answer : next;
    return answer;
  };
};
