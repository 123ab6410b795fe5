// Orders to devices, on both databases: an order changes only from the state that it is known to have.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { othersTurns } from '../../kernel/turns-until.ts';
import { createDeviceOrderStore, type NewOrder } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const order = (deviceKey: number, changes: Partial<NewOrder> = {}): NewOrder => ({
  deviceKey,
  deviceId: `D${deviceKey}`,
  kind: 'text',
  payload: { text: '備註' },
  detail: '備註',
  userName: 'ann',
  askedMs: NOW_MS,
  kept: true,
  expiresMs: NOW_MS + 1000,
  batchId: 0,
  ...changes,
});
const done = { state: 'done', outcome: 'done', message: '' } as const;

eachStore('orders: added, taken once, put back, ended once, and their payload gone', async (_t, { db }) => {
  const store = createDeviceOrderStore(db);
  const id = await store.add(order(1));
  assert.ok(id !== null);
  const fresh = { id, state: 'waiting', tries: 0, outcome: '', message: '', sentMs: null, endedMs: null } as const;
  assert.deepEqual(await store.find(id), { ...order(1), ...fresh });
  assert.deepEqual(await store.next(1), { ...order(1), ...fresh });
  assert.equal(await store.next(2), undefined);
  assert.equal(await store.take(id, NOW_MS + 1), true);
  assert.equal(await store.take(id, NOW_MS + 2), false, 'not twice');
  assert.equal(await store.next(1), undefined);
  await store.putBack(id, 'silent');
  const back = await store.find(id);
  assert.deepEqual([back?.state, back?.tries, back?.message, back?.sentMs], ['waiting', 1, 'silent', NOW_MS + 1]);
  assert.equal(await store.end(id, done, NOW_MS + 3, ['sent']), false);
  assert.equal(await store.end(id, done, NOW_MS + 3), true);
  assert.equal(await store.end(id, { ...done, state: 'expired' }, NOW_MS + 4), false, 'over is over');
  const over = await store.find(id);
  assert.deepEqual([over?.state, over?.endedMs, over?.payload], ['done', NOW_MS + 3, null]);
});

eachStore(
  'orders: a newer one cancels those that it replaces, or is not added when one was sent',
  async (_t, { db }) => {
    const store = createDeviceOrderStore(db);
    const first = (await store.add(order(1))) ?? 0;
    const second = (await store.add(order(1))) ?? 0;
    const third = (await store.add(order(1, { askedMs: NOW_MS + 5 }), [first])) ?? 0;
    const replaced = await store.find(first);
    assert.deepEqual([replaced?.state, replaced?.outcome, replaced?.endedMs], ['cancelled', 'replaced', NOW_MS + 5]);
    assert.equal(replaced?.message, `Order ${third} says it`);
    await store.take(second, NOW_MS);
    assert.equal(await store.add(order(1), [second, third]), null);
    assert.deepEqual(
      (await store.waiting(1, 'text')).map(({ id }) => id),
      [third],
      'nothing of it happened',
    );
  },
);

eachStore('orders: a newer one takes over what an older one said in vain, and that it is kept', async (_t, { db }) => {
  const store = createDeviceOrderStore(db);
  const older = (await store.add(order(1))) ?? 0;
  await store.take(older, NOW_MS);
  const newer = (await store.add(order(1, { kept: false, expiresMs: NOW_MS + 9000 }))) ?? 0;
  const said = { id: newer, payload: { text: '兩個' }, detail: '兩個', kept: true };
  assert.equal(await store.fold(older, said, NOW_MS + 5), true);
  const [both, replaced] = [await store.find(newer), await store.find(older)];
  assert.deepEqual(
    [both?.payload, both?.detail, both?.kept, both?.expiresMs],
    [{ text: '兩個' }, '兩個', true, NOW_MS + 9000],
  );
  assert.deepEqual([replaced?.state, replaced?.outcome, replaced?.endedMs], ['cancelled', 'replaced', NOW_MS + 5]);
  await store.take(newer, NOW_MS + 6);
  assert.equal(await store.fold(older, said, NOW_MS + 7), false, 'that one does not wait any more');
});

eachStore('orders: what is open, expired, left behind, old, and of dropped devices', async (_t, { db }) => {
  const store = createDeviceOrderStore(db);
  const kept = (await store.add(order(1))) ?? 0;
  const unkept = (await store.add(order(1, { kept: false, expiresMs: NOW_MS + 9000 }))) ?? 0;
  const sent = (await store.add(order(2, { kind: 'reboot' }))) ?? 0;
  await store.take(sent, NOW_MS);
  const over = (await store.add(order(2))) ?? 0;
  await store.end(over, done, NOW_MS + 1);
  const counts = (await store.open()).toSorted((a, b) => a.deviceKey - b.deviceKey);
  assert.deepEqual(counts, [
    { deviceKey: 1, count: 2 },
    { deviceKey: 2, count: 1 },
  ]);
  const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);
  assert.deepEqual(ids(await store.left()), [unkept, sent]);
  assert.deepEqual(ids(await store.expired(NOW_MS + 1000, 9)), [kept]);
  assert.deepEqual(ids(await store.expired(NOW_MS + 999, 9)), []);
  assert.deepEqual(ids(await store.waitingOf(1)), [kept, unkept]);
  assert.deepEqual(ids(await store.waiting(2, 'reboot')), []);
  assert.deepEqual(ids(await store.read(over, 2)), [sent, unkept]);
  assert.deepEqual(ids(await store.read(99, 9, 1)), [unkept, kept]);
  assert.equal(await store.forget(NOW_MS + 1, 9), 0);
  assert.equal(await store.forget(NOW_MS + 2, 9), 1);
  assert.equal(await store.find(over), undefined);
  await store.removeDevices([1, 9]);
  assert.deepEqual(ids(await store.read(99, 9)), [sent]);
});

eachStore('orders of a batch: those of many devices are read in several turns, by device', async (t, { db }) => {
  const store = createDeviceOrderStore(db);
  const keys = Array.from({ length: 450 }, (_, i) => i + 1);
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const deviceKey of keys.toReversed()) await store.add(order(deviceKey, { batchId: 4 }));
  const newest = await store.add(order(201, { batchId: 4 }));
  await store.add(order(7, { batchId: 5 }));
  const others = othersTurns(t);
  const orders = await store.ofBatch(4);
  assert.ok(others() >= 2, `others had ${others()} turns`);
  assert.deepEqual(
    orders.map(({ deviceKey }) => deviceKey),
    keys,
  );
  assert.deepEqual([orders[200]?.id, orders[6]?.batchId], [newest, 4]);
});

eachStore(
  'orders of a batch: the newest of each device counts, and what came to nothing leaves it',
  async (_t, { db }) => {
    const store = createDeviceOrderStore(db);
    const add = async (deviceKey: number): Promise<number> => (await store.add(order(deviceKey, { batchId: 4 }))) ?? 0;
    const [refused, waiting, finished] = [await add(1), await add(2), await add(3)];
    await store.end(refused, { state: 'refused', outcome: 'device_refused', message: '' }, NOW_MS + 1);
    await store.end(finished, done, NOW_MS + 1);
    const inBatch = async (): Promise<number[]> => (await store.ofBatch(4)).map(({ id }) => id);
    assert.deepEqual(await inBatch(), [refused, waiting, finished]);
    await store.leaveBatch(4, [1, 2, 3]);
    assert.deepEqual(await inBatch(), [waiting, finished], 'what waits and what was done stays');
    assert.equal((await store.find(refused))?.batchId, 0);
    const again = await add(1);
    assert.deepEqual(await inBatch(), [again, waiting, finished]);
    assert.deepEqual(
      (await store.countsOfBatches([4])).toSorted((one, other) => one.state.localeCompare(other.state)),
      [
        { batchId: 4, state: 'done', count: 1 },
        { batchId: 4, state: 'waiting', count: 2 },
      ],
    );
  },
);
