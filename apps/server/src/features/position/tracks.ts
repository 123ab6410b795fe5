// The main thread's side of the track workers: durable appends, packing, reading. Nothing here blocks.
import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, MAX_TRACK_POINTS } from '@outrider/contract';
import type { Log } from '../../kernel/log.ts';
import type {
  AlarmRow,
  ReaderReply,
  ReaderRequest,
  ReaderStart,
  WriterReply,
  WriterRequest,
  WriterStart,
} from './worker/messages.ts';

export interface Tracks {
  /**
   * Resolves when the bytes, and rows of the alarm journal with them, are on disk; rejects with AppError unavailable when none of
   * them is. The buffers are given away.
   */
  append(data: Uint8Array<ArrayBuffer>, alarms?: Uint8Array<ArrayBuffer>[]): Promise<void>;
  readonly alarms: AlarmJournal;
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

/** What reports said of alarms, row by row, until events are made of it. Rows are numbered, rising, no number given twice. */
export interface AlarmJournal {
  /** The highest number that was given before this start. */
  readonly lastIdAtStart: number;
  /** Rows above this number, rising, some 256 KB of them; and the highest number there is. Rejects with AppError unavailable. */
  read(afterId: number): Promise<{ rows: AlarmRow[]; lastId: number }>;
  /** Rows up to this number are needed no more, not even after a power cut: they are deleted some time. */
  forget(untilId: number): void;
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
  readonly alarms: AlarmJournal;
  private readonly appends = new Map<number, Waiting<void>>();
  private readonly alarmReads = new Map<number, Waiting<{ rows: AlarmRow[]; lastId: number }>>();
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

  constructor(log: Log, writer: Worker, readerStart: ReaderStart, lastAlarmId: number) {
    this.log = log;
    this.writer = writer;
    this.readerStart = readerStart;
    this.alarms = {
      lastIdAtStart: lastAlarmId,
      read: (afterId) => this.readAlarms(afterId),
      forget: (untilId) => {
        if (!this.closing) writer.postMessage({ kind: 'forget-alarms', untilId } satisfies WriterRequest);
      },
    };
    writer.on('message', (reply: WriterReply) => this.onWriter(reply));
    writer.on('error', (error: Error) => this.died('writer', error));
  }

  append(data: Uint8Array<ArrayBuffer>, alarms: Uint8Array<ArrayBuffer>[] = []): Promise<void> {
    if (this.closing) return Promise.reject(new AppError('unavailable', 'The server stops'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.appends.set(id, { resolve, reject });
      this.writer.postMessage({ kind: 'append', id, data, alarms } satisfies WriterRequest, [
        data.buffer,
        ...alarms.map(({ buffer }) => buffer),
      ]);
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

  private readAlarms(afterId: number): Promise<{ rows: AlarmRow[]; lastId: number }> {
    if (this.closing) return Promise.reject(new AppError('unavailable', 'The server stops'));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.alarmReads.set(id, { resolve, reject });
      this.writer.postMessage({ kind: 'alarms', id, afterId } satisfies WriterRequest);
    });
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
        this.failed(reply.id, reply.reason);
        break;
      case 'alarms':
        this.settle(this.alarmReads, reply.id)?.resolve(reply);
        break;
      case 'forget-failed':
        this.log.error('alarm journal not shortened, tried again later', { reason: reply.reason });
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

  private failed(id: number, reason: string): void {
    this.settle(this.alarmReads, id)?.reject(new AppError('unavailable', `Alarms cannot be read: ${reason}`));
    const append = this.settle(this.appends, id);
    if (append === undefined) return;
    this.failedAppends += 1;
    append.reject(new AppError('unavailable', `Positions cannot be stored: ${reason}`));
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
    for (const waiting of [this.appends, this.reads, this.alarmReads]) {
      for (const each of waiting.values()) each.reject(gone);
      waiting.clear();
    }
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
  const lastAlarmId = await new Promise<number>((resolve, reject) => {
    writer.once('message', (reply: WriterReply) => resolve(reply.kind === 'ready' ? reply.lastAlarmId : 0));
    writer.once('error', reject);
  });
  writer.removeAllListeners('error');
  return new TrackWorkers(log, writer, { path, maxPoints }, lastAlarmId);
};
