// What the page is told of a recorded channel: how far it is, what its tile says. Each only where it changed, and words about waiting
// only when it lasts. What is true is in recorded-state.ts.
import type { PlayerStatus } from '../messages.ts';
import type { FromRecorded } from '../recorded/messages.ts';
import { PostedStatus } from './posted-status.ts';
import { phaseOf, progressOf } from './recorded-state.ts';
import type { RecordedState } from './recorded-state.ts';

/** Words about waiting appear when it lasts: a seek is over sooner. */
const PATIENCE_MS = 300;

/** The moments that news are judged at, ms. */
export type NewsMoment = {
  readonly nowMs: number;
  /** The recorded moment that is due. */
  readonly timeMs: number;
  /** When the picture after the one on screen was recorded. */
  readonly nextMs: number | undefined;
};

export class RecordedNews {
  readonly status: PostedStatus;
  readonly #post: (message: FromRecorded) => void;
  #progress = '';
  #waitingSinceMs: number | undefined;

  constructor(first: PlayerStatus, post: (message: FromRecorded) => void) {
    this.#post = post;
    this.status = new PostedStatus(first, (status) => post({ kind: 'status', status }));
  }

  tell(state: RecordedState, { nowMs, timeMs, nextMs }: NewsMoment): void {
    const progress = progressOf(state, nextMs);
    const text = JSON.stringify(progress);
    if (text !== this.#progress) {
      this.#progress = text;
      this.#post({ kind: 'progress', progress });
    }
    const { phase, message, untilMs } = phaseOf(state, timeMs);
    const waits = phase === 'connecting' || phase === 'buffering';
    this.#waitingSinceMs = waits ? (this.#waitingSinceMs ?? nowMs) : undefined;
    const passing = this.#waitingSinceMs !== undefined && nowMs - this.#waitingSinceMs < PATIENCE_MS;
    const before = this.status.value;
    if (passing && before.hasPicture) return;
    this.status.change({ phase, message, sinceMs: untilMs ?? (phase === before.phase ? before.sinceMs : nowMs) });
  }
}
