// Updates, versions, plans and roll-outs, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../../adapters/test-stores.ts';
import { createPlanStore } from './plans.ts';
import { createRolloutStore } from './rollouts.ts';
import { createUpdateStore, type NewUpdate } from './updates.ts';

const NOW_MS = 1_800_000_000_000;
const update = (deviceKey: number, changes: Partial<NewUpdate> = {}): NewUpdate => ({
  deviceKey,
  deviceId: `D${deviceKey}`,
  url: 'http://a/box.bin',
  firmwareId: '',
  bytes: 0,
  token: `token-${deviceKey}`,
  fromVersion: '1',
  toVersion: '',
  userName: '王小明',
  way: 'packets',
  planId: 0,
  rolloutId: 0,
  askedMs: NOW_MS,
  ...changes,
});

eachStore('updates: open until they end, counted by plan, forgotten when they are old', async (_t, { db }) => {
  const store = createUpdateStore(db);
  const first = await store.add(update(1, { planId: 7 }), 0);
  const second = await store.add(update(2), 0);
  assert.deepEqual(await store.open(), [first, second]);
  await store.save({ ...first, state: 'failed', reason: 'hardware', endedMs: NOW_MS + 1 });
  assert.deepEqual(await store.open(), [second]);
  const last = await store.lastOf(1);
  assert.deepEqual([last?.state, last?.reason, last?.userName], ['failed', 'hardware', '王小明']);
  assert.deepEqual(
    [await store.triesOf(7, 1, NOW_MS), await store.triesOf(7, 1, NOW_MS + 1), await store.triesOf(7, 2, 0)],
    [1, 0, 0],
  );
  assert.equal(await store.forget(NOW_MS + 1, 9), 0);
  assert.equal(await store.forget(NOW_MS + 2, 9), 1);
  assert.equal(await store.lastOf(1), undefined);
});

eachStore('versions: the last one of each device', async (_t, { db }) => {
  const store = createUpdateStore(db);
  for (const version of ['1', '2']) await store.saveVersion({ deviceKey: 5, version, readMs: NOW_MS });
  await store.saveVersion({ deviceKey: 6, version: '3', readMs: NOW_MS });
  assert.deepEqual(
    (await store.versions())
      .map(({ deviceKey, version }): [number, string] => [deviceKey, version])
      .toSorted(([one], [other]) => one - other),
    [
      [5, '2'],
      [6, '3'],
    ],
  );
  await store.removeDevices([5, 9]);
  assert.deepEqual(
    (await store.versions()).map(({ deviceKey }) => deviceKey),
    [6],
  );
});

eachStore('plans: one for a version, changed only as it was seen', async (_t, { db }) => {
  const store = createPlanStore(db);
  const plan = {
    url: 'u',
    memo: '備註',
    way: 'packets' as const,
    userId: 1,
    userName: 'admin',
    updatedMs: NOW_MS,
    updatedBy: 'admin',
  };
  const id = await store.add({ ...plan, sourceVersion: '1' });
  assert.equal(await store.add({ ...plan, sourceVersion: '1' }), undefined);
  const [stored] = await store.list();
  assert.deepEqual(stored, { id, ...plan, sourceVersion: '1' });
  assert.ok(stored);
  assert.equal(await store.change({ ...stored, memo: '' }, NOW_MS - 1), false);
  assert.equal(await store.change({ ...stored, memo: '', updatedMs: NOW_MS + 1000 }, NOW_MS), true);
  assert.equal((await store.list())[0]?.memo, '');
  assert.deepEqual([await store.remove(stored.id), await store.remove(stored.id)], [true, false]);
});

eachStore(
  'roll-outs: a device changes its state with its update; failed ones are planned again',
  async (_t, { db }) => {
    const [store, updates] = [createRolloutStore(db), createUpdateStore(db)];
    const row = {
      url: 'u',
      version: '',
      memo: '',
      way: 'auto' as const,
      beginsMs: NOW_MS + 5000,
      groupIds: [1, 7],
      state: 'running' as const,
      stage: 1,
      maxFailures: 0,
      userId: 1,
      userName: 'admin',
      askedMs: NOW_MS,
      updatedMs: NOW_MS,
    };
    const keys = Array.from({ length: 2500 }, (_, i) => i + 1);
    const id = await store.add(row, keys);
    assert.equal((await store.members(id)).length, 2500);
    const begun = await updates.add(update(1, { rolloutId: id }), 1);
    const stateOf = async (deviceKey: number): Promise<unknown> =>
      (await store.members(id)).find((member) => member.deviceKey === deviceKey)?.state;
    assert.equal(await stateOf(1), 'running');
    assert.deepEqual(
      (await updates.ofRollout(id)).map((each) => each.id),
      [begun.id],
    );
    await updates.save({ ...begun, state: 'failed', endedMs: NOW_MS });
    assert.equal(await stateOf(1), 'failed');
    await store.retryFailed(id);
    assert.equal(await stateOf(1), 'planned');
    await store.setMember({ rolloutId: id, deviceKey: 2, stage: 3, state: 'done', updateId: 0 });
    await store.save({ ...row, id, state: 'paused', stage: 2 });
    const [kept] = await store.list();
    assert.deepEqual([kept?.state, kept?.stage, await stateOf(2)], ['paused', 2, 'done']);
    assert.deepEqual([kept?.way, kept?.beginsMs, kept?.groupIds], ['auto', NOW_MS + 5000, [1, 7]]);
    await store.begin({ ...row, id, beginsMs: NOW_MS }, [2, 9001]);
    assert.deepEqual([await stateOf(2), await stateOf(9001)], ['done', 'planned'], 'one that it has stays as it is');
    const [begunNow] = await store.list();
    assert.deepEqual([begunNow?.beginsMs, begunNow?.groupIds], [NOW_MS, [1, 7]], 'at the time that it has now');
    await updates.removeDevices([9001]);
    await updates.removeDevices([2]);
    assert.equal((await store.members(id)).length, 2499);
    await store.remove(id);
    assert.deepEqual([await store.list(), await store.members(id)], [[], []]);
  },
);
