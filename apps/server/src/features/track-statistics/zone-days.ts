// The calendar days of a time zone, 23 and 25 hours long where its clocks are changed. Pure.
import { AppError } from '../../kernel/errors.ts';

/** Unix seconds, `to` not included. `date` is YYYY-MM-DD. */
export type ZoneDay = { date: string; from: number; to: number };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Throws AppError invalid for a zone that nobody knows. */
const clockOf = (zone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (error) {
    throw new AppError('invalid', `Unknown time zone ${zone}`, { cause: error });
  }
};

/** What the zone's clocks show at a moment, as if it were UTC. Both in ms. */
const shownAt = (clock: Intl.DateTimeFormat, ms: number): number => {
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** The first moment of the day whose midnight the clocks show as `shown`; clocks that skip midnight begin the day later. */
const beginOf = (clock: Intl.DateTimeFormat, shown: number): number => {
  const guess = shown - (shownAt(clock, shown) - shown);
  const moment = shown - (shownAt(clock, guess) - guess);
  return shownAt(clock, moment) < shown ? moment + HOUR_MS : moment;
};

const dateOf = (shown: number): string => {
  const text = new Date(shown).toISOString();
  return text.slice(0, text.indexOf('T'));
};

/** The days of a zone that a span of unix seconds touches, the first and the last one cut at its ends. */
export const zoneDays = (zone: string, from: number, to: number): ZoneDay[] => {
  const clock = clockOf(zone);
  const days: ZoneDay[] = [];
  for (let at = from; at < to;) {
    const shown = Math.floor(shownAt(clock, at * 1000) / DAY_MS) * DAY_MS;
    const end = Math.min(to, beginOf(clock, shown + DAY_MS) / 1000);
    days.push({ date: dateOf(shown), from: at, to: end });
    at = Math.max(end, at + 1);
  }
  return days;
};
