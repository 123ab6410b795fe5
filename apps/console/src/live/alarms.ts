// The store of recent alarms: takes the pushes of the event socket, publishes them together with the next frame, so that a storm
// costs one drawing a frame. Not: what is shown of them as toasts (app/alarms/).
import type { EventPush } from '@outrider/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { onNextFrame } from '../lib/time.ts';
import type { Stop } from '../lib/time.ts';
import { heard, newestOf, noAlarms, withKept } from './alarm-list.ts';
import type { Alarm, AlarmList } from './alarm-list.ts';
import type { Schedule } from './devices.ts';

/** Pushes that wait for one frame; a storm beyond is counted and dropped: the server has kept every one of them. */
const MOST_WAITING = 1000;

export class AlarmStore {
  readonly state: StoreApi<AlarmList> = createStore<AlarmList>(() => noAlarms);
  /** Pushes that were dropped because too many came within one frame. */
  dropped = 0;
  #waiting: EventPush[] = [];
  #pending: Stop | undefined;
  readonly #schedule: Schedule;
  readonly #listeners = new Set<(pushes: readonly EventPush[]) => void>();
  /** What came before anybody listened: the toasts are loaded after the sign-in, and the socket may be open before. */
  #untold: readonly EventPush[] = [];

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  hear(push: EventPush): void {
    if (this.#waiting.length >= MOST_WAITING) this.dropped += 1;
    else this.#waiting.push(push);
    this.#pending ??= this.#schedule(() => this.#publish());
  }

  /** What the server keeps comes into the list, as seen up to that number. Raises no toast. */
  restore(kept: readonly Alarm[], seenUpTo: number | undefined): void {
    this.state.setState(withKept(this.state.getState(), kept, seenUpTo));
  }

  /** Somebody looked at the list; gives the number of the newest one in it. */
  see(): number {
    this.state.setState({ unseen: 0 });
    return newestOf(this.state.getState());
  }

  /** Signed out: nothing of the former user stays. */
  clear(): void {
    this.#pending?.();
    this.#pending = undefined;
    this.#waiting = [];
    this.#untold = [];
    this.state.setState(noAlarms);
  }

  /** `tell` gets what came since the last frame, in the order it came; the first one also what nobody has heard yet. */
  subscribe(tell: (pushes: readonly EventPush[]) => void): Stop {
    this.#listeners.add(tell);
    const untold = this.#untold;
    this.#untold = [];
    if (untold.length > 0) tell(untold);
    return () => this.#listeners.delete(tell);
  }

  #publish(): void {
    const pushes = this.#waiting;
    this.#pending = undefined;
    this.#waiting = [];
    this.state.setState(pushes.reduce(heard, this.state.getState()));
    if (this.#listeners.size === 0) this.#untold = [...this.#untold, ...pushes].slice(-MOST_WAITING);
    for (const tell of this.#listeners) tell(pushes);
  }
}

export const alarms = new AlarmStore(onNextFrame);

/** A part of the list of recent alarms. */
export const useAlarms = <T>(select: (list: AlarmList) => T): T => useStore(alarms.state, select);
