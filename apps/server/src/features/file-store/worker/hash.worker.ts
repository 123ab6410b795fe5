// The thread that reads files for their hashes, so that nobody waits for a clip of a hundred megabytes.
import { parentPort } from 'node:worker_threads';
import { hashFile } from '../hash-file.ts';
import type { HashReply, HashRequest } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');

port.on('message', ({ id, path }: HashRequest) => {
  try {
    port.postMessage({ id, ...hashFile(path), reason: '' } satisfies HashReply);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, sha256: null, head: new Uint8Array(0), bytes: 0, reason } satisfies HashReply);
  }
});
