// Keeps what the list shows of the files of events as the tables of files say it: after each hint that they changed, and at the start for
// what a kill may have cut off. Which files there are, and how far asking for them is, is asked of other rooms.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_CLIP_CHANNEL, MAX_SNAP_CHANNEL } from '@outrider/contract';
import type { Clock, Timer } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { InTurn } from '../../../kernel/work/in-turn.ts';
import type { EventListStore, Fetched } from './store.ts';

export type EventFile = { eventSerial: number | null; kind: string; channel: number };
export type FetchedSource = {
  filesOf(serials: readonly number[]): Promise<EventFile[]>;
  requestsOf(serials: readonly number[]): Promise<{ serialno: number; state: string; tries: number }[]>;
};

export type FollowerKit = {
  clock: Clock;
  log: Log;
  store: Pick<EventListStore, 'setFetched' | 'withFilesBelow' | 'byId'>;
  /** The camera of a file that names none: what an alarm of the driver is about. */
  cameraOf: (deviceKey: number, code: number) => number;
};

const AT_ONCE = 50;
/** Looked at again at the start. */
const RECENT = 5000;
/** More are looked at only with their next hint. */
const MOST_WAITING = 20_000;
/** What could not be looked at or stored is looked at again after that. */
const AGAIN_MS = 10_000;

const bit = (channel: number, most: number): number => (channel >= 1 && channel <= most ? 2 ** (channel - 1) : 0);

/** `camera`: of files without a channel. Pure. */
const masksOf = (files: readonly EventFile[], camera: number): Pick<Fetched, 'snap' | 'download'> => {
  let [snap, download] = [0, 0];
  for (const { kind, channel } of files) {
    const of = channel === 0 ? camera : channel;
    if (kind === 'photo') snap |= bit(of, MAX_SNAP_CHANNEL);
    if (kind === 'video') download |= bit(of, MAX_CLIP_CHANNEL);
  }
  return { snap, download };
};

export class FetchedFollower {
  readonly #kit: FollowerKit;
  readonly #work = new InTurn();
  #source: FetchedSource | undefined;
  readonly #waiting = new Set<number>();
  /** A look at what waits is to come. */
  #isPlanned = false;
  /** What a kill may have cut off was looked for. */
  #hasLookedBack = false;
  #again: Timer | null = null;
  #closed = false;

  constructor(kit: FollowerKit) {
    this.#kit = kit;
  }

  /** From now on. */
  use(source: FetchedSource): void {
    this.#source = source;
    this.#plan();
  }

  /** Something of this event's files changed. */
  look(serialno: number): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.add(serialno);
    this.#plan();
  }

  /** Resolves when what was hinted at by now is stored, or could not be. */
  settled(): Promise<void> {
    return this.#work.idle();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#again?.cancel();
    await this.#work.idle();
  }

  #plan(): void {
    if (this.#closed || this.#isPlanned) return;
    this.#isPlanned = true;
    void this.#work.attempt(
      async () => {
        this.#isPlanned = false;
        if (this.#source === undefined) return;
        await this.#takeWaiting();
        if (!this.#hasLookedBack) await this.#lookBack();
      },
      (err) => this.#failed(err),
    );
  }

  #failed(err: unknown): void {
    if (this.#closed || this.#again !== null) return; // it was said, and the next try is planned
    this.#kit.log.error('files of events not listed, tried again', { err });
    this.#again = this.#kit.clock.after(AGAIN_MS, () => {
      this.#again = null;
      this.#plan();
    });
  }

  async #takeWaiting(): Promise<void> {
    const serials = [...this.#waiting];
    this.#waiting.clear();
    for (let at = 0; at < serials.length && !this.#closed; at += AT_ONCE) {
      await this.#takeOrKeep(serials.slice(at, at + AT_ONCE));
      await nextTurn();
    }
  }

  async #lookBack(): Promise<void> {
    let below = Number.MAX_SAFE_INTEGER;
    for (let seen = 0; seen < RECENT && !this.#closed; seen += AT_ONCE) {
      const serials = await this.#kit.store.withFilesBelow(below, AT_ONCE);
      await this.#takeOrKeep(serials);
      if (serials.length < AT_ONCE) break;
      below = serials.at(-1) ?? 0;
      await nextTurn();
    }
    this.#hasLookedBack = true;
  }

  /** Where they cannot be taken they wait again: nothing else would say that they have changed. */
  async #takeOrKeep(serials: readonly number[]): Promise<void> {
    try {
      await this.#take(serials);
    } catch (error) {
      for (const serialno of serials) this.#waiting.add(serialno);
      this.#failed(error);
    }
  }

  async #take(serials: readonly number[]): Promise<void> {
    if (this.#source === undefined || serials.length === 0) return;
    const files = Map.groupBy(await this.#source.filesOf(serials), ({ eventSerial }) => eventSerial);
    const requests = new Map((await this.#source.requestsOf(serials)).map((request) => [request.serialno, request]));
    const all = new Map<number, Fetched>();
    for (const serialno of serials) {
      const event = await this.#kit.store.byId(serialno);
      if (event === undefined || event.origin?.startsWith(CUSTOM) === true) continue; // those follow their task
      const request = requests.get(serialno);
      const masks = masksOf(files.get(serialno) ?? [], this.#kit.cameraOf(event.deviceKey, event.code));
      const isWhole = request === undefined ? masks.snap + masks.download > 0 : request.state === 'done';
      all.set(serialno, { ...masks, completed: isWhole, tries: request?.tries ?? 0 });
    }
    await this.#kit.store.setFetched(all);
  }
}

/** The origin of events that stand for footage asked for by hand begins with it; the task's number follows. */
export const CUSTOM = 'custom.';
