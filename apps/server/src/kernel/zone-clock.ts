// What the clocks of a time zone show at a moment, and how far they are from UTC. Not: which zone a place lies in.
import { AppError } from './errors.ts';

const MINUTE_MS = 60_000;
/** Clocks of zones are changed at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Quarters whose offset is kept for each zone. */
const MOST_KEPT = 1000;

export type ZoneClock = {
  /** What the zone's clocks show at a moment, as if it were UTC. Both in ms. */
  shownAt(ms: number): number;
  /** Minutes east of UTC at a moment. */
  offsetAt(ms: number): number;
};

const formatOf = (zone: string): Intl.DateTimeFormat => {
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

/** Throws AppError invalid for a zone that nobody knows. */
export const zoneClock = (zone: string): ZoneClock => {
  const format = formatOf(zone);
  const kept = new Map<number, number>();
  const shownAt = (ms: number): number => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  const offsetAt = (ms: number): number => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const known = kept.get(quarter);
    if (known !== undefined) return known;
    const at = quarter * QUARTER_MS;
    const offset = (shownAt(at) - at) / MINUTE_MS;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(quarter, offset);
    return offset;
  };
  return { shownAt, offsetAt };
};
