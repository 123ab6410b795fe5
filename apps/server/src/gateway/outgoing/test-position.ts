// A position that tests have told to another platform.
import type { Reportable } from './report-of.ts';

export const CAME_MS = Date.UTC(2026, 0, 1);

export const positionAt = (timeMs: number | null, receivedMs = CAME_MS): Reportable => ({
  timeMs,
  receivedMs,
  latitude: 24,
  longitude: 120.6,
  altitudeM: 10,
  speedKmh: 50,
  headingDeg: 90,
  alarm: 0,
  status: 3,
  items: new Uint8Array(0),
});
