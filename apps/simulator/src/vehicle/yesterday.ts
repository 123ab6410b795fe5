// Yesterday's track of a vehicle, with an alarm now and then, driven in slices so that it never holds up the process: eight hours and on to the next parking.
import { STANDARD_OFFSET_MINUTES } from '@outrider/jt808';
import type { LocationReport } from '@outrider/jt808';
import type { Clock } from '../clock.ts';
import { ALARM_BITS } from './alarm-desk.ts';
import type { Trip } from './trip.ts';

const DAY_MS = 86_400_000;
const HOURS = 8;
const MOST_HOURS = 11;
const MOVING_EVERY_MS = 15_000;
const PARKED_EVERY_MS = 120_000;
const SLICE_MS = 20 * 60_000;
const PAUSE_MS = 10;
/** With alarms, one of these so often, for one report: too fast, tired, too long parked, hit. */
const ALARM_EVERY_MS = 47 * 60_000;
const YESTERDAYS: readonly (keyof typeof ALARM_BITS)[] = [
  'overspeed',
  'fatigue-warning',
  'parked-too-long',
  'collision',
];

/** The bits of the report at this time, where the one before was `stepMs` earlier. */
const alarmAt = (sinceMs: number, stepMs: number): number => {
  const count = Math.floor(sinceMs / ALARM_EVERY_MS);
  const name = YESTERDAYS[(count - 1) % YESTERDAYS.length];
  const due = count > Math.floor((sinceMs - stepMs) / ALARM_EVERY_MS);
  return due && name !== undefined ? 1 << ALARM_BITS[name] : 0;
};

/** 08:00 of the day before in the devices' zone, UTC ms. */
export const yesterdayMorning = (nowMs: number): number => {
  const zoneMs = STANDARD_OFFSET_MINUTES * 60_000;
  return Math.floor((nowMs + zoneMs) / DAY_MS) * DAY_MS - zoneMs - DAY_MS + 8 * 3_600_000;
};

/** Drives `trip` from its start through yesterday, hands each position to `store`, then calls `done`. */
export const driveYesterday = (
  clock: Clock,
  trip: Trip,
  startMs: number,
  {
    alarms,
    store,
    done,
    stopped,
  }: { alarms: boolean; store: (report: LocationReport) => void; done: () => void; stopped: () => boolean },
): void => {
  let timeMs = startMs;
  const slice = (): void => {
    if (stopped()) return;
    const until = timeMs + SLICE_MS;
    while (timeMs < until) {
      const stepMs = trip.motion.accOn ? MOVING_EVERY_MS : PARKED_EVERY_MS;
      timeMs += stepMs;
      trip.advance(timeMs);
      store(trip.report(timeMs, { alarm: alarms ? alarmAt(timeMs - startMs, stepMs) : 0, items: [] }));
      const home = timeMs >= startMs + HOURS * 3_600_000 && !trip.motion.accOn;
      if (home || timeMs >= startMs + MOST_HOURS * 3_600_000) {
        done();
        return;
      }
    }
    clock.after(PAUSE_MS, slice);
  };
  slice();
};
