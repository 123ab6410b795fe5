// Hashing files in a thread of its own.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { HashCalls } from './worker/hash.worker.ts';

/** Above what can be arriving at a time: each file waits at most once. */
const MAX_WAITING = 10_000;
/** Files come in heaps; a server that gets none has no thread for them. */
const IDLE_MS = 60_000;

/** Its `hash` rejects with AppError `unavailable` for a file that cannot be read. */
export const createHasher = (log: Log, clock: Clock): WorkerCalls<HashCalls> =>
  new WorkerCalls({
    log,
    what: 'file hashes',
    start: () => new Worker(new URL('worker/hash.worker.ts', import.meta.url)),
    most: { calls: MAX_WAITING, text: 'Too many files wait for their hashes' },
    idle: { clock, ms: IDLE_MS },
    failed: ({ died, text }) =>
      new AppError('unavailable', `The file cannot be ${died ? 'hashed' : 'read again'}: ${text}`),
  });
