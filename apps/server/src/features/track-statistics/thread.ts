// The thread of track statistics: what may be asked of it, and how many questions may wait.
import { MessageChannel, Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { PositionFeature } from '../position/index.ts';
import type {
  Around,
  AroundQuestion,
  DaysQuestion,
  SpanAnswer,
  SpanQuestion,
  StatisticsStart,
} from './worker/messages.ts';
import type { StatisticsCalls } from './worker/statistics.worker.ts';

export interface StatisticsThread {
  /** UTC days that follow each other, as the bytes in which they are kept. Rejects with AppError unavailable. */
  days(question: DaysQuestion): Promise<Uint8Array[]>;
  /** The reports nearest to midnights, in the order of what was asked. Rejects with AppError unavailable. */
  around(question: AroundQuestion): Promise<Around[]>;
  metrics(): Record<string, number>;
  /** Rejects with AppError unavailable, or limit_reached while too many questions wait. */
  span(question: SpanQuestion): Promise<SpanAnswer>;
  close(): Promise<void>;
}

const MAX_SPANS = 32;
/** Days are asked for one after the other for each report. */
const MAX_WAITING = 1000;
const BUSY = 'Too many tracks are being worked out, try again';
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

export const createStatisticsThread = (
  log: Log,
  positions: Pick<PositionFeature, 'serveSamples'>,
): StatisticsThread => {
  const made = { begun: 0, resumed: 0 };
  const calls = new WorkerCalls<StatisticsCalls>({
    log,
    what: 'track statistics',
    start() {
      const { port1, port2 } = new MessageChannel();
      positions.serveSamples(port1);
      const workerData: StatisticsStart = { samples: port2 };
      const url = new URL('worker/statistics.worker.ts', import.meta.url);
      return new Worker(url, { workerData, transferList: [port2], resourceLimits });
    },
    most: { calls: MAX_WAITING, text: BUSY },
    failed({ died, text }) {
      if (died) return new AppError('unavailable', `Tracks cannot be worked out: ${text}`);
      log.error('track not worked out', { reason: text });
      return new AppError('unavailable', 'The track cannot be worked out');
    },
  });
  return {
    async days(question) {
      const { days, resumed } = await calls.call('days', [question]);
      made[resumed ? 'resumed' : 'begun'] += 1;
      return days;
    },
    around: (question) => calls.call('around', [question]),
    async span(question) {
      if (calls.waiting >= MAX_SPANS) throw new AppError('limit_reached', BUSY);
      return calls.call('span', [question]);
    },
    metrics: () => ({ mileage_days_begun: made.begun, mileage_days_resumed: made.resumed }),
    close: () => calls.close(),
  };
};
