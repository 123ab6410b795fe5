// The table of permission sets: the rights of a level. Accounts are ../store.ts.
import { type Database, type Row, tables } from '../../../kernel/storage/db.ts';

/** `id` is the level; `rights` the flags in table order. */
export type StoredPermissionSet = { id: number; name: string; rights: string };

export type PermissionSetStore = {
  readAll(): Promise<StoredPermissionSet[]>;
  write(set: StoredPermissionSet): Promise<void>;
};

export const createPermissionSetStore = (database: Database): PermissionSetStore => {
  const db = tables<{ permissionSets: Row<StoredPermissionSet> }>(database);
  return {
    readAll: () => db.selectFrom('permissionSets').selectAll().orderBy('id').execute(),
    async write(set) {
      await db
        .insertInto('permissionSets')
        .values(set)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: set.name, rights: set.rights }))
        .execute();
    },
  };
};
