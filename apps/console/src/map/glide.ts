// Smooth movement between two fixes. Pure: no map, no clock. A glide starts where the marker is drawn and ends at the newest
// fix when the next one is due: always behind the truth, never ahead of it.
import type { Drawn } from './marker.ts';

/** Longer than this and the marker would trail too far behind: it moves within this time and then stands. */
const LONGEST_MS = 10_000;
const SHORTEST_MS = 250;
/** Farther than this between two fixes is no driving: the marker jumps. */
const JUMP_M = 1500;
const METRES_PER_DEGREE = 111_320;
const RADIANS = Math.PI / 180;

export type Glide = { readonly from: Drawn; readonly to: Drawn; readonly startMs: number; readonly endMs: number };

/** Metres between two near places. */
export const metresBetween = (a: Drawn, b: Drawn): number => {
  const north = (b.lat - a.lat) * METRES_PER_DEGREE;
  const east = (b.lng - a.lng) * METRES_PER_DEGREE * Math.cos(a.lat * RADIANS);
  return Math.hypot(north, east);
};

/** The heading part of the way from one to the other, the short way round. */
const turned = (from: number, to: number, part: number): number => {
  const turn = ((to - from + 540) % 360) - 180;
  return (from + turn * part + 360) % 360;
};

/** Where the marker is drawn at `nowMs`. */
export const placeAt = ({ from, to, startMs, endMs }: Glide, nowMs: number): Drawn => {
  if (nowMs >= endMs) return to;
  const part = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return {
    lat: from.lat + (to.lat - from.lat) * part,
    lng: from.lng + (to.lng - from.lng) * part,
    heading: turned(from.heading, to.heading, Math.min(1, part * 3)), // a vehicle turns before it goes
  };
};

/**
 * A glide from where the marker is drawn to a new fix, lasting as long as the last two fixes were apart (`intervalMs`).
 * Undefined where the marker has to jump: no known interval, too far, or it does not move at all.
 */
export const glideTo = (drawn: Drawn, fix: Drawn, nowMs: number, intervalMs: number): Glide | undefined => {
  if (intervalMs <= 0) return undefined;
  const metres = metresBetween(drawn, fix);
  if (metres === 0 || metres > JUMP_M) return undefined;
  return {
    from: drawn,
    to: fix,
    startMs: nowMs,
    endMs: nowMs + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, intervalMs)),
  };
};
