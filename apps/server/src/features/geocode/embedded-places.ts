// The embedded places: asks the thread that holds them, which starts with the first question.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { PlaceQuery, PlaceSource } from './source.ts';
import type { PlaceReply, PlaceRequest, PlacesStart } from './worker/messages.ts';

const MAX_WAITING = 2000;

type Waiting = { resolve: (name: string) => void; reject: (error: unknown) => void };

class EmbeddedPlaces implements PlaceSource {
  readonly kind = 'embedded';
  readonly #path: string;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 1;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  async trouble(): Promise<string> {
    return existsSync(this.#path) ? '' : 'The file of places is missing.';
  }

  async find(query: PlaceQuery, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.#waiting.size >= MAX_WAITING)
      throw new AppError('limit_reached', 'Too many places are asked for at once. Try again.');
    const worker = this.#started();
    const id = this.#next;
    this.#next += 1;
    return new Promise<string>((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        end();
        reject(signal.reason);
      };
      this.#waiting.set(id, {
        resolve: (name) => {
          end();
          resolve(name);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      signal.addEventListener('abort', onAbort, { once: true });
      worker.postMessage({ id, ...query } satisfies PlaceRequest);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail('The server stops.');
    await worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const workerData: PlacesStart = { path: this.#path };
    const worker = new Worker(new URL('./worker/places.worker.ts', import.meta.url), { workerData });
    worker.unref();
    worker.on('message', ({ id, name }: PlaceReply) => this.#waiting.get(id)?.resolve(name));
    worker.on('error', (error: Error) => {
      this.#log.error('the thread of places ended', { err: error });
      this.#over(worker, errorText(error));
    });
    worker.on('exit', () => this.#over(worker, 'it ended'));
    this.#worker = worker;
    return worker;
  }

  /** The next question starts another thread. */
  #over(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#fail(`Places cannot be looked up: ${reason}.`);
  }

  #fail(text: string): void {
    for (const { reject } of this.#waiting.values()) reject(new AppError('unavailable', text));
  }
}

/** Places of the file at this path. */
export const createEmbeddedPlaces = (path: string, log: Log): PlaceSource => new EmbeddedPlaces(path, log);
