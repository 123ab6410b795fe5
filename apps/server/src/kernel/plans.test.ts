// The plans of one kind: who sees and changes which, and that those of a group go with it.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { unknownDevice } from './access/access.ts';
import { testCaller } from './access/test-access.ts';
import { silentLog } from './log.ts';
import { createManualClock } from './manual-clock.ts';
import { createFakeBus } from './test-bus.ts';
import { Plans, type PlanStore, type StoredPlan } from './plans.ts';

const CODE = 13;
const ROOT = { id: 1, parentId: null };
const DEVICE = {
  channels: [1],
  absentChannels: [],
  mainChannels: [],
  talkChannel: 1,
  hasLive: true,
  registered: true,
};
const admin = testCaller();
/** Sees device D7, and reaches group 2. */
const lee = testCaller({ userId: 2, userName: 'lee', level: 1 });
const values = z.object({ note: z.string() });
const ofAll = { deviceid: 'GLOBAL', groupid: 'root', appdevid: CODE, updateMode: 'GLOBAL' } as const;
const ofDevice = (deviceid: string) => ({ ...ofAll, deviceid, updateMode: 'DEVICE' }) as const;
const ofGroup = (groupid: number) => ({ ...ofAll, groupid: String(groupid), updateMode: 'GROUP' }) as const;

const setScene = async (t: TestContext) => {
  const rows = new Map<string, StoredPlan>();
  const store: PlanStore = {
    all: async () => [...rows.values()],
    save: async (plan) => {
      rows.set(plan.target, plan);
      return true;
    },
    remove: async (targets) => targets.forEach((target) => rows.delete(target)),
  };
  /** `tables`: as they are stored, which another server may have changed. */
  const groups = { now: [ROOT, { id: 2, parentId: 1 }], tables: [ROOT, { id: 2, parentId: 1 }] };
  const bus = createFakeBus();
  const plans = new Plans(
    {
      bus,
      log: silentLog,
      clock: createManualClock(),
      devices: {
        clockOf: (key) => (key < 10 ? { id: `D${key}` } : undefined),
        seen: (caller, id) => {
          if (caller.level > 0 && id !== 'D7') throw unknownDevice(id);
          return { ...DEVICE, deviceKey: Number(id.slice(1)), deviceId: id };
        },
      },
      groups: {
        list: () => groups.now,
        groupsOf: () => [2],
        reload: async () => {
          groups.now = groups.tables;
        },
      },
      reaches: (_caller, groupId) => groupId === 2,
    },
    { store, values },
  );
  t.after(() => plans.close());
  await plans.read();
  const targets = (): string[] => [...rows.keys()].toSorted();
  return { rows, store, groups, bus, plans, targets };
};

test('level 0 sees and changes all plans, level 1 those of its devices and groups', async (t) => {
  const { plans, targets } = await setScene(t);
  for (const target of [ofGroup(1), ofGroup(2), ofDevice('D7'), ofDevice('D8'), ofAll])
    await plans.save(admin, target, { note: 'a' }, undefined);
  assert.deepEqual(targets(), ['a 13', 'd 7 13', 'd 8 13', 'g 1 13', 'g 2 13']);
  assert.deepEqual(plans.seenBy(admin).length, 5);
  assert.deepEqual(plans.seenBy(admin)[0], { ...ofAll, note: 'a', updatetime: plans.all()[0]?.updatetime });
  assert.deepEqual(
    plans.seenBy(lee).map(({ deviceid, groupid }) => [deviceid, groupid]),
    [
      ['GLOBAL', '2'],
      ['D7', 'root'],
    ],
  );
  await assert.rejects(plans.save(lee, ofAll, { note: 'b' }, undefined), { code: 'forbidden' });
  await assert.rejects(plans.save(lee, ofGroup(1), { note: 'b' }, undefined), { code: 'not_found' });
  await assert.rejects(plans.remove(lee, undefined, 'GLOBAL'), { code: 'forbidden' });
  assert.deepEqual(await plans.remove(lee, ofGroup(2), 'GLOBAL'), ['g 2 13']);
  assert.deepEqual(await plans.remove(admin, undefined, 'D8'), ['d 8 13']);
  await assert.rejects(plans.remove(admin, ofDevice('D8'), 'GLOBAL'), { code: 'not_found' });
  await assert.rejects(plans.save(admin, ofAll, { note: 'c' }, 0), { name: 'ChangedError' });
  assert.equal(plans.for(7, CODE)?.note, 'a');
});

test('a plan needs a group that is there to be saved, not to be removed', async (t) => {
  const { plans, groups, targets } = await setScene(t);
  await plans.save(admin, ofGroup(2), { note: 'a' }, undefined);
  groups.now = [ROOT];
  await assert.rejects(plans.save(admin, ofGroup(2), { note: 'b' }, undefined), { code: 'not_found' });
  assert.deepEqual(await plans.remove(admin, ofGroup(2), 'GLOBAL'), ['g 2 13']);
  assert.deepEqual(targets(), []);
});

test('the plans of a group go when it goes, and when they are read; not those of one that another server has made since', async (t) => {
  const { plans, groups, bus, targets } = await setScene(t);
  await plans.save(admin, ofGroup(2), { note: 'a' }, undefined);
  await plans.save(admin, ofDevice('D7'), { note: 'a' }, undefined);
  groups.now = [ROOT];
  bus.publish('groups.changed', {});
  await plans.close();
  assert.deepEqual(targets(), ['d 7 13', 'g 2 13'], 'it is there, only not known here yet');
  assert.equal(groups.now.length, 2);
  groups.now = groups.tables = [ROOT];
  await plans.read();
  assert.deepEqual([targets(), plans.all().length], [['d 7 13'], 1]);
});

test('a group that is removed takes its plans with it at once', async (t) => {
  const { plans, groups, bus, targets } = await setScene(t);
  await plans.save(admin, ofGroup(2), { note: 'a' }, undefined);
  bus.publish('groups.changed', { link: { groupId: 2, deviceKey: 7, isIn: false } });
  groups.now = groups.tables = [ROOT];
  bus.publish('groups.changed', {});
  await plans.close();
  assert.deepEqual([targets(), plans.all()], [[], []]);
});
