// Decides when the sub-stream is asked for in the place of a main stream that cannot be played or costs too much, and when that was no
// help. Pure.
import type { StreamState } from '@outrider/contract';
import type { StreamChoice } from '../messages.ts';

/** The sub-stream is not to be had. */
const failures: ReadonlySet<StreamState['state']> = new Set(['refused', 'timeout', 'limit', 'forbidden']);

export class SubStream {
  /** 'done': it did not help, or people insist on the main stream. */
  #state: 'untried' | 'asked' | 'done' = 'untried';

  /** It plays, or is to play, in the place of the main stream. */
  get asked(): boolean {
    return this.#state === 'asked';
  }

  /** Somebody chose a stream. Who asks for the main stream although the sub-stream took its place gets it. */
  chosen(stream: StreamChoice): void {
    this.#state = stream === 'main' && this.#state !== 'untried' ? 'done' : 'untried';
  }

  /** The stream that is wanted cannot be played, or not whole. True: ask for the sub-stream. */
  cannot(wanted: StreamChoice): boolean {
    if (wanted !== 'main' || this.#state !== 'untried') return false;
    this.#state = 'asked';
    return true;
  }

  /** The server's answer. True: back to the main stream. */
  answered(state: StreamState['state']): boolean {
    if (this.#state !== 'asked' || !failures.has(state)) return false;
    this.#state = 'done';
    return true;
  }
}
