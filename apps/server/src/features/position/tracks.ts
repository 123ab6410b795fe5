// The main thread's side of the track workers: durable appends, packing, reading. Nothing here blocks.
import { type MessagePort, Worker } from 'node:worker_threads';
import { AppError, MAX_TRACK_POINTS } from '@outrider/contract';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import { CountedJournal, type TrackJournal } from './track-journal.ts';
import type { AlarmRow, ReaderStart, WriterStart } from './worker/messages.ts';
import type { ReaderCalls } from './worker/tracks-reader.worker.ts';
import type { WriterCalls } from './worker/tracks-writer.worker.ts';

export interface Tracks {
  /**
   * Resolves when the bytes, and rows of the alarm journal with them, are on disk; rejects with AppError unavailable when none of
   * them is. The buffers are given away. Gives the number of the row of the journal.
   */
  append(data: Uint8Array<ArrayBuffer>, alarms?: Uint8Array<ArrayBuffer>[]): Promise<number>;
  readonly journal: TrackJournal;
  readonly alarms: AlarmJournal;
  /** Packs what is on disk by now; resolves when that is done or has failed, which is logged. Rounds that wait are one. */
  pack(): Promise<void>;
  /** Deletes what is older than the beginning of this hour (UTC ms) and was received before it. Rejects with AppError unavailable. */
  forget(beforeMs: number): Promise<void>;
  /** How many hours of tracks are older, counted to `most`. */
  countOlder(beforeMs: number, most: number): Promise<number>;
  /** Has the thread that reads tracks, once there is one, take in what was appended. What cannot be read is logged once. */
  follow(): Promise<void>;
  /** Answers SampleRequests and NearestRequests of another thread at this port. */
  serve(port: MessagePort): void;
  /**
   * The drawn positions of a device as a JSON array; times in unix seconds, both ends included. Rejects with AppError invalid where
   * there are more than MAX_TRACK_POINTS.
   */
  track(deviceKey: number, from: number, to: number): Promise<Uint8Array>;
  /** The same, packed by gzip. */
  packedTrack(deviceKey: number, from: number, to: number): Promise<Uint8Array>;
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

const HOUR_MS = 3_600_000;
const MAX_READS = 64;
/** Beside them: a thread that asks for samples is never turned away. */
const MAX_READER_CALLS = MAX_READS + 16;
/** Positions that wait for the disk are bounded by ingest.ts, which holds their senders back; here none is refused. */
const MAX_WRITES = Number.MAX_SAFE_INTEGER;
/** What the workers throw away soon need not pile up: left alone each takes 50 MB more under load. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };
const TOO_MANY_READS = 'Too many tracks are being read, try again';
const NOT_STORED = 'Positions cannot be stored';

class TrackWorkers implements Tracks {
  readonly alarms: AlarmJournal;
  readonly journal: CountedJournal;
  readonly #log: Log;
  readonly #writer: WorkerCalls<WriterCalls>;
  readonly #reader: WorkerCalls<ReaderCalls>;
  /** The running round of packing, and the one that waits for it. */
  #round: Promise<void> = Promise.resolve();
  #nextRound: Promise<void> | null = null;
  #appending = 0;
  #packed = 0;
  #packMs = 0;
  #failedAppends = 0;
  #forgotten = 0;
  #pagesGivenBack = 0;
  #following = false;
  #isBehind = false;
  #closing = false;

  constructor(log: Log, writer: WorkerCalls<WriterCalls>, reader: WorkerCalls<ReaderCalls>, lastAlarmId: number) {
    this.#log = log;
    this.#writer = writer;
    this.#reader = reader;
    this.journal = new CountedJournal(writer);
    this.alarms = {
      lastIdAtStart: lastAlarmId,
      read: (afterId) => writer.call('alarms', [afterId]),
      forget: (untilId) => void this.#forgetAlarms(untilId),
    };
  }

  async append(data: Uint8Array<ArrayBuffer>, alarms: Uint8Array<ArrayBuffer>[] = []): Promise<number> {
    const transfer = [data.buffer, ...alarms.map(({ buffer }) => buffer)];
    this.#appending += 1;
    try {
      return await this.#writer.call('append', [data, alarms], { transfer });
    } catch (error) {
      this.#failedAppends += 1;
      throw error;
    } finally {
      this.#appending -= 1;
    }
  }

  pack(): Promise<void> {
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = null;
      this.#round = this.#packNow();
      return this.#round;
    });
    return this.#nextRound;
  }

  countOlder(beforeMs: number, most: number): Promise<number> {
    return this.#reader.call('countHoursBefore', [Math.floor(beforeMs / HOUR_MS), most]);
  }

  async forget(beforeMs: number): Promise<void> {
    if (this.#closing) return;
    const { hours, pagesGivenBack } = await this.#writer.call('forgetHours', [Math.floor(beforeMs / HOUR_MS)]);
    this.#forgotten += hours;
    this.#pagesGivenBack += pagesGivenBack;
  }

  async follow(): Promise<void> {
    if (this.#closing || this.#following || !this.#reader.running) return;
    this.#following = true;
    try {
      const reason = await this.#reader.call('follow', []);
      if (reason !== null && !this.#isBehind) this.#log.error('journal of tracks not read, tried again', { reason });
      this.#isBehind = reason !== null;
    } catch {
      // The thread is gone, which is told elsewhere.
    } finally {
      this.#following = false;
    }
  }

  serve(port: MessagePort): void {
    this.#reader
      .call('serve', [port], { transfer: [port] })
      .catch((err: unknown) => this.#log.error('samples of tracks not served', { err }));
  }

  track(deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    return this.#read('track', deviceKey, from, to);
  }

  packedTrack(deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    return this.#read('packedTrack', deviceKey, from, to);
  }

  hours(deviceKey: number, from: number, to: number): Promise<Uint8Array> {
    return this.#read('hours', deviceKey, from, to);
  }

  metrics(): Record<string, number> {
    return {
      commits_waiting: this.#appending,
      commits_failed: this.#failedAppends,
      tracks_reading: this.#reader.waiting,
      positions_packed: this.#packed,
      packing_ms: Math.round(this.#packMs),
      track_hours_forgotten_total: this.#forgotten,
      track_pages_given_back_total: this.#pagesGivenBack,
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#writer.closeBy('close'), this.#reader.closeBy('close')]);
  }

  async #read(
    what: 'track' | 'packedTrack' | 'hours',
    deviceKey: number,
    from: number,
    to: number,
  ): Promise<Uint8Array> {
    if (this.#reader.waiting >= MAX_READS) throw new AppError('limit_reached', TOO_MANY_READS);
    return this.#reader.call(what, [deviceKey, from, to]);
  }

  async #packNow(): Promise<void> {
    if (this.#closing) return;
    try {
      const [untilId, keptAfter] = await Promise.all([this.journal.mayPackTo(), this.journal.mayDeleteTo()]);
      const { positions, ms } = await this.#writer.call('pack', [untilId, keptAfter]);
      this.#packed += positions;
      this.#packMs += ms;
    } catch (error) {
      if (!this.#closing) this.#log.error('tracks not packed, tried again later', { reason: errorText(error) });
    }
  }

  async #forgetAlarms(untilId: number): Promise<void> {
    if (this.#closing) return;
    try {
      await this.#writer.call('forgetAlarms', [untilId]);
    } catch (error) {
      if (!this.#closing)
        this.#log.error('alarm journal not shortened, tried again later', { reason: errorText(error) });
    }
  }
}

const openWriter = (log: Log, workerData: WriterStart, died: (error: Error) => void): WorkerCalls<WriterCalls> =>
  new WorkerCalls({
    log,
    what: 'writing tracks',
    start: () => new Worker(new URL('worker/tracks-writer.worker.ts', import.meta.url), { workerData, resourceLimits }),
    most: { calls: MAX_WRITES, text: NOT_STORED },
    failed: ({ text }) => new AppError('unavailable', `${NOT_STORED}: ${text}`),
    died,
  });

/** It starts with the first track that is asked for: a server without lookers-on keeps the memory. */
const openReader = (log: Log, workerData: ReaderStart, died: (error: Error) => void): WorkerCalls<ReaderCalls> =>
  new WorkerCalls({
    log,
    what: 'reading tracks',
    start: () => new Worker(new URL('worker/tracks-reader.worker.ts', import.meta.url), { workerData, resourceLimits }),
    most: { calls: MAX_READER_CALLS, text: TOO_MANY_READS },
    failed({ code, text }) {
      if (code === 'invalid') return new AppError('invalid', 'Choose a shorter time: there are too many positions');
      log.error('track not read', { reason: text });
      return new AppError('unavailable', 'The track cannot be read');
    },
    died,
  });

/** Opens the file, making it when it is not there. Rejects when it is damaged, newer, or cannot be written. */
export const openTracks = async (
  path: string,
  log: Log,
  { maxPoints = MAX_TRACK_POINTS, ...limits }: { maxPages?: number; maxPoints?: number } = {},
): Promise<Tracks> => {
  let opened = false;
  let death: Error | undefined;
  /** A worker ends only by a bug; without it nothing can be stored, and the process is to be started again by its supervisor. */
  const died = (error: Error): void => {
    death = error;
    if (!opened) return;
    log.error('track worker died', { err: error });
    throw error;
  };
  const writer = openWriter(log, { path, ...limits }, died);
  const lastAlarmId = await writer.call('lastAlarmId', []).catch((error: unknown) => {
    throw death ?? error;
  });
  opened = true;
  return new TrackWorkers(log, writer, openReader(log, { path, maxPoints }, died), lastAlarmId);
};
