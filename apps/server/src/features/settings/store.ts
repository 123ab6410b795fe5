// The table of stored settings: one JSON text under each key.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

type Tables = { settings: Row<{ key: string; value: string }> };

export type SettingStore = {
  readAll(): Promise<ReadonlyMap<string, string>>;
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
};

export const createSettingStore = (database: Database): SettingStore => {
  const db = tables<Tables>(database);
  return {
    async readAll() {
      const rows = await db.selectFrom('settings').selectAll().execute();
      return new Map(rows.map(({ key, value }) => [key, value]));
    },
    async write(key, value) {
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
    async remove(key) {
      await db.deleteFrom('settings').where('key', '=', key).execute();
    },
  };
};
