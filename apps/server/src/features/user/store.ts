// The tables of accounts and the groups they belong to. With a password go the sessions and the sign-in links that were made under
// it: in the same transaction, so that none of them outlives it where the server is killed or does not run, or in another one over this
// database.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import { NEVER_CHANGED, type Version } from '../../kernel/storage/version.ts';

/** What is known of the person. `mapPlace` as 'lat,lng' in degrees, '' for none; `extPass` is a secret of another service. */
export type Profile = {
  mail: string;
  phone: string;
  memo: string;
  mapPlace: string;
  extUser: string;
  extPass: string;
};
const NO_PROFILE: Profile = { mail: '', phone: '', memo: '', mapPlace: '', extUser: '', extPass: '' };

/** An account as stored. `password` is the slow hash; `rights` the flags in table order, '' for those of its permission set. */
export type StoredUser = Profile &
  Version & {
    id: number;
    name: string;
    password: string;
    level: number;
    rights: string;
    expiresMs: number | null;
    /** So many days back it may look; 0: all. */
    retentionDays: number;
    signedInMs: number | null;
    groupIds: readonly number[];
  };

type PasswordColumns = Pick<StoredUser, 'password' | 'expiresMs'>;

export type UserStore = {
  readAll(): Promise<StoredUser[]>;
  read(userId: number): Promise<StoredUser | undefined>;
  insert(user: Omit<StoredUser, 'id'>, createdMs: number): Promise<number>;
  /** As each other change of the password: the account's sessions and sign-in links go with the old one. */
  setPassword(userId: number, password: string): Promise<void>;
  /** Writes `to` where the account still has `from`; false where it has another password or expiry. The session `kept` stays. */
  replacePassword(userId: number, from: PasswordColumns, to: PasswordColumns, kept?: string | null): Promise<boolean>;
  setSignedIn(userId: number, signedInMs: number): Promise<void>;
  /** Writes everything but the name and the sign-in, if the account has the version and the password of `before`; false where it has others. */
  update(user: StoredUser, before: Pick<StoredUser, 'updatedMs' | 'password'>): Promise<boolean>;
  remove(userId: number): Promise<void>;
};

type Tables = {
  users: Row<Omit<StoredUser, 'groupIds'> & { createdMs: number }, object, 'id'>;
  userGroups: Row<{ userId: number; groupId: number }>;
  /** The session room's, as the next. */
  loginLinks: Row<{ userId: number }>;
  sessions: Row<{ id: string; userId: number }>;
};
type Db = ReturnType<typeof tables<Tables>>;

/** By name, because an account in memory holds more. */
const changeableOf = (user: Omit<StoredUser, 'id'>) => ({
  password: user.password,
  level: user.level,
  rights: user.rights,
  expiresMs: user.expiresMs,
  retentionDays: user.retentionDays,
  mail: user.mail,
  phone: user.phone,
  memo: user.memo,
  mapPlace: user.mapPlace,
  extUser: user.extUser,
  extPass: user.extPass,
  updatedMs: user.updatedMs,
  updatedBy: user.updatedBy,
});

/** What opens the account without its password, but for one session. */
const endAccess = async (db: Db, userId: number, kept: string | null = null): Promise<void> => {
  await db.deleteFrom('loginLinks').where('userId', '=', userId).execute();
  const sessions = db.deleteFrom('sessions').where('userId', '=', userId);
  await (kept === null ? sessions : sessions.where('id', '<>', kept)).execute();
};

export const NEW_ACCOUNT = { ...NO_PROFILE, ...NEVER_CHANGED, retentionDays: 0, signedInMs: null };

const passwordStore = (db: Db): Pick<UserStore, 'setPassword' | 'replacePassword'> => ({
  setPassword: (userId, password) =>
    db.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').set({ password }).where('id', '=', userId).execute();
      await endAccess(transaction, userId);
    }),
  replacePassword: (userId, from, { password, expiresMs }, kept) =>
    db.transaction().execute(async (transaction) => {
      const changing = transaction
        .updateTable('users')
        .set({ password, expiresMs })
        .where('id', '=', userId)
        .where('password', '=', from.password)
        .where('expiresMs', from.expiresMs === null ? 'is' : '=', from.expiresMs);
      if ((await changing.returning('id').executeTakeFirst()) === undefined) return false;
      await endAccess(transaction, userId, kept);
      return true;
    }),
});

export const createUserStore = (database: Database): UserStore => {
  const db = tables<Tables>(database);
  const readWhere = async (userId?: number): Promise<StoredUser[]> => {
    const all = db.selectFrom('users').selectAll().orderBy('id');
    const rows = await (userId === undefined ? all : all.where('id', '=', userId)).execute();
    const members = db.selectFrom('userGroups').selectAll().orderBy('groupId');
    const groups = await (userId === undefined ? members : members.where('userId', '=', userId)).execute();
    const groupsOf = Map.groupBy(groups, (row) => row.userId);
    return rows.map(({ createdMs: _made, ...row }) => ({
      ...row,
      groupIds: (groupsOf.get(row.id) ?? []).map(({ groupId }) => groupId),
    }));
  };
  return {
    ...passwordStore(db),
    readAll: () => readWhere(),
    read: async (userId) => (await readWhere(userId))[0],
    insert: (user, createdMs) =>
      db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('users')
          .values({ ...changeableOf(user), name: user.name, signedInMs: user.signedInMs, createdMs })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const groupId of user.groupIds)
          await transaction.insertInto('userGroups').values({ userId: id, groupId }).execute();
        return id;
      }),
    async setSignedIn(userId, signedInMs) {
      await db.updateTable('users').set({ signedInMs }).where('id', '=', userId).execute();
    },
    update: (user, { updatedMs, password }) =>
      db.transaction().execute(async (transaction) => {
        const changing = transaction.updateTable('users').set(changeableOf(user)).where('id', '=', user.id);
        // Not the version alone: who changes the own password makes none.
        const same = changing.where('updatedMs', '=', updatedMs).where('password', '=', password);
        const changed = await same.returning('id').executeTakeFirst();
        if (changed === undefined) return false;
        if (user.password !== password) await endAccess(transaction, user.id);
        await transaction.deleteFrom('userGroups').where('userId', '=', user.id).execute();
        for (const groupId of user.groupIds)
          await transaction.insertInto('userGroups').values({ userId: user.id, groupId }).execute();
        return true;
      }),
    async remove(userId) {
      await db.deleteFrom('users').where('id', '=', userId).execute();
    },
  };
};
