// The main thread's side of the thread of track statistics: starts it with the first question, hands questions over, bounds them.
import { MessageChannel, Worker } from 'node:worker_threads';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { PositionFeature } from '../position/index.ts';
import type { SpanAnswer, StatisticsReply, StatisticsRequest, StatisticsStart } from './worker/messages.ts';

export type SpanQuestion = { deviceKey: number; from: number; to: number; limitKmh: number; withTrips: boolean };

/** As the request of worker/messages.ts. */
export type DaysQuestion = Omit<Extract<StatisticsRequest, { kind: 'days' }>, 'kind' | 'id'>;

export interface StatisticsThread {
  /** The quarters of UTC days that follow each other. Rejects with AppError unavailable. */
  days(question: DaysQuestion): Promise<Uint8Array[]>;
  metrics(): Record<string, number>;
  /** Rejects with AppError unavailable, or limit_reached while too many questions wait. */
  span(question: SpanQuestion): Promise<SpanAnswer>;
  close(): Promise<void>;
}

type Waiting = { resolve: (reply: StatisticsReply) => void; reject: (error: AppError) => void };

const MAX_WAITING = 32;
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

class WorkerThread implements StatisticsThread {
  private readonly log: Log;
  private readonly positions: Pick<PositionFeature, 'serveSamples'>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly made = { begun: 0, resumed: 0 };
  private worker: Worker | null = null;
  private nextId = 1;
  private closed = false;

  constructor(log: Log, positions: Pick<PositionFeature, 'serveSamples'>) {
    this.log = log;
    this.positions = positions;
  }

  async days(question: DaysQuestion): Promise<Uint8Array[]> {
    const reply = await this.ask((id) => ({ kind: 'days', id, ...question }));
    if (reply.kind !== 'days') return [];
    this.made[reply.resumed ? 'resumed' : 'begun'] += 1;
    return reply.quarters;
  }

  metrics(): Record<string, number> {
    return { mileage_days_begun: this.made.begun, mileage_days_resumed: this.made.resumed };
  }

  async span(question: SpanQuestion): Promise<SpanAnswer> {
    if (this.waiting.size >= MAX_WAITING)
      throw new AppError('limit_reached', 'Too many tracks are being worked out, try again');
    const reply = await this.ask((id) => ({ kind: 'span', id, ...question }));
    if (reply.kind !== 'span') throw new AppError('internal', 'The track was not worked out');
    return reply.answer;
  }

  async close(): Promise<void> {
    this.closed = true;
    const { worker } = this;
    this.worker = null;
    this.fail('The server stops');
    await worker?.terminate();
  }

  private ask(make: (id: number) => StatisticsRequest): Promise<StatisticsReply> {
    if (this.closed) return Promise.reject(new AppError('unavailable', 'The server stops'));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.started().postMessage(make(id));
    });
  }

  private started(): Worker {
    if (this.worker !== null) return this.worker;
    const { port1, port2 } = new MessageChannel();
    this.positions.serveSamples(port1);
    const workerData: StatisticsStart = { samples: port2 };
    const worker = new Worker(new URL('worker/statistics.worker.ts', import.meta.url), {
      workerData,
      transferList: [port2],
      resourceLimits,
    });
    worker.on('message', (reply: StatisticsReply) => this.onReply(reply));
    worker.on('error', (error: Error) => {
      this.log.error('the thread of track statistics ended', { err: error });
      if (this.worker === worker) this.worker = null; // the next question starts another one
      this.fail(`Tracks cannot be worked out: ${errorText(error)}`);
    });
    this.worker = worker;
    return worker;
  }

  private onReply(reply: StatisticsReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.kind !== 'failed') waiting?.resolve(reply);
    else {
      this.log.error('track not worked out', { reason: reply.reason });
      waiting?.reject(new AppError('unavailable', 'The track cannot be worked out'));
    }
  }

  private fail(text: string): void {
    for (const { reject } of this.waiting.values()) reject(new AppError('unavailable', text));
    this.waiting.clear();
  }
}

export const createStatisticsThread = (log: Log, positions: Pick<PositionFeature, 'serveSamples'>): StatisticsThread =>
  new WorkerThread(log, positions);
