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

eachStore('notify plans: who is written to when, and what waits for them in its order', async (_t, { db }) => {
  const store = createNotifyPlanStore(db);
  const ann = { kind: 'mail', receiver: 'ann@example.org', nextMs: NOW_MS + 60_000, held: 2 } as const;
  const ben = { ...ann, receiver: 'ben@example.org', nextMs: NOW_MS, held: 0 };
  const text = { kind: 'sms', receiver: 'ann@example.org', nextMs: NOW_MS - 1, held: 1 } as const;
  await store.saveStandings([]);
  await store.saveStandings([{ ...ann, held: 1 }, ben, text]);
  await store.saveStandings([ann]);
  assert.deepEqual(await store.standings('mail', [ann.receiver, 'eve@example.org']), [ann]);
  assert.deepEqual(await store.dueStandings(NOW_MS, 9), [text, ben]);
  assert.deepEqual(await store.dueStandings(NOW_MS, 1), [text]);
  assert.deepEqual(await store.dueStandings(NOW_MS - 2, 9), [ann], 'further ahead than any pause');
  const notice = (serialno: number) => ({
    serialno,
    code: 19,
    name: 'SOS',
    message: '',
    device: 'd1',
    eventTime: '2026-03-01 09:00:00',
    place: '',
    speedKmh: 30.5,
  });
  const { kind, receiver } = ann;
  await store.hold([
    { ...notice(7), kind, receiver },
    { ...notice(5), kind: 'sms', receiver },
    { ...notice(5), kind, receiver },
  ]);
  await store.hold([]);
  const held = await store.heldFor('mail', [receiver, ben.receiver]);
  assert.deepEqual(held, [
    { id: held[0]?.id, ...notice(7), kind, receiver },
    { id: held[1]?.id, ...notice(5), kind, receiver },
  ]);
  await store.removeHeld('mail', [receiver]);
  await store.removeStandings('mail', [ben.receiver]);
  assert.deepEqual(await store.heldFor('mail', [receiver]), []);
  assert.equal((await store.heldFor('sms', [receiver])).length, 1);
  assert.deepEqual(await store.dueStandings(NOW_MS + 60_000, 9), [text, ann]);
});
