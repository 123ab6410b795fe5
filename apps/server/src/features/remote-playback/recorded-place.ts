// Where a vehicle was at a moment, from its reports around it. Pure; which reports are read is position-feed.ts.
import type { TrackPoint } from '@outrider/contract';

/** Degrees WGS84, degrees clockwise from north. */
export type RecordedPlace = { lat: number; lng: number; trackingAngle: number; speedInKmh: number };

/** Without a newer report nobody knows where it is. Devices that stand report each few minutes. */
export const PLACE_LASTS_MS = 600_000;
/** Between two reports it is on the straight line between them; in a longer silence it stays where it was last seen. */
const LONGEST_WAY_MS = 30_000;

/** `points` oldest first, times in unix seconds. Null: no report says. */
export const placeAt = (points: readonly TrackPoint[], timeMs: number): RecordedPlace | null => {
  const next = points.findIndex(({ time }) => time * 1000 > timeMs);
  const last = next < 0 ? points.at(-1) : points[next - 1];
  if (last === undefined || timeMs - last.time * 1000 > PLACE_LASTS_MS) return null;
  const after = points[next];
  const wayMs = after === undefined ? Infinity : (after.time - last.time) * 1000;
  const share = after === undefined || wayMs > LONGEST_WAY_MS ? 0 : (timeMs - last.time * 1000) / wayMs;
  const mix = (from: number, to = from): number => Math.round((from + (to - from) * share) * 1e6) / 1e6;
  return {
    lat: mix(last.lat, after?.lat),
    lng: mix(last.lng, after?.lng),
    trackingAngle: last.dir,
    speedInKmh: last.speed,
  };
};
