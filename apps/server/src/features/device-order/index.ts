// Orders to devices: the queue, the kinds of this room, and the list of them for people. Other rooms give the queue kinds of their own.
import {
  type DeviceOrder,
  getDeviceOrders,
  MAX_ORDER_ROWS,
  type OrderKindName,
  orderKindNames,
  orderKinds,
  putDeviceOrder,
} from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Access, Caller, Devices } from '../../kernel/access/access.ts';
import { may } from '../../kernel/access/authorise.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { forgetInSteps } from '../../kernel/storage/forget.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { createTeller, orderCommands, type Teller } from './commands.ts';
import { isPhotoOrder, type Picture, picturesOf } from './pictures.ts';
import { OrderQueue } from './queue.ts';
import { createDeviceOrderStore, type StoredOrder } from './store.ts';

export type { Teller } from './commands.ts';
export type { OrderKind } from './kind.ts';
export type { Asked, OrderDesk } from './desk.ts';
export { PATIENCE_MS } from './queue.ts';
export type { BatchCount, OrderEnd, StoredOrder } from './store.ts';

export type DeviceOrderKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  synced: () => Promise<void>;
  links: LinkRegistry;
  access: Access;
  devices: Devices;
  /** Photos that came from these devices since then, the first first. */
  photosSince: (deviceKeys: readonly number[], receivedMs: number, limit: number) => Promise<Picture[]>;
};

export type DeviceOrderFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  /** Takes the kinds of other rooms. */
  kind: OrderQueue['kind'];
  /** For their commands. */
  tell: Teller;
  /** After the last kind, before devices are let in. */
  resume(): Promise<void>;
  /** Removes orders that were over before then (UTC ms); gives how many. */
  forgetBefore(beforeMs: number, goesOn: () => boolean): Promise<number>;
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const CHUNK = 500;
const SUCCESS = { hasError: 0 as const, message: 'Success' };

const kindOf = (name: string): OrderKindName | undefined => orderKindNames.find((known) => known === name);

const rowOf = (order: StoredOrder, kind: OrderKindName): Omit<DeviceOrder, 'pictures'> => ({
  id: order.id,
  deviceid: order.deviceId,
  kind,
  detail: order.detail,
  username: order.userName,
  time: order.askedMs,
  sent: order.sentMs,
  ended: order.endedMs,
  expires: order.expiresMs,
  state: order.state,
  tries: order.tries,
  outcome: order.outcome,
  message: order.message,
});

const MOST_PICTURES = 1000;
const picturesFor = async (
  { photosSince }: Pick<DeviceOrderKit, 'photosSince'>,
  orders: readonly StoredOrder[],
): Promise<ReadonlyMap<number, readonly Picture[]>> => {
  const taken = orders.filter(isPhotoOrder);
  if (taken.length === 0) return new Map();
  const sinceMs = Math.min(...taken.map(({ sentMs }) => sentMs ?? Number.POSITIVE_INFINITY));
  const keys = [...new Set(taken.map(({ deviceKey }) => deviceKey))];
  return picturesOf(taken, await photosSince(keys, sinceMs - 1000, MOST_PICTURES));
};

export const deviceOrderFeature = async (kit: DeviceOrderKit): Promise<DeviceOrderFeature> => {
  const { db, clock, access, devices } = kit;
  const store = createDeviceOrderStore(db);
  const queue = await OrderQueue.open({ ...kit, store });
  const tell = createTeller(devices);
  /** The kind of an order that the caller may know of. */
  const seenKind = (caller: Caller, { kind: name, deviceKey }: StoredOrder): OrderKindName | undefined => {
    const kind = kindOf(name);
    return kind !== undefined && may(caller, orderKinds[kind]) && access.maySee(caller, deviceKey) ? kind : undefined;
  };
  /** The newest that the caller may know of. */
  const visible = async (caller: Caller, before: number, deviceKey?: number): Promise<DeviceOrder[]> => {
    const seen: { order: StoredOrder; kind: OrderKindName }[] = [];
    for (let below = before; seen.length < MAX_ORDER_ROWS;) {
      // oxlint-disable-next-line no-await-in-loop -- until there are enough
      const chunk = await store.read(below, CHUNK, deviceKey);
      for (const order of chunk) {
        const kind = seenKind(caller, order);
        if (kind !== undefined) seen.push({ order, kind });
      }
      const last = chunk.at(-1);
      if (last === undefined || chunk.length < CHUNK) break;
      below = last.id;
    }
    const rows = seen.slice(0, MAX_ORDER_ROWS);
    const pictures = await picturesFor(
      kit,
      rows.map(({ order }) => order),
    );
    return rows.map(({ order, kind }) => ({
      ...rowOf(order, kind),
      pictures: (pictures.get(order.id) ?? []).map(({ id, receivedMs }) => ({ file: id, time: receivedMs })),
    }));
  };
  return {
    commands: orderCommands(queue, tell),
    tell,
    calls: [
      handle(getDeviceOrders, (caller, { deviceid, before = Number.MAX_SAFE_INTEGER }) =>
        visible(caller, before, deviceid === undefined ? undefined : devices.seen(caller, deviceid).deviceKey),
      ),
      handle(putDeviceOrder, async (caller, { id }, { note }) => {
        const order = await store.find(id);
        if (order === undefined || seenKind(caller, order) === undefined)
          throw new AppError('not_found', 'There is no such order.');
        note?.({ deviceId: order.deviceId, before: { kind: order.kind, state: order.state } });
        if (!(await queue.cancel(order, caller.userName)))
          throw new AppError('conflict', 'It was sent already, or is over.');
        return SUCCESS;
      }),
    ],
    kind: (kind) => queue.kind(kind),
    resume: () => queue.resume(),
    forgetBefore: (beforeMs, goesOn) => forgetInSteps(clock, (limit) => store.forget(beforeMs, limit), goesOn),
    forgetDevices: (deviceKeys) => queue.forgetDevices(deviceKeys),
    metrics: () => queue.metrics(),
    close: () => queue.close(),
  };
};
