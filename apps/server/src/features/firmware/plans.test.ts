// A plan tells devices in the name of who saved it last, as long as that account may plan.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DONE_ORDER, orderOf } from './test-order.ts';
import { AutoPlans } from './plans.ts';
import { createPlanStore } from './store/plans.ts';

const DEVICE = { deviceKey: 1, deviceId: 'D1' };
const plan = { sourceVersion: '1', url: 'http://files.example.com/a.bin', memo: '', way: 'auto' as const };

test('a plan of an account that is gone, has expired or lost the level tells nobody until somebody who may saves it', async (t) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => database.close());
  const [ann, bob] = [testCaller({ userName: 'ann', level: 1 }), testCaller({ userId: 2, userName: 'bob' })];
  const accounts = new Map<number, Caller>([
    [ann.userId, ann],
    [bob.userId, bob],
  ]);
  const told: string[] = [];
  const plans = await AutoPlans.open({
    store: createPlanStore(database.db),
    tries: { triesOf: async () => 0 },
    updates: {
      of: () => undefined,
      start: async ({ device, userName, kept }) => {
        told.push(userName);
        const payload = { update: 1, url: plan.url, way: plan.way };
        return { result: '1', order: orderOf({ device, userName, kept, payload }, DONE_ORDER) };
      },
    },
    access: { current: ({ userId }) => accounts.get(userId), maySee: () => true },
    clock: createManualClock(),
    log: silentLog,
  });
  const id = await plans.add(ann, plan);
  const comes = async (): Promise<unknown> => {
    await plans.versionIs(DEVICE, '1');
    return plans.rows()[0]?.lapsed;
  };
  assert.deepEqual([await comes(), told], [undefined, ['ann']]);
  accounts.delete(ann.userId);
  assert.deepEqual([await comes(), told], [true, ['ann']]);
  accounts.set(ann.userId, { ...ann, level: 2 });
  assert.deepEqual([await comes(), told], [true, ['ann']]);
  await plans.change(bob, id, plan, undefined);
  assert.deepEqual([await comes(), told], [undefined, ['ann', 'bob']]);
});
