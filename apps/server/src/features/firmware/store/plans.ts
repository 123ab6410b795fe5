// The table of auto update plans.
import { type FirmwareWay, firmwareWays } from '@outrider/contract';
import { type Database, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';

/** Times in UTC ms. */
export type StoredPlan = {
  id: number;
  sourceVersion: string;
  url: string;
  memo: string;
  way: FirmwareWay;
  userId: number;
  userName: string;
  updatedMs: number;
  updatedBy: string;
};

const columns = { way: oneOf(firmwareWays, 'link') };

export type PlanStore = ReturnType<typeof createPlanStore>;

export const createPlanStore = (database: Database) => {
  const db = tables<{ autoFirmwarePlans: Row<StoredPlan, typeof columns, 'id'> }>(database, columns);
  return {
    /** Newest first. */
    list: (): Promise<StoredPlan[]> => db.selectFrom('autoFirmwarePlans').selectAll().orderBy('id', 'desc').execute(),
    /** Undefined where there is one for this version already. */
    add: async (plan: Omit<StoredPlan, 'id'>): Promise<number | undefined> => {
      const row = await db
        .insertInto('autoFirmwarePlans')
        .values(plan)
        .onConflict((conflict) => conflict.column('sourceVersion').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id;
    },
    /** False where it was changed since `beforeMs`. */
    change: async ({ id, ...plan }: StoredPlan, beforeMs: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('autoFirmwarePlans')
        .set(plan)
        .where('id', '=', id)
        .where('updatedMs', '=', beforeMs)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
    remove: async (id: number): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('autoFirmwarePlans').where('id', '=', id).executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },
  };
};
