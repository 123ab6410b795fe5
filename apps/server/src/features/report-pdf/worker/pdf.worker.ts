// The thread that draws PDF files into files of their own: ten thousand rows take a second that nobody else has to wait for.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { isDiskFull } from '../../../kernel/storage/disk-full.ts';
import { InTurn } from '../../../kernel/work/in-turn.ts';
import { drawTable } from '../draw-table.ts';
import type { DrawReply, DrawRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');

/** Whole, or the error of the disk: a disk that is nearly full takes a part of what it is given. */
const writeAll = (file: number, chunk: Uint8Array): void => {
  for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
};

const draw = async ({ id, table, logo, file }: DrawRequest): Promise<void> => {
  try {
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
    port.postMessage({ id, reason: null, full: false } satisfies DrawReply);
  } catch (error) {
    rmSync(file, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, reason, full: isDiskFull(error) } satisfies DrawReply);
  }
};

/** One after the other: two tables at once would take the memory of two. */
const drawing = new InTurn();
port.on('message', (request: DrawRequest) => void drawing.run(() => draw(request))); // draw() reports its own failures
