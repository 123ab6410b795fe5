// The thread that draws PDF files: ten thousand rows take half a second that nobody else has to wait for.
import { parentPort } from 'node:worker_threads';
import { drawTable } from '../draw-table.ts';
import type { DrawReply, DrawRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');

const draw = async ({ id, table, logo }: DrawRequest): Promise<void> => {
  try {
    const pdf = await drawTable(table, logo);
    port.postMessage({ id, pdf, reason: '' } satisfies DrawReply, [pdf.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, pdf: null, reason } satisfies DrawReply);
  }
};

port.on('message', (request: DrawRequest) => void draw(request)); // draw() reports its own failures
