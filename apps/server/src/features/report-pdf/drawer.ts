// Drawing PDF files in a thread that starts with a report and ends soon after the last one, so that its memory goes back to the system.
import { rm } from 'node:fs/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { diskFullError } from '../../kernel/storage/disk-full.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type Fault, WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { PdfCalls } from './worker/pdf.worker.ts';

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
  async draw(table: ReportTable, logo: string, file: string): Promise<void> {
    try {
      await this.#calls.call('draw', [table, logo, file]);
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
