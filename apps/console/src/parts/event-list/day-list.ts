// The events of the day as a console keeps them: all of them first, then what changed, every ten seconds; a new day begins with none. What is
// asked for is decided here; who asks is given. Outside React.
import { MAX_EVENTS_OF_DAY, type ListedEvent } from '@outrider/contract';
import { type Clock, dayStart, type Stop } from '../../lib/time.ts';

const REFRESH_MS = 10_000;

export type DayQuestion = { afterTime: number; afterUpdatetime?: number };
export type DayState = {
  readonly events: readonly ListedEvent[];
  /** The first answer of the day came. */
  readonly loaded: boolean;
  /** The first answer was cut: earlier events of the day are missing. */
  readonly cut: boolean;
  /** When the newest change happened, UTC ms; undefined before there is one. */
  readonly updatedMs: number | undefined;
  readonly error: Error | undefined;
};
type Kit = {
  clock: Clock;
  ask: (question: DayQuestion, signal: AbortSignal) => Promise<readonly ListedEvent[]>;
  /** A failure that is only told on the screen. */
  failed?: (error: unknown) => void;
};

const EMPTY: DayState = { events: [], loaded: false, cut: false, updatedMs: undefined, error: undefined };
const SECOND_MS = 1000;

export class DayList {
  readonly #kit: Kit;
  readonly #listeners = new Set<() => void>();
  #byNumber = new Map<number, ListedEvent>();
  #state: DayState = EMPTY;
  #dayMs = 0;
  #asking: AbortController | undefined;
  #stop: Stop = () => {};

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  get state(): DayState {
    return this.#state;
  }

  readonly subscribe = (tell: () => void): Stop => {
    this.#listeners.add(tell);
    return () => void this.#listeners.delete(tell);
  };

  /** Until the stop that it gives. */
  start(): Stop {
    this.#stop = this.#kit.clock.every(REFRESH_MS, () => this.refresh());
    this.refresh();
    return () => {
      this.#stop();
      this.#asking?.abort();
      this.#asking = undefined;
    };
  }

  /** One question at a time. */
  refresh(): void {
    if (this.#asking !== undefined) return;
    const dayMs = dayStart(this.#kit.clock.now());
    if (dayMs !== this.#dayMs) this.#begin(dayMs);
    const asking = new AbortController();
    this.#asking = asking;
    const { updatedMs, loaded } = this.#state;
    // Only seconds that are over are answered: what happens in this one or later comes with the next question.
    const since = updatedMs === undefined ? 0 : updatedMs + SECOND_MS;
    const question = { afterTime: dayMs, ...(loaded && { afterUpdatetime: since }) };
    this.#kit
      .ask(question, asking.signal)
      .then(
        (events) => this.#take(events, asking),
        (error: unknown) => this.#fail(error, asking),
      )
      .finally(() => {
        if (this.#asking === asking) this.#asking = undefined;
      });
  }

  /** What an answer to a change of one event says of it. It moves no time: what others change meanwhile is still to come. */
  patch(serialno: number, fields: Partial<ListedEvent>): void {
    const before = this.#byNumber.get(serialno);
    if (before === undefined) return;
    this.#byNumber.set(serialno, { ...before, ...fields });
    this.#tell({ events: [...this.#byNumber.values()] });
  }

  #begin(dayMs: number): void {
    this.#dayMs = dayMs;
    this.#byNumber = new Map();
    this.#tell(EMPTY);
  }

  #take(events: readonly ListedEvent[], asking: AbortController): void {
    if (asking.signal.aborted) return;
    const isFirst = !this.#state.loaded;
    for (const event of events) this.#byNumber.set(event.serialno, event);
    const newestMs = events.reduce((newest, { updatetime }) => Math.max(newest, updatetime), 0);
    const before = this.#state.updatedMs ?? 0;
    this.#tell({
      loaded: true,
      error: undefined,
      ...(isFirst && { cut: events.length >= MAX_EVENTS_OF_DAY }),
      ...(events.length > 0 && { events: [...this.#byNumber.values()] }),
      ...(newestMs > before && { updatedMs: newestMs }),
    });
  }

  #fail(error: unknown, asking: AbortController): void {
    if (asking.signal.aborted) return;
    this.#kit.failed?.(error);
    this.#tell({ error: error instanceof Error ? error : new Error(String(error)) });
  }

  #tell(changes: Partial<DayState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const tell of this.#listeners) tell();
  }
}
