// A track as columns of numbers, oldest first: a month of positions stays small and goes to a worker without copying. Pure.
import { lngNear } from '../../map/mercator.ts';

/** Degrees WGS84, km/h, degrees clockwise from north, UTC ms. All columns have the same length. */
export type Track = {
  readonly timeMs: Float64Array;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  readonly speedKmh: Float64Array;
  readonly heading: Float64Array;
};

export type TrackPoint = {
  /** UTC ms. */
  readonly time: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedInKmh: number;
  readonly trackingAngle: number;
};

/** Between two positions further apart nobody knows the way: no line is drawn, and playing jumps. */
export const GAP_MS = 10 * 60_000;

export const trackOf = (points: readonly TrackPoint[]): Track => ({
  timeMs: Float64Array.from(points, ({ time }) => time),
  lat: Float64Array.from(points, ({ lat }) => lat),
  lng: Float64Array.from(points, ({ lng }) => lng),
  speedKmh: Float64Array.from(points, ({ speedInKmh }) => speedInKmh),
  heading: Float64Array.from(points, ({ trackingAngle }) => trackingAngle),
});

export const emptyTrack: Track = trackOf([]);

export const countOf = (track: Track): number => track.timeMs.length;

const joined = (columns: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
};

/** Each follows the one before. */
export const joinTracks = (...tracks: readonly Track[]): Track => ({
  timeMs: joined(tracks.map(({ timeMs }) => timeMs)),
  lat: joined(tracks.map(({ lat }) => lat)),
  lng: joined(tracks.map(({ lng }) => lng)),
  speedKmh: joined(tracks.map(({ speedKmh }) => speedKmh)),
  heading: joined(tracks.map(({ heading }) => heading)),
});

/** Undefined outside the track. */
export const pointAt = (track: Track, index: number): TrackPoint | undefined => {
  const time = track.timeMs[index];
  if (time === undefined) return undefined;
  return {
    time,
    lat: track.lat[index] ?? 0,
    lng: track.lng[index] ?? 0,
    speedInKmh: track.speedKmh[index] ?? 0,
    trackingAngle: track.heading[index] ?? 0,
  };
};

/** The last position that is not after the moment; -1 before the first. */
export const indexAt = (track: Track, timeMs: number): number => {
  let [low, high] = [0, countOf(track)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((track.timeMs[middle] ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Where the vehicle was at a moment: on the way between two positions, standing in a gap. Undefined for an empty track. */
export const placeAt = (track: Track, timeMs: number): TrackPoint | undefined => {
  const at = Math.max(0, indexAt(track, timeMs));
  const [from, to] = [pointAt(track, at), pointAt(track, at + 1)];
  if (from === undefined || to === undefined) return from;
  const span = to.time - from.time;
  if (span <= 0 || span > GAP_MS || timeMs <= from.time) return from;
  const part = (timeMs - from.time) / span;
  const lng = from.lng + (lngNear(to.lng, from.lng) - from.lng) * part;
  return { ...from, lat: from.lat + (to.lat - from.lat) * part, lng: lngNear(lng, 0) };
};

/** km/h; 0 for an empty track. */
export const maxSpeedOf = (track: Track): number => track.speedKmh.reduce((most, speed) => Math.max(most, speed), 0);

export type Bounds = { west: number; south: number; east: number; north: number };

/** The longitudes from one position on, counted on over the date line: no step is longer than half a turn. */
const lngsOn = (lng: Float64Array): Float64Array => {
  const on = lng.slice();
  for (let i = 1; i < on.length; i += 1) on[i] = lngNear(on[i] ?? 0, on[i - 1] ?? 0);
  return on;
};

/** Undefined for an empty track. Over the date line `east` is more than 180, or `west` less than -180. */
export const boundsOf = (track: Track): Bounds | undefined => {
  const { lat, lng } = track;
  if (lat.length === 0) return undefined;
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let x = lng[0] ?? 0;
  for (let i = 0; i < lat.length; i += 1) {
    const y = lat[i] ?? 0;
    x = lngNear(lng[i] ?? 0, x);
    if (x < bounds.west) bounds.west = x;
    if (x > bounds.east) bounds.east = x;
    if (y < bounds.south) bounds.south = y;
    if (y > bounds.north) bounds.north = y;
  }
  return bounds;
};

/** The drawn part behind the vehicle has at most so many positions; the oldest fall off. */
const CURRENT_POINTS = 500;

/** The newest positions up to and with `index`, as [longitude, latitude]; longitudes are counted on over the date line. */
export const currentPart = (track: Track, index: number): [number, number][] => {
  const first = Math.max(0, index - CURRENT_POINTS + 1);
  const lngs = lngsOn(track.lng.subarray(first, index + 1));
  return Array.from(lngs, (lng, i) => [lng, track.lat[first + i] ?? 0]);
};

/** The position nearest to a place, if it is within reach (degrees of longitude there); of several the first. */
export const nearestPoint = (
  { lat, lng }: Track,
  at: { lat: number; lng: number },
  reach: number,
): number | undefined => {
  const squeeze = Math.cos((at.lat * Math.PI) / 180);
  let [best, nearest] = [-1, reach * squeeze];
  for (let i = 0; i < lat.length; i += 1) {
    const distance = Math.hypot((lat[i] ?? 0) - at.lat, (lngNear(lng[i] ?? 0, at.lng) - at.lng) * squeeze);
    if (distance < nearest) [best, nearest] = [i, distance];
  }
  return best < 0 ? undefined : best;
};
