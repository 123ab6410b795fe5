// What the main thread asks the thread of track statistics.
import type { DrivingStatistics, Trip } from '@outrider/contract';
import type { MessagePort } from 'node:worker_threads';
import type { TrackSample } from '../../position/index.ts';
import type { Span } from '../span.ts';

/** At this port the thread asks the position feature for samples. */
export type StatisticsStart = { samples: MessagePort };
/**
 * UTC days that follow each other, as the bytes in which they are kept; what is not packed yet is left out unless `journal`. `since`: the
 * earliest report (unix seconds) that came since growing days of this device were last made, null where that is not known. `growing`: more
 * of them will come, what is worked out is kept to go on with.
 */
export type DaysQuestion = {
  deviceKey: number;
  days: readonly number[];
  journal: boolean;
  since: number | null;
  growing: boolean;
};
/** `resumed`: only what was new was worked in. */
export type DaysAnswer = { days: Uint8Array[]; resumed: boolean };
/**
 * Midnights, unix seconds, before and from which the nearest reports of some devices are asked for; null: not wanted. `isEmpty`: there is
 * no report between them, so that one without the other says nothing.
 */
export type AroundQuestion = {
  asked: readonly { deviceKey: number; isEmpty: boolean; before: number | null; after: number | null }[];
  journal: boolean;
};
/** `day`: the UTC day of the newest usable report before; `next`: the first believed one after. None, or not wanted: null, undefined. */
export type Around = { day: number | null; next: TrackSample | undefined };
/** Sums and drives of a span in unix seconds, from `from` up to `to`. */
export type SpanQuestion = Span & { deviceKey: number };
export type SpanAnswer = { statistics: DrivingStatistics; trips: Trip[] };
