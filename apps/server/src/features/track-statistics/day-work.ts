// One UTC day of a device as far as it is worked out: later reports are worked in without a look at the earlier ones. Pure.
import type { TrackSamples } from '../position/index.ts';
import { scaleOf } from './cleaning.ts';
import { AFTER_S, BEFORE_S, beginDayWalk, type DayWalk, walkDay } from './day-steps.ts';
import { encodeDay } from './edges.ts';
import { DAY_S, encodeQuarters, packTally, scaledQuarters, type Tally, tallySteps, unpackTally } from './sums.ts';

export type DayWork = DayWalk & {
  /** The newest report that is worked in, unix seconds; before what belongs to the day: none yet. */
  until: number;
  tally: Tally;
};

/** The same, kept for later. */
export type KeptWork = Omit<DayWork, 'tally'> & { packed: Uint32Array };

export const beginDay = (day: number): DayWork => ({
  ...beginDayWalk(day),
  until: day * DAY_S - BEFORE_S - 1,
  tally: new Map(),
});

/** Works in what is newer than what was. */
export const workIn = (work: DayWork, samples: TrackSamples): void => {
  const end = (work.day + 1) * DAY_S + AFTER_S;
  tallySteps(work.tally, walkDay(work, samples, work.until + 1), work.day);
  const { time } = samples;
  for (let i = time.length - 1; i >= 0; i -= 1) {
    const last = time[i] ?? 0;
    if (last >= end) continue;
    work.until = Math.max(work.until, last);
    break;
  }
};

/** The bytes of the day as it stands. */
export const bytesSoFar = ({ day, walk, edges, tally }: DayWork): Uint8Array =>
  encodeDay(edges, encodeQuarters(scaledQuarters(tally, scaleOf(walk)), day), day);

export const keepWork = ({ tally, ...work }: DayWork): KeptWork => ({ ...work, packed: packTally(tally) });
export const resumeWork = ({ packed, ...work }: KeptWork): DayWork => ({ ...work, tally: unpackTally(packed) });
