// The thread that works out tracks: cleans the positions of days and adds them up. It asks for positions at the port it was given.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Trip } from '@outrider/contract';
import type { SampleReply, SampleRequest, TrackSamples } from '../../position/index.ts';
import { type Step, clipStep } from '../cleaning.ts';
import { MARGIN_S, stepsOfDay } from '../day-steps.ts';
import { beginDay, quartersSoFar, workIn } from '../day-work.ts';
import { KeptWorks } from '../kept-works.ts';
import { DAY_S, addSums, noSums, statisticsOf, sumSteps } from '../sums.ts';
import { tripsOf } from '../trips.ts';
import type { SpanAnswer, StatisticsReply, StatisticsRequest, StatisticsStart } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
const start: StatisticsStart = workerData;
const source: MessagePort = start.samples;

const waiting = new Map<number, (samples: TrackSamples | null) => void>();
let nextId = 1;
source.on('message', ({ id, samples }: SampleReply) => {
  waiting.get(id)?.(samples);
  waiting.delete(id);
});

type Wanted = { deviceKey: number; from: number; to: number; journal: boolean };

/** Throws when they cannot be read. */
const samplesOf = async (wanted: Wanted): Promise<TrackSamples> => {
  const id = nextId;
  nextId += 1;
  const found = await new Promise<TrackSamples | null>((resolve) => {
    waiting.set(id, resolve);
    source.postMessage({ id, ...wanted } satisfies SampleRequest);
  });
  if (found === null) throw new Error('the positions cannot be read');
  return found;
};

const kept = new KeptWorks();

/** What is new is worked into the days as they are known, or all of it into days that begin. */
const daysOf = async (
  request: Extract<StatisticsRequest, { kind: 'days' }>,
): Promise<{ quarters: Uint8Array[]; resumed: boolean }> => {
  const { deviceKey, days, journal, since, growing } = request;
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
const spanOf = async ({
  deviceKey,
  from,
  to,
  limitKmh,
  withTrips,
}: Extract<StatisticsRequest, { kind: 'span' }>): Promise<SpanAnswer> => {
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

const answer = async (request: StatisticsRequest): Promise<StatisticsReply> => {
  const { id } = request;
  try {
    if (request.kind === 'days') return { kind: 'days', id, ...(await daysOf(request)) };
    return { kind: 'span', id, answer: await spanOf(request) };
  } catch (error) {
    return { kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) };
  }
};

port.on('message', (request: StatisticsRequest) => {
  void answer(request).then((reply) => port.postMessage(reply)); // answer() never rejects
});
