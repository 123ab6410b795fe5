// The table of car memos. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredMemo = { deviceKey: number; type: number; memo: string; updatedMs: number; updatedBy: string };

export type CarMemoStore = {
  read(): Promise<StoredMemo[]>;
  /** An empty memo is removed. */
  save(memo: StoredMemo): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createCarMemoStore = (database: Database): CarMemoStore => {
  const db = tables<{ carMemos: Row<StoredMemo> }>(database);
  return {
    read: () => db.selectFrom('carMemos').selectAll().orderBy('deviceKey').orderBy('type').execute(),
    async save(memo) {
      if (memo.memo === '') {
        await db.deleteFrom('carMemos').where('deviceKey', '=', memo.deviceKey).where('type', '=', memo.type).execute();
        return;
      }
      await db
        .insertInto('carMemos')
        .values(memo)
        .onConflict((conflict) => conflict.columns(['deviceKey', 'type']).doUpdateSet(memo))
        .execute();
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('carMemos').where('deviceKey', 'in', deviceKeys).execute();
    },
  };
};
