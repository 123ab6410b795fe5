// Drawing PDF files in a thread that starts with a report and ends soon after the last one, so that its memory goes back to the system.
import { rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { diskFullError } from '../../kernel/storage/disk-full.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { Turns } from '../../kernel/work/turns.ts';
import { type Fault, WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { PdfCalls } from './worker/pdf.worker.ts';

/** A table whose rows come some hundred at a time, made when they are taken. */
export type TableInParts = Omit<ReportTable, 'rows'> & { rows: Iterable<readonly (readonly string[])[]> };

const ROWS_AT_ONCE = 200;
/** A table that is there. */
export function* inParts(rows: ReportTable['rows']): TableInParts['rows'] & Generator<readonly string[][]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}

const encoder = new TextEncoder();
/**
 * The rows as bytes, which are given away to the thread: copying a hundred thousand texts into it would hold up this one. With a turn for
 * others after each part.
 */
const packed = async (rows: TableInParts['rows']): Promise<Uint8Array<ArrayBuffer>[]> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const some of rows) {
    parts.push(encoder.encode(JSON.stringify(some)));
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    await nextTurn();
  }
  return parts;
};

const MAX_WAITING = 8;
const TOO_MANY = 'Too many PDF files are being made, try again';
/** A table of the largest size takes some seconds: what takes so long never ends. */
const DRAW_MS = 120_000;
const TOO_LONG = 'The PDF cannot be drawn: it took too long. Choose a shorter time.';
/** Two reports in a row share the thread. */
const IDLE_MS = 10_000;
/** A table of the largest size takes a third of that. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

const errorOf = ({ died, code, text }: Fault): AppError => {
  if (code === 'disk_full') return diskFullError(new Error(text));
  if (!died) return new AppError('invalid', `The PDF cannot be drawn: ${text}`);
  return new AppError(
    'unavailable',
    'The PDF cannot be drawn: the report is too large, or the server is short of memory. Choose a shorter time.',
  );
};

const pdfThread = (limits: ResourceLimits): Worker =>
  new Worker(new URL('worker/pdf.worker.ts', import.meta.url), { resourceLimits: limits });

export class Drawer {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #calls: WorkerCalls<PdfCalls>;
  /** One after the other: two tables at once would take the memory of two, and a thread that has to be ended fails one draw alone. */
  readonly #turns = new Turns(1);
  readonly #draws = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(log: Log, clock: Clock, limits: ResourceLimits = resourceLimits, thread = pdfThread) {
    this.#log = log;
    this.#clock = clock;
    this.#calls = new WorkerCalls({
      log,
      what: 'PDF files',
      start: () => thread(limits),
      most: { calls: 1, text: TOO_MANY },
      failed: errorOf,
      idle: { clock, ms: IDLE_MS },
    });
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.#calls.running;
  }

  /**
   * Writes the PDF to a file that does not exist yet. Rejects with AppError limit_reached while too many reports wait, invalid for a
   * logo that is no picture, disk_full, or unavailable, also where it takes too long, or with the signal's reason; then nothing is left
   * of the file.
   */
  async draw(table: TableInParts, logo: string, file: string, signal?: AbortSignal): Promise<void> {
    if (this.#draws.size >= MAX_WAITING) throw new AppError('limit_reached', TOO_MANY);
    const ended = signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, signal]);
    const drawing = this.#inTurn(table, logo, file, ended);
    this.#draws.add(drawing);
    await drawing.finally(() => this.#draws.delete(drawing));
  }

  /** Ends what is drawn, also where it hangs, and what waits. */
  async close(): Promise<void> {
    this.#stop.abort(new AppError('unavailable', 'The server stops'));
    await Promise.allSettled(this.#draws);
    await this.#calls.close();
  }

  async #inTurn({ rows, ...head }: TableInParts, logo: string, file: string, ended: AbortSignal): Promise<void> {
    const parts = await packed(rows);
    await this.#turns.take(ended, () => this.#drawNow([head, parts, logo, file], ended));
  }

  async #drawNow(asked: Parameters<PdfCalls['draw']>, ended: AbortSignal): Promise<void> {
    const [, parts, , file] = asked;
    const late = new AbortController();
    const timer = this.#clock.after(DRAW_MS, () => late.abort(new AppError('unavailable', TOO_LONG)));
    const signal = AbortSignal.any([ended, late.signal]);
    try {
      await this.#calls.call('draw', asked, { transfer: parts.map(({ buffer }) => buffer), signal });
    } catch (error) {
      if (signal.aborted) await this.#calls.restart(); // it cannot be interrupted, only ended
      // A thread that was ended cannot tidy up.
      await rm(file, { force: true }).catch((err: unknown) => this.#log.warn('half a report not removed', { err }));
      throw error;
    } finally {
      timer.cancel();
    }
  }
}
