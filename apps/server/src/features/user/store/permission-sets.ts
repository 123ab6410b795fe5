// The table of permission sets: the rights of a level. Accounts are ../store.ts.
import type { Database } from '../../../kernel/db.ts';

/** `id` is the level; `rights` the flags in table order. */
export type StoredPermissionSet = { id: number; name: string; rights: string };

export type PermissionSetStore = {
  readAll(): Promise<StoredPermissionSet[]>;
  write(set: StoredPermissionSet): Promise<void>;
};

export const createPermissionSetStore = (database: Database): PermissionSetStore => {
  const db = database.$extendTables<{ permission_sets: StoredPermissionSet }>();
  return {
    async readAll() {
      const rows = await db.selectFrom('permission_sets').selectAll().orderBy('id').execute();
      return rows.map(({ id, name, rights }) => ({ id, name, rights }));
    },
    async write(set) {
      await db
        .insertInto('permission_sets')
        .values(set)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: set.name, rights: set.rights }))
        .execute();
    },
  };
};
