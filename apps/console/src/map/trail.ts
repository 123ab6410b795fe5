// The trail of one vehicle: its newest places, one for each change of lat or lng, and the coloured lines drawn from them. Pure.
import type { FeatureCollection, LineString } from './geojson.ts';
import { lngNear } from './mercator.ts';

/** Degrees WGS84, km/h, UTC ms. */
export type TrailPoint = {
  readonly lat: number;
  readonly lng: number;
  readonly speedKmh: number;
  readonly timeMs: number;
};

/** The newest so many are kept. */
export const TRAIL_POINTS = 500;

/** From this speed on, in km/h, the trail has the colour of the class: the number is its index in the palette. */
export const speedClasses = [0, 10, 30, 50, 80] as const;

export const speedClassOf = (speedKmh: number): number =>
  Math.max(
    0,
    speedClasses.findLastIndex((from) => speedKmh >= from),
  );

/** The trail with one more place; the same trail when the vehicle did not move or the report is not newer. */
export const withPoint = (trail: readonly TrailPoint[], point: TrailPoint): readonly TrailPoint[] => {
  const last = trail.at(-1);
  if (last !== undefined && last.lat === point.lat && last.lng === point.lng) return trail;
  if (last !== undefined && point.timeMs !== 0 && point.timeMs < last.timeMs) return trail;
  return [...trail.slice(-(TRAIL_POINTS - 1)), point];
};

/** What the server stored, oldest first, followed by what was seen live meanwhile. */
export const joinTrails = (stored: readonly TrailPoint[], live: readonly TrailPoint[]): readonly TrailPoint[] => {
  let trail: readonly TrailPoint[] = [];
  for (const point of stored.slice(-TRAIL_POINTS)) trail = withPoint(trail, point);
  for (const point of live) trail = withPoint(trail, point);
  return trail;
};

/** A pause longer than this between two places is a gap: nobody knows the way in between. */
const GAP_MS = 10 * 60_000;

/** One line for each stretch of one speed class, `c` being the class. A stretch begins where the one before it ends. */
export const trailLines = (trail: readonly TrailPoint[]): FeatureCollection<LineString, { c: number }> => {
  const stretches: { c: number; line: [number, number][]; endMs: number }[] = [];
  for (const [i, point] of trail.entries()) {
    const before = trail[i - 1];
    if (before === undefined || point.timeMs - before.timeMs > GAP_MS) continue;
    const c = speedClassOf(point.speedKmh);
    const stretch = stretches.at(-1);
    if (stretch?.c === c && stretch.endMs === before.timeMs) {
      stretch.line.push([lngNear(point.lng, stretch.line.at(-1)?.[0] ?? point.lng), point.lat]);
      stretch.endMs = point.timeMs;
    } else {
      stretches.push({
        c,
        line: [
          [before.lng, before.lat],
          [lngNear(point.lng, before.lng), point.lat],
        ],
        endMs: point.timeMs,
      });
    }
  }
  return {
    type: 'FeatureCollection',
    features: stretches.map(({ c, line }) => ({
      type: 'Feature',
      properties: { c },
      geometry: { type: 'LineString', coordinates: line },
    })),
  };
};
