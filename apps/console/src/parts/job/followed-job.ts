// One job of the server, followed: asked again and again how it stands until it is over. Ends by itself, by `cancel`, or by `close`.
// What is asked, and what an answer means, is the matter of who follows it.
import { AppError } from '@outrider/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock, Stop } from '../../lib/time.ts';

/** asked: the server has not answered yet. */
export type JobPhase = 'asked' | 'running' | 'done' | 'failed' | 'cancelled';
export type JobState = {
  readonly phase: JobPhase;
  /** Per cent. */
  readonly progress: number;
  /** Why it failed, or what it waits for; the server's words. */
  readonly message: string;
};

export type FollowedJobKit<S extends JobState> = {
  readonly clock: Clock;
  readonly everyMs: number;
  /** How it stands now. Rejects with AppError. */
  readonly ask: (signal: AbortSignal) => Promise<Partial<S> & Pick<JobState, 'phase'>>;
  /** Gives it up at the server, which ends by itself what nobody asks for. */
  readonly cancel: () => Promise<unknown>;
  /** Once, when it is done: fetches what came of it. */
  readonly done: (state: S) => void;
};

/** A server that is away for a moment does not lose the job: it goes on. */
const MOST_MISSES = 10;

export const isOver = ({ phase }: JobState): boolean => phase !== 'asked' && phase !== 'running';
const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

export class FollowedJob<S extends JobState = JobState> {
  readonly state: StoreApi<S>;
  readonly #kit: FollowedJobKit<S>;
  readonly #abort = new AbortController();
  #stopTimer: Stop = () => {};
  #misses = 0;

  /** Asks at once. */
  constructor(kit: FollowedJobKit<S>, first: S) {
    this.#kit = kit;
    this.state = createStore<S>(() => first);
    this.#ask();
  }

  get isOver(): boolean {
    return isOver(this.state.getState());
  }

  /** Gives it up, here and at the server. */
  cancel(): void {
    if (this.isOver) return;
    this.#set({ phase: 'cancelled', message: '' });
    this.close();
    this.#kit.cancel().catch(() => {}); // the server ends by itself what nobody asks for
  }

  /** Stops asking; the server goes on for a while. */
  close(): void {
    this.#stopTimer();
    this.#abort.abort();
  }

  #set(changes: Partial<JobState>): void {
    this.state.setState((state) => ({ ...state, ...changes }));
  }

  #ask(): void {
    this.#kit
      .ask(this.#abort.signal)
      .then((told) => this.#hear(told))
      .catch((error: unknown) => this.#miss(error));
  }

  #hear(told: Partial<S>): void {
    if (this.isOver) return;
    this.#misses = 0;
    this.state.setState(told);
    const state = this.state.getState();
    if (state.phase === 'done') this.#kit.done(state);
    else if (!isOver(state)) this.#askLater();
  }

  #miss(error: unknown): void {
    if (this.isOver || this.#abort.signal.aborted) return;
    this.#misses += 1;
    if (isAway(error) && this.#misses < MOST_MISSES) this.#askLater();
    else this.#set({ phase: 'failed', message: error instanceof Error ? error.message : '' });
  }

  #askLater(): void {
    this.#stopTimer = this.#kit.clock.after(this.#kit.everyMs, () => this.#ask());
  }
}

export const useJob = <S extends JobState>({ state }: FollowedJob<S>): S => useStore(state);
