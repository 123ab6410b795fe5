// The idle countdown: seconds left until the idle page comes. Counts towards a moment, so that a machine that slept or a tab that was
// throttled is right at once. Not: where it leads (use-idle-watch.ts).
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock, Stop } from '../../lib/time.ts';

const SECOND_MS = 1000;

/** What a place of the console means for the countdown. */
export type CountdownPlace = {
  /** Seconds it starts at here. */
  readonly limitS: number;
  /** False where it stands still. */
  readonly counted: boolean;
};

export type CountdownState = {
  readonly running: boolean;
  readonly leftS: number;
  /** Stopped from the menu. */
  readonly frozen: boolean;
};

/** Made once for the page; runs between `start` and `stop`. */
export class Countdown {
  readonly state: StoreApi<CountdownState> = createStore<CountdownState>(() => ({
    running: false,
    leftS: 0,
    frozen: false,
  }));
  readonly #clock: Clock;
  readonly #onZero: () => void;
  #stopTick: Stop = () => {};
  #place: CountdownPlace = { limitS: 0, counted: true };
  #held = false;
  /** When it is over, while it counts. */
  #endsAtMs = 0;

  /** `onZero` is called once each time it comes to zero. */
  constructor(clock: Clock, onZero: () => void) {
    this.#clock = clock;
    this.#onZero = onZero;
  }

  /** Starts over at the limit of this place. */
  start(place: CountdownPlace): void {
    this.#place = place;
    this.state.setState({ running: true, frozen: false });
    this.reset();
  }

  /** Ends it: signed out, or a window too narrow for it. */
  stop(): void {
    this.#stopTick();
    this.#stopTick = () => {};
    this.state.setState({ running: false });
  }

  /** Another place: a limit that differs starts over, else it goes on. */
  enter(place: CountdownPlace): void {
    const before = this.#place;
    this.#place = place;
    if (before.limitS !== place.limitS) this.reset();
    else if (before.counted !== place.counted) this.#countFrom(this.state.getState().leftS);
  }

  reset(): void {
    this.#countFrom(this.#place.limitS);
  }

  /** Somebody works here: it starts over as with `reset`, frozen it stays where it is. Cheap, for every turn of a wheel. */
  used(): void {
    const { running, frozen, leftS } = this.state.getState();
    if (!running || frozen) return;
    if (leftS < this.#place.limitS) this.reset();
    else this.#endsAtMs = this.#clock.now() + leftS * SECOND_MS;
  }

  /** While it is held it stands at its limit: somebody talks, with no hand on the machine. */
  hold(held: boolean): void {
    this.#held = held;
    this.used();
  }

  freeze(frozen: boolean): void {
    this.state.setState({ frozen });
    this.#countFrom(this.state.getState().leftS);
  }

  /** Its seconds begin now: the first one is whole. */
  #countFrom(leftS: number): void {
    this.#endsAtMs = this.#clock.now() + leftS * SECOND_MS;
    this.state.setState({ leftS });
    this.#stopTick();
    this.#stopTick = this.state.getState().running ? this.#clock.every(SECOND_MS, () => this.#tick()) : () => {};
  }

  #tick(): void {
    const { leftS, frozen } = this.state.getState();
    if (frozen || this.#held || !this.#place.counted || leftS === 0) return;
    const left = Math.max(0, Math.round((this.#endsAtMs - this.#clock.now()) / SECOND_MS));
    if (left > leftS) return this.#countFrom(leftS - 1); // the browser's clock was put back
    this.state.setState({ leftS: left });
    if (left === 0) this.#onZero();
  }
}
