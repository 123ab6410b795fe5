// Minutes of a day as bits: which of the 1440 hold recordings. Pure. Days here are UTC; others are cut out of two of them.

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const MINUTES = 1440;
const BYTES = MINUTES / 8;

export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);
export const emptyMinutes = (): Uint8Array => new Uint8Array(BYTES);

const hasMinute = (minutes: Uint8Array, minute: number): boolean =>
  ((minutes[minute >> 3] ?? 0) & (1 << (minute & 7))) !== 0;

const mark = (minutes: Uint8Array, minute: number): void => {
  minutes[minute >> 3] = (minutes[minute >> 3] ?? 0) | (1 << (minute & 7));
};

/** Marks what a span covers of one UTC day. Both ends belong to it. */
export const markSpan = (minutes: Uint8Array, day: number, startMs: number, endMs: number): void => {
  const from = Math.max(0, Math.floor((startMs - day * DAY_MS) / MINUTE_MS));
  const to = Math.min(MINUTES - 1, Math.floor((endMs - day * DAY_MS) / MINUTE_MS));
  for (let minute = from; minute <= to; minute += 1) mark(minutes, minute);
};

/** The UTC days a span touches. */
export const daysOfSpan = (startMs: number, endMs: number): number[] => {
  const first = dayOf(startMs);
  return Array.from({ length: dayOf(endMs) - first + 1 }, (_, i) => first + i);
};

export const joinMinutes = (into: Uint8Array, other: Uint8Array): void => {
  for (let i = 0; i < BYTES; i += 1) into[i] = (into[i] ?? 0) | (other[i] ?? 0);
};

/**
 * `count` minutes from `startMs` on, as flags, out of the bits of UTC days. A start within a minute is taken at its beginning.
 * A day of 23 or 25 hours is asked for with its own count.
 */
export const minutesFrom = (days: ReadonlyMap<number, Uint8Array>, startMs: number, count = MINUTES): Uint8Array => {
  const first = Math.floor(startMs / MINUTE_MS);
  return Uint8Array.from({ length: count }, (_, i) => {
    const bits = days.get(Math.floor((first + i) / MINUTES));
    return bits !== undefined && hasMinute(bits, (first + i) % MINUTES) ? 1 : 0;
  });
};

/** The runs of marked minutes of one UTC day, as UTC ms from the beginning of the first to the end of the last. */
export const runsOf = (minutes: Uint8Array, day: number): { startMs: number; endMs: number }[] => {
  const runs: { startMs: number; endMs: number }[] = [];
  let first: number | null = null;
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    const byte = minutes[minute >> 3] ?? 0;
    const whole = (minute & 7) === 0 && minute < MINUTES && byte === (first === null ? 0 : 0xff);
    if (whole) {
      minute += 7; // eight alike
      continue;
    }
    const marked = minute < MINUTES && hasMinute(minutes, minute);
    if (marked) first ??= minute;
    else if (first !== null) {
      runs.push({ startMs: day * DAY_MS + first * MINUTE_MS, endMs: day * DAY_MS + minute * MINUTE_MS });
      first = null;
    }
  }
  return runs;
};
