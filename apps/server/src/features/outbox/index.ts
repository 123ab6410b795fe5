// The outbox: what goes to others over the network is stored first, then delivered, again after a failure, also after a restart. One at a
// time for each lane and in its order: a receiver that is away holds its whole lane, one that does not take this very thing holds nothing
// else. How a kind is delivered is the matter of the room that has it.
import type { z } from 'zod';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { NotTakenError, RefusedForGoodError } from './failures.ts';
import { type NewFile, OutboxFolder } from './folder.ts';
import { nextTry } from './next-try.ts';
import { type Delivery, type NewDelivery, type OutboxStore, createOutboxStore } from './store.ts';

export { NotTakenError, RefusedForGoodError, assertTaken } from './failures.ts';

export type SentFile = { name: string; type: string; path: string };
export type OutboxKind<P> = {
  schema: z.ZodType<P>;
  /**
   * Rejects with the reason when it was not taken: RefusedForGoodError, NotTakenError for this one alone, anything else where the receiver
   * takes nothing now, so that its lane waits. `id` is the same in each try. Must heed the signal.
   */
  send: (payload: P, context: { id: number; files: SentFile[]; signal: AbortSignal }) => Promise<void>;
};
type Outgoing<P> = { lane: string; payload: P; files?: readonly NewFile[] };
export type Desk<P> = {
  /**
   * Resolves when it is on the disk. Throws AppError `limit_reached` where too much waits already. `within`: a transaction of the caller's,
   * without files; then `kick` after it.
   */
  add(outgoing: readonly Outgoing<P>[], within?: Database): Promise<void>;
  /** What waits for another try is tried at once: what kept it waiting may be over. */
  wake(): Promise<void>;
};

const MAX_WAITING = 5000;
/** A receiver that is away leaves room for what goes to others. */
const MAX_IN_LANE = 1000;
const MAX_BYTES = 500 * 1024 * 1024;
const LANES_AT_ONCE = 8;
const LOOK_MS = 5000;
/** What is being delivered when the server stops has so long to end. */
const GRACE_MS = 3000;
/** While nothing can be kept, a lane is tried that often. */
const HELD_MS = 60_000;
const MAX_TROUBLE = 500;

/** What came of a try. 'stopped': nothing that counts. */
type Ended = 'delivered' | 'stopped' | { error: unknown };

export type OutboxKit = {
  db: Database;
  clock: Clock;
  log: Log;
  dataFolder: string;
  synced: () => Promise<void>;
};
export type Outbox = Awaited<ReturnType<typeof outboxFeature>>;

class Deliveries {
  readonly #kit: OutboxKit;
  readonly #store;
  readonly #folder;
  readonly #kinds = new Map<string, OutboxKind<unknown>>();
  readonly #busy = new Map<string, Promise<void>>();
  /** By lane, until when nothing is tried because what came of the last try could not be kept. Monotonic ms. */
  readonly #held = new Map<string, number>();
  /** What came of tries where that could not be kept yet: they are not tried again before it is. */
  readonly #unkept = new Map<number, Ended>();
  readonly #stop = new AbortController();
  readonly counts = { delivered: 0, failed: 0, givenUp: 0, refused: 0 };
  #looking = false;
  #again = false;
  /** From `start` to `close`. */
  #open = false;

  constructor(kit: OutboxKit, store: OutboxStore, folder: OutboxFolder) {
    this.#kit = kit;
    this.#store = store;
    this.#folder = folder;
  }

  start(): void {
    this.#open = true;
    void this.look();
  }

  addKind(name: string, kind: OutboxKind<unknown>): void {
    this.#kinds.set(name, kind);
  }

  /** Starts what is due. Never rejects. */
  async look(): Promise<void> {
    this.#again = true;
    if (!this.#open || this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again && this.#open) {
        this.#again = false;
        const due = await this.#store.due(this.#kit.clock.now(), [...this.#busy.keys(), ...this.#heldNow()]);
        for (const delivery of due) this.#start(delivery);
      }
    } catch (err) {
      this.#kit.log.error('outbox not read', { err });
    }
    this.#looking = false;
  }

  #heldNow(): string[] {
    const nowMs = this.#kit.clock.monotonic();
    for (const [lane, untilMs] of this.#held) if (untilMs <= nowMs) this.#held.delete(lane);
    return [...this.#held.keys()];
  }

  #start(delivery: Delivery): void {
    if (!this.#open || this.#busy.size >= LANES_AT_ONCE || this.#busy.has(delivery.lane)) return;
    const work = this.#deliver(delivery).finally(() => {
      this.#busy.delete(delivery.lane);
      void this.look();
    });
    this.#busy.set(delivery.lane, work);
  }

  /** Never rejects. */
  async #deliver(delivery: Delivery): Promise<void> {
    try {
      await this.#tryOnce(delivery);
    } catch (err) {
      this.#held.set(delivery.lane, this.#kit.clock.monotonic() + HELD_MS);
      this.#kit.log.error('the end of a delivery not kept', { delivery: delivery.id, err });
    }
  }

  async #tryOnce(delivery: Delivery): Promise<void> {
    const ended = this.#unkept.get(delivery.id) ?? (await this.#send(delivery));
    if (ended === 'stopped') return; // left to the next start
    this.#unkept.set(delivery.id, ended);
    if (ended === 'delivered') {
      await this.#remove(delivery);
      this.counts.delivered += 1;
    } else await this.#failed(delivery, ended.error);
    this.#unkept.delete(delivery.id);
  }

  async #send({ id, kind, payload, files }: Delivery): Promise<Ended> {
    try {
      const known = this.#kinds.get(kind);
      const read = known?.schema.safeParse(payload);
      if (known === undefined || read?.success !== true) throw new RefusedForGoodError(`nothing delivers this ${kind}`);
      const own = files.map((file) => ({ ...file, path: this.#folder.pathOf(file.path) }));
      await known.send(read.data, { id, files: own, signal: this.#stop.signal });
      return 'delivered';
    } catch (error) {
      const isAnswer = error instanceof NotTakenError || error instanceof RefusedForGoodError;
      return this.#stop.signal.aborted && !isAnswer ? 'stopped' : { error };
    }
  }

  async #failed(delivery: Delivery, error: unknown): Promise<void> {
    const { log, clock } = this.#kit;
    const trouble = errorText(error).slice(0, MAX_TROUBLE);
    const tries = delivery.tries + 1;
    const nextTryMs =
      error instanceof RefusedForGoodError ? null : nextTry({ createdMs: delivery.createdMs, tries }, clock.now());
    if (nextTryMs !== null) {
      const [holdsLane, payload] = error instanceof NotTakenError ? [false, error.left] : [true, undefined];
      await this.#store.postpone(delivery.id, { tries, nextTryMs, trouble, holdsLane, payload });
      this.counts.failed += 1;
      return;
    }
    await this.#remove(delivery);
    this.counts.givenUp += 1;
    log.warn('a delivery is given up', { delivery: delivery.id, kind: delivery.kind, tries, trouble });
  }

  async #remove({ id, files }: Delivery): Promise<void> {
    await this.#store.remove(id);
    await this.#folder.remove(files.map(({ path }) => path));
  }

  /** Resolves when nothing is on its way any more. */
  async close(): Promise<void> {
    this.#open = false;
    const grace = this.#kit.clock.after(GRACE_MS, () => this.#stop.abort(new Error('the server stops')));
    await Promise.all(this.#busy.values());
    grace.cancel();
  }
}

/** Throws AppError `limit_reached` where so much more is too much. */
const roomFor = async (store: OutboxStore, lanes: readonly string[], bytes: number): Promise<void> => {
  const waiting = await store.size();
  const inLanes = await store.waitingIn([...new Set(lanes)]);
  for (const lane of lanes) inLanes.set(lane, (inLanes.get(lane) ?? 0) + 1);
  const isLaneFull = [...inLanes.values()].some((count) => count > MAX_IN_LANE);
  if (isLaneFull || waiting.count + lanes.length > MAX_WAITING || waiting.bytes + bytes > MAX_BYTES)
    throw new AppError('limit_reached', 'Too many messages wait to be delivered.');
};

type Keeping = Pick<OutboxKit, 'clock' | 'log'> & { store: OutboxStore; folder: OutboxFolder; into: OutboxStore };

/** Those that no row names: of a database whose answer was lost the rows may be there. */
const removeUnnamed = async ({ log, store, folder }: Keeping, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return;
  try {
    const named = new Set(await store.files());
    await folder.remove(paths.filter((path) => !named.has(path)));
  } catch (err) {
    log.warn('files of what could not be stored not removed', { err });
  }
};

/** The files, then the rows that name them. Of what could not be stored nothing stays on the disk. */
const keepAll = async (kit: Keeping, kind: string, outgoing: readonly Outgoing<unknown>[]): Promise<void> => {
  const nowMs = kit.clock.now();
  const rows: NewDelivery[] = [];
  try {
    for (const { lane, payload, files = [] } of outgoing) {
      // oxlint-disable-next-line no-await-in-loop -- a few files of one mail
      const kept = await kit.folder.keep(files);
      const size = files.reduce((sum, { data }) => sum + data.byteLength, 0);
      rows.push({ kind, lane, payload, files: kept, bytes: size, createdMs: nowMs, nextTryMs: nowMs });
    }
    await kit.into.add(rows);
  } catch (error) {
    await removeUnnamed(
      kit,
      rows.flatMap(({ files }) => files.map(({ path }) => path)),
    );
    throw error;
  }
};

export const outboxFeature = async (kit: OutboxKit) => {
  const { clock, db, synced } = kit;
  const store = createOutboxStore(db);
  const folder = new OutboxFolder(kit.dataFolder);
  const deliveries = new Deliveries(kit, store, folder);
  await folder.keepOnly(await store.files());
  let timer: Timer | undefined;
  const add = async (kind: string, outgoing: readonly Outgoing<unknown>[], within?: Database): Promise<void> => {
    const bytes = outgoing.flatMap(({ files = [] }) => files).reduce((sum, { data }) => sum + data.byteLength, 0);
    const into = within === undefined ? store : createOutboxStore(within);
    const lanes = outgoing.map(({ lane }) => lane);
    await roomFor(into, lanes, bytes).catch((error: unknown) => {
      deliveries.counts.refused += outgoing.length;
      throw error;
    });
    await keepAll({ ...kit, store, folder, into }, kind, outgoing);
    if (within !== undefined) return;
    await synced();
    void deliveries.look();
  };
  return {
    /** Before `start`. */
    kind<P>(name: string, kind: OutboxKind<P>): Desk<P> {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is sent is what its own schema read
      deliveries.addKind(name, kind as OutboxKind<unknown>);
      return {
        add: (outgoing, within) => add(name, outgoing, within),
        async wake() {
          await store.wake(name, clock.now());
          void deliveries.look();
        },
      };
    },
    /** Delivers what is due, from here on by itself. After all kinds are there. */
    start(): void {
      timer = clock.every(LOOK_MS, () => void deliveries.look());
      deliveries.start();
    },
    /** Looks at once for what was added within a transaction. */
    kick: (): void => void deliveries.look(),
    size: () => store.size(),
    metrics: () => ({
      outbox_delivered_total: deliveries.counts.delivered,
      outbox_failed_tries_total: deliveries.counts.failed,
      outbox_given_up_total: deliveries.counts.givenUp,
      outbox_refused_total: deliveries.counts.refused,
    }),
    async close() {
      timer?.cancel();
      await deliveries.close();
    },
  };
};
