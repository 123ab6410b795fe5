// Drawing PDF files in a thread that starts with a report and ends soon after the last one, so that its memory goes back to the system.
import { rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { diskFullError } from '../../kernel/storage/disk-full.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
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

export class Drawer {
  readonly #log: Log;
  readonly #calls: WorkerCalls<PdfCalls>;

  constructor(log: Log, clock: Clock, limits: ResourceLimits = resourceLimits) {
    this.#log = log;
    this.#calls = new WorkerCalls({
      log,
      what: 'PDF files',
      start: () => new Worker(new URL('worker/pdf.worker.ts', import.meta.url), { resourceLimits: limits }),
      most: { calls: MAX_WAITING, text: 'Too many PDF files are being made, try again' },
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
   * logo that is no picture, disk_full, or unavailable; then nothing is left of the file.
   */
  async draw({ rows, ...head }: TableInParts, logo: string, file: string): Promise<void> {
    const parts = await packed(rows);
    try {
      await this.#calls.call('draw', [head, parts, logo, file], { transfer: parts.map(({ buffer }) => buffer) });
    } catch (error) {
      // A thread that was ended by its limit cannot tidy up.
      await rm(file, { force: true }).catch((err: unknown) => this.#log.warn('half a report not removed', { err }));
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
