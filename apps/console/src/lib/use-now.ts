// The present moment for what ages on screen: 'seen 5 s ago'. One timer for the whole page, running while anyone looks.
import { useSyncExternalStore } from 'react';
import { systemClock } from './time.ts';
import type { Stop } from './time.ts';

const PERIOD_MS = 1000;
const listeners = new Set<() => void>();
let now = systemClock.now();
let stop: Stop | undefined;

const tick = (): void => {
  now = systemClock.now();
  for (const tell of listeners) tell();
};

const subscribe = (tell: () => void): Stop => {
  if (listeners.size === 0) {
    now = systemClock.now();
    stop = systemClock.every(PERIOD_MS, tick);
  }
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
    if (listeners.size === 0) stop?.();
  };
};

/** UTC ms, again every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
