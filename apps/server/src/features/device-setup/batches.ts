// Parameters for many devices: their orders are written one after the other, beside whatever else the server does, and by the next start where
// this one ends, also those of devices that are told again. What came of each is its order; nothing is sent twice because of that.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BatchCounts,
  type BatchDevice,
  MAX_BATCHES,
  type OrderState,
  orderStates,
  type ParameterBatch,
  type ParameterValues,
} from '@outrider/contract';
import type { Caller, SeenDevice } from '../../kernel/access/access.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { BatchCount, OrderDesk, StoredOrder } from '../device-order/index.ts';
import type { BatchMember, BatchStore, BatchTrouble, StoredBatch } from './store/batches.ts';
import { type ParameterOrder, signed } from './parameter-kind.ts';

export type BatchKit = {
  store: BatchStore;
  desk: Pick<OrderDesk<ParameterOrder>, 'put' | 'ofBatch' | 'leaveBatch' | 'countsOfBatches' | 'cancel'>;
  clock: Clock;
  log: Log;
  /** What was written outlasts a power cut. */
  synced: () => Promise<void>;
};
/** Of a batch and the devices of it that the caller may see. */
export type BatchSight = { caller: Caller; sees: (deviceKey: number) => boolean };

/** Between one device and the next: a thousand told at once would hold up cameras and everything else that is asked meanwhile. */
const PAUSE_MS = 10;
/** Orders that are taken back in one turn of the event loop. */
const CANCELLED_AT_ONCE = 20;
/** A batch that the database did not take to its end is gone on with after so long. */
const AGAIN_MS = 60_000;

const gone = (): AppError => new AppError('not_found', 'There is no such batch.');
const nothingCame = ({ state }: StoredOrder): boolean =>
  state === 'refused' || state === 'expired' || state === 'cancelled';

export class ParameterBatches {
  readonly #kit: BatchKit;
  /** One batch is written after the other. */
  readonly #writers = new InTurn();
  /** One order of it, or one change of a batch, after the other: who cancels does not wait for thousands. */
  readonly #turns = new InTurn();
  readonly #working = new Set<Promise<void>>();
  /** Batches that were cancelled while they were written: that writer writes no further order. */
  readonly #ending = new Set<number>();
  /** By batch: those that are gone on with later. */
  readonly #later = new Map<number, Timer>();
  /** Ends the pause of the writer. */
  #wake: () => void = () => undefined;
  #closed = false;

  constructor(kit: BatchKit) {
    this.#kit = kit;
  }

  /** Goes on with what a server that ended did not finish. After orders can be given. */
  async resume(): Promise<void> {
    for (const batch of await this.#kit.store.unwritten()) this.#write(batch);
  }

  async add(
    { userId, userName }: Caller,
    { sheet, memo }: { sheet: ParameterValues; memo: string },
    devices: readonly Pick<SeenDevice, 'deviceKey' | 'deviceId'>[],
  ): Promise<number> {
    const { store, clock, synced } = this.#kit;
    const chosen = [...new Map(devices.map((device) => [device.deviceKey, device])).values()];
    const batch = { memo, sheet, userId, userName, askedMs: clock.now() };
    const id = await store.add(batch, chosen);
    await synced();
    this.#write({ ...batch, id, written: false });
    return id;
  }

  /** Throws `not_found`, also for what the caller may not know of. */
  async find(caller: Caller, id: number): Promise<StoredBatch> {
    const batch = await this.#kit.store.find(id);
    if (batch === undefined || (caller.level !== 0 && batch.userId !== caller.userId)) throw gone();
    return batch;
  }

  async list(caller: Caller): Promise<ParameterBatch[]> {
    const { store, desk } = this.#kit;
    const batches = await store.list(MAX_BATCHES, caller.level === 0 ? undefined : caller.userId);
    const ids = batches.map(({ id }) => id);
    const sizes = new Map((await store.sizes(ids)).map(({ batchId, count }) => [batchId, count]));
    const standing = [...(await desk.countsOfBatches(ids)), ...(await store.troubles(ids)).map(inState)];
    const counts = Map.groupBy(standing, ({ batchId }) => batchId);
    return batches.map(({ id, memo, sheet, userName, askedMs }) => {
      const devices = sizes.get(id) ?? 0;
      const all = countsOf(devices, counts.get(id) ?? []);
      return { batchid: id, memo, deviceParams: sheet, username: userName, time: askedMs, devices, counts: all };
    });
  }

  async devices({ caller, sees }: BatchSight, id: number): Promise<BatchDevice[]> {
    const { store, desk } = this.#kit;
    await this.find(caller, id);
    const orders = new Map((await desk.ofBatch(id)).map((order) => [order.deviceKey, order]));
    const members = (await store.members(id)).filter(({ deviceKey }) => sees(deviceKey));
    return members.map((member) => rowOf(member, orders.get(member.deviceKey)));
  }

  /** What waits is not sent; gives how many. */
  async cancel({ caller, sees }: BatchSight, id: number): Promise<number> {
    const { store, desk } = this.#kit;
    const batch = await this.find(caller, id);
    return this.#turns.run(async () => {
      this.#ending.add(id);
      const orders = await desk.ofBatch(id);
      const due = await this.#due(id, orders);
      const own = due.filter(({ deviceKey }) => sees(deviceKey));
      const keys = own.map(({ deviceKey }) => deviceKey);
      await store.setTrouble(id, keys, 'cancelled');
      const open = orders.filter(({ state }) => state === 'waiting' || state === 'sent');
      const cancelled = await this.#cancelAll(
        open.filter(({ deviceKey }) => sees(deviceKey)),
        caller.userName,
      );
      // The others are not his to take back.
      if (due.length > own.length) this.#write(batch);
      else await store.setWritten(id, true);
      return own.length + cancelled;
    });
  }

  /** Gives how many were. What is sent meanwhile is not taken back. */
  async #cancelAll(orders: readonly StoredOrder[], userName: string): Promise<number> {
    let count = 0;
    for (const [i, order] of orders.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      if (await this.#kit.desk.cancel(order, userName)) count += 1;
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (i % CANCELLED_AT_ONCE === CANCELLED_AT_ONCE - 1) await nextTurn();
    }
    return count;
  }

  /** Has those told again of which nothing came, one after the other as at first; gives how many. */
  async retry({ caller, sees }: BatchSight, id: number): Promise<number> {
    const { store, desk, synced } = this.#kit;
    const batch = await this.find(caller, id);
    return this.#turns.run(async () => {
      const orders = new Map((await desk.ofBatch(id)).map((order) => [order.deviceKey, order]));
      const again = (await store.members(id)).filter(({ deviceKey, trouble }) => {
        const order = orders.get(deviceKey);
        return sees(deviceKey) && (order === undefined ? batch.written || trouble !== '' : nothingCame(order));
      });
      if (again.length === 0) {
        if (!batch.written) this.#write(batch, caller.userName); // its writer may have been stopped by the database
        return 0;
      }
      const keys = again.map(({ deviceKey }) => deviceKey);
      // First: a server that ends from here on looks whose order is missing.
      await store.setWritten(id, false);
      await store.setTrouble(id, keys, '');
      await desk.leaveBatch(id, keys);
      await synced();
      this.#write(batch, caller.userName);
      return again.length;
    });
  }

  forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    return this.#kit.store.removeDevices(deviceKeys);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#later.values()) timer.cancel();
    this.#wake();
    await this.#turns.idle(); // a batch is cancelled to its end
    await Promise.all(this.#working);
  }

  /** `by`: who had them told again, where somebody did. */
  #write(batch: StoredBatch, by = batch.userName): void {
    const work = this.#writers
      .run(() => this.#writeOrders(batch, by))
      .catch((err: unknown) => {
        this.#kit.log.error('batch of parameters broke', { batch: batch.id, err });
        this.#writeLater(batch, by);
      })
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** Whose order is missing then is looked up again, so nobody is told twice. Who cancelled it meanwhile says himself what becomes of it. */
  #writeLater(batch: StoredBatch, by: string): void {
    const { id } = batch;
    if (this.#closed || this.#ending.has(id)) return;
    this.#later.get(id)?.cancel();
    const goOn = (): void => {
      this.#later.delete(id);
      this.#write(batch, by);
    };
    this.#later.set(id, this.#kit.clock.after(AGAIN_MS, goOn));
  }

  async #writeOrders({ id, sheet }: StoredBatch, by: string): Promise<void> {
    const members = await this.#turns.run(() => this.#begun(id));
    for (const member of members) {
      // oxlint-disable-next-line no-await-in-loop -- one connection, and others use it too
      const goesOn = await this.#turns.run(async () => {
        if (this.#closed || this.#ending.has(id)) return false;
        await this.#put(member, sheet, by);
        return true;
      });
      if (!goesOn) return;
      // oxlint-disable-next-line no-await-in-loop -- a pause between two
      await this.#pause();
    }
    await this.#turns.run(async () => {
      const { store, log } = this.#kit;
      // Somebody may have had others told again meanwhile: their writer comes next.
      if (this.#ending.has(id) || (await this.#due(id, await this.#kit.desk.ofBatch(id))).length > 0) return;
      await store.setWritten(id, true);
      log.info('parameters for many devices', { batch: id, devices: members.length });
    });
  }

  /** A writer begins: whose order is still to be written. */
  async #begun(id: number): Promise<readonly BatchMember[]> {
    this.#ending.delete(id);
    const { store, desk } = this.#kit;
    return (await store.find(id))?.written === false ? this.#due(id, await desk.ofBatch(id)) : [];
  }

  async #due(id: number, orders: readonly StoredOrder[]): Promise<BatchMember[]> {
    const ordered = new Set(orders.map(({ deviceKey }) => deviceKey));
    const members = await this.#kit.store.members(id);
    return members.filter(({ deviceKey, trouble }) => !ordered.has(deviceKey) && trouble === '');
  }

  #pause(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#kit.clock.after(PAUSE_MS, () => this.#wake());
      this.#wake = () => {
        timer.cancel();
        this.#wake = () => undefined;
        resolve();
      };
    });
  }

  /** Too many orders for one device are no reason to leave out the others. */
  async #put({ batchId, deviceKey, deviceId }: BatchMember, sheet: ParameterValues, by: string): Promise<void> {
    const { store, desk } = this.#kit;
    try {
      await desk.put({ device: { deviceKey, deviceId }, userName: by, payload: signed(sheet, by), batchId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await store.setTrouble(batchId, [deviceKey], error.code);
    }
  }
}

/** For whom no order could be written. */
const inState = ({ batchId, trouble, count }: BatchTrouble): BatchCount => ({
  batchId,
  state: trouble === 'cancelled' ? 'cancelled' : 'refused',
  count,
});

const countsOf = (devices: number, standing: readonly BatchCount[]): BatchCounts => {
  const of = (state: OrderState): number =>
    standing.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0);
  const ordered = Object.fromEntries(orderStates.map((state) => [state, of(state)]));
  const planned = Math.max(0, devices - standing.reduce((sum, { count }) => sum + count, 0));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every state is among its keys
  return { planned, ...ordered } as BatchCounts;
};

const rowOf = ({ deviceId: deviceid, trouble }: BatchMember, order: StoredOrder | undefined): BatchDevice => {
  if (order === undefined)
    return { deviceid, state: 'planned', outcome: trouble, message: '', tries: 0, sent: null, ended: null };
  const { state, outcome, message, tries, sentMs: sent, endedMs: ended } = order;
  return { deviceid, state, outcome, message, tries, sent, ended };
};
