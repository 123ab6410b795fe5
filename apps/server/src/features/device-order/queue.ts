// The queue of orders: rows of a table, sent one by one to each device that is there, again until it has answered, for as long as their
// kind says. What one try means is outcome.ts. Beside the table only counts are in memory: 10,000 orders that wait cost nothing.
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError, deviceOffline, NeverSentError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurnByKey } from '../../kernel/work/in-turn.ts';
import type { Asked, Asking, OrderDesk } from './desk.ts';
import type { OrderKind } from './kind.ts';
import { mergedWith, together } from './merging.ts';
import { OpenOrders } from './open-orders.ts';
import { resultOf, type Tried, verdictOf } from './outcome.ts';
import { OwedWrites } from './owed-writes.ts';
import type { DeviceOrderStore, OrderEnd, StoredOrder } from './store.ts';

export type OrderQueueKit = {
  store: DeviceOrderStore;
  links: LinkRegistry;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** What was written outlasts a power cut. */
  synced: () => Promise<void>;
};

/** The asker of an order hears of it within this: clients wait for 20 seconds. */
export const PATIENCE_MS = 15_000;
/** For what becomes due with time alone. */
const LOOK_MS = 10_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const EXPIRE_AT_ONCE = 100;
/** A replaced order may be sent in the moment in which it is replaced. */
const REPLACE_TRIES = 3;

const TOO_OLD: OrderEnd = { state: 'expired', outcome: 'too-old', message: 'The device was away for too long' };
const UNKNOWN: OrderEnd = { state: 'expired', outcome: 'unknown', message: 'The server stopped before the answer' };
const NO_KIND: OrderEnd = { state: 'expired', outcome: 'unknown', message: 'This server does not know the order' };

type AnyKind = OrderKind<unknown>;

export class OrderQueue {
  readonly #kit: OrderQueueKit;
  readonly #kinds = new Map<string, AnyKind>();
  readonly #open: OpenOrders;
  readonly #turns = new InTurnByKey<number>();
  readonly #changes = new InTurnByKey<number>();
  /** Devices that are to be looked at in their turn. */
  readonly #due = new Set<number>();
  /** Devices that did not answer, on the steady clock. */
  readonly #pauses = new Map<number, { tries: number; untilMs: number }>();
  readonly #owed = new OwedWrites();
  /** Devices whose orders could not be read or written: looked at again, whatever they say. */
  readonly #stuck = new Set<number>();
  readonly #askers = new Map<number, () => void>();
  /** Orders that were sent and have not told their device anything yet; true: cancelled meanwhile. */
  readonly #asking = new Map<number, boolean>();
  readonly #working = new Set<Promise<void>>();
  readonly #endings: (() => void)[] = [];
  readonly #counters = { done: 0, refused: 0, expired: 0, cancelled: 0 };
  readonly #closing = Promise.withResolvers<null>();
  #looking: Promise<void> | null = null;
  #closed = false;

  private constructor(kit: OrderQueueKit, open: OpenOrders) {
    this.#kit = kit;
    this.#open = open;
    const timer: Timer = kit.clock.every(LOOK_MS, () => this.#look());
    const unsubscribe = kit.bus.subscribe('link.online', ({ deviceKey }) => {
      this.#pauses.delete(deviceKey);
      this.#kick(deviceKey);
    });
    this.#endings.push(() => timer.cancel(), unsubscribe);
  }

  static async open(kit: OrderQueueKit): Promise<OrderQueue> {
    return new OrderQueue(kit, new OpenOrders(await kit.store.open()));
  }

  /** From now on orders of this kind are taken, and sent. */
  kind<P>(kind: OrderKind<P>): OrderDesk<P> {
    if (this.#kinds.has(kind.name)) throw new Error(`Two rooms have the kind of order ${kind.name}.`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its payloads are read by its own schema before it gets them
    this.#kinds.set(kind.name, kind as unknown as AnyKind);
    const { store } = this.#kit;
    return {
      ask: (asking) => this.#ask(kind, asking),
      put: (asking) => this.#put(kind, asking),
      putForSilent: async (asking) => {
        this.#pause(asking.device.deviceKey);
        const order = await this.#put(kind, asking);
        await this.#kit.synced();
        return order;
      },
      isSilent: (deviceKey) => (this.#pauses.get(deviceKey)?.untilMs ?? 0) > this.#kit.clock.monotonic(),
      ofBatch: (batchId) => store.ofBatch(batchId),
      leaveBatch: (batchId, deviceKeys) => store.leaveBatch(batchId, deviceKeys),
      countsOfBatches: async (batchIds) => (batchIds.length === 0 ? [] : store.countsOfBatches(batchIds)),
      cancel: (order, userName) => this.cancel(order, userName),
      tellMore: (orderId, before, message) => store.tellMore(orderId, kind.name, before, message),
      tellMoreOfAll: (before, message) => store.tellMore(null, kind.name, before, message),
      waiting: async (deviceKey) => {
        const rows = await this.#kit.store.waiting(deviceKey, kind.name);
        return rows.map(({ payload }) => kind.payload.parse(payload));
      },
    };
  }

  /**
   * What was sent when the server ended: again where that is harmless, else nobody will ever know. To be called when all kinds are there and
   * before devices are let in.
   */
  async resume(): Promise<void> {
    const { store, clock } = this.#kit;
    for (const order of await store.left()) {
      const kind = this.#kinds.get(order.kind);
      const { deviceKey } = order;
      const [nowMs, end] = [clock.now(), kind === undefined ? NO_KIND : UNKNOWN];
      const isAgain = kind?.again === true && order.kept;
      const write = (): Promise<void> =>
        isAgain ? this.#putBack(kind, order, UNKNOWN.message) : this.#end(order, end, nowMs);
      await this.#owed.write(deviceKey, write).catch((err: unknown) => this.#failed(deviceKey, err));
    }
  }

  /** False where it does not wait any more, and may have told its device something. */
  async cancel(order: StoredOrder, userName: string): Promise<boolean> {
    const { store, clock } = this.#kit;
    const end: OrderEnd = { state: 'cancelled', outcome: 'cancelled', message: `By ${userName}` };
    const isAsking = this.#asking.has(order.id);
    if (isAsking) this.#asking.set(order.id, true); // from here on it tells nothing
    const cancelled = await store.end(order.id, end, clock.now(), isAsking ? ['waiting', 'sent'] : ['waiting']);
    if (cancelled) this.#over(order, end);
    return cancelled;
  }

  async forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    await this.#kit.store.removeDevices(deviceKeys);
    for (const key of deviceKeys) {
      this.#open.forget(key);
      this.#pauses.delete(key);
      this.#owed.forget(key);
      this.#stuck.delete(key);
    }
  }

  metrics(): Record<string, number> {
    return {
      device_orders_open: this.#open.total,
      device_orders_done_total: this.#counters.done,
      device_orders_refused_total: this.#counters.refused,
      device_orders_expired_total: this.#counters.expired,
      device_orders_cancelled_total: this.#counters.cancelled,
      device_orders_too_many_total: this.#open.refused,
    };
  }

  /** Answers that are still to come are left to the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.resolve(null);
    for (const end of this.#endings.splice(0)) end();
    for (const told of this.#askers.values()) told();
    await this.#looking;
    await Promise.all(this.#working);
    await this.#owed.settleAll();
  }

  async #ask<P>(kind: OrderKind<P>, asking: Asking<P>): Promise<Asked> {
    const { device, kept } = asking;
    const { links, store, synced } = this.#kit;
    const isAway = links.get(device.deviceKey) === undefined;
    if (isAway && !kept) throw deviceOffline();
    const pause = this.#pauses.get(device.deviceKey);
    if (pause !== undefined) this.#pauses.set(device.deviceKey, { ...pause, untilMs: 0 }); // somebody waits
    const order = await this.#changes.run(device.deviceKey, () => this.#add(kind, asking));
    if (isAway) {
      await synced();
      this.#kick(device.deviceKey); // it may have come meanwhile
      return { result: '2', order };
    }
    await this.#heard(order);
    const now = (await store.find(order.id)) ?? order;
    if (now.kept && now.state === 'waiting') await synced();
    return { result: resultOf(now, links.get(device.deviceKey) === undefined), order: now };
  }

  async #put<P>(kind: OrderKind<P>, asking: Omit<Asking<P>, 'kept'>): Promise<StoredOrder> {
    const { deviceKey } = asking.device;
    const order = await this.#changes.run(deviceKey, () => this.#add(kind, { ...asking, kept: true }));
    this.#kick(deviceKey);
    return order;
  }

  async #add<P>(kind: OrderKind<P>, asking: Asking<P>): Promise<StoredOrder> {
    const { device, userName, batchId = 0 } = asking;
    const { store, clock } = this.#kit;
    for (let tries = 0; tries < REPLACE_TRIES; tries += 1) {
      const waiting = kind.merge === undefined ? [] : await store.waiting(device.deviceKey, kind.name);
      const { payload, kept, replaced } = mergedWith(kind, waiting, asking);
      this.#open.check(device.deviceKey, 1 - replaced.length);
      const askedMs = clock.now();
      const id = await store.add(
        {
          ...device,
          kind: kind.name,
          payload,
          detail: kind.detail(payload),
          userName,
          askedMs,
          kept,
          expiresMs: askedMs + kind.keptMs,
          batchId,
        },
        replaced.map((order) => order.id),
      );
      if (id === null) continue;
      const replacement: OrderEnd = { state: 'cancelled', outcome: 'replaced', message: '' };
      for (const order of replaced) this.#over(order, replacement);
      this.#open.add(device.deviceKey);
      const order = await store.find(id);
      if (order !== undefined) return order;
    }
    throw new AppError('conflict', 'Another order says the same thing right now. Try again.');
  }

  /** Resolves when the order was tried, or when its asker has waited for long enough. */
  #heard({ id, deviceKey }: StoredOrder): Promise<void> {
    return new Promise((resolve) => {
      const patience = this.#kit.clock.after(PATIENCE_MS, () => told());
      const told = (): void => {
        patience.cancel();
        this.#askers.delete(id);
        resolve();
      };
      this.#askers.set(id, told);
      this.#kick(deviceKey);
    });
  }

  /** Has the device looked at when its turn comes. */
  #kick(deviceKey: number): void {
    if (this.#closed || this.#due.has(deviceKey) || !this.#open.has(deviceKey)) return;
    this.#due.add(deviceKey);
    const work = this.#turns
      .run(deviceKey, async () => {
        this.#due.delete(deviceKey);
        await this.#owed.settle(deviceKey);
        await this.#deliver(deviceKey);
        this.#stuck.delete(deviceKey);
      })
      .catch((err: unknown) => this.#failed(deviceKey, err))
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** Said once until it works again. */
  #failed(deviceKey: number, err: unknown): void {
    if (!this.#stuck.has(deviceKey)) this.#kit.log.error('orders of a device not delivered', { deviceKey, err });
    this.#stuck.add(deviceKey);
  }

  /** Sends what waits for the device, oldest first, until there is no more or it does not answer. */
  async #deliver(deviceKey: number): Promise<void> {
    const { store, clock } = this.#kit;
    const isReady = (): boolean =>
      (this.#pauses.get(deviceKey)?.untilMs ?? 0) <= clock.monotonic() && this.#kit.links.get(deviceKey) !== undefined;
    while (!this.#closed && isReady()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const order = await store.next(deviceKey);
      if (order === undefined) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#try(order);
    }
    if (!this.#closed && this.#open.has(deviceKey)) await this.#leave(deviceKey);
  }

  /** The device is away or silent: who asked for what waits now has heard enough, and what is not kept waits for nobody. */
  async #leave(deviceKey: number): Promise<void> {
    const { store, links } = this.#kit;
    const away: OrderEnd = { state: 'expired', outcome: 'device_offline', message: deviceOffline().message };
    const silent: OrderEnd = { state: 'expired', outcome: 'device_timeout', message: 'The device did not answer' };
    const end = links.get(deviceKey) === undefined ? away : silent;
    for (const order of await store.waitingOf(deviceKey)) {
      // oxlint-disable-next-line no-await-in-loop -- few, and one connection
      if (!order.kept) await this.#end(order, end, this.#kit.clock.now());
      this.#askers.get(order.id)?.();
    }
  }

  async #try(order: StoredOrder): Promise<void> {
    const { store, clock, links, log } = this.#kit;
    const kind = this.#kinds.get(order.kind);
    if (kind === undefined) return this.#end(order, NO_KIND, clock.now());
    if (order.expiresMs <= clock.now()) return this.#end(order, TOO_OLD, clock.now());
    if (!(await store.take(order.id, clock.now()))) return; // cancelled or replaced
    const answered = this.#send(kind, links.get(order.deviceKey), order).then(
      (ok): Tried => ({ ok }),
      (error: unknown): Tried => ({ error }),
    );
    const tried = await Promise.race([answered, this.#closing.promise]);
    if (tried === null) return; // nothing was heard of it: the next start decides
    const verdict = verdictOf(kind, order, tried);
    if (verdict.kind === 'again') {
      if (verdict.pause) this.#pause(order.deviceKey);
      await this.#owed.write(order.deviceKey, () => this.#putBack(kind, order, verdict.message));
      this.#askers.get(order.id)?.();
      return;
    }
    if (verdict.broken && 'error' in tried)
      log.error('order broke', { id: order.id, kind: kind.name, err: tried.error });
    if ('ok' in tried) this.#pauses.delete(order.deviceKey);
    const endedMs = clock.now();
    await this.#owed.write(order.deviceKey, () => this.#end(order, verdict.end, endedMs));
    const { id, deviceId } = order;
    log.info('order over', { id, deviceId, kind: kind.name, state: verdict.end.state, outcome: verdict.end.outcome });
  }

  /** It waits again, or is what a newer one says that came while it was under way. */
  #putBack(kind: AnyKind, order: StoredOrder, message: string): Promise<void> {
    const { store, clock } = this.#kit;
    return this.#changes.run(order.deviceKey, async () => {
      const newer = kind.merge === undefined ? [] : await store.waiting(order.deviceKey, kind.name);
      for (const { id, payload, kept } of newer) {
        const older = { payload: kind.payload.parse(order.payload), kept: order.kept };
        const whole = together(kind, older, { payload: kind.payload.parse(payload), kept });
        if (whole === undefined) continue;
        const said = { id, payload: whole, detail: kind.detail(whole), kept: kept || order.kept };
        // oxlint-disable-next-line no-await-in-loop -- the first one that will do ends it
        if (!(await store.fold(order.id, said, clock.now()))) continue;
        this.#over(order, { state: 'cancelled', outcome: 'replaced', message: '' });
        return;
      }
      await store.putBack(order.id, message);
    });
  }

  async #send(kind: AnyKind, link: DeviceLink | undefined, order: StoredOrder): Promise<string> {
    if (link === undefined) throw new NeverSentError();
    const read = kind.payload.safeParse(order.payload);
    if (!read.success) throw new AppError('invalid', 'The stored order cannot be read');
    if (kind.asksFirst === true) this.#asking.set(order.id, false);
    const begin = (): void => {
      if (this.#asking.get(order.id) === true) throw new AppError('conflict', 'The order was cancelled.');
      this.#asking.delete(order.id);
    };
    try {
      return await kind.send(link, read.data, begin, order.id);
    } finally {
      this.#asking.delete(order.id);
    }
  }

  #pause(deviceKey: number): void {
    const tries = (this.#pauses.get(deviceKey)?.tries ?? -1) + 1;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
    this.#pauses.set(deviceKey, { tries, untilMs: this.#kit.clock.monotonic() + pauseMs });
  }

  async #end(order: StoredOrder, end: OrderEnd, nowMs: number): Promise<void> {
    if (await this.#kit.store.end(order.id, end, nowMs)) this.#over(order, end);
  }

  #over({ id, deviceKey, kind: name, payload }: StoredOrder, end: OrderEnd): void {
    this.#counters[end.state] += 1;
    const kind = this.#kinds.get(name);
    const read = kind?.over === undefined ? undefined : kind.payload.safeParse(payload);
    if (read?.success === true) kind?.over?.(read.data, end, id);
    this.#open.remove(deviceKey);
    this.#askers.get(id)?.();
  }

  /** Ends what became too old, and asks devices again whose pause is over or whose orders could not be written. */
  #look(): void {
    if (this.#open.total === 0) return;
    this.#looking ??= this.#expire()
      .catch((err: unknown) => this.#kit.log.error('old orders not ended', { err }))
      .finally(() => (this.#looking = null));
    for (const deviceKey of this.#stuck)
      if (this.#open.has(deviceKey)) this.#kick(deviceKey);
      else this.#stuck.delete(deviceKey);
    const now = this.#kit.clock.monotonic();
    for (const [deviceKey, { untilMs }] of this.#pauses) {
      if (!this.#open.has(deviceKey)) this.#pauses.delete(deviceKey);
      else if (untilMs <= now) this.#kick(deviceKey);
    }
  }

  async #expire(): Promise<void> {
    const { store, clock } = this.#kit;
    for (const order of await store.expired(clock.now(), EXPIRE_AT_ONCE)) await this.#end(order, TOO_OLD, clock.now());
  }
}
