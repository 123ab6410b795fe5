// Drawing captchas in a thread of its own, and how many may wait for it.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { WorkerCalls } from '../../kernel/work/worker-calls.ts';
import type { DrawnCaptcha } from './draw-captcha.ts';
import type { CaptchaCalls } from './worker/captcha.worker.ts';

/** Gives a picture and its text. Rejects with AppError `limit_reached` when too many wait, `unavailable` when none can be drawn. */
export type DrawCaptcha = () => Promise<DrawnCaptcha>;

const MAX_WAITING = 50;

export class CaptchaDrawer {
  readonly #calls: WorkerCalls<CaptchaCalls>;

  constructor(log: Log) {
    this.#calls = new WorkerCalls({
      log,
      what: 'captchas',
      start: () => new Worker(new URL('worker/captcha.worker.ts', import.meta.url)),
      most: { calls: MAX_WAITING, text: 'Too many verification codes are asked for. Try again.' },
      failed: () => new AppError('unavailable', 'No verification code can be drawn now.'),
    });
  }

  readonly draw: DrawCaptcha = () => this.#calls.call('draw', []);

  close(): Promise<void> {
    return this.#calls.close();
  }
}
