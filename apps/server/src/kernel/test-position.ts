// A position for tests: of a vehicle that stands with a fix and its ignition on. Not for production.
import type { Position } from './topics.ts';

/** Received when it was taken, unless `changes` says otherwise. */
export const testPosition = (changes: Pick<Position, 'timeMs'> & Partial<Position>): Position => ({
  receivedMs: changes.timeMs ?? 0,
  latitude: 24,
  longitude: 120,
  altitudeM: 0,
  speedKmh: 0,
  headingDeg: 0,
  alarm: 0,
  status: 2,
  fixed: true,
  accOn: true,
  replayed: false,
  coreHash: 0,
  items: new Uint8Array(0),
  ...changes,
});
