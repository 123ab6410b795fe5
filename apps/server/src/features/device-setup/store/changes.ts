// Who set which parameter last, and what each device told when it was last asked for all. The only file that knows these tables.
import { type ParameterValues, parameterValues } from '@outrider/contract';
import { type Database, json, type Row, tables } from '../../../kernel/storage/db.ts';

export type ParameterChange = { deviceKey: number; parameter: string; updatedMs: number; updatedBy: string };

/** `readMs`: UTC ms. Hidden values are masked. */
export type ParameterSheet = { deviceKey: number; readMs: number; sheet: ParameterValues };

const columns = { sheet: json(parameterValues) };

export type ParameterChangeStore = ReturnType<typeof createParameterChangeStore>;

export const createParameterChangeStore = (database: Database) => {
  const db = tables<{
    parameterChanges: Row<ParameterChange>;
    parameterSheets: Row<ParameterSheet, typeof columns>;
  }>(database, columns);
  return {
    of: (deviceKey: number): Promise<ParameterChange[]> =>
      db.selectFrom('parameterChanges').selectAll().where('deviceKey', '=', deviceKey).orderBy('parameter').execute(),
    save: async (changes: readonly ParameterChange[]): Promise<void> => {
      if (changes.length === 0) return;
      await db
        .insertInto('parameterChanges')
        .values(changes)
        .onConflict((conflict) =>
          conflict.columns(['deviceKey', 'parameter']).doUpdateSet((e) => ({
            updatedMs: e.ref('excluded.updatedMs'),
            updatedBy: e.ref('excluded.updatedBy'),
          })),
        )
        .execute();
    },
    keepSheet: async ({ deviceKey, readMs, sheet }: ParameterSheet): Promise<void> => {
      await db
        .insertInto('parameterSheets')
        .values({ deviceKey, readMs, sheet: JSON.stringify(sheet) })
        .onConflict((conflict) =>
          conflict
            .column('deviceKey')
            .doUpdateSet((e) => ({ readMs: e.ref('excluded.readMs'), sheet: e.ref('excluded.sheet') })),
        )
        .execute();
    },
    sheetOf: (deviceKey: number): Promise<ParameterSheet | undefined> =>
      db.selectFrom('parameterSheets').selectAll().where('deviceKey', '=', deviceKey).executeTakeFirst(),
    removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
      await db.deleteFrom('parameterSheets').where('deviceKey', 'in', deviceKeys).execute();
      await db.deleteFrom('parameterChanges').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
