// The server's clock as far as it is known: what the server dates is told against it, since a browser's clock may be days wrong.
import { systemClock } from './time.ts';
import { useNow } from './use-now.ts';

let offsetMs = 0;

/** Takes over what the server said of its clock: its time minus this browser's, ms. Kept until it says otherwise. */
export const setServerOffset = (ms: number): void => {
  offsetMs = ms;
};

/** UTC ms by the server's clock; this browser's own until the server has told. */
export const serverNow = (): number => systemClock.now() + offsetMs;

/** `serverNow`, again every second. */
export const useServerNow = (): number => useNow() + offsetMs;
