// Gives the room of short-lived values back while little is made. The engine lets it grow under load, to 60 MB, and looks at it again when
// it is full: on a quiet server that is minutes later.
import type { Clock } from '../clock.ts';

/** The heap of the main thread. */
export interface Heap {
  /** What was allocated since the start, all told. */
  allocatedBytes(): number;
  /** Room held for short-lived values, used or not. */
  youngBytes(): number;
  /** Collects short-lived values only: a millisecond or two. The engine then gives back what a quiet program does not need. */
  collectYoung(): void;
}

const LOOK_MS = 5000;
/** The engine gives room back below 1 MB a second; above that a collection would move values and give nothing. */
const QUIET_BYTES = 5_000_000;
/** Less is not worth a collection. */
const LARGE_BYTES = 4_000_000;

/** Looks every five seconds until closed. */
export const giveBackWhenIdle = (heap: Heap, clock: Clock): { close(): void } => {
  let before = heap.allocatedBytes();
  const looking = clock.every(LOOK_MS, () => {
    const allocated = heap.allocatedBytes();
    const quiet = allocated - before < QUIET_BYTES;
    before = allocated;
    if (quiet && heap.youngBytes() > LARGE_BYTES) heap.collectYoung();
  });
  return { close: () => looking.cancel() };
};
