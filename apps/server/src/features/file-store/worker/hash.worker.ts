// The thread that reads files for their hashes, so that nobody waits for a clip of a hundred megabytes.
import { parentPort } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { hashFile } from '../hash-file.ts';

const calls = { hash: hashFile };
export type HashCalls = typeof calls;
serveCalls(parentPort, calls);
