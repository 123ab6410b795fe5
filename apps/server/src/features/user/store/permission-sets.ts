// The table of permission sets: the rights of a level. Accounts are ../store.ts.
import { type Database, type Row, tables } from '../../../kernel/storage/db.ts';
import type { Version } from '../../../kernel/storage/version.ts';

/** `id` is the level; `rights` the flags in table order. */
export type StoredPermissionSet = { id: number; name: string; rights: string } & Version;

export type PermissionSetStore = {
  readAll(): Promise<StoredPermissionSet[]>;
  /** Writes all of them, or none where one fails. */
  write(sets: readonly StoredPermissionSet[]): Promise<void>;
  remove(id: number): Promise<void>;
};

export const createPermissionSetStore = (database: Database): PermissionSetStore => {
  const db = tables<{ permissionSets: Row<StoredPermissionSet> }>(database);
  return {
    readAll: () => db.selectFrom('permissionSets').selectAll().orderBy('id').execute(),
    write: (sets) =>
      db.transaction().execute(async (transaction) => {
        for (const { id, ...set } of sets)
          await transaction
            .insertInto('permissionSets')
            .values({ id, ...set })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
            .execute();
      }),
    async remove(id) {
      await db.deleteFrom('permissionSets').where('id', '=', id).execute();
    },
  };
};
