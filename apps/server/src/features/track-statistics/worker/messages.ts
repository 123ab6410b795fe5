// What the main thread and the thread of track statistics say to each other.
import type { DrivingStatistics, Trip } from '@outrider/contract';
import type { MessagePort } from 'node:worker_threads';

/** At this port the thread asks the position feature for samples. */
export type StatisticsStart = { samples: MessagePort };
export type StatisticsRequest =
  /**
   * The quarters of UTC days that follow each other, as bytes; what is not packed yet is left out unless `journal`. `since`: the earliest
   * report (unix seconds) that came since days of this device were last made, null where that is not known. `growing`: more of them
   * will come, what is worked out is kept to go on with.
   */
  | {
      kind: 'days';
      id: number;
      deviceKey: number;
      days: readonly number[];
      journal: boolean;
      since: number | null;
      growing: boolean;
    }
  /** Sums and drives of a span in unix seconds, from `from` up to `to`. */
  | { kind: 'span'; id: number; deviceKey: number; from: number; to: number; limitKmh: number; withTrips: boolean };
export type SpanAnswer = { statistics: DrivingStatistics; trips: Trip[] };
export type StatisticsReply =
  /** `resumed`: only what was new was worked in. */
  | { kind: 'days'; id: number; quarters: Uint8Array[]; resumed: boolean }
  | { kind: 'span'; id: number; answer: SpanAnswer }
  | { kind: 'failed'; id: number; reason: string };
