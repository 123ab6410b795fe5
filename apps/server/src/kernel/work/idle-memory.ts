// How much room the engine takes beyond what is in use. It lets the room of short-lived values grow under load, to 60 MB, and looks at it
// again when it is full: on a quiet server that is minutes later. What outlives its use it leaves until there is as much of it as of what
// is in use, or more: of ten thousand links that is hundreds of megabytes.
import type { Clock } from '../clock.ts';

/** The heap of the main thread. */
export interface Heap {
  /** What was allocated since the start, all told. */
  allocatedBytes(): number;
  /** Room held for short-lived values, used or not. */
  youngBytes(): number;
  /** Collects short-lived values only: a millisecond or two. The engine then gives back what a quiet program does not need. */
  collectYoung(): void;
  /** From the next collection of long-lived values on: they may grow by so much until they are collected again; null: as the engine chooses. */
  growBy(percent: number | null): void;
}

export type Memory = {
  /** Long-lived values are collected when there is a third more of them, as long as `wanted`, which is asked with each look, says so. */
  collectOftenWhile(wanted: () => boolean): void;
  close(): void;
};

const LOOK_MS = 2000;
/** The engine gives room back below 1 MB a second; above that a collection would move values and give nothing. */
const QUIET_BYTES = 2_000_000;
/** Less is not worth a collection. */
const LARGE_BYTES = 4_000_000;

/** Of ten thousand links with a report a second each, collected every few seconds, it is 5 % of a processor. */
const OFTEN_PERCENT = 30;

const never = (): boolean => false;

/** Looks every two seconds until closed. It takes some looks and eight seconds more until the engine has given all room back. */
export const keepMemorySmall = (heap: Heap, clock: Clock): Memory => {
  let before = heap.allocatedBytes();
  let isOften = false;
  let oftenWanted = never;
  const looking = clock.every(LOOK_MS, () => {
    const allocated = heap.allocatedBytes();
    const quiet = allocated - before < QUIET_BYTES;
    before = allocated;
    if (quiet && heap.youngBytes() > LARGE_BYTES) heap.collectYoung();
    if (oftenWanted() === isOften) return;
    isOften = !isOften;
    heap.growBy(isOften ? OFTEN_PERCENT : null);
  });
  return {
    collectOftenWhile: (wanted) => void (oftenWanted = wanted),
    close() {
      looking.cancel();
      if (isOften) heap.growBy(null);
    },
  };
};
