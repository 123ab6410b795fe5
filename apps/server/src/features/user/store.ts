// The tables of accounts and the groups they belong to.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

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

type Tables = {
  users: Row<Omit<StoredUser, 'groupIds'> & { createdMs: number }, object, 'id'>;
  userGroups: Row<{ userId: number; groupId: number }>;
};

export const createUserStore = (database: Database): UserStore => {
  const db = tables<Tables>(database);
  return {
    async readAll() {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'name', 'password', 'level', 'rights', 'expiresMs'])
        .orderBy('id')
        .execute();
      const groups = await db.selectFrom('userGroups').selectAll().orderBy('groupId').execute();
      return rows.map((row) => ({
        ...row,
        groupIds: groups.filter(({ userId }) => userId === row.id).map(({ groupId }) => groupId),
      }));
    },
    insert: ({ name, password, level, rights, expiresMs, groupIds }, createdMs) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('users')
          .values({ name, password, level, rights, expiresMs, createdMs })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const groupId of groupIds)
          await transaction.insertInto('userGroups').values({ userId: id, groupId }).execute();
        return id;
      }),
    async setPassword(userId, password, expiresMs) {
      await db.updateTable('users').set({ password, expiresMs }).where('id', '=', userId).execute();
    },
    update: ({ id, level, rights, expiresMs, groupIds }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ level, rights, expiresMs }).where('id', '=', id).execute();
        await transaction.deleteFrom('userGroups').where('userId', '=', id).execute();
        for (const groupId of groupIds)
          await transaction.insertInto('userGroups').values({ userId: id, groupId }).execute();
      }),
    async remove(userId) {
      await db.deleteFrom('users').where('id', '=', userId).execute();
    },
  };
};
