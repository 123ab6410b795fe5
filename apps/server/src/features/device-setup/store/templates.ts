// The tables of templates, of the devices they name, and of what devices said last of what templates ask for.
import { type ParameterValues, parameterValues } from '@outrider/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { inChunks } from '../../../kernel/storage/chunks.ts';
import { type Database, flag, json, type Row, tables } from '../../../kernel/storage/db.ts';

/** Times in UTC ms. */
export type StoredTemplate = {
  id: number;
  name: string;
  memo: string;
  sheet: ParameterValues;
  groupIds: number[];
  keep: boolean;
  userId: number;
  userName: string;
  updatedMs: number;
  updatedBy: string;
};
/** `refused`: what it was told and did not keep. `toldCount`: how often it was told by itself on the day of `toldMs`. */
export type ParameterState = {
  deviceKey: number;
  readMs: number;
  has: ParameterValues;
  lacks: string[];
  refused: ParameterValues;
  toldMs: number;
  toldCount: number;
};

const columns = { sheet: json(parameterValues), groupIds: json(z.array(z.number())), keep: flag };
const stateColumns = {
  has: json(parameterValues),
  lacks: json(z.array(z.string())),
  refused: json(parameterValues),
};
const allColumns = { ...columns, ...stateColumns };
type Tables = {
  parameterTemplates: Row<StoredTemplate, typeof columns, 'id'>;
  parameterTemplateDevices: Row<{ templateId: number; deviceKey: number }>;
  parameterStates: Row<ParameterState, typeof stateColumns>;
};

const rowOf = ({ sheet, groupIds, keep, ...template }: Omit<StoredTemplate, 'id'>) => ({
  ...template,
  sheet: JSON.stringify(sheet),
  groupIds: JSON.stringify(groupIds),
  keep: keep ? 1 : 0,
});

const nameDevices = async (db: Kysely<Tables>, templateId: number, deviceKeys: readonly number[]): Promise<void> => {
  await db.deleteFrom('parameterTemplateDevices').where('templateId', '=', templateId).execute();
  await inChunks(deviceKeys, (some) => {
    const rows = some.map((deviceKey) => ({ templateId, deviceKey }));
    return db.insertInto('parameterTemplateDevices').values(rows).execute();
  });
};

export type TemplateStore = ReturnType<typeof createTemplateStore>;

export const createTemplateStore = (database: Database) => {
  const db = tables<Tables>(database, allColumns);
  return { ...templates(db), ...states(db) };
};

const templates = (db: Kysely<Tables>) => ({
  /** In the order in which they were made. */
  list: (): Promise<StoredTemplate[]> => db.selectFrom('parameterTemplates').selectAll().orderBy('id').execute(),
  named: (): Promise<{ templateId: number; deviceKey: number }[]> =>
    db.selectFrom('parameterTemplateDevices').selectAll().execute(),
  /** Undefined where there is one of this name. */
  add: (template: Omit<StoredTemplate, 'id'>, deviceKeys: readonly number[]): Promise<number | undefined> =>
    db.transaction().execute(async (transaction) => {
      const row = await transaction
        .insertInto('parameterTemplates')
        .values(rowOf(template))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row !== undefined) await nameDevices(transaction, row.id, deviceKeys);
      return row?.id;
    }),
  /** False where it was changed since `beforeMs`. */
  change: ({ id, ...template }: StoredTemplate, deviceKeys: readonly number[], beforeMs: number): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('parameterTemplates')
        .set(rowOf(template))
        .where('id', '=', id)
        .where('updatedMs', '=', beforeMs)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) return false;
      await nameDevices(transaction, id, deviceKeys);
      return true;
    }),
  remove: (id: number): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      await nameDevices(transaction, id, []);
      const { numDeletedRows } = await transaction
        .deleteFrom('parameterTemplates')
        .where('id', '=', id)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    }),
});

const states = (db: Kysely<Tables>) => ({
  states: (): Promise<ParameterState[]> => db.selectFrom('parameterStates').selectAll().execute(),
  saveState: async ({ deviceKey, has, lacks, refused, ...rest }: ParameterState): Promise<void> => {
    const row = {
      ...rest,
      has: JSON.stringify(has),
      lacks: JSON.stringify(lacks),
      refused: JSON.stringify(refused),
    };
    await db
      .insertInto('parameterStates')
      .values({ deviceKey, ...row })
      .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(row))
      .execute();
  },
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    await db.deleteFrom('parameterTemplateDevices').where('deviceKey', 'in', deviceKeys).execute();
    await db.deleteFrom('parameterStates').where('deviceKey', 'in', deviceKeys).execute();
  },
});
