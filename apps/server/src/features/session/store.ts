// The tables of sessions and sign-in links. Secrets are stored hashed: a stolen database opens no session.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type StoredSession = {
  id: string;
  tokenHash: Uint8Array;
  userId: number;
  createdMs: number;
  expiresMs: number;
  address: string;
};
export type StoredLink = { idHash: Uint8Array; secretHash: Uint8Array; userId: number; expiresMs: number };

type Tables = {
  sessions: Row<StoredSession>;
  loginLinks: Row<StoredLink>;
  knownBrowsers: Row<{ ticketHash: Uint8Array; userId: number; usedMs: number }>;
};

export type SessionStore = {
  /** By an index. */
  findByToken(tokenHash: Uint8Array): Promise<StoredSession | undefined>;
  readOfUser(userId: number): Promise<StoredSession[]>;
  /** When those that are there expire, UTC ms, by id. */
  readEnds(ids: readonly string[]): Promise<Map<string, number>>;
  insert(session: StoredSession): Promise<void>;
  extend(id: string, expiresMs: number): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Those that expired by then. */
  removeExpired(byMs: number): Promise<void>;
  addLink(link: StoredLink): Promise<void>;
  findLink(idHash: Uint8Array): Promise<StoredLink | undefined>;
  /** Those that expired by then. Those of an account go with its password, in the store of accounts. */
  removeExpiredLinks(byMs: number): Promise<void>;
  /** When an account was last signed in from a browser, UTC ms. */
  browserUsedMs(ticketHash: Uint8Array, userId: number): Promise<number | undefined>;
  /** Whether any account was. */
  hasBrowser(ticketHash: Uint8Array): Promise<boolean>;
  /** Keeps a browser of an account as used now, and no more than `most` of its last used ones. */
  keepBrowser(ticketHash: Uint8Array, userId: number, usedMs: number, most: number): Promise<void>;
  removeBrowsers(usedByMs: number): Promise<void>;
};

type BrowserStore = Pick<SessionStore, 'browserUsedMs' | 'hasBrowser' | 'keepBrowser' | 'removeBrowsers'>;

const browserStore = (database: Database): BrowserStore => {
  const db = tables<Tables>(database);
  return {
    async browserUsedMs(ticketHash, userId) {
      const row = await db
        .selectFrom('knownBrowsers')
        .select('usedMs')
        .where('ticketHash', '=', ticketHash)
        .where('userId', '=', userId)
        .executeTakeFirst();
      return row?.usedMs;
    },
    async hasBrowser(ticketHash) {
      const found = await db
        .selectFrom('knownBrowsers')
        .select('userId')
        .where('ticketHash', '=', ticketHash)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
    async keepBrowser(ticketHash, userId, usedMs, most) {
      await db
        .insertInto('knownBrowsers')
        .values({ ticketHash, userId, usedMs })
        .onConflict((conflict) => conflict.columns(['ticketHash', 'userId']).doUpdateSet({ usedMs }))
        .execute();
      const kept = await db
        .selectFrom('knownBrowsers')
        .select(['ticketHash'])
        .where('userId', '=', userId)
        .orderBy('usedMs', 'desc')
        .offset(most)
        .limit(most)
        .execute();
      for (const { ticketHash: old } of kept)
        await db.deleteFrom('knownBrowsers').where('ticketHash', '=', old).where('userId', '=', userId).execute();
    },
    async removeBrowsers(usedByMs) {
      await db.deleteFrom('knownBrowsers').where('usedMs', '<=', usedByMs).execute();
    },
  };
};

const sessionAndLinkStore = (database: Database): Omit<SessionStore, keyof BrowserStore> => {
  const db = tables<Tables>(database);
  return {
    findByToken: (tokenHash) =>
      db.selectFrom('sessions').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),
    readOfUser: (userId) =>
      db.selectFrom('sessions').selectAll().where('userId', '=', userId).orderBy('createdMs').execute(),
    async readEnds(ids) {
      const rows = await db.selectFrom('sessions').select(['id', 'expiresMs']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, expiresMs }) => [id, expiresMs]));
    },
    async insert({ id, tokenHash, userId, createdMs, expiresMs, address }) {
      const row = { id, tokenHash, userId, createdMs, expiresMs, address };
      await db.insertInto('sessions').values(row).execute();
    },
    async extend(id, expiresMs) {
      await db.updateTable('sessions').set({ expiresMs }).where('id', '=', id).execute();
    },
    async remove(ids) {
      if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
    },
    async removeExpired(byMs) {
      await db.deleteFrom('sessions').where('expiresMs', '<=', byMs).execute();
    },
    async addLink({ idHash, secretHash, userId, expiresMs }) {
      await db.insertInto('loginLinks').values({ idHash, secretHash, userId, expiresMs }).execute();
    },
    findLink: (idHash) => db.selectFrom('loginLinks').selectAll().where('idHash', '=', idHash).executeTakeFirst(),
    async removeExpiredLinks(byMs) {
      await db.deleteFrom('loginLinks').where('expiresMs', '<=', byMs).execute();
    },
  };
};

export const createSessionStore = (database: Database): SessionStore => ({
  ...sessionAndLinkStore(database),
  ...browserStore(database),
});
