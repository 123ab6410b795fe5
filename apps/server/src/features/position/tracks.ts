// The main thread's side of the track workers: durable appends, packing, reading. Nothing here blocks.
import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, MAX_TRACK_POINTS } from '@outrider/contract';
import type { Log } from '../../kernel/log.ts';
import type {
  ReaderReply,
  ReaderRequest,
  ReaderStart,
  WriterReply,
  WriterRequest,
  WriterStart,
} from './worker/messages.ts';

export interface Tracks {
  /** Resolves when the bytes are on disk; rejects with AppError unavailable when they are not. The buffer is given away. */
  append(data: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Packs what is on disk by now; resolves when that is done or has failed, which is logged. Rounds that wait are one. */
  pack(): Promise<void>;
  /** Answers SampleRequests of another thread at this port. */
  serve(port: MessagePort): void;
  /**
   * The drawn positions of a device as a JSON array; times in unix seconds, both ends included. Rejects with AppError invalid where
   * there are more than MAX_TRACK_POINTS.
   */
  track(deviceKey: number, from: number, to: number): Promise<Uint8Array>;
  /** The hours of a span with positions, as a JSON array of the unix seconds at which each begins. */
  hours(deviceKey: number, from: number, to: number): Promise<Uint8Array>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
}

type Waiting<T> = { resolve: (value: T) => void; reject: (error: AppError) => void };

const MAX_READS = 64;
/** What the workers throw away soon need not pile up: left alone each takes 50 MB more under load. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

class TrackWorkers implements Tracks {
  private readonly log: Log;
  private readonly writer: Worker;
  private readonly readerStart: ReaderStart;
  /** Made with the first track that is asked for: a server without lookers-on keeps the memory. */
  private reader: Worker | null = null;
  private readonly appends = new Map<number, Waiting<void>>();
  private readonly reads = new Map<number, Waiting<Uint8Array>>();
  /** The running round of packing, and the one that waits for it. */
  private round: Promise<void> = Promise.resolve();
  private nextRound: Promise<void> | null = null;
  private roundDone: () => void = () => undefined;
  private nextId = 1;
  private packed = 0;
  private packMs = 0;
  private failedAppends = 0;
  private closing = false;

  constructor(log: Log, writer: Worker, readerStart: ReaderStart) {
    this.log = log;
    this.writer = writer;
    this.readerStart = readerStart;
    writer.on('message', (reply: WriterReply) => this.onWriter(reply));
    writer.on('error', (error: Error) => this.died('writer', error));
  }

  append(data: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.closing) return Promise.reject(new AppError('unavailable', 'The server stops'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.appends.set(id, { resolve, reject });
      this.writer.postMessage({ kind: 'append', id, data } satisfies WriterRequest, [data.buffer]);
    });
  }

  pack(): Promise<void> {
    this.nextRound ??= this.round.then(() => {
      this.nextRound = null;
      if (this.closing) return undefined;
      this.round = new Promise((resolve) => {
        this.roundDone = resolve;
        this.writer.postMessage({ kind: 'pack' } satisfies WriterRequest);
      });
      return this.round;
    });
    return this.nextRound;
  }

  serve(port: MessagePort): void {
    this.reader ??= this.openReader();
    this.reader.postMessage({ kind: 'serve', port } satisfies ReaderRequest, [port]);
  }

  track(deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    return this.read('track', deviceKey, from, to);
  }

  hours(deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    return this.read('hours', deviceKey, from, to);
  }

  private read(kind: 'track' | 'hours', deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    if (this.closing) return Promise.reject(new AppError('unavailable', 'The server stops'));
    if (this.reads.size >= MAX_READS)
      return Promise.reject(new AppError('limit_reached', 'Too many tracks are being read, try again'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.reads.set(id, { resolve, reject });
      this.reader ??= this.openReader();
      this.reader.postMessage({ kind, id, deviceKey, from, to } satisfies ReaderRequest);
    });
  }

  metrics(): Record<string, number> {
    return {
      commits_waiting: this.appends.size,
      commits_failed: this.failedAppends,
      tracks_reading: this.reads.size,
      positions_packed: this.packed,
      packing_ms: Math.round(this.packMs),
    };
  }

  async close(): Promise<void> {
    this.closing = true;
    this.roundDone();
    await Promise.all(
      [this.writer, ...(this.reader === null ? [] : [this.reader])].map((worker) => {
        const gone = new Promise<void>((resolve) => {
          worker.once('exit', () => resolve());
        });
        worker.postMessage({ kind: 'close' } satisfies WriterRequest & ReaderRequest);
        return gone;
      }),
    );
  }

  private openReader(): Worker {
    const reader = new Worker(new URL('worker/tracks-reader.worker.ts', import.meta.url), {
      workerData: this.readerStart,
      resourceLimits,
    });
    reader.on('message', (reply: ReaderReply) => this.onReader(reply));
    reader.on('error', (error: Error) => this.died('reader', error));
    return reader;
  }

  private onWriter(reply: WriterReply): void {
    switch (reply.kind) {
      case 'appended':
        this.settle(this.appends, reply.id)?.resolve();
        break;
      case 'failed':
        this.failedAppends += 1;
        this.settle(this.appends, reply.id)?.reject(
          new AppError('unavailable', `Positions cannot be stored: ${reply.reason}`),
        );
        break;
      case 'packed':
        this.packed += reply.positions;
        this.packMs += reply.ms;
        this.roundDone();
        break;
      case 'pack-failed':
        this.roundDone();
        this.log.error('tracks not packed, tried again later', { reason: reply.reason });
        break;
      case 'ready':
      case 'closed':
        break;
    }
  }

  private onReader(reply: ReaderReply): void {
    if (reply.kind === 'closed') return;
    const waiting = this.settle(this.reads, reply.id);
    if (reply.kind === 'track') waiting?.resolve(reply.json);
    else if (reply.kind === 'too-long') {
      waiting?.reject(new AppError('invalid', 'Choose a shorter time: there are too many positions'));
    } else {
      this.log.error('track not read', { reason: reply.reason });
      waiting?.reject(new AppError('unavailable', 'The track cannot be read'));
    }
  }

  private settle<T>(from: Map<number, Waiting<T>>, id: number): Waiting<T> | undefined {
    const waiting = from.get(id);
    from.delete(id);
    return waiting;
  }

  /** A worker ends only by a bug; without it nothing can be stored, and the process is to be started anew by its supervisor. */
  private died(name: string, error: Error): void {
    this.log.error('track worker died', { name, err: error });
    const gone = new AppError('unavailable', 'Positions cannot be stored');
    for (const each of [...this.appends.values(), ...this.reads.values()]) each.reject(gone);
    this.appends.clear();
    this.reads.clear();
    this.roundDone();
    if (!this.closing) throw error;
  }
}

/** Opens the file, making it when it is not there. Rejects when it is damaged, newer, or cannot be written. */
export const openTracks = async (
  path: string,
  log: Log,
  { maxPoints = MAX_TRACK_POINTS, ...limits }: { maxPages?: number; maxPoints?: number } = {},
): Promise<Tracks> => {
  const start: WriterStart = { path, ...limits };
  const writer = new Worker(new URL('worker/tracks-writer.worker.ts', import.meta.url), {
    workerData: start,
    resourceLimits,
  });
  await new Promise<void>((resolve, reject) => {
    writer.once('message', () => resolve());
    writer.once('error', reject);
  });
  writer.removeAllListeners('error');
  return new TrackWorkers(log, writer, { path, maxPoints });
};
