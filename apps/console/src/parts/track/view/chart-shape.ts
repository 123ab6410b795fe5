// The bars of one hour: its seconds in slices, each as tall as its top speed, gathered by speed class so that a row is a few shapes. Pure.
import { speedClasses, speedClassOf } from '../../../map/trail.ts';
import { HOUR_SECONDS } from '../hours.ts';
import type { HourEntry } from '../hours.ts';
import { GAP_MS } from '../track.ts';

/** Seconds of one bar. */
const BAR_SECONDS = 20;
const BARS = HOUR_SECONDS / BAR_SECONDS;
/** The unit of height: a row is so tall. */
export const ROW_HEIGHT = 100;
/** Standing still is seen as well. */
const LEAST = 4;

/** The top of the scale: never below so many km/h, so that a slow day does not look fast. */
export const scaleTop = (maxSpeed: number): number => Math.max(120, Math.ceil(maxSpeed / 20) * 20);

/** Paths for an SVG of HOUR_SECONDS by ROW_HEIGHT, one each speed class that occurs. */
export const barsOf = (entries: readonly HourEntry[], topKmh: number): { speedClass: number; path: string }[] => {
  const tops: (number | undefined)[] = Array.from({ length: BARS });
  for (const [i, { seconds, speedInKmh, time }] of entries.entries()) {
    const bar = Math.floor(seconds / BAR_SECONDS);
    tops[bar] = Math.max(tops[bar] ?? 0, speedInKmh);
    // A position holds until the next one.
    const next = entries[i + 1];
    if (next === undefined || next.time - time > GAP_MS || next.seconds < seconds) continue;
    for (let held = bar + 1; held * BAR_SECONDS < next.seconds; held += 1) tops[held] ??= speedInKmh;
  }
  const paths = speedClasses.map(() => '');
  for (const [bar, speed] of tops.entries()) {
    if (speed === undefined) continue;
    const height = Math.max(LEAST, (Math.min(speed, topKmh) / topKmh) * ROW_HEIGHT);
    const at = speedClassOf(speed);
    paths[at] =
      `${paths[at] ?? ''}M${bar * BAR_SECONDS} ${ROW_HEIGHT}v-${height.toFixed(1)}h${BAR_SECONDS}v${height.toFixed(1)}z`;
  }
  return paths.flatMap((path, speedClass) => (path === '' ? [] : [{ speedClass, path }]));
};
