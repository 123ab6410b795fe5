// The tables of accounts and the groups they belong to.
import type { Generated } from 'kysely';
import type { Database } from '../../kernel/db.ts';

type UserRow = {
  id: Generated<number>;
  name: string;
  password: string;
  level: number;
  rights: string;
  expires_ms: number | null;
  created_ms: number;
};
type UserTables = {
  users: UserRow;
  user_groups: { user_id: number; group_id: number };
};

/** An account as stored. `password` is the slow hash; `rights` the flags in table order, '' for those of its permission set. */
export type StoredUser = {
  id: number;
  name: string;
  password: string;
  level: number;
  rights: string;
  expiresMs: number | null;
  groupIds: readonly number[];
};

export type UserStore = {
  readAll(): Promise<StoredUser[]>;
  insert(user: Omit<StoredUser, 'id'>, createdMs: number): Promise<number>;
  setPassword(userId: number, password: string, expiresMs: number | null): Promise<void>;
  /** Writes everything but the name and the password. */
  update(user: StoredUser): Promise<void>;
  remove(userId: number): Promise<void>;
};

export const createUserStore = (database: Database): UserStore => {
  const db = database.$extendTables<UserTables>();
  return {
    async readAll() {
      const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
      const groups = await db.selectFrom('user_groups').selectAll().execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        password: row.password,
        level: row.level,
        rights: row.rights,
        expiresMs: row.expires_ms,
        groupIds: groups.filter((group) => group.user_id === row.id).map((group) => group.group_id),
      }));
    },
    insert: (user, createdMs) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('users')
          .values({
            name: user.name,
            password: user.password,
            level: user.level,
            rights: user.rights,
            expires_ms: user.expiresMs,
            created_ms: createdMs,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const groupId of user.groupIds)
          await transaction.insertInto('user_groups').values({ user_id: id, group_id: groupId }).execute();
        return id;
      }),
    async setPassword(userId, password, expiresMs) {
      await db.updateTable('users').set({ password, expires_ms: expiresMs }).where('id', '=', userId).execute();
    },
    update: ({ id, level, rights, expiresMs, groupIds }) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ level, rights, expires_ms: expiresMs })
          .where('id', '=', id)
          .execute();
        await transaction.deleteFrom('user_groups').where('user_id', '=', id).execute();
        for (const groupId of groupIds)
          await transaction.insertInto('user_groups').values({ user_id: id, group_id: groupId }).execute();
      }),
    async remove(userId) {
      await db.deleteFrom('users').where('id', '=', userId).execute();
    },
  };
};
