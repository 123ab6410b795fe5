// Download plans and what is fetched because of them, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import type { StoredPlan } from '../../kernel/plans.ts';
import { createDownloadPlanStore, planValues, type WantedFetch } from './store.ts';
import { planOf } from './test-plan.ts';

const NOW_MS = 1_800_000_000_000;
const ofDevice = (deviceKey: number, code = 19): StoredPlan => ({
  target: `d ${deviceKey} ${code}`,
  updateMode: 'DEVICE',
  deviceKey,
  groupId: null,
  code,
  plan: planValues.encode(planOf()),
  updatedMs: NOW_MS,
  updatedBy: 'ann',
});
const wantedOf = (eventSerial: number, changes: Partial<WantedFetch> = {}): WantedFetch => ({
  eventSerial,
  kind: 'footage',
  deviceKey: 1,
  code: 19,
  eventMs: NOW_MS,
  dueMs: NOW_MS,
  startMs: NOW_MS - 10_000,
  endMs: NOW_MS + 5000,
  channels: [1, 3],
  mainChannels: [3],
  audio: true,
  createdMs: NOW_MS,
  ...changes,
});

eachStore(
  'download plans: one of each target, saved over the version that was seen only, and removed',
  async (_t, { db }) => {
    const { plans } = createDownloadPlanStore(db);
    const [first, second] = [ofDevice(1), ofDevice(2)];
    const ofGroup: StoredPlan = { ...first, target: 'g 7 19', updateMode: 'GROUP', deviceKey: null, groupId: 7 };
    assert.equal(await plans.save(first, 0), true);
    assert.equal(await plans.save(second, 0), true);
    assert.equal(await plans.save(ofGroup, 0), true);
    assert.deepEqual(await plans.all(), [first, second, ofGroup]);
    assert.deepEqual(planValues.parse((await plans.all())[0]?.plan), planOf());
    const later = { ...first, plan: planValues.encode(planOf({ postoffset: 9 })), updatedMs: NOW_MS + 1000 };
    assert.equal(await plans.save(later, 0), false, 'there is one by now');
    assert.equal(await plans.save(later, NOW_MS), true);
    assert.equal(await plans.save(later, NOW_MS), false, 'somebody was faster');
    await plans.remove([second.target, 'd 9 19']);
    await plans.remove([]);
    assert.deepEqual(await plans.all(), [later, ofGroup]);
  },
);

eachStore(
  'planned fetches: what is wanted is added once, with the cursor, and stands as it went',
  async (_t, { db }) => {
    const store = createDownloadPlanStore(db);
    assert.equal(await store.cursor(), 0);
    const photos = wantedOf(5, { kind: 'photos' });
    const added = await store.add([wantedOf(5), photos], 5);
    assert.deepEqual(
      added.map(({ id: _id, ...fetch }) => fetch),
      [wantedOf(5), photos].map((wanted) => ({ ...wanted, state: 'waiting', message: '', tries: 0, triedMs: 0 })),
    );
    assert.deepEqual(await store.add([wantedOf(5)]), [], 'known');
    assert.equal(await store.cursor(), 5, 'without one it stays');
    const [again] = await store.add([wantedOf(5, { kind: 'photos', dueMs: NOW_MS + 1 }), wantedOf(8)], 8);
    assert.deepEqual([again?.eventSerial, await store.cursor()], [5, 8]);
    const [first, second] = added.map(({ id }) => id);
    await store.update(first ?? 0, { state: 'partial', message: 'channel 3', tries: 2, triedMs: 7000 });
    const known = await store.ofEvents([5]);
    assert.deepEqual(known[0], { ...added[0], state: 'partial', message: 'channel 3', tries: 2, triedMs: 7000 });
    assert.equal(await store.openFootage(), 1, 'photos and what is over are not counted');
    assert.deepEqual([known.length, (await store.ofEvents([])).length], [3, 0]);
    assert.deepEqual(
      (await store.open(9)).map(({ eventSerial }) => eventSerial),
      [5, 5, 8],
    );
    assert.deepEqual(
      (await store.open(1)).map(({ id }) => id),
      [second],
    );
    assert.deepEqual(
      (await store.newest(2)).map(({ eventSerial }) => eventSerial),
      [8, 5],
    );
  },
);

eachStore(
  'planned fetches: what is asked for again waits as if it were new, and keeps its tries',
  async (_t, { db }) => {
    const store = createDownloadPlanStore(db);
    const [first, second, other] = await store.add([wantedOf(5), wantedOf(5, { kind: 'photos' }), wantedOf(6)]);
    await store.update(first?.id ?? 0, { state: 'failed', message: 'away', tries: 3, triedMs: 1 });
    await store.update(other?.id ?? 0, { state: 'failed', message: 'away', tries: 4, triedMs: 1 });
    const ids = [first?.id ?? 0, second?.id ?? 0];
    const asked = (await store.askAgain(ids, NOW_MS + 9)).toSorted((a, b) => a.id - b.id);
    const fresh = { state: 'waiting', message: '', createdMs: NOW_MS + 9 };
    assert.deepEqual(asked, [
      { ...first, ...fresh, tries: 3, triedMs: 1 },
      { ...second, ...fresh },
    ]);
    assert.deepEqual(await store.ofEvents([5]), asked);
    assert.equal((await store.ofEvents([6]))[0]?.state, 'failed');
    assert.deepEqual([await store.askAgain([99], NOW_MS), await store.askAgain([], NOW_MS)], [[], []]);
  },
);

eachStore(
  'planned fetches: whether one is near, what is forgotten, and those of dropped devices',
  async (_t, { db }) => {
    const store = createDownloadPlanStore(db);
    await store.plans.save(ofDevice(1), 0);
    await store.plans.save(ofDevice(2), 0);
    const added = await store.add([
      wantedOf(1),
      wantedOf(2, { createdMs: NOW_MS - 1 }),
      wantedOf(3, { createdMs: NOW_MS - 1 }),
      wantedOf(4, { createdMs: NOW_MS - 1, deviceKey: 2 }),
    ]);
    const between = (deviceKey: number, code: number, from: number, to: number): Promise<boolean> =>
      store.isBetween(deviceKey, code, NOW_MS + from, NOW_MS + to);
    assert.deepEqual(
      [
        await between(1, 19, -1, 1),
        await between(1, 19, 0, 1),
        await between(1, 19, -1, 0),
        await between(1, 20, -1, 1),
      ],
      [true, false, false, false],
      'neither end counts',
    );
    for (const { id } of added.slice(0, 3))
      await store.update(id, { state: 'done', message: '', tries: 1, triedMs: 1 });
    assert.equal(await store.forget(NOW_MS - 1, 9), 0);
    assert.equal(await store.forget(NOW_MS, 1), 1);
    assert.equal(await store.forget(NOW_MS, 9), 1);
    const left = async (): Promise<number[]> => (await store.newest(9)).map(({ eventSerial }) => eventSerial);
    assert.deepEqual(await left(), [4, 1], 'what waits stays, however old');
    await store.removeDevices([2, 9]);
    assert.deepEqual(await left(), [1]);
    assert.deepEqual(await store.plans.all(), [ofDevice(1)]);
  },
);
