// One UTC day of a device as far as it is worked out: later reports are worked in without a look at the earlier ones. Pure.
import type { TrackSamples } from '../position/index.ts';
import { beginWalk, scaleOf, type Walk, walkOn } from './cleaning.ts';
import { MARGIN_S, samplesBetween } from './day-steps.ts';
import { DAY_S, encodeQuarters, packTally, scaledQuarters, type Tally, tallySteps, unpackTally } from './sums.ts';

export type DayWork = {
  day: number;
  /** The newest report that is worked in, unix seconds; before the day's margin: none yet. */
  until: number;
  walk: Walk;
  tally: Tally;
};

/** The same, kept for later. */
export type KeptWork = Omit<DayWork, 'tally'> & { packed: Uint32Array };

export const beginDay = (day: number): DayWork => ({
  day,
  until: day * DAY_S - MARGIN_S - 1,
  walk: beginWalk(),
  tally: new Map(),
});

/** Works in what is newer than what was. */
export const workIn = (work: DayWork, samples: TrackSamples): void => {
  const end = (work.day + 1) * DAY_S + MARGIN_S;
  const newer = samplesBetween(samples, work.until + 1, end);
  tallySteps(work.tally, walkOn(work.walk, newer), work.day);
  const { time } = samples;
  for (let i = time.length - 1; i >= 0; i -= 1) {
    const last = time[i] ?? 0;
    if (last >= end) continue;
    work.until = Math.max(work.until, last);
    break;
  }
};

/** The bytes of the day's quarters as they stand. */
export const quartersSoFar = ({ day, walk, tally }: DayWork): Uint8Array =>
  encodeQuarters(scaledQuarters(tally, scaleOf(walk)), day);

export const keepWork = ({ tally, ...work }: DayWork): KeptWork => ({ ...work, packed: packTally(tally) });
export const resumeWork = ({ packed, ...work }: KeptWork): DayWork => ({ ...work, tally: unpackTally(packed) });
