// A local day of a track, hour by hour, as the chart shows it. Pure.
import { dayDate } from '../../lib/local-moment.ts';
import { formatDay } from '../../lib/time.ts';
import { indexAt, pointAt } from './track.ts';
import type { Track, TrackPoint } from './track.ts';

const HOURS = 24;
/** Each row of the chart is so many seconds wide. */
export const HOUR_SECONDS = 3600;

/** One position within its hour: `seconds` since the hour began on the clock. */
export type HourEntry = TrackPoint & { readonly seconds: number };
/** 24 lists: index is the hour of the day as clocks show it. */
export type DayData = readonly (readonly HourEntry[])[];

/** Where a moment stands in the chart. */
export const chartPlace = (timeMs: number): { hour: number; seconds: number } => {
  const date = new Date(timeMs);
  return { hour: date.getHours(), seconds: date.getMinutes() * 60 + date.getSeconds() };
};

/** UTC ms of the first and past the last moment of a local day; 23 and 25 hours too. */
const dayBounds = (day: string): { fromMs: number; untilMs: number } | undefined => {
  const from = dayDate(day);
  if (from === undefined) return undefined;
  const until = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { fromMs: from.getTime(), untilMs: until.getTime() };
};

/** Which positions are of one local day: from the first on so many. */
export const placesOf = (track: Track, day: string): { first: number; count: number } => {
  const bounds = dayBounds(day);
  if (bounds === undefined) return { first: 0, count: 0 };
  const first = indexAt(track, bounds.fromMs - 1) + 1;
  return { first, count: indexAt(track, bounds.untilMs - 1) + 1 - first };
};

/** The positions of one local day. An hour that clocks repeat holds both runs; one that they skip stays empty. */
export const dayDataOf = (track: Track, day: string): DayData => {
  const hours = Array.from({ length: HOURS }, (): HourEntry[] => []);
  const { first, count } = placesOf(track, day);
  for (let i = first; i < first + count; i += 1) {
    const point = pointAt(track, i);
    if (point === undefined) break;
    const { hour, seconds } = chartPlace(point.time);
    hours[hour]?.push({ ...point, seconds });
  }
  return hours;
};

/** The moment of a place in the chart; in an hour that clocks repeat the first run. */
export const momentAt = (day: string, hour: number, seconds: number): number | undefined => {
  const date = dayDate(day);
  if (date === undefined) return undefined;
  date.setHours(hour, 0, Math.min(HOUR_SECONDS - 1, Math.max(0, Math.round(seconds))), 0);
  return date.getTime();
};

const HOUR_MS = HOUR_SECONDS * 1000;

/** The local days that hours of UTC touch: one that begins at 23:30 touches two. */
export const daysWith = (hourStarts: readonly number[]): readonly string[] => [
  ...new Set(hourStarts.flatMap((ms) => [formatDay(ms), formatDay(ms + HOUR_MS - 1)])),
];
