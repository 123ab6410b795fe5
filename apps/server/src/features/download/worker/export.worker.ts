// The thread that makes one export: takes frames in batches, writes the file, says how it ended. Ends with its parent.
import { parentPort, workerData } from 'node:worker_threads';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { InTurn } from '../../../kernel/work/in-turn.ts';
import { AgainError, Exporter } from './exporter.ts';
import { ExportError, type ExportPlan, type ExportReply, type ExportRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');
registerAacEncoder();
const plan: ExportPlan = workerData;
const exporter = new Exporter(plan);
let pass = 1;

const say = (reply: ExportReply): void => port.postMessage(reply);

const takeBatch = async ({ frames, bytes }: ExportRequest & { kind: 'frames' }): Promise<void> => {
  for (const { channel, at, length, ...frame } of frames)
    // oxlint-disable-next-line no-await-in-loop -- in the order of time
    await exporter.take(channel, { ...frame, body: bytes.subarray(at, at + length) });
};

const onRequest = async (request: ExportRequest): Promise<void> => {
  if (request.pass !== pass) return; // of a pass that was given up
  try {
    if (request.kind === 'frames') {
      await takeBatch(request);
      say({ kind: 'taken', pass });
    } else say({ kind: 'done', ...(await exporter.finish()) });
  } catch (error) {
    if (!(error instanceof AgainError)) throw error;
    await exporter.restart();
    say({ kind: 'again', pass });
    pass += 1;
  }
};

const fail = async (error: unknown): Promise<void> => {
  pass = 0;
  await exporter.abandon();
  const message = error instanceof Error ? error.message : String(error);
  say({ kind: 'failed', fault: error instanceof ExportError ? error.fault : 'broken', message });
};

const working = new InTurn();
port.on('message', (request: ExportRequest) => void working.attempt(() => onRequest(request), fail));
