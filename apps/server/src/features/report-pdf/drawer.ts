// The main thread's side of drawing: a thread that starts with a report and ends soon after the last one, so that its memory goes back
// to the system, and how many may wait for it.
import { rm } from 'node:fs/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { diskFullError } from '../../kernel/storage/disk-full.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DrawReply, DrawRequest } from './worker/messages.ts';

type Waiting = { resolve: () => void; reject: (error: AppError) => void };

const MAX_WAITING = 8;
/** Two reports in a row share the thread. */
const IDLE_MS = 10_000;
/** A table of the largest size takes a third of that. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

export class Drawer {
  private readonly log: Log;
  private readonly limits: ResourceLimits;
  private readonly clock: Clock;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private idle: Timer | null = null;
  private nextId = 1;

  constructor(log: Log, clock: Clock, limits: ResourceLimits = resourceLimits) {
    this.limits = limits;
    this.log = log;
    this.clock = clock;
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.worker !== null;
  }

  /**
   * Writes the PDF to a file that does not exist yet. Rejects with AppError limit_reached while too many reports wait, invalid for a
   * logo that is no picture, disk_full, or unavailable; then nothing is left of the file.
   */
  async draw(table: ReportTable, logo: string, file: string): Promise<void> {
    try {
      await this.drawn(table, logo, file);
    } catch (error) {
      // A thread that was ended by its limit cannot tidy up.
      await rm(file, { force: true }).catch((err: unknown) => this.log.warn('half a report not removed', { err }));
      throw error;
    }
  }

  private drawn(table: ReportTable, logo: string, file: string): Promise<void> {
    if (this.waiting.size >= MAX_WAITING)
      return Promise.reject(new AppError('limit_reached', 'Too many PDF files are being made, try again'));
    const id = this.nextId;
    this.nextId += 1;
    this.idle?.cancel();
    this.idle = null;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.started();
      this.worker.postMessage({ id, table, logo, file } satisfies DrawRequest);
    });
  }

  async close(): Promise<void> {
    this.fail('The server stops');
    await this.end();
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.idle?.cancel();
    this.idle = null;
    await worker?.terminate();
  }

  private started(): Worker {
    const worker = new Worker(new URL('worker/pdf.worker.ts', import.meta.url), {
      resourceLimits: this.limits,
    });
    worker.unref();
    worker.on('message', (reply: DrawReply) => this.settle(reply));
    worker.on('error', (error: Error) => {
      this.log.error('the thread of PDF files ended', { err: error });
      if (this.worker === worker) this.worker = null; // the next report starts another one
      this.fail(
        'The PDF cannot be drawn: the report is too large, or the server is short of memory. Choose a shorter time.',
      );
    });
    return worker;
  }

  private settle({ id, reason, full }: DrawReply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (reason === null) waiting?.resolve();
    else if (full) waiting?.reject(diskFullError(new Error(reason)));
    else waiting?.reject(new AppError('invalid', `The PDF cannot be drawn: ${reason}`));
    if (this.waiting.size === 0) this.idle ??= this.clock.after(IDLE_MS, () => void this.end());
  }

  private fail(text: string): void {
    for (const { reject } of this.waiting.values()) reject(new AppError('unavailable', text));
    this.waiting.clear();
  }
}
