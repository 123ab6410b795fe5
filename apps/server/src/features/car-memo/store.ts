// The table of car memos. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

/** An emptied memo stays as such: who saves over it hears by whom. */
export type StoredMemo = Version & { deviceKey: number; type: number; memo: string };

export type CarMemoStore = {
  /** Those that are not empty. */
  readAll(): Promise<StoredMemo[]>;
  read(deviceKey: number, type: number): Promise<StoredMemo | undefined>;
  /** Writes where the memo has the version `beforeMs` (0: or is not there); false where it has another one. */
  write(memo: StoredMemo, beforeMs: number): Promise<boolean>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createCarMemoStore = (database: Database): CarMemoStore => {
  const db = tables<{ carMemos: Row<StoredMemo> }>(database);
  return {
    readAll: () =>
      db.selectFrom('carMemos').selectAll().where('memo', '<>', '').orderBy('deviceKey').orderBy('type').execute(),
    read: (deviceKey, type) =>
      db
        .selectFrom('carMemos')
        .selectAll()
        .where('deviceKey', '=', deviceKey)
        .where('type', '=', type)
        .executeTakeFirst(),
    async write(memo, beforeMs) {
      const written = await db
        .insertInto('carMemos')
        .values(memo)
        .onConflict((conflict) =>
          conflict.columns(['deviceKey', 'type']).doUpdateSet(memo).where('carMemos.updatedMs', '=', beforeMs),
        )
        .returning('deviceKey')
        .executeTakeFirst();
      return written !== undefined;
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('carMemos').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
