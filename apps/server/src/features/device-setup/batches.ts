// Parameters for many devices: their orders are written one after the other, beside whatever else the server does, and by the next start where
// this one ends. What came of each is its order; nothing is sent twice because of that.
import {
  type BatchCounts,
  type BatchDevice,
  MAX_BATCHES,
  orderStates,
  type ParameterBatch,
  type ParameterValues,
} from '@outrider/contract';
import type { Caller, SeenDevice } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import type { OrderDesk, StoredOrder } from '../device-order/index.ts';
import type { BatchMember, BatchStore, StoredBatch } from './store/batches.ts';
import { type ParameterOrder, signed } from './parameter-kind.ts';

export type BatchKit = {
  store: BatchStore;
  desk: OrderDesk<ParameterOrder>;
  clock: Clock;
  log: Log;
  /** What was written outlasts a power cut. */
  synced: () => Promise<void>;
};
/** Of a batch and the devices of it that the caller may see. */
export type BatchSight = { caller: Caller; sees: (deviceKey: number) => boolean };

/** Between one device and the next: a thousand told at once would hold up cameras and everything else that is asked meanwhile. */
const PAUSE_MS = 10;

const gone = (): AppError => new AppError('not_found', 'There is no such batch.');
const nothingCame = ({ state }: StoredOrder): boolean =>
  state === 'refused' || state === 'expired' || state === 'cancelled';

export class ParameterBatches {
  readonly #kit: BatchKit;
  /** Orders of batches are written one after the other. */
  readonly #turns = new InTurn();
  readonly #working = new Set<Promise<void>>();
  /** Batches that are being cancelled: no further order is written. */
  readonly #ending = new Set<number>();
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
    const counts = Map.groupBy(await desk.countsOfBatches(ids), ({ batchId }) => batchId);
    return batches.map(({ id, memo, sheet, userName, askedMs }) => {
      const devices = sizes.get(id) ?? 0;
      const of = Object.fromEntries((counts.get(id) ?? []).map(({ state, count }) => [state, count]));
      const ordered = Object.fromEntries(orderStates.map((state) => [state, of[state] ?? 0]));
      const planned = Math.max(0, devices - Object.values(ordered).reduce((sum, count) => sum + count, 0));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every state is among its keys
      const all = { planned, ...ordered } as BatchCounts;
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
    await this.find(caller, id);
    this.#ending.add(id);
    return this.#turns.run(async () => {
      this.#ending.delete(id);
      const orders = await desk.ofBatch(id);
      const ordered = new Set(orders.map(({ deviceKey }) => deviceKey));
      let count = 0;
      for (const { deviceKey } of await store.members(id)) {
        if (ordered.has(deviceKey) || !sees(deviceKey)) continue;
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await store.setTrouble(id, deviceKey, 'cancelled');
        count += 1;
      }
      for (const order of orders) {
        if ((order.state !== 'waiting' && order.state !== 'sent') || !sees(order.deviceKey)) continue;
        // oxlint-disable-next-line no-await-in-loop -- one connection
        if (await desk.cancel(order, caller.userName)) count += 1;
      }
      await store.setWritten(id);
      return count;
    });
  }

  /** Has those told again of which nothing came; gives how many. */
  async retry({ caller, sees }: BatchSight, id: number): Promise<number> {
    const { store, desk } = this.#kit;
    const { sheet } = await this.find(caller, id);
    return this.#turns.run(async () => {
      const orders = new Map((await desk.ofBatch(id)).map((order) => [order.deviceKey, order]));
      const again = (await store.members(id)).filter(({ deviceKey }) => {
        const order = orders.get(deviceKey);
        return sees(deviceKey) && (order === undefined || nothingCame(order));
      });
      for (const member of again)
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await this.#put(member, sheet, caller.userName);
      return again.length;
    });
  }

  forgetDevices(deviceKeys: readonly number[]): Promise<void> {
    return this.#kit.store.removeDevices(deviceKeys);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#working);
  }

  #write(batch: StoredBatch): void {
    const work = this.#turns
      .run(() => this.#writeOrders(batch))
      .catch((err: unknown) => this.#kit.log.error('batch of parameters broke', { batch: batch.id, err }))
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #writeOrders({ id, sheet, userName }: StoredBatch): Promise<void> {
    const { store, desk, log } = this.#kit;
    if ((await store.find(id))?.written !== false) return; // cancelled meanwhile
    const ordered = new Set((await desk.ofBatch(id)).map(({ deviceKey }) => deviceKey));
    const members = (await store.members(id)).filter(({ deviceKey }) => !ordered.has(deviceKey));
    for (const member of members) {
      if (this.#closed || this.#ending.has(id)) return;
      // oxlint-disable-next-line no-await-in-loop -- one connection, and others use it too
      await this.#put(member, sheet, userName);
      // oxlint-disable-next-line no-await-in-loop -- a pause between two
      await this.#pause();
    }
    await store.setWritten(id);
    log.info('parameters for many devices', { batch: id, devices: members.length });
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.#kit.clock.after(PAUSE_MS, resolve));
  }

  /** Too many orders for one device are no reason to leave out the others. */
  async #put({ batchId, deviceKey, deviceId, trouble }: BatchMember, sheet: ParameterValues, by: string) {
    const { store, desk } = this.#kit;
    try {
      await desk.put({ device: { deviceKey, deviceId }, userName: by, payload: signed(sheet, by), batchId });
      if (trouble !== '') await store.setTrouble(batchId, deviceKey, '');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await store.setTrouble(batchId, deviceKey, error.code);
    }
  }
}

const rowOf = ({ deviceId: deviceid, trouble }: BatchMember, order: StoredOrder | undefined): BatchDevice => {
  if (order === undefined)
    return { deviceid, state: 'planned', outcome: trouble, message: '', tries: 0, sent: null, ended: null };
  const { state, outcome, message, tries, sentMs: sent, endedMs: ended } = order;
  return { deviceid, state, outcome, message, tries, sent, ended };
};
