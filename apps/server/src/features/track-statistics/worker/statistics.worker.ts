// The thread that works out tracks: cleans the positions of days and adds them up. It asks for positions at the port it was given.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Trip } from '@outrider/contract';
import type { SampleReply, SampleRequest, TrackSamples } from '../../position/index.ts';
import { type Step, clipStep } from '../cleaning.ts';
import { MARGIN_S, stepsOfDay } from '../day-steps.ts';
import { DAY_S, addSums, encodeQuarters, noSums, quartersOf, statisticsOf, sumSteps } from '../sums.ts';
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

/** The positions of some days and what lies around them. Throws when they cannot be read. */
const samplesOf = async (deviceKey: number, first: number, last: number, journal: boolean): Promise<TrackSamples> => {
  const id = nextId;
  nextId += 1;
  const span = { from: first * DAY_S - MARGIN_S, to: (last + 1) * DAY_S + MARGIN_S };
  const found = await new Promise<TrackSamples | null>((resolve) => {
    waiting.set(id, resolve);
    source.postMessage({ id, deviceKey, ...span, journal } satisfies SampleRequest);
  });
  if (found === null) throw new Error('the positions cannot be read');
  return found;
};

const daysOf = async ({ deviceKey, days, journal }: Extract<StatisticsRequest, { kind: 'days' }>) => {
  const samples = await samplesOf(deviceKey, days[0] ?? 0, days.at(-1) ?? 0, journal);
  return days.map((day) => encodeQuarters(quartersOf(stepsOfDay(samples, day), day), day));
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
    const samples = await samplesOf(deviceKey, day, day, true);
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
    if (request.kind === 'days') return { kind: 'days', id, quarters: await daysOf(request) };
    return { kind: 'span', id, answer: await spanOf(request) };
  } catch (error) {
    return { kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) };
  }
};

port.on('message', (request: StatisticsRequest) => {
  void answer(request).then((reply) => port.postMessage(reply)); // answer() never rejects
});
