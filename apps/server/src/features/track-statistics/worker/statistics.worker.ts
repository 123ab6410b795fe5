// The thread that works out tracks: cleans the positions of days and adds them up. It asks for positions at the port it was given.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Trip } from '@outrider/contract';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import type { SampleReply, SampleRequest, TrackSamples } from '../../position/index.ts';
import { type Step, clipStep } from '../cleaning.ts';
import { MARGIN_S, stepsOfDay } from '../day-steps.ts';
import { beginDay, quartersSoFar, workIn } from '../day-work.ts';
import { KeptWorks } from '../kept-works.ts';
import { DAY_S, addSums, noSums, statisticsOf, sumSteps } from '../sums.ts';
import { tripsOf } from '../trips.ts';
import type { DaysAnswer, DaysQuestion, SpanAnswer, SpanQuestion, StatisticsStart } from './messages.ts';

const start: StatisticsStart = workerData;
const source: MessagePort = start.samples;

const waiting = new Map<number, (reply: SampleReply) => void>();
let nextId = 1;
source.on('message', (reply: SampleReply) => {
  waiting.get(reply.id)?.(reply);
  waiting.delete(reply.id);
});

type Wanted = { deviceKey: number; from: number; to: number; journal: boolean };

/** Throws when they cannot be read. */
const samplesOf = async (wanted: Wanted): Promise<TrackSamples> => {
  const id = nextId;
  nextId += 1;
  const { samples, reason } = await new Promise<SampleReply>((resolve) => {
    waiting.set(id, resolve);
    source.postMessage({ id, ...wanted } satisfies SampleRequest);
  });
  if (samples === null) throw new Error(`the positions cannot be read: ${reason}`);
  return samples;
};

const kept = new KeptWorks();

/** What is new is worked into the days as they are known, or all of it into days that begin. */
const daysOf = async ({ deviceKey, days, journal, since, growing }: DaysQuestion): Promise<DaysAnswer> => {
  const known = kept.take(deviceKey, days, since);
  const works = known ?? days.map(beginDay);
  const from = Math.min(...works.map(({ until }) => until + 1));
  const to = ((days.at(-1) ?? 0) + 1) * DAY_S + MARGIN_S;
  const samples = await samplesOf({ deviceKey, from, to, journal });
  for (const work of works) workIn(work, samples);
  if (growing) kept.keep(deviceKey, works);
  return { quarters: works.map(quartersSoFar), resumed: known !== undefined };
};

/** Day by day, so that a month is never in memory at once. */
const spanOf = async ({ deviceKey, from, to, limitKmh, withTrips }: SpanQuestion): Promise<SpanAnswer> => {
  const sums = noSums();
  const steps: Step[] = [];
  for (let day = Math.floor(from / DAY_S); day * DAY_S < to; day += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other: what is asked for in between gets its turn
    const [begins, ends] = [day * DAY_S - MARGIN_S, (day + 1) * DAY_S + MARGIN_S];
    const samples = await samplesOf({ deviceKey, from: begins, to: ends, journal: true });
    const [begin, end] = [Math.max(from, day * DAY_S), Math.min(to, (day + 1) * DAY_S)];
    const found = stepsOfDay(samples, day);
    addSums(sums, sumSteps(found, begin, end, limitKmh));
    if (withTrips) steps.push(...found.flatMap((step) => clipStep(step, begin, end) ?? []));
  }
  const trips: Trip[] = withTrips ? tripsOf(steps, from, to, limitKmh) : [];
  return { statistics: statisticsOf(sums), trips };
};

const calls = { days: daysOf, span: spanOf };
export type StatisticsCalls = typeof calls;
serveCalls(parentPort, calls);
