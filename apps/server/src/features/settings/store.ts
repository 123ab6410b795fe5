// The table of stored settings: one JSON text under each key, with its version.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type StoredSetting = Version & { key: string; value: string };

export type SettingStore = {
  readAll(): Promise<StoredSetting[]>;
  read(key: string): Promise<StoredSetting | undefined>;
  /** Writes where the setting has the version `before` (0: or is not there); false where it has another one. */
  write(setting: StoredSetting, beforeMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
};

export const createSettingStore = (database: Database): SettingStore => {
  const db = tables<{ settings: Row<StoredSetting> }>(database);
  const rows = db.selectFrom('settings').selectAll();
  return {
    readAll: () => rows.execute(),
    read: (key) => rows.where('key', '=', key).executeTakeFirst(),
    async write({ key, ...changed }, beforeMs) {
      const written = await db
        .insertInto('settings')
        .values({ key, ...changed })
        .onConflict((c) => c.column('key').doUpdateSet(changed).where('settings.updatedMs', '=', beforeMs))
        .returning('key')
        .executeTakeFirst();
      return written !== undefined;
    },
    async remove(key) {
      await db.deleteFrom('settings').where('key', '=', key).execute();
    },
  };
};
