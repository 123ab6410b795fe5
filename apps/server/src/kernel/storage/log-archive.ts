// What a search of a log found, as a file to take away: one CSV table in an archive under a password, made in a thread of its own.
import { Worker } from 'node:worker_threads';
import { AppError, type Call } from '@outrider/contract';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { EncodedFile } from '../web/http.ts';
import { WorkerCalls } from '../work/worker-calls.ts';
import type { ArchiveCalls } from './worker/archive.worker.ts';

const MAX_WAITING = 20;
/** Logs are exported now and then. */
const IDLE_MS = 10_000;
const NAME = /\.7z$/;

/** The columns of the table: what stands above each, and what it says of a row. */
export type ArchiveColumns<Row> = readonly (readonly [header: string, value: (row: Row) => string | number])[];

export type LogArchive = {
  /** The file that the call answers with. Rejects with AppError limit_reached while too many wait, or unavailable. */
  make<Row>(call: Call, password: string, columns: ArchiveColumns<Row>, rows: readonly Row[]): Promise<EncodedFile>;
  close(): Promise<void>;
};

/** A moment in a file that people of any zone may open. */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export const createLogArchive = ({ clock, log }: { clock: Clock; log: Log }): LogArchive => {
  const thread = new WorkerCalls<ArchiveCalls>({
    log,
    what: 'archives of logs',
    start: () => new Worker(new URL('worker/archive.worker.ts', import.meta.url)),
    most: { calls: MAX_WAITING, text: 'Too many logs are being exported, try again' },
    failed: ({ text }) => new AppError('unavailable', `The archive could not be made: ${text}`),
    idle: { clock, ms: IDLE_MS },
  });
  return {
    async make({ file = 'log.7z' }, password, columns, rows) {
      const lines = [columns.map(([header]) => header), ...rows.map((row) => columns.map(([, value]) => value(row)))];
      const sheet = { name: file.replace(NAME, '.csv'), lines, madeMs: clock.now() };
      const bytes = await thread.call('pack', [sheet, password]);
      return new EncodedFile(bytes, file, 'application/x-7z-compressed');
    },
    close: () => thread.close(),
  };
};
