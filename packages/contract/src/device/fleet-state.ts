// What counts as driving and as too fast, and the counters of a fleet: the status line, the filters and the history agree by them.
import { OVER_SPEED_KMH } from '../track/track-statistics.ts';

/** Above this a vehicle is driving. */
export const DRIVING_ABOVE_KMH = 5;

/** What of a device is counted. */
export type FleetMember = { registered: boolean; online: boolean; recording: boolean; speedKmh: number };

export const emptyCounters = () => ({
  all: 0,
  online: 0,
  driving: 0,
  idle: 0,
  overSpeed: 0,
  recording: 0,
  unrecording: 0,
  offline: 0,
  /** Online, but registered by nobody yet. */
  fresh: 0,
});
/** `all` and `offline` are of registered devices; the others cover new devices as well. */
export type FleetCounters = ReturnType<typeof emptyCounters>;

/** Counts one more device. */
export const countMember = (
  counters: FleetCounters,
  { registered, online, recording, speedKmh }: FleetMember,
): void => {
  if (registered) counters.all += 1;
  if (!online) {
    if (registered) counters.offline += 1;
    return;
  }
  counters.online += 1;
  if (!registered) counters.fresh += 1;
  if (speedKmh > DRIVING_ABOVE_KMH) counters.driving += 1;
  else counters.idle += 1;
  if (speedKmh >= OVER_SPEED_KMH) counters.overSpeed += 1;
  if (recording) counters.recording += 1;
  else counters.unrecording += 1;
};
