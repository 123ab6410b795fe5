// The tables of sessions and sign-in links. Secrets are stored hashed: a stolen database opens no session.
import type { Database } from '../../kernel/db.ts';

type SessionTables = {
  sessions: {
    id: string;
    token_hash: Uint8Array;
    user_id: number;
    created_ms: number;
    expires_ms: number;
    address: string;
  };
  login_links: { id_hash: Uint8Array; secret_hash: Uint8Array; user_id: number; expires_ms: number };
  known_browsers: { ticket_hash: Uint8Array; user_id: number; used_ms: number };
};

export type StoredSession = {
  id: string;
  tokenHash: Uint8Array;
  userId: number;
  createdMs: number;
  expiresMs: number;
  address: string;
};
export type StoredLink = { idHash: Uint8Array; secretHash: Uint8Array; userId: number; expiresMs: number };

export type SessionStore = {
  readAll(): Promise<StoredSession[]>;
  insert(session: StoredSession): Promise<void>;
  extend(id: string, expiresMs: number): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  addLink(link: StoredLink): Promise<void>;
  findLink(idHash: Uint8Array): Promise<StoredLink | undefined>;
  removeLinks(which: { expiredBy: number } | { userId: number }): Promise<void>;
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
  const db = database.$extendTables<SessionTables>();
  return {
    async browserUsedMs(ticketHash, userId) {
      const row = await db
        .selectFrom('known_browsers')
        .select('used_ms')
        .where('ticket_hash', '=', ticketHash)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.used_ms;
    },
    async hasBrowser(ticketHash) {
      const found = await db
        .selectFrom('known_browsers')
        .select('user_id')
        .where('ticket_hash', '=', ticketHash)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
    async keepBrowser(ticketHash, userId, usedMs, most) {
      await db
        .insertInto('known_browsers')
        .values({ ticket_hash: ticketHash, user_id: userId, used_ms: usedMs })
        .onConflict((conflict) => conflict.columns(['ticket_hash', 'user_id']).doUpdateSet({ used_ms: usedMs }))
        .execute();
      const kept = await db
        .selectFrom('known_browsers')
        .select(['ticket_hash'])
        .where('user_id', '=', userId)
        .orderBy('used_ms', 'desc')
        .offset(most)
        .limit(most)
        .execute();
      for (const { ticket_hash: old } of kept)
        await db.deleteFrom('known_browsers').where('ticket_hash', '=', old).where('user_id', '=', userId).execute();
    },
    async removeBrowsers(usedByMs) {
      await db.deleteFrom('known_browsers').where('used_ms', '<=', usedByMs).execute();
    },
  };
};

const sessionAndLinkStore = (database: Database): Omit<SessionStore, keyof BrowserStore> => {
  const db = database.$extendTables<SessionTables>();
  return {
    async readAll() {
      const rows = await db.selectFrom('sessions').selectAll().orderBy('created_ms').execute();
      return rows.map((row) => ({
        id: row.id,
        tokenHash: row.token_hash,
        userId: row.user_id,
        createdMs: row.created_ms,
        expiresMs: row.expires_ms,
        address: row.address,
      }));
    },
    async insert(session) {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          token_hash: session.tokenHash,
          user_id: session.userId,
          created_ms: session.createdMs,
          expires_ms: session.expiresMs,
          address: session.address,
        })
        .execute();
    },
    async extend(id, expiresMs) {
      await db.updateTable('sessions').set({ expires_ms: expiresMs }).where('id', '=', id).execute();
    },
    async remove(ids) {
      if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
    },
    async addLink(link) {
      await db
        .insertInto('login_links')
        .values({
          id_hash: link.idHash,
          secret_hash: link.secretHash,
          user_id: link.userId,
          expires_ms: link.expiresMs,
        })
        .execute();
    },
    async findLink(idHash) {
      const row = await db.selectFrom('login_links').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
      return (
        row && { idHash: row.id_hash, secretHash: row.secret_hash, userId: row.user_id, expiresMs: row.expires_ms }
      );
    },
    async removeLinks(which) {
      const remove = db.deleteFrom('login_links');
      await (
        'userId' in which
          ? remove.where('user_id', '=', which.userId)
          : remove.where('expires_ms', '<=', which.expiredBy)
      ).execute();
    },
  };
};

export const createSessionStore = (database: Database): SessionStore => ({
  ...sessionAndLinkStore(database),
  ...browserStore(database),
});
