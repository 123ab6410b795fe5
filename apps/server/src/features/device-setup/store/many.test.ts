// Batches and templates on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../../adapters/test-stores.ts';
import { othersTurns } from '../../../kernel/turns-until.ts';
import { createBatchStore } from './batches.ts';
import { unreadState } from '../template-step.ts';
import { createTemplateStore } from './templates.ts';

const NOW_MS = 1_800_000_000_000;
const batch = { memo: 'town', sheet: { sys_spdlimit: 60 }, userId: 3, userName: 'ann', askedMs: NOW_MS };
const devices = [1, 2].map((deviceKey) => ({ deviceKey, deviceId: `D${deviceKey}` }));

eachStore(
  'batches: added with their devices, found until they are written, forgotten by their time',
  async (_t, { db }) => {
    const store = createBatchStore(db);
    const id = await store.add(batch, devices);
    const stored = { ...batch, id, written: false };
    assert.deepEqual(await store.find(id), stored);
    assert.deepEqual(await store.unwritten(), [stored]);
    await store.setTrouble(id, [2], 'limit_reached');
    assert.deepEqual(await store.members(id), [
      { batchId: id, deviceKey: 1, deviceId: 'D1', trouble: '' },
      { batchId: id, deviceKey: 2, deviceId: 'D2', trouble: 'limit_reached' },
    ]);
    assert.deepEqual(await store.troubles([id]), [{ batchId: id, trouble: 'limit_reached', count: 1 }]);
    await store.setTrouble(id, [2, 9], '');
    assert.deepEqual(await store.troubles([id]), []);
    await store.setWritten(id, true);
    assert.deepEqual(await store.unwritten(), []);
    await store.setWritten(id, false);
    assert.deepEqual(await store.unwritten(), [stored]);
    await store.setWritten(id, true);
    const other = await store.add({ ...batch, userId: 4, askedMs: NOW_MS + 1 }, devices.slice(1));
    assert.deepEqual(
      (await store.list(9)).map((row) => row.id),
      [other, id],
    );
    assert.deepEqual(
      (await store.list(9, 3)).map((row) => row.id),
      [id],
    );
    assert.deepEqual(
      (await store.sizes([id, other]))
        .map(({ batchId, count }) => [batchId, count])
        .toSorted(([a = 0], [b = 0]) => a - b),
      [
        [id, 2],
        [other, 1],
      ],
    );
    await store.removeDevices([2]);
    assert.equal((await store.members(other)).length, 0);
    assert.equal(await store.forget(NOW_MS + 1, 9), 1);
    assert.deepEqual([await store.find(id), await store.members(id)], [undefined, []]);
  },
);

eachStore('batches: thousands of devices are read in several turns', async (t, { db }) => {
  const store = createBatchStore(db);
  const many = Array.from({ length: 1100 }, (_, i) => ({ deviceKey: i + 1, deviceId: `D${i + 1}` }));
  await store.add(batch, devices);
  const id = await store.add(batch, many);
  const others = othersTurns(t);
  const members = await store.members(id);
  assert.ok(others() >= 2, `others had ${others()} turns`);
  assert.deepEqual(
    members.map(({ batchId, deviceKey }) => [batchId, deviceKey]),
    many.map(({ deviceKey }) => [id, deviceKey]),
  );
});

eachStore(
  'templates: one of a name, changed from the version that was seen, gone with their devices',
  async (_t, { db }) => {
    const store = createTemplateStore(db);
    const fresh = {
      name: 'City bus',
      memo: '',
      sheet: { sys_spdlimit: 60 },
      groupIds: [2],
      keep: true,
      userId: 3,
      userName: 'ann',
      updatedMs: NOW_MS,
      updatedBy: 'ann',
    };
    const id = await store.add(fresh, [1, 2]);
    assert.ok(id !== undefined);
    assert.equal(await store.add(fresh, []), undefined);
    assert.deepEqual(await store.list(), [{ ...fresh, id }]);
    assert.equal(await store.change({ ...fresh, id, keep: false }, [2, 3], NOW_MS - 1), false);
    assert.equal((await store.named()).length, 2, 'nothing of it was stored');
    assert.equal(await store.change({ ...fresh, id, keep: false, updatedMs: NOW_MS + 1000 }, [2, 3], NOW_MS), true);
    assert.deepEqual(
      (await store.named()).map(({ deviceKey }) => deviceKey),
      [2, 3],
    );
    assert.equal((await store.list())[0]?.keep, false);
    const state = {
      ...unreadState(3),
      readMs: NOW_MS,
      has: { net_hbsec: 30 },
      lacks: ['sys_tz'],
      refused: { sys_spdlimit: 60 },
    };
    await store.saveState(state);
    await store.saveState({ ...state, toldMs: NOW_MS, toldCount: 2 });
    assert.deepEqual(await store.states(), [{ ...state, toldMs: NOW_MS, toldCount: 2 }]);
    await store.removeDevices([3]);
    assert.deepEqual([await store.states(), (await store.named()).length], [[], 1]);
    assert.deepEqual([await store.remove(id), await store.remove(id), await store.named()], [true, false, []]);
  },
);
