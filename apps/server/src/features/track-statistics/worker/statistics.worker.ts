// The thread that works out tracks: cleans the positions of days and adds them up. It asks for positions at the port it was given.
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { AFTER_S } from '../day-steps.ts';
import { beginDay, bytesSoFar, workIn } from '../day-work.ts';
import { KeptWorks } from '../kept-works.ts';
import { nextFrom, sumsOfSpan } from '../span.ts';
import { DAY_S, statisticsOf } from '../sums.ts';
import type {
  Around,
  AroundQuestion,
  DaysAnswer,
  DaysQuestion,
  SpanAnswer,
  SpanQuestion,
  StatisticsStart,
} from './messages.ts';
import { SampleSource } from './sample-source.ts';

const start: StatisticsStart = workerData;
const source = new SampleSource(start.samples);
const kept = new KeptWorks();

/** What is new is worked into the days as they are known, or all of it into days that begin. */
const daysOf = async ({ deviceKey, days, journal, since, growing }: DaysQuestion): Promise<DaysAnswer> => {
  const known = growing ? kept.take(deviceKey, days, since) : undefined;
  const works = known ?? days.map(beginDay);
  const from = Math.min(...works.map(({ until }) => until + 1));
  const to = ((days.at(-1) ?? 0) + 1) * DAY_S + AFTER_S;
  const samples = await source.of(deviceKey, journal).samples(from, to);
  for (const work of works) workIn(work, samples);
  if (growing) kept.keep(deviceKey, works);
  return { days: works.map(bytesSoFar), resumed: known !== undefined };
};

/** One device after the other: what is asked for in between gets its turn. */
const aroundOf = async ({ asked, journal }: AroundQuestion): Promise<Around[]> => {
  const found: Around[] = [];
  for (const { deviceKey, isEmpty, before, after } of asked) {
    const track = source.of(deviceKey, journal);
    // oxlint-disable-next-line no-await-in-loop -- see above
    const newest = before === null ? null : (await track.nearest({ before, after: null })).before;
    // oxlint-disable-next-line no-await-in-loop
    const next = after === null || (isEmpty && newest === null) ? undefined : await nextFrom(track, after);
    found.push({ day: newest === null ? null : Math.floor(newest / DAY_S), next });
  }
  return found;
};

const spanOf = async ({ deviceKey, ...span }: SpanQuestion): Promise<SpanAnswer> => {
  const { sums, trips } = await sumsOfSpan(source.of(deviceKey, true), span);
  return { statistics: statisticsOf(sums), trips };
};

const calls = { days: daysOf, around: aroundOf, span: spanOf };
export type StatisticsCalls = typeof calls;
serveCalls(parentPort, calls);
