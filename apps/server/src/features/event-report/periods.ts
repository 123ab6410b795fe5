// Which periods of a report are over: hours, days, weeks from Monday and months of the calendar by the clock of its zone. Pure.
import { HOURLY, DAILY } from '@outrider/contract';

/** UTC ms, `endMs` not included. */
export type Period = { startMs: number; endMs: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEKLY = 10_080;

const monthOf = (shownMs: number, add: number): number => {
  const at = new Date(shownMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + add, 1);
};

/** The beginning of the period that holds a moment, or of one so many before it (-1) or after it (1); all as the zone's clock shows it. */
const beginOf = (periodMinutes: number, shownMs: number, add: number): number => {
  const even = (length: number, from: number): number =>
    Math.floor((shownMs - from) / length) * length + from + add * length;
  if (periodMinutes === HOURLY) return even(HOUR_MS, 0);
  if (periodMinutes === DAILY) return even(DAY_MS, 0);
  if (periodMinutes === WEEKLY) return even(WEEK_MS, FIRST_MONDAY_MS);
  return monthOf(shownMs, add);
};

/** The newest `most` periods that ended by `nowMs` and after `sinceMs`, newest first. */
export const endedPeriods = (
  { periodMinutes, zoneSeconds }: { periodMinutes: number; zoneSeconds: number },
  { sinceMs, nowMs, most }: { sinceMs: number; nowMs: number; most: number },
): Period[] => {
  const zoneMs = zoneSeconds * 1000;
  const found: Period[] = [];
  for (let back = 0; back < most; back += 1) {
    const endMs = beginOf(periodMinutes, nowMs + zoneMs, -back) - zoneMs;
    if (endMs <= sinceMs) break;
    found.push({ startMs: beginOf(periodMinutes, nowMs + zoneMs, -back - 1) - zoneMs, endMs });
  }
  return found;
};

/** `2026-09-21 08:00:00` on the clock of a zone. */
export const zoneText = (ms: number, zoneSeconds: number): string =>
  new Date(ms + zoneSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** What the period is called in the name of a file: its first day, with the hour where it is one hour. */
export const periodStamp = ({ startMs }: Period, periodMinutes: number, zoneSeconds: number): string => {
  const text = zoneText(startMs, zoneSeconds);
  if (periodMinutes === HOURLY) return `${text.slice(0, 10)} ${text.slice(11, 13)}h`;
  return text.slice(0, periodMinutes > WEEKLY ? 7 : 10);
};

/** UTC+8, UTC-3:30, UTC. */
export const zoneName = (zoneSeconds: number): string => {
  if (zoneSeconds === 0) return 'UTC';
  const minutes = Math.abs(zoneSeconds) / 60;
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${zoneSeconds > 0 ? '+' : '-'}${Math.floor(minutes / 60)}${rest}`;
};
