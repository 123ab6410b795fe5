// The main thread's side of drawing: a thread that starts with the first report, and how many may wait for it.
import { Worker } from 'node:worker_threads';
import type { ReportTable } from '@outrider/contract';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DrawReply, DrawRequest } from './worker/messages.ts';

type Waiting = { resolve: (pdf: Uint8Array) => void; reject: (error: AppError) => void };

const MAX_WAITING = 8;

export class Drawer {
  private readonly log: Log;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private nextId = 1;

  constructor(log: Log) {
    this.log = log;
  }

  /** Rejects with AppError limit_reached while too many reports wait, invalid for a logo that is no picture. */
  draw(table: ReportTable, logo: string): Promise<Uint8Array> {
    if (this.waiting.size >= MAX_WAITING)
      return Promise.reject(new AppError('limit_reached', 'Too many PDF files are being made, try again'));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker ??= this.started();
      this.worker.postMessage({ id, table, logo } satisfies DrawRequest);
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.fail('The server stops');
    await worker?.terminate();
  }

  private started(): Worker {
    const worker = new Worker(new URL('worker/pdf.worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', ({ id, pdf, reason }: DrawReply) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (pdf !== null) waiting?.resolve(pdf);
      else waiting?.reject(new AppError('invalid', `The PDF cannot be drawn: ${reason}`));
    });
    worker.on('error', (error: Error) => {
      this.log.error('the thread of PDF files ended', { err: error });
      if (this.worker === worker) this.worker = null; // the next report starts another one
      this.fail(`The PDF cannot be drawn: ${errorText(error)}`);
    });
    return worker;
  }

  private fail(text: string): void {
    for (const { reject } of this.waiting.values()) reject(new AppError('unavailable', text));
    this.waiting.clear();
  }
}
