// What is recorded on one day, hour by hour and minute by minute, from the flags of Q06. Pure.

export type RecordedHour = {
  /** Any of its minutes has data. */
  readonly hourLabel: boolean;
  /** 60 flags. */
  readonly raw: readonly boolean[];
};

/** Wall-clock hours: on a day with 25 hours the repeated one is the union of both, on one with 23 the missing one is empty. */
export type RecordInfo = {
  readonly hasData: boolean;
  readonly hasError: boolean;
  /** The server's words when `hasError`. */
  readonly message: string;
  /** 24 of them. */
  readonly data: readonly RecordedHour[];
};

const HOURS = 24;
const MINUTES = 60;
const MINUTE_MS = 60_000;

const blankHour = (): boolean[] => Array.from({ length: MINUTES }, () => false);

/** A day of which nothing is known. */
export const noRecordInfo = (): RecordInfo => ({
  hasData: false,
  hasError: false,
  message: '',
  data: Array.from({ length: HOURS }, () => ({ hourLabel: false, raw: blankHour() })),
});

/** The day could not be asked for: what was known of it before stays to be chosen from. */
export const failedInfo = (known: RecordInfo | undefined, message: string): RecordInfo => ({
  ...(known ?? noRecordInfo()),
  hasError: true,
  message,
});

/** `flags`: one character a minute from `dayStartMs` on, '1' for a recorded one. */
export const readRecordInfo = (flags: string, dayStartMs: number): RecordInfo => {
  const marked = Array.from({ length: HOURS }, blankHour);
  for (let i = 0; i < flags.length; i += 1) {
    if (flags[i] !== '1') continue;
    const local = new Date(dayStartMs + i * MINUTE_MS);
    const hour = marked[local.getHours()];
    if (hour !== undefined) hour[local.getMinutes()] = true;
  }
  const data = marked.map((raw) => ({ hourLabel: raw.includes(true), raw }));
  return { hasData: data.some(({ hourLabel }) => hourLabel), hasError: false, message: '', data };
};

/** How many minutes the local day has that begins at `start`: 1380 to 1500. */
export const minutesOfDay = (start: Date): number => {
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return Math.round((next.getTime() - start.getTime()) / MINUTE_MS);
};

/** The seconds that are offered. */
export const secondSteps: readonly number[] = Array.from({ length: 12 }, (_, i) => i * 5);
