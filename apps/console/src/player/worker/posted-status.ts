// The status of a tile as its page knows it: said again whenever something in it changed, and only then.
import type { PlayerStatus } from '../messages.ts';

export class PostedStatus {
  readonly #post: (status: PlayerStatus) => void;
  #value: PlayerStatus;

  /** `first` is what the page has already. */
  constructor(first: PlayerStatus, post: (status: PlayerStatus) => void) {
    this.#value = first;
    this.#post = post;
  }

  get value(): PlayerStatus {
    return this.#value;
  }

  change(change: Partial<PlayerStatus>): void {
    const same = Object.entries(change).every(([key, value]) => Reflect.get(this.#value, key) === value);
    if (same) return;
    this.#value = { ...this.#value, ...change };
    this.#post(this.#value);
  }
}
