// A batch whose writer the database fails: it goes on a minute later, and no device is told twice. The queue of orders is a list here; with a
// real one integration/parameter-batches.test.ts tests it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { othersTurns, turnsUntil } from '../../kernel/turns-until.ts';
import type { StoredOrder } from '../device-order/index.ts';
import { type BatchKit, ParameterBatches } from './batches.ts';
import { createBatchStore } from './store/batches.ts';

const AGAIN_MS = 60_000;
const ann: Caller = { userId: 3, userName: 'ann', level: 2, rights: new Set(), sessionId: null, address: '' };
const boss: Caller = { ...ann, userId: 1, userName: 'boss', level: 0 };
const devices = [1, 2, 3].map((deviceKey) => ({ deviceKey, deviceId: `D${deviceKey}` }));
const locked = (): Error => new Error('database is locked');

/** Where the database fails, the next time that it comes there. */
type Failing = 'before an order' | 'after an order' | 'at the end' | 'never';

const setScene = (t: TestContext) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const clock = createManualClock();
  const orders: StoredOrder[] = [];
  const scene = { fails: 'never' as Failing, cancelled: () => undefined as unknown };
  /** Once. */
  const failAt = (place: Failing): void => {
    if (scene.fails !== place) return;
    scene.fails = 'never';
    throw locked();
  };
  const desk: BatchKit['desk'] = {
    put: async ({ device, userName, payload, batchId = 0 }) => {
      if (device.deviceKey === 2) failAt('before an order');
      const about = {
        kind: 'parameters',
        payload,
        detail: '',
        userName,
        kept: true,
        askedMs: 0,
        expiresMs: 0,
        batchId,
      };
      const open = { state: 'waiting', tries: 0, outcome: '', message: '', sentMs: null, endedMs: null } as const;
      const order: StoredOrder = { ...device, ...about, ...open, id: orders.length + 1 };
      orders.push(order);
      if (device.deviceKey === 2) failAt('after an order');
      return order;
    },
    ofBatch: async (id) => orders.filter(({ batchId }) => batchId === id),
    leaveBatch: async () => undefined,
    countsOfBatches: async () => [],
    cancel: async () => {
      scene.cancelled();
      return true;
    },
  };
  const written = createBatchStore(database.db);
  const store: BatchKit['store'] = {
    ...written,
    setWritten: async (id, isWritten) => {
      if (isWritten) failAt('at the end');
      await written.setWritten(id, isWritten);
    },
  };
  const batches = new ParameterBatches({ store, desk, clock, log: silentLog, synced: async () => undefined });
  t.after(async () => {
    await batches.close();
    await database.close();
  });
  const add = (): Promise<number> => batches.add(ann, { sheet: { sys_spdlimit: 60 }, memo: 'town' }, devices);
  /** All that is due within a second. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await clock.advanceAsync(50);
  };
  const told = (): number[] => orders.map(({ deviceKey }) => deviceKey);
  const by = (): string[] => orders.map(({ userName }) => userName);
  return { batches, store: written, scene, clock, add, settle, told, by };
};

for (const [place, before] of [
  ['before an order', [1]],
  ['after an order', [1, 2]],
  ['at the end', [1, 2, 3]],
] as const)
  test(`a database that fails once ${place} does not end a batch, and nobody is told twice`, async (t) => {
    const { store, scene, clock, add, settle, told } = setScene(t);
    scene.fails = place;
    const id = await add();
    await settle();
    assert.deepEqual([told(), (await store.find(id))?.written], [before, false]);
    await clock.advanceAsync(AGAIN_MS);
    await settle();
    assert.deepEqual([told(), (await store.find(id))?.written], [[1, 2, 3], true]);
  });

test('who has it told again need not wait for that minute', async (t) => {
  const { batches, store, scene, clock, add, settle, told, by } = setScene(t);
  scene.fails = 'before an order';
  const id = await add();
  await settle();
  assert.equal(await batches.retry({ caller: boss, sees: () => true }, id), 0, 'nobody is told a second time');
  await settle();
  assert.deepEqual([told(), (await store.find(id))?.written], [[1, 2, 3], true]);
  assert.deepEqual(by(), ['ann', 'boss', 'boss'], 'each in the name of who had it told');
  await clock.advanceAsync(AGAIN_MS);
  assert.equal(told().length, 3);
});

test('what was cancelled meanwhile is not written a minute later; a server that ends waits for no such minute', async (t) => {
  const { batches, store, scene, clock, add, settle, told } = setScene(t);
  scene.fails = 'before an order';
  const id = await add();
  await settle();
  assert.equal(
    await batches.cancel({ caller: ann, sees: () => true }, id),
    3,
    'one that waits, and two without an order',
  );
  await clock.advanceAsync(AGAIN_MS);
  await settle();
  assert.deepEqual([told(), (await store.find(id))?.written], [[1], true]);

  scene.fails = 'before an order';
  const other = await add();
  await settle();
  await batches.close();
  assert.equal(clock.pending(), 0);
  assert.equal((await store.find(other))?.written, false, 'the next start goes on with it');
});

test('while a large batch is cancelled others have their turns, and a server that ends waits for it', async (t) => {
  const { batches, store, scene, clock } = setScene(t);
  const many = Array.from({ length: 100 }, (_, i) => ({ deviceKey: i + 1, deviceId: `D${i + 1}` }));
  const id = await batches.add(ann, { sheet: { sys_spdlimit: 60 }, memo: '' }, many);
  for (let i = 0; i < 110; i += 1) await clock.advanceAsync(50);
  const others = othersTurns(t);
  const cancelled: number[] = [];
  scene.cancelled = () => cancelled.push(others());
  const cancelling = batches.cancel({ caller: ann, sees: () => true }, id);
  await turnsUntil('some are cancelled', () => cancelled.length > 0);
  await batches.close();
  assert.equal(cancelled.length, 100);
  assert.equal(await cancelling, 100);
  const inTurn = [...Map.groupBy(cancelled, (turn) => turn).values()].map(({ length }) => length);
  assert.ok(Math.max(...inTurn) <= 20, `in one turn: ${inTurn.join(', ')}`);
  assert.equal((await store.find(id))?.written, true);
});
