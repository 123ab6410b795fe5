// The tables notify_plans and notify_cursor. The only file that knows them.
import { type PlanMode, planModes } from '@outrider/contract';
import { z } from 'zod';
import { type Database, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type PlanKind = 'push' | 'realtime';
export type StoredPlan = Version & {
  target: string;
  updateMode: PlanMode;
  deviceKey: number | null;
  groupId: number | null;
  code: number;
  /** In wire form, as the kind reads it. */
  plan: Readonly<Record<string, unknown>>;
};

const columns = { updateMode: oneOf(planModes, 'GLOBAL'), plan: json(z.record(z.string(), z.unknown())) };
type Tables = {
  notifyPlans: Row<StoredPlan & { kind: PlanKind }, typeof columns>;
  notifyCursor: Row<{ id: number; eventSerial: number }>;
};
const CURSOR = 1;

export type NotifyPlanStore = ReturnType<typeof createNotifyPlanStore>;

export const createNotifyPlanStore = (database: Database) => {
  const db = tables<Tables>(database, columns);
  return {
    plans: (kind: PlanKind): Promise<StoredPlan[]> =>
      db
        .selectFrom('notifyPlans')
        .select(['target', 'updateMode', 'deviceKey', 'groupId', 'code', 'plan', 'updatedMs', 'updatedBy'])
        .where('kind', '=', kind)
        .orderBy('target')
        .execute(),
    /** Writes where the plan has the version `beforeMs` (0: or is not there); false where it has another one. */
    async save(kind: PlanKind, { target, plan, ...rest }: StoredPlan, beforeMs: number): Promise<boolean> {
      const values = { ...rest, plan: JSON.stringify(plan) };
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
    async remove(kind: PlanKind, targets: readonly string[]): Promise<void> {
      await db.deleteFrom('notifyPlans').where('kind', '=', kind).where('target', 'in', targets).execute();
    },
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
