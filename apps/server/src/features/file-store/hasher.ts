// The main thread's side of hashing: a thread that starts with the first file. Each incoming file waits at most once, and those are bounded.
import { Worker } from 'node:worker_threads';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { FileHash } from './hash-file.ts';
import type { HashReply, HashRequest } from './worker/messages.ts';

type Waiting = { resolve: (hash: FileHash) => void; reject: (error: AppError) => void };

export class Hasher {
  private readonly log: Log;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private nextId = 1;

  constructor(log: Log) {
    this.log = log;
  }

  /** Rejects with AppError `unavailable` for a file that cannot be read. */
  hash(path: string): Promise<FileHash> {
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.started();
      this.worker.postMessage({ id, path } satisfies HashRequest);
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.fail('the server stops');
    await worker?.terminate();
  }

  private started(): Worker {
    const worker = new Worker(new URL('worker/hash.worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', ({ id, sha256, head, bytes, reason }: HashReply) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (sha256 === null) waiting?.reject(new AppError('unavailable', `The file cannot be read again: ${reason}`));
      else waiting?.resolve({ sha256, head, bytes });
    });
    worker.on('error', (error: Error) => {
      this.log.error('the thread of file hashes ended', { err: error });
      if (this.worker === worker) this.worker = null; // the next file starts another one
      this.fail(errorText(error));
    });
    return worker;
  }

  private fail(text: string): void {
    for (const { reject } of this.waiting.values())
      reject(new AppError('unavailable', `The file cannot be hashed: ${text}`));
    this.waiting.clear();
  }
}
