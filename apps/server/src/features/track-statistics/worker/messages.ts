// What the main thread asks the thread of track statistics.
import type { DrivingStatistics, Trip } from '@outrider/contract';
import type { MessagePort } from 'node:worker_threads';

/** At this port the thread asks the position feature for samples. */
export type StatisticsStart = { samples: MessagePort };
/**
 * The quarters of UTC days that follow each other, as bytes; what is not packed yet is left out unless `journal`. `since`: the earliest
 * report (unix seconds) that came since days of this device were last made, null where that is not known. `growing`: more of them will
 * come, what is worked out is kept to go on with.
 */
export type DaysQuestion = {
  deviceKey: number;
  days: readonly number[];
  journal: boolean;
  since: number | null;
  growing: boolean;
};
/** `resumed`: only what was new was worked in. */
export type DaysAnswer = { quarters: Uint8Array[]; resumed: boolean };
/** Sums and drives of a span in unix seconds, from `from` up to `to`. */
export type SpanQuestion = { deviceKey: number; from: number; to: number; limitKmh: number; withTrips: boolean };
export type SpanAnswer = { statistics: DrivingStatistics; trips: Trip[] };
