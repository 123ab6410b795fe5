// The table firmware. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredFirmware = {
  id: string;
  fileName: string;
  memo: string;
  bytes: number;
  md5: string;
  sha256: string;
  updatedMs: number;
};

export type FirmwareStore = {
  /** Newest first. */
  list(): Promise<StoredFirmware[]>;
  find(id: string): Promise<StoredFirmware | undefined>;
  add(firmware: StoredFirmware): Promise<void>;
  /** False: there is none. */
  change(
    id: string,
    change: Partial<Pick<StoredFirmware, 'fileName' | 'memo'>> & { updatedMs: number },
  ): Promise<boolean>;
  remove(id: string): Promise<boolean>;
};

export const createFirmwareStore = (database: Database): FirmwareStore => {
  const db = tables<{ firmware: Row<StoredFirmware> }>(database);
  return {
    list: () => db.selectFrom('firmware').selectAll().orderBy('updatedMs', 'desc').orderBy('id').execute(),
    find: (id) => db.selectFrom('firmware').selectAll().where('id', '=', id).executeTakeFirst(),
    async add(firmware) {
      await db.insertInto('firmware').values(firmware).execute();
    },
    async change(id, change) {
      const { numUpdatedRows } = await db
        .updateTable('firmware')
        .set(change)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('firmware').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};
