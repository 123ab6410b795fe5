// What is asked of recorders now, for who looks at it: whether it is its turn, how fast it comes, what went wrong last.
import type { Clock } from '../../kernel/clock.ts';
import type { FootageWriter } from './footage-take.ts';
import type { FootageRequest, FootageSource } from './footage.ts';

/** Times in UTC ms, 0 for not yet. */
export type LiveView = FootageSource & {
  id: number;
  /** As `FootageRequest.task`. */
  task: string | undefined;
  fromMs: number;
  toMs: number;
  /** It comes now, or the recorder was asked for it just now. */
  isHandling: boolean;
  bytesPerSecond: number;
  /** Tries that came to nothing since it was asked for. */
  failures: number;
  message: string;
  failedMs: number;
  /** When its recorder last sent something of it. */
  aliveMs: number;
};

export class LiveFetch {
  readonly #clock: Clock;
  readonly #view: Omit<LiveView, 'bytesPerSecond'>;
  #bytes = 0;
  #sinceMs = 0;
  /** Time that it waited for others, on a steady clock. */
  waitedMs = 0;

  constructor(clock: Clock, id: number, { deviceKey, channel, stream, audio, fromMs, toMs, task }: FootageRequest) {
    this.#clock = clock;
    const asked = { id, task, deviceKey, channel, stream, audio, fromMs, toMs };
    this.#view = { ...asked, isHandling: false, failures: 0, message: '', failedMs: 0, aliveMs: 0 };
  }

  get view(): LiveView {
    const seconds = Math.max(1, (this.#clock.monotonic() - this.#sinceMs) / 1000);
    return { ...this.#view, bytesPerSecond: this.#view.isHandling ? Math.round(this.#bytes / seconds) : 0 };
  }

  /** Runs `action` as the handling of it. */
  async handled<T>(action: () => Promise<T>): Promise<T> {
    this.#bytes = 0;
    this.#sinceMs = this.#clock.monotonic();
    this.#view.isHandling = true;
    try {
      return await action();
    } finally {
      this.#view.isHandling = false;
    }
  }

  /** The same writer, which counts what goes through it. */
  counted(writer: FootageWriter): FootageWriter {
    return {
      frame: (frame, timeMs) => {
        this.#bytes += frame.body.length;
        this.#view.aliveMs = this.#clock.now();
        writer.frame(frame, timeMs);
      },
      close: () => writer.close(),
      get trouble() {
        return writer.trouble;
      },
    };
  }

  failed(message: string): void {
    this.#view.failures += 1;
    this.#view.message = message;
    this.#view.failedMs = this.#clock.now();
  }
}
