// An update that waits and one that is to take its place: whichever order is stored counts, also where that fails, and where a server ends in
// between. The queue of orders is a list here; with a real one integration/firmware-updates.test.ts tests it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { type Row, tables } from '../../kernel/storage/db.ts';
import type { OrderDesk } from '../device-order/index.ts';
import type { FirmwarePayload } from './order-kind.ts';
import { AutoPlans } from './plans.ts';
import { createPlanStore } from './store/plans.ts';
import { createUpdateStore, type StoredUpdate, type UpdateStore } from './store/updates.ts';
import { FirmwareUpdates } from './updates.ts';
import { DeviceVersions } from './versions.ts';
import { orderOf, WAITING_ORDER } from './test-order.ts';

const DEVICE = { deviceKey: 1, deviceId: 'D1' };
const [OLD, NEW] = ['http://files.example.com/old.bin', 'http://files.example.com/new.bin'];
const REPLACED = { state: 'cancelled', outcome: 'replaced', message: '' } as const;
const admin: Caller = { userId: 1, userName: 'admin', level: 0, rights: new Set(), sessionId: null, address: '' };
const starting = (url: string) => ({ device: DEVICE, userName: 'ann', url, kept: true });

/** The orders of the device, which is away, and the updates of each server that is started on them. */
const setScene = async (t: TestContext) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const { db } = database;
  const running: FirmwareUpdates[] = [];
  t.after(async () => {
    for (const updates of running) await updates.close();
    await database.close();
  });
  const written = createUpdateStore(db);
  const disk = { isFull: false };
  const store: UpdateStore = {
    ...written,
    save: async (update) => {
      if (disk.isFull) throw new Error('database or disk is full');
      await written.save(update);
    },
  };
  const rowsOf = tables<{ firmwareUpdates: Row<StoredUpdate> }>(db);
  const clock = createManualClock();
  const orders: FirmwarePayload[] = [];
  const links = { get: () => undefined, count: () => 0 };
  const kit = { store, links, clock, log: silentLog };
  const start = async (ask: (payload: FirmwarePayload) => Promise<void>) => {
    const bus = createLocalBus(silentLog);
    const versions = await DeviceVersions.open(kit);
    const firmware = async () => undefined;
    const updates = await FirmwareUpdates.open({ ...kit, versions, bus, firmware, pathOf: String, secure: false });
    running.push(updates);
    const waits: OrderDesk<FirmwarePayload>['ask'] = async (asked) => {
      await ask(asked.payload);
      return { result: '2', order: orderOf(asked, WAITING_ORDER) };
    };
    updates.useDesk({ ask: waits, waiting: async () => orders });
    /** As the queue does it: what waits is replaced in the step that stores the new order. */
    const stored = async (payload: FirmwarePayload): Promise<void> => {
      const replaced = orders.splice(0);
      orders.push(payload);
      for (const older of replaced) updates.orderOver(older, REPLACED);
    };
    return { updates, stored };
  };
  const standing = async (): Promise<string[]> => {
    const rows = await rowsOf.selectFrom('firmwareUpdates').select(['url', 'state', 'reason']).orderBy('id').execute();
    return rows.map(({ url, state, reason }) => `${url.slice(-7)} ${state} ${reason}`.trim());
  };
  return { db, store, start, orders, standing, clock, disk };
};
type Scene = Awaited<ReturnType<typeof setScene>>;
const stores = async ({ start }: Scene) => {
  let stored: (payload: FirmwarePayload) => Promise<void> = async () => undefined;
  const server = await start((payload) => stored(payload));
  stored = server.stored;
  return server.updates;
};
const settle = async (): Promise<void> => {
  for (let i = 0; i < 60; i += 1) await new Promise(setImmediate);
};

test('an update waits on where the order that was to replace its own is not stored, and is replaced where it is', async (t) => {
  const scene = await setScene(t);
  const updates = await stores(scene);
  await updates.start(starting(OLD));
  updates.useDesk({
    ask: () => Promise.reject(new AppError('limit_reached', 'Too many orders wait.')),
    waiting: async () => scene.orders,
  });
  await assert.rejects(updates.start(starting(NEW)), { code: 'limit_reached' });
  assert.equal(updates.of(1)?.url, OLD);
  await settle();
  assert.deepEqual(await scene.standing(), ['old.bin waiting', 'new.bin failed refused']);

  const again = await stores(scene);
  await again.start(starting(NEW));
  assert.equal(again.of(1)?.url, NEW);
  await settle();
  assert.deepEqual(await scene.standing(), ['old.bin cancelled replaced', 'new.bin failed refused', 'new.bin waiting']);
});

test('a server that was killed before the new order was stored: the old one goes on; after it: the new one does', async (t) => {
  const scene = await setScene(t);
  const first = await stores(scene);
  await first.start(starting(OLD));
  const killed = await scene.start(() => new Promise(() => undefined));
  void killed.updates.start(starting(NEW));
  await settle();
  assert.deepEqual(await scene.standing(), ['old.bin waiting', 'new.bin waiting']);
  const second = await stores(scene);
  await second.resume();
  assert.equal(second.of(1)?.url, OLD);
  await settle();
  assert.deepEqual(await scene.standing(), ['old.bin waiting', 'new.bin failed interrupted']);

  // It stores the new order and hears no more of the old one.
  const late = await scene.start(async (payload) => void scene.orders.splice(0, 1, payload));
  await late.updates.start(starting(NEW));
  const third = await stores(scene);
  await third.resume();
  assert.equal(third.of(1)?.url, NEW);
  await settle();
  assert.deepEqual(
    (await scene.standing()).filter((each) => !each.includes('failed')),
    ['old.bin cancelled replaced', 'new.bin waiting'],
  );
});

test('one at a time: an order that comes after one that was told meanwhile is not sent', async (t) => {
  const scene = await setScene(t);
  const told = await scene.start(async (payload) => void scene.orders.push(payload));
  await told.updates.start(starting(OLD));
  await told.updates.start(starting(NEW));
  const [older, newer] = scene.orders;
  assert.ok(older && newer);
  told.updates.orderOver(older, { state: 'done', outcome: 'done', message: '' });
  await assert.rejects(told.updates.before(newer.update, ''), { code: 'conflict' });
  told.updates.orderOver(newer, { state: 'refused', outcome: 'conflict', message: '' });
  assert.deepEqual([told.updates.of(1)?.url, told.updates.of(1)?.state], [OLD, 'told']);
  await assert.rejects(told.updates.start(starting(NEW)), { code: 'conflict' });
});

test('a plan does not take the place of what came to wait while it looked, and that is no try of it', async (t) => {
  const scene = await setScene(t);
  const { db, store, clock } = scene;
  const updates = await stores(scene);
  const looked = Promise.withResolvers<void>();
  const plans = await AutoPlans.open({
    store: createPlanStore(db),
    tries: { triesOf: (...of) => looked.promise.then(() => store.triesOf(...of)) },
    updates,
    access: { current: () => admin, maySee: () => true },
    clock,
    log: silentLog,
  });
  const id = await plans.add(admin, { sourceVersion: '1', url: NEW, memo: '', way: 'auto' });
  const planned = plans.versionIs(DEVICE, '1');
  await updates.start(starting(OLD));
  looked.resolve();
  await planned;
  assert.equal(updates.of(1)?.url, OLD);
  await settle();
  assert.deepEqual([await scene.standing(), await store.triesOf(id, 1, 0)], [['old.bin waiting'], 0]);

  const [order] = scene.orders.splice(0);
  assert.ok(order);
  updates.orderOver(order, { state: 'refused', outcome: 'device_refused', message: '' });
  await plans.versionIs(DEVICE, '1');
  await settle();
  assert.deepEqual(await scene.standing(), ['old.bin failed refused', 'new.bin waiting'], 'it has its turn after that');
});

test('the end of an update that could not be written is written later, and who waits for it hears of it then', async (t) => {
  const scene = await setScene(t);
  const updates = await stores(scene);
  const heard: string[] = [];
  updates.hear(({ url, state }) => void heard.push(`${url.slice(-7)} ${state}`));
  await updates.start(starting(OLD));
  scene.disk.isFull = true;
  const [order] = scene.orders;
  assert.ok(order);
  updates.orderOver(order, { state: 'refused', outcome: 'device_refused', message: '' });
  await settle();
  assert.deepEqual([await scene.standing(), heard], [['old.bin waiting'], []]);
  assert.deepEqual([updates.of(1), (await updates.lastOf(1))?.state], [undefined, 'failed'], 'it is over all the same');
  scene.clock.advance(10_000);
  await settle();
  assert.deepEqual(heard, [], 'the disk is full still');
  scene.disk.isFull = false;
  scene.clock.advance(10_000);
  await settle();
  assert.deepEqual([await scene.standing(), heard], [['old.bin failed refused'], ['old.bin failed']]);
  scene.clock.advance(10_000);
  await settle();
  assert.equal(heard.length, 1, 'once');
});

test('a server that ends writes the ends of updates that it could not write before', async (t) => {
  const scene = await setScene(t);
  const updates = await stores(scene);
  await updates.start(starting(OLD));
  scene.disk.isFull = true;
  const [order] = scene.orders;
  assert.ok(order);
  updates.orderOver(order, { state: 'refused', outcome: 'device_refused', message: '' });
  await settle();
  scene.disk.isFull = false;
  await updates.close();
  assert.deepEqual(await scene.standing(), ['old.bin failed refused']);
});
