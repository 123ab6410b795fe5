// The calendar days of a time zone, 23 and 25 hours long where its clocks are changed. Pure.
import { type ZoneClock, zoneClock } from '../../kernel/zone-clock.ts';

/** Unix seconds, `to` not included. `date` is YYYY-MM-DD. */
export type ZoneDay = { date: string; from: number; to: number };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The first moment of the day whose midnight the clocks show as `shown`; clocks that skip midnight begin the day later. */
const beginOf = (clock: ZoneClock, shown: number): number => {
  const guess = shown - (clock.shownAt(shown) - shown);
  const moment = shown - (clock.shownAt(guess) - guess);
  return clock.shownAt(moment) < shown ? moment + HOUR_MS : moment;
};

const dateOf = (shown: number): string => {
  const text = new Date(shown).toISOString();
  return text.slice(0, text.indexOf('T'));
};

/** The days of a zone that a span of unix seconds touches, the first and the last one cut at its ends. Throws AppError invalid for an unknown zone. */
export const zoneDays = (zone: string, from: number, to: number): ZoneDay[] => {
  const clock = zoneClock(zone);
  const days: ZoneDay[] = [];
  for (let at = from; at < to;) {
    const shown = Math.floor(clock.shownAt(at * 1000) / DAY_MS) * DAY_MS;
    const end = Math.min(to, beginOf(clock, shown + DAY_MS) / 1000);
    days.push({ date: dateOf(shown), from: at, to: end });
    at = Math.max(end, at + 1);
  }
  return days;
};
