// The tables notify_plans and notify_cursor. The only file that knows them.
import { planModes } from '@outrider/contract';
import { z } from 'zod';
import type { PlanStore, StoredPlan } from '../../kernel/plans.ts';
import { type Database, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';

export type PlanKind = 'push' | 'realtime';

const columns = { updateMode: oneOf(planModes, 'GLOBAL'), plan: json(z.record(z.string(), z.unknown())) };
type Tables = {
  notifyPlans: Row<StoredPlan & { kind: PlanKind }, typeof columns>;
  notifyCursor: Row<{ id: number; eventSerial: number }>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
const CURSOR = 1;

export type NotifyPlanStore = ReturnType<typeof createNotifyPlanStore>;

const plansOf = (db: ReturnType<typeof tablesOf>, kind: PlanKind): PlanStore => ({
  all: () =>
    db
      .selectFrom('notifyPlans')
      .select(['target', 'updateMode', 'deviceKey', 'groupId', 'code', 'plan', 'updatedMs', 'updatedBy'])
      .where('kind', '=', kind)
      .orderBy('target')
      .execute(),
  async save({ target, plan, ...rest }, beforeMs) {
    const values = { ...rest, plan: columns.plan.write(plan) };
    const written = await db
      .insertInto('notifyPlans')
      .values({ kind, target, ...values })
      .onConflict((c) =>
        c.columns(['kind', 'target']).doUpdateSet(values).where('notifyPlans.updatedMs', '=', beforeMs),
      )
      .returning('target')
      .executeTakeFirst();
    return written !== undefined;
  },
  async remove(targets) {
    await db.deleteFrom('notifyPlans').where('kind', '=', kind).where('target', 'in', targets).execute();
  },
});

export const createNotifyPlanStore = (database: Database) => {
  const db = tablesOf(database);
  return {
    plans: (kind: PlanKind): PlanStore => plansOf(db, kind),
    async removeDevices(deviceKeys: readonly number[]): Promise<void> {
      await db.deleteFrom('notifyPlans').where('deviceKey', 'in', deviceKeys).execute();
    },
    async cursor(): Promise<number> {
      return (await db.selectFrom('notifyCursor').select('eventSerial').executeTakeFirst())?.eventSerial ?? 0;
    },
    async moveCursor(eventSerial: number): Promise<void> {
      await db
        .insertInto('notifyCursor')
        .values({ id: CURSOR, eventSerial })
        .onConflict((c) => c.column('id').doUpdateSet({ eventSerial }))
        .execute();
    },
  };
};
