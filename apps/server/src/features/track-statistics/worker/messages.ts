// What the main thread and the thread of track statistics say to each other.
import type { DrivingStatistics, Trip } from '@outrider/contract';
import type { MessagePort } from 'node:worker_threads';

/** At this port the thread asks the position feature for samples. */
export type StatisticsStart = { samples: MessagePort };
export type StatisticsRequest =
  /** The quarters of UTC days that follow each other, as bytes; what is not packed yet is left out unless `journal`. */
  | { kind: 'days'; id: number; deviceKey: number; days: readonly number[]; journal: boolean }
  /** Sums and drives of a span in unix seconds, from `from` up to `to`. */
  | { kind: 'span'; id: number; deviceKey: number; from: number; to: number; limitKmh: number; withTrips: boolean };
export type SpanAnswer = { statistics: DrivingStatistics; trips: Trip[] };
export type StatisticsReply =
  | { kind: 'days'; id: number; quarters: Uint8Array[] }
  | { kind: 'span'; id: number; answer: SpanAnswer }
  | { kind: 'failed'; id: number; reason: string };
