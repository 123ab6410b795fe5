// The table of what waits to be delivered, on both databases: what is due in each lane, what holds a lane, and what is counted.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { type NewDelivery, createOutboxStore } from './store.ts';

const one = (lane: string, payload: unknown, more: Partial<NewDelivery> = {}): NewDelivery => ({
  kind: 'push',
  lane,
  payload,
  files: [],
  bytes: 0,
  createdMs: 1000,
  nextTryMs: 1000,
  ...more,
});
const failed = { tries: 1, trouble: 'away' };

eachStore('outbox: the oldest of each lane that is due, none of a lane that is busy or held', async (_t, { db }) => {
  const store = createOutboxStore(db);
  const due = async (nowMs: number, busy: readonly string[] = []) =>
    (await store.due(nowMs, busy)).map(({ payload }) => payload);
  await store.add([]);
  await store.add([one('a', 'a1'), one('a', 'a2'), one('b', 'b1'), one('c', 'c1', { nextTryMs: 5000 })]);
  assert.deepEqual(await due(999), []);
  assert.deepEqual(await due(1000), ['a1', 'b1']);
  assert.deepEqual(await due(5000, ['a']), ['b1', 'c1']);
  const [first] = await store.due(1000, []);
  assert.deepEqual(first, { ...one('a', 'a1'), id: first?.id, tries: 0, trouble: '', holdsLane: false });
  const id = first?.id ?? 0;

  await store.postpone(id, { ...failed, nextTryMs: 3000, holdsLane: false });
  assert.deepEqual(await due(2000), ['a2', 'b1'], 'it alone waits');
  assert.deepEqual(await due(3000), ['a1', 'b1'], 'and is the first again');

  await store.postpone(id, { ...failed, nextTryMs: 3000, holdsLane: true, payload: 'what is left' });
  await store.add([one('a', 'a3', { nextTryMs: 2000 })]);
  assert.deepEqual(await due(2999), ['b1'], 'what is new waits behind it too');
  assert.deepEqual(await due(3000), ['what is left', 'b1']);
  await store.remove(id);
  assert.deepEqual(await due(2000), ['a2', 'b1']);
});

eachStore(
  'outbox: what would wait for hours waits for a clock that was set back: it is due and holds nothing',
  async (_t, { db }) => {
    const store = createOutboxStore(db);
    const HOUR_MS = 3_600_000;
    const due = async (nowMs: number) => (await store.due(nowMs, [])).map(({ payload }) => payload);
    await store.add([one('a', 'a1'), one('a', 'a2'), one('b', 'b1', { nextTryMs: 5 * HOUR_MS })]);
    const [first] = await store.due(1000, []);
    await store.postpone(first?.id ?? 0, { ...failed, nextTryMs: 5 * HOUR_MS, holdsLane: true });
    assert.deepEqual(await due(1000), ['a1', 'b1']);
    await store.remove(first?.id ?? 0);
    assert.deepEqual(await due(1000), ['a2', 'b1']);
    await store.add([one('c', 'c1')]);
    const c1 = (await store.due(1000, [])).find(({ payload }) => payload === 'c1');
    await store.postpone(c1?.id ?? 0, { ...failed, nextTryMs: 1000 + HOUR_MS, holdsLane: true });
    await store.add([one('c', 'c2')]);
    assert.deepEqual(await due(1000), ['a2', 'b1'], 'the longest pause is waited for');
    assert.deepEqual(await due(1000 + HOUR_MS), ['a2', 'b1', 'c1']);
  },
);

eachStore('outbox: what is woken is due and holds its lane no longer, other kinds wait on', async (_t, { db }) => {
  const store = createOutboxStore(db);
  await store.add([one('a', 'a1'), one('a', 'a2'), one('m', 'm1', { kind: 'mail' })]);
  for (const { id } of await store.due(1000, []))
    await store.postpone(id, { ...failed, nextTryMs: 9000, holdsLane: true });
  assert.deepEqual(await store.due(2000, []), []);
  await store.wake('push', 2000);
  const woken = await store.due(2000, []);
  assert.deepEqual(
    woken.map(({ payload, tries, trouble }) => [payload, tries, trouble]),
    [['a1', 1, 'away']],
  );
});

eachStore('outbox: how much waits, in all and in each lane, and the files that are wanted', async (_t, { db }) => {
  const store = createOutboxStore(db);
  assert.deepEqual(await store.size(), { count: 0, bytes: 0 });
  const file = { name: 'a.csv', type: 'text/csv', path: 'x1' };
  await store.add([one('a', 1), one('a', 2, { files: [file], bytes: 7 }), one('b', 3, { bytes: 4 })]);
  assert.deepEqual(await store.size(), { count: 3, bytes: 11 });
  assert.deepEqual(await store.waitingIn(['a', 'c']), new Map([['a', 2]]));
  assert.deepEqual(await store.waitingIn([]), new Map());
  assert.deepEqual(await store.files(), ['x1']);
});
