// The table access_log. The only file that knows it.
import { accessLogData, accessLogTypes } from '@outrider/contract';
import type { AuditEntry } from '../../kernel/access/audit.ts';
import { type Database, type Row, json, oneOf, tables } from '../../kernel/storage/db.ts';

export type NewAccess = AuditEntry & { atMs: number };
export type StoredAccess = NewAccess & { id: number };
/** Rows of `fromMs` to `toMs`, exclusive; empty texts let all through. */
export type AccessQuery = { fromMs: number; toMs: number; address: string; userName: string; action: string };

export type AccessLogStore = {
  add(entries: readonly NewAccess[]): Promise<void>;
  /** Newest first. */
  read(query: AccessQuery, limit: number): Promise<StoredAccess[]>;
  /** Removes at most `limit` rows that are older, the oldest first; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
};

const columns = { type: oneOf(accessLogTypes, 'HTTP'), data: json(accessLogData) };

export const createAccessLogStore = (database: Database): AccessLogStore => {
  const db = tables<{ accessLog: Row<StoredAccess, typeof columns, 'id'> }>(database, columns);
  return {
    add: (entries) =>
      db.transaction().execute(async (transaction) => {
        for (const entry of entries)
          await transaction
            .insertInto('accessLog')
            .values({ ...entry, data: columns.data.write(entry.data) })
            .execute();
      }),
    async read({ fromMs, toMs, ...filters }, limit) {
      let rows = db.selectFrom('accessLog').selectAll().where('atMs', '>=', fromMs).where('atMs', '<', toMs);
      for (const name of ['address', 'userName', 'action'] as const)
        if (filters[name] !== '') rows = rows.where(name, '=', filters[name]);
      return rows.orderBy('atMs', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
    async forget(beforeMs, limit) {
      const old = db.selectFrom('accessLog').select('id').where('atMs', '<', beforeMs).orderBy('atMs').limit(limit);
      const { numDeletedRows } = await db.deleteFrom('accessLog').where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
};
