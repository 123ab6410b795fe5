// Which positions cannot be true, and which one is the newest. Pure: one device's memory in, verdict and memory out.
import type { Position } from '../../kernel/topics.ts';

/** The newest position of a device and the newest fix that may be drawn. */
export type DeviceMemory = {
  /** Device time by which newer is told; never further ahead than a minute of what the server's clock said. */
  newestMs: number;
  fix: { timeMs: number; latitude: number; longitude: number } | null;
  /** The last fix held to be impossible: two in a row that agree with each other are believed. */
  doubted: { timeMs: number; latitude: number; longitude: number } | null;
};

export const initialMemory: DeviceMemory = { newestMs: 0, fix: null, doubted: null };

export type Verdict = { memory: DeviceMemory; impossible: boolean; current: boolean };

const MAX_SPEED_MS = 400 / 3.6;
/** Noise of a receiver in a canyon of houses, and of whole seconds of time. */
const SLACK_M = 500;
const MAX_AHEAD_MS = 24 * 3_600_000;
const CLOCK_SLACK_MS = 60_000;
/** GPS began in 1980; a recorder without a clock says 2000. */
const EARLIEST_MS = Date.UTC(2010, 0, 1);
const METRES_PER_DEGREE = 111_320;

const distanceM = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number => {
  const dLat = (a.latitude - b.latitude) * METRES_PER_DEGREE;
  const dLng = (a.longitude - b.longitude) * METRES_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(dLat, dLng);
};

/** Neither of a recorder without a clock nor from the future. */
export const isPlausibleTime = (timeMs: number, receivedMs: number): boolean =>
  timeMs >= EARLIEST_MS && timeMs <= receivedMs + MAX_AHEAD_MS;

type Fix = { timeMs: number; latitude: number; longitude: number };
const reachable = (from: Fix, to: Fix): boolean =>
  distanceM(from, to) <= SLACK_M + (Math.abs(to.timeMs - from.timeMs) / 1000) * MAX_SPEED_MS;

/**
 * Judges the next position of a device. `impossible`: outside the globe, a time before 2010 or more than a day ahead, or a jump
 * faster than 400 km/h from the newest fix. `current`: it is newer than all before and moves the marker; positions replayed from
 * a dead zone and repeats are not.
 */
export const judge = (memory: DeviceMemory, p: Position): Verdict => {
  const timeMs = p.timeMs ?? p.receivedMs;
  const wrong = Math.abs(p.latitude) > 90 || Math.abs(p.longitude) > 180 || !isPlausibleTime(timeMs, p.receivedMs);
  const fix: Fix = { timeMs, latitude: p.latitude, longitude: p.longitude };
  const jumped = !wrong && p.fixed && memory.fix !== null && !reachable(memory.fix, fix);
  // The first fix may have been the wrong one: a second one near the doubted one is believed.
  const confirmed = jumped && memory.doubted !== null && reachable(memory.doubted, fix);
  const impossible = wrong || (jumped && !confirmed);
  const current = !wrong && timeMs >= memory.newestMs;
  const next: DeviceMemory = { ...memory };
  if (current) next.newestMs = Math.min(timeMs, p.receivedMs + CLOCK_SLACK_MS);
  if (jumped && !confirmed) next.doubted = fix;
  else if (p.fixed && !wrong) {
    next.doubted = null;
    if (current) next.fix = fix;
  }
  return { memory: next, impossible, current };
};
