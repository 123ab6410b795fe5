// FTP servers that let nobody in now: however many files wait for one of them, nothing goes there before a pause is over. Pauses grow while it
// stays away, and end when it answers or when the plan has files go elsewhere.
import { AppError } from '../../kernel/errors.ts';
import type { StoredUpload } from './store.ts';

/** The server cannot be reached, or does not take the user now: other files would fare no better. */
export class TargetAwayError extends AppError {}

export type AwayKit = {
  clock: { monotonic(): number };
  /** Where the plan has it go now; undefined: nowhere. Asked of each that waits. */
  targetOf: (upload: StoredUpload) => string | undefined;
  firstPauseMs: number;
  longestPauseMs: number;
};
type Held = { untilMs: number; upload: StoredUpload };

export class AwayTargets {
  readonly #kit: AwayKit;
  readonly #held = new Map<string, Held>();
  /** How often in a row each was away. */
  readonly #tries = new Map<string, number>();

  constructor(kit: AwayKit) {
    this.#kit = kit;
  }

  /** Whether where it goes by now is away: the plan may have sent it elsewhere since it was asked for. */
  holds(upload: StoredUpload): boolean {
    if (this.#held.size === 0) return false;
    return this.#held.has(this.#kit.targetOf(upload) ?? upload.target);
  }

  /** Of many that were on their way there together the first one counts. */
  hold(upload: StoredUpload): void {
    const { clock, firstPauseMs, longestPauseMs } = this.#kit;
    const { target } = upload;
    if (this.#held.has(target)) return;
    const tries = this.#tries.get(target) ?? 0;
    this.#tries.set(target, tries + 1);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
    this.#held.set(target, { untilMs: clock.monotonic() + pauseMs, upload });
  }

  /** It lets somebody in. Gives whether it was held. */
  answered(target: string): boolean {
    this.#tries.delete(target);
    return this.#held.delete(target);
  }

  /** Lets go what is to be tried again. */
  look(): void {
    const nowMs = this.#kit.clock.monotonic();
    for (const [target, { untilMs, upload }] of this.#held)
      if (untilMs <= nowMs || this.#goesElsewhere(upload)) this.#held.delete(target);
  }

  #goesElsewhere(upload: StoredUpload): boolean {
    const target = this.#kit.targetOf(upload);
    return target !== undefined && target !== upload.target;
  }
}
