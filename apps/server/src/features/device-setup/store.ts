// The table of who set which parameter last. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type ParameterChange = { deviceKey: number; parameter: string; updatedMs: number; updatedBy: string };

export type ParameterChangeStore = ReturnType<typeof createParameterChangeStore>;

export const createParameterChangeStore = (database: Database) => {
  const db = tables<{ parameterChanges: Row<ParameterChange> }>(database);
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
    removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
      await db.deleteFrom('parameterChanges').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
