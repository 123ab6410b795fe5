// A worker thread as a set of typed calls: each is made by name and gets its answer, or the reason why there is none. The thread starts
// with the first call; one that dies fails the calls that wait, and the next call starts another. Its side of the wire is serve-calls.ts.
import type { Transferable, Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';

/** What a thread answers, by name; a promise is answered when it settles. */
export type Answers<A> = { [N in keyof A]: (...args: never[]) => unknown };
export type Asked<A, N extends keyof A> = A[N] extends (...args: infer Args extends unknown[]) => unknown
  ? Args
  : never;
export type Answered<A, N extends keyof A> = A[N] extends (...args: never[]) => infer R ? Awaited<R> : never;

/** As the thread reads it: which arguments there are says the name. */
export type CallMessage = { id: number; name: string; args: never[] };
/** Why a call has no answer: what its function threw, or, `died`, why the thread ended. */
export type Fault = { text: string; code: string; died: boolean };
/** As the caller reads it. */
type AnswerMessage = { id: number; answer: never; fault: Fault | null };

export type WorkerCallsKit = {
  log: Log;
  /** Of what, for the log: 'the thread of captchas ended'. */
  what: string;
  start: () => Worker;
  /** Calls that may wait for their answers; one more is refused with `limit_reached` and the text. */
  most: { calls: number; text: string };
  /** What the caller of a call without an answer gets. */
  failed: (fault: Fault) => AppError;
  /** The thread ends when nothing was asked of it for so long, and gives its memory back. */
  idle?: { clock: Clock; ms: number };
  /** Hears of the death of a thread that nobody ended, when its calls have failed; without it that is logged. */
  died?: (error: Error) => void;
};

export type CallOptions = {
  /** Ends the waiting with its reason, not the work: a deadline, or a caller who left. */
  signal?: AbortSignal;
  /** Given away with the call. */
  transfer?: Transferable[];
};

type Waiting = { resolve: (answer: never) => void; reject: (error: AppError) => void; end: () => void };
const stops = (): AppError => new AppError('unavailable', 'The server stops');

export class WorkerCalls<A extends Answers<A>> {
  readonly #kit: WorkerCallsKit;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: Timer | null = null;
  #nextId = 1;
  #closed = false;

  constructor(kit: WorkerCallsKit) {
    this.#kit = kit;
  }

  /** Calls that have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.#worker !== null;
  }

  /** Rejects with AppError: `limit_reached` past the bound, `unavailable` after `close`, the signal's reason, else what `failed` of the kit makes. */
  async call<N extends keyof A & string>(
    name: N,
    args: Asked<A, N>,
    { signal, transfer = [] }: CallOptions = {},
  ): Promise<Answered<A, N>> {
    const { most } = this.#kit;
    if (this.#closed) throw stops();
    signal?.throwIfAborted();
    if (this.#waiting.size >= most.calls) throw new AppError('limit_reached', most.text);
    this.#idle?.cancel();
    this.#idle = null;
    const worker = (this.#worker ??= this.#started());
    const id = this.#nextId++;
    worker.postMessage({ id, name, args }, transfer);
    worker.ref(); // it owes an answer: the process waits for it
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#settled(id);
        reject(signal?.reason);
      };
      const end = (): void => signal?.removeEventListener('abort', leave);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.set(id, { resolve, reject, end });
    });
  }

  /** Ends the thread and what waits for it, in the middle of anything; the next call starts another. */
  async restart(): Promise<void> {
    await this.#end(() => this.#kit.failed({ text: 'it was ended', code: '', died: true }));
  }

  /** Ends the thread and what waits for it. Later calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(stops);
  }

  /** Has the thread end by itself with a last call, which answers by ending; what was called before is answered first. */
  async closeBy(name: keyof A & string): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.ref();
    worker.postMessage({ id: 0, name, args: [] });
    await ended;
  }

  async #end(why: () => AppError): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#idle?.cancel();
    this.#idle = null;
    this.#fail(why);
    await worker?.terminate();
  }

  #started(): Worker {
    const worker = this.#kit.start();
    worker.on('message', (message: AnswerMessage) => this.#hear(message));
    worker.on('error', (error: Error) => this.#over(worker, error));
    worker.on('exit', () => this.#over(worker, new Error('it ended')));
    return worker;
  }

  #hear({ id, answer, fault }: AnswerMessage): void {
    const waiting = this.#settled(id);
    if (fault === null) waiting?.resolve(answer);
    else waiting?.reject(this.#kit.failed(fault));
  }

  #settled(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.end();
    if (this.#waiting.size === 0) this.#rest();
    return waiting;
  }

  #rest(): void {
    if (this.#worker === null || this.#closed) return;
    this.#worker.unref();
    const { idle } = this.#kit;
    if (idle !== undefined) this.#idle ??= idle.clock.after(idle.ms, () => void this.#end(stops));
  }

  #over(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#fail(() => this.#kit.failed({ text: error.message, code: '', died: true }));
    if (this.#closed) return;
    const { log, what, died } = this.#kit;
    if (died === undefined) log.error(`the thread of ${what} ended`, { err: error });
    else died(error);
  }

  #fail(why: () => AppError): void {
    for (const id of this.#waiting.keys()) this.#settled(id)?.reject(why());
  }
}
