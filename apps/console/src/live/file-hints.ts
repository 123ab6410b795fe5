// What the event socket says of files: which events changed. Tells at once, then together what comes within a second, so that a storm
// costs one question a second. While the socket is away nothing is heard: anyone who shows files asks now and then.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { systemClock } from '../lib/time.ts';
import type { Clock, Stop } from '../lib/time.ts';

/** 'all': something may have been missed. */
export type ChangedFiles = ReadonlySet<number> | 'all';

const GAP_MS = 1000;
/** More events than that within a second: all are asked about. */
const MOST_WAITING = 1000;

export class FileHints {
  /** Whether hints are heard now. */
  readonly live: StoreApi<{ live: boolean }> = createStore(() => ({ live: false }));
  readonly #clock: Clock;
  readonly #listeners = new Set<(changed: ChangedFiles) => void>();
  #waiting: Set<number> | 'all' = new Set();
  #stopGap: Stop | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hear(serialnos: readonly number[]): void {
    if (this.#waiting !== 'all') for (const serialno of serialnos) this.#waiting.add(serialno);
    if (this.#waiting !== 'all' && this.#waiting.size > MOST_WAITING) this.#waiting = 'all';
    this.#tell();
  }

  /** The socket opened, or is away. What was told before it opened was missed. */
  setLive(live: boolean): void {
    if (live === this.live.getState().live) return;
    this.live.setState({ live });
    if (!live) return;
    this.#waiting = 'all';
    this.#tell();
  }

  subscribe(tell: (changed: ChangedFiles) => void): Stop {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  #tell(): void {
    if (this.#stopGap !== undefined || (this.#waiting !== 'all' && this.#waiting.size === 0)) return;
    const changed = this.#waiting;
    this.#waiting = new Set();
    this.#stopGap = this.#clock.after(GAP_MS, () => {
      this.#stopGap = undefined;
      this.#tell();
    });
    for (const tell of this.#listeners) tell(changed);
  }
}

export const fileHints = new FileHints(systemClock);

/** Whether changes of files are heard of by themselves now. */
export const useFilesLive = (): boolean => useStore(fileHints.live, ({ live }) => live);
