// Plans of who is told, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import type { StoredPlan } from '../../kernel/plans.ts';
import { createNotifyPlanStore } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const ofDevice = (deviceKey: number): StoredPlan => ({
  target: `d ${deviceKey} 19`,
  updateMode: 'DEVICE',
  deviceKey,
  groupId: null,
  code: 19,
  plan: { enable: 1, name: 'Hook', script: 'GET https://a.example.org' },
  updatedMs: NOW_MS,
  updatedBy: 'ann',
});

eachStore(
  'notify plans: one of each target and kind, saved over the version that was seen only',
  async (_t, { db }) => {
    const store = createNotifyPlanStore(db);
    const [push, realtime] = [store.plans('push'), store.plans('realtime')];
    const [first, second] = [ofDevice(1), ofDevice(2)];
    const all: StoredPlan = { ...first, target: 'a 19', updateMode: 'GLOBAL', deviceKey: null };
    assert.equal(await push.save(second, 0), true);
    assert.equal(await push.save(first, 0), true);
    assert.equal(await push.save(all, 0), true);
    assert.equal(await realtime.save(first, 0), true, 'the other kind has its own');
    assert.deepEqual(await push.all(), [all, first, second]);
    const later = { ...first, plan: { enable: 0 }, updatedMs: NOW_MS + 1000, updatedBy: 'ben' };
    assert.equal(await push.save(later, 0), false);
    assert.equal(await push.save(later, NOW_MS), true);
    assert.equal(await push.save(later, NOW_MS), false, 'somebody was faster');
    assert.deepEqual([await push.all(), await realtime.all()], [[all, later, second], [first]]);
    await push.remove([first.target, all.target, 'd 9 19']);
    await push.remove([]);
    assert.deepEqual([await push.all(), await realtime.all()], [[second], [first]]);
  },
);

eachStore(
  'notify plans: those of dropped devices go, of both kinds; the cursor stays where it was moved',
  async (_t, { db }) => {
    const store = createNotifyPlanStore(db);
    for (const kind of ['push', 'realtime'] as const)
      for (const deviceKey of [1, 2, 3]) await store.plans(kind).save(ofDevice(deviceKey), 0);
    await store.removeDevices([1, 3, 9]);
    await store.removeDevices([]);
    assert.deepEqual(await store.plans('push').all(), [ofDevice(2)]);
    assert.deepEqual(await store.plans('realtime').all(), [ofDevice(2)]);
    assert.equal(await store.cursor(), 0);
    await store.moveCursor(7);
    await store.moveCursor(9);
    assert.equal(await store.cursor(), 9);
  },
);
