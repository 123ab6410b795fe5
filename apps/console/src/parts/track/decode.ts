// The answer of POST /api/gps as columns. Its schema would make an object of each of a hundred thousand positions; here only numbers
// are checked. Runs inside the worker.
import type { Track } from './track.ts';

const fields = ['time', 'lat', 'lng', 'speed', 'dir'] as const;

const numberOf = (point: unknown, field: (typeof fields)[number]): number => {
  const value: unknown = typeof point === 'object' && point !== null ? Reflect.get(point, field) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`a position has no ${field}`);
  return value;
};

/** Throws when the text is not what the contract promises. */
export const decodeTrack = (bytes: ArrayBuffer): Track => {
  const points: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(points)) throw new Error('the positions are no list');
  const column = (field: (typeof fields)[number], factor = 1): Float64Array =>
    Float64Array.from(points, (point: unknown) => numberOf(point, field) * factor);
  return {
    timeMs: column('time', 1000),
    lat: column('lat'),
    lng: column('lng'),
    speedKmh: column('speed'),
    heading: column('dir'),
  };
};
