// The sums of a device's day, fix by fix: way, driving, parking, over-speeding. Pure; the day is the device's own. Not: from where
// the fixes come (day-book.ts).
import { type DeviceWire, DRIVING_ABOVE_KMH, OVER_SPEED_KMH, STOP_FROM_S } from '@outrider/contract';
import type { Offset } from './place-zone.ts';

/** A usable fix: UTC ms, degrees, km/h. */
export type DayFix = { timeMs: number; lat: number; lng: number; speedKmh: number };

/** A day so far. Metres and milliseconds. */
export type Day = {
  /** Midnight of the device's zone, UTC ms. */
  startMs: number;
  last: DayFix;
  distanceM: number;
  drivingMs: number;
  /** Driven since the driver of now put in the card; of a device without cards the same as `drivingMs`. */
  driverMs: number;
  overspeeds: number;
  parkings: number;
  parkedMs: number;
  /** Since when it stands; null while it moves. */
  standingSinceMs: number | null;
  /** A fix came that is older than the last one: the sums lack it. */
  stale: boolean;
};

/** A shorter stand is a red light. */
const PARKED_FROM_MS = STOP_FROM_S * 1000;
/** Over a longer silence nobody knows whether it drove all the time. */
const LONGEST_GAP_MS = 300_000;
/** Below, a standing receiver wanders. */
const MOVED_FROM_M = 50;
const DAY_MS = 86_400_000;
const EARTH_M = 6_371_000;

/** A clock that runs ahead by more than this is not believed. */
export const MAX_AHEAD_MS = 600_000;

/** When a fix was, UTC ms in whole seconds as tracks keep it: what the device says, or when it came. */
export const timeOfFix = (timeMs: number | null, receivedMs: number): number =>
  timeMs !== null && timeMs <= receivedMs + MAX_AHEAD_MS ? timeMs : Math.floor(receivedMs / 1000) * 1000;

/** The midnight before a moment, in a zone so far east of UTC. Where clocks skip midnight, the day begins with what they show next. */
export const dayStartMs = (timeMs: number, offset: Offset): number => {
  const offsetMs = (ms: number): number => (typeof offset === 'number' ? offset : offset(ms)) * 60_000;
  const midnight = Math.floor((timeMs + offsetMs(timeMs)) / DAY_MS) * DAY_MS; // as the clocks show it
  const startMs = midnight - offsetMs(midnight - offsetMs(timeMs));
  // Clocks that are put back behind midnight show it twice: the day begins with the first.
  return midnight - offsetMs(startMs - 1);
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** On a plane through both places: exact enough between two fixes. */
const metresBetween = (a: DayFix, b: DayFix): number => {
  const east = radians(b.lng - a.lng) * Math.cos(radians((a.lat + b.lat) / 2));
  return EARTH_M * Math.hypot(east, radians(b.lat - a.lat));
};

const isMoving = ({ speedKmh }: DayFix): boolean => speedKmh > DRIVING_ABOVE_KMH;
const isOver = ({ speedKmh }: DayFix): boolean => speedKmh >= OVER_SPEED_KMH;

const firstOf = (startMs: number, fix: DayFix): Day => ({
  startMs,
  last: fix,
  distanceM: 0,
  drivingMs: 0,
  driverMs: 0,
  overspeeds: isOver(fix) ? 1 : 0,
  parkings: 0,
  parkedMs: 0,
  standingSinceMs: isMoving(fix) ? null : fix.timeMs,
  stale: false,
});

/** Time parked between the last fix and this one, and whether a stand became a parking in between. */
const parking = ({ standingSinceMs, last }: Day, fix: DayFix): { parkedMs: number; parkings: number } => {
  if (standingSinceMs === null || isMoving(fix)) return { parkedMs: 0, parkings: 0 };
  const stoodMs = fix.timeMs - standingSinceMs;
  if (stoodMs < PARKED_FROM_MS) return { parkedMs: 0, parkings: 0 };
  const alreadyMs = last.timeMs - standingSinceMs;
  return alreadyMs < PARKED_FROM_MS
    ? { parkedMs: stoodMs, parkings: 1 }
    : { parkedMs: stoodMs - alreadyMs, parkings: 0 };
};

/** The day with one more fix. A fix of a later day begins that day again; one of an earlier day changes nothing. */
export const addFix = (day: Day | undefined, fix: DayFix, offset: Offset): Day => {
  const startMs = dayStartMs(fix.timeMs, offset);
  if (day === undefined || startMs > day.startMs) return firstOf(startMs, fix);
  if (startMs < day.startMs || fix.timeMs === day.last.timeMs) return day;
  if (fix.timeMs < day.last.timeMs) return day.stale ? day : { ...day, stale: true };
  const { last } = day;
  const gapMs = fix.timeMs - last.timeMs;
  const wayM = metresBetween(last, fix);
  const drivenMs = isMoving(last) && gapMs <= LONGEST_GAP_MS ? gapMs : 0;
  const parked = parking(day, fix);
  return {
    startMs,
    last: fix,
    distanceM: day.distanceM + (isMoving(last) || isMoving(fix) || wayM > MOVED_FROM_M ? wayM : 0),
    drivingMs: day.drivingMs + drivenMs,
    driverMs: day.driverMs + drivenMs,
    overspeeds: day.overspeeds + (isOver(fix) && !isOver(last) ? 1 : 0),
    parkings: day.parkings + parked.parkings,
    parkedMs: day.parkedMs + parked.parkedMs,
    standingSinceMs: isMoving(fix) ? null : (day.standingSinceMs ?? fix.timeMs),
    stale: day.stale,
  };
};

const seconds = (ms: number): number => Math.round(ms / 1000);

/** The sums as a list reply carries them: metres, counts and seconds. Null before the first fix of the day. */
export const dailyWire = (day: Day | undefined): DeviceWire['daily'] =>
  day === undefined
    ? null
    : {
        distance: Math.round(day.distanceM),
        oscount: day.overspeeds,
        parkcount: day.parkings,
        parktime: seconds(day.parkedMs),
        totalDrivingtime: seconds(day.drivingMs),
        driverDrivingtime: seconds(day.driverMs),
      };
