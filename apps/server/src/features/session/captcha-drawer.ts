// The main thread's side of drawing captchas: a thread that starts with the first one, and how many may wait for it.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DrawnCaptcha } from './draw-captcha.ts';

/** Gives a picture and its text. Rejects with AppError `limit_reached` when too many wait, `unavailable` when none can be drawn. */
export type DrawCaptcha = () => Promise<DrawnCaptcha>;

const MAX_WAITING = 50;

export class CaptchaDrawer {
  readonly #log: Log;
  /** In the order of the thread's answers. */
  readonly #waiting: PromiseWithResolvers<DrawnCaptcha>[] = [];
  #worker: Worker | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly draw: DrawCaptcha = () => {
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new AppError('limit_reached', 'Too many verification codes are asked for. Try again.'));
    const waiting = Promise.withResolvers<DrawnCaptcha>();
    this.#waiting.push(waiting);
    this.#worker ??= this.#start();
    this.#worker.postMessage('draw');
    return waiting.promise;
  };

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#fail();
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('worker/captcha.worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (drawn: DrawnCaptcha) => this.#waiting.shift()?.resolve(drawn));
    worker.on('error', (err: Error) => {
      this.#log.error('the thread of captchas ended', { err });
      if (this.#worker === worker) this.#worker = null; // the next one starts another
      this.#fail();
    });
    return worker;
  }

  #fail(): void {
    for (const { reject } of this.#waiting.splice(0))
      reject(new AppError('unavailable', 'No verification code can be drawn now.'));
  }
}
