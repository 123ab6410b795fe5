// The thread that draws PDF files into files of their own: ten thousand rows take a second that nobody else has to wait for.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import { diskFullError, isDiskFull } from '../../../kernel/storage/disk-full.ts';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { drawTable } from '../draw-table.ts';

/** Whole, or the error of the disk: a disk that is nearly full takes a part of what it is given. */
const writeAll = (file: number, chunk: Uint8Array): void => {
  for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
};

const drawInto = async (table: ReportTable, logo: string, file: string): Promise<void> => {
  const handle = openSync(file, 'wx', 0o600);
  let failure: unknown = null;
  try {
    await drawTable(table, logo, (chunk) => {
      try {
        if (failure === null) writeAll(handle, chunk);
      } catch (error) {
        failure = error; // thrown inside pdfkit it would reach nobody
      }
    });
  } finally {
    closeSync(handle);
  }
  if (failure !== null) throw failure;
};

const draw = async (table: ReportTable, logo: string, file: string): Promise<void> => {
  try {
    await drawInto(table, logo, file);
  } catch (error) {
    rmSync(file, { force: true });
    throw isDiskFull(error) ? diskFullError(error) : error;
  }
};

const decoder = new TextDecoder();
const rowsIn = (part: Uint8Array): string[][] => {
  const rows: string[][] = JSON.parse(decoder.decode(part)); // packed by drawer.ts alone
  return rows;
};

const calls = {
  /** Writes `file`, which does not exist yet; of one that fails nothing is left. The code is `disk_full` where that is why. */
  draw: (
    head: Omit<ReportTable, 'rows'>,
    parts: Uint8Array<ArrayBuffer>[],
    logo: string,
    file: string,
  ): Promise<void> => draw({ ...head, rows: parts.flatMap(rowsIn) }, logo, file),
};
export type PdfCalls = typeof calls;
serveCalls(parentPort, calls);
