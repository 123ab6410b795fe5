// The table stored_files. The only file that knows it.
import type { Generated } from 'kysely';
import type { Database } from '../../kernel/db.ts';
import type { FileKind } from '../../gateway/index.ts';

export type NewRow = {
  deviceKey: number;
  kind: FileKind;
  channel: number;
  takenMs: number;
  receivedMs: number;
  name: string;
  mimeType: string;
  bytes: number;
  hash: Uint8Array;
  path: string;
  eventSerial: number | null;
  alarmSign: string;
  cause: string;
  source: string;
  identity: string;
  lat: number | null;
  lng: number | null;
};
/** A file that is kept. `hash` is its SHA-256, `path` is its name on the disk. */
export type StoredFile = NewRow & { id: number };

type Row = {
  id: Generated<number>;
  device_key: number;
  kind: string;
  channel: number;
  taken_ms: number;
  received_ms: number;
  name: string;
  mime_type: string;
  bytes: number;
  hash: Uint8Array;
  path: string;
  event_serial: number | null;
  alarm_sign: string;
  cause: string;
  source: string;
  identity: string;
  lat: number | null;
  lng: number | null;
  protected_until_ms: number;
  state: string;
};

/** All of them must fit; `afterId` gives those with a lower id. Newest first. */
export type FileQuery = {
  deviceKey?: number;
  fromMs?: number;
  toMs?: number;
  kind?: FileKind;
  eventSerials?: readonly number[];
  afterId?: number;
  limit: number;
};

export type FileStoreRows = ReturnType<typeof createFileRows>;

const KEPT = 'kept';
const RETIRING = 'retiring';

const kindOf = (text: string): FileKind => (text === 'photo' || text === 'sound' || text === 'video' ? text : 'data');

const fileOf = (row: Omit<Row, 'id'> & { id: number }): StoredFile => ({
  id: row.id,
  deviceKey: row.device_key,
  kind: kindOf(row.kind),
  channel: row.channel,
  takenMs: row.taken_ms,
  receivedMs: row.received_ms,
  name: row.name,
  mimeType: row.mime_type,
  bytes: row.bytes,
  hash: row.hash,
  path: row.path,
  eventSerial: row.event_serial,
  alarmSign: row.alarm_sign,
  cause: row.cause,
  source: row.source,
  identity: row.identity,
  lat: row.lat,
  lng: row.lng,
});

const rowOf = (file: NewRow) => ({
  device_key: file.deviceKey,
  kind: file.kind,
  channel: file.channel,
  taken_ms: file.takenMs,
  received_ms: file.receivedMs,
  name: file.name,
  mime_type: file.mimeType,
  bytes: file.bytes,
  hash: file.hash,
  path: file.path,
  event_serial: file.eventSerial,
  alarm_sign: file.alarmSign,
  cause: file.cause,
  source: file.source,
  identity: file.identity,
  lat: file.lat,
  lng: file.lng,
  protected_until_ms: 0,
  state: KEPT,
});

type Tables = { stored_files: Row };
const tablesOf = (database: Database) => database.$extendTables<Tables>();
type Db = ReturnType<typeof tablesOf>;

const writing = (db: Db) => ({
  /** Null where the same file is kept already, or is being removed. */
  add: async (file: NewRow): Promise<number | null> => {
    const row = await db
      .insertInto('stored_files')
      .values(rowOf(file))
      .onConflict((conflict) => conflict.columns(['device_key', 'identity', 'hash']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
  link: async (id: number, eventSerial: number): Promise<void> => {
    await db.updateTable('stored_files').set({ event_serial: eventSerial }).where('id', '=', id).execute();
  },
  protect: async (id: number, untilMs: number): Promise<void> => {
    await db.updateTable('stored_files').set({ protected_until_ms: untilMs }).where('id', '=', id).execute();
  },
  retire: async (ids: readonly number[]): Promise<void> => {
    await db.updateTable('stored_files').set({ state: RETIRING }).where('id', 'in', ids).execute();
  },
  forget: async (ids: readonly number[]): Promise<void> => {
    await db.deleteFrom('stored_files').where('id', 'in', ids).execute();
  },
  /** A row whose file is gone. False: its removal has begun, or ended, elsewhere. */
  forgetKept: async (id: number): Promise<boolean> => {
    const result = await db
      .deleteFrom('stored_files')
      .where('id', '=', id)
      .where('state', '=', KEPT)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
});

const reading = (db: Db) => ({
  /** The same file, not one whose removal has begun: that one stands in the way of `add` until it is gone. */
  same: async (deviceKey: number, identity: string, hash: Uint8Array): Promise<StoredFile | undefined> => {
    const row = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('identity', '=', identity)
      .where('hash', '=', hash)
      .where('state', '=', KEPT)
      .executeTakeFirst();
    return row && fileOf(row);
  },
  byId: async (id: number): Promise<StoredFile | undefined> => {
    const row = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', KEPT)
      .executeTakeFirst();
    return row && fileOf(row);
  },
  list: async (asked: FileQuery): Promise<StoredFile[]> => {
    const { deviceKey, fromMs, toMs, kind, eventSerials, afterId, limit } = asked;
    let query = db.selectFrom('stored_files').selectAll().where('state', '=', KEPT);
    if (deviceKey !== undefined) query = query.where('device_key', '=', deviceKey);
    if (fromMs !== undefined) query = query.where('taken_ms', '>=', fromMs);
    if (toMs !== undefined) query = query.where('taken_ms', '<=', toMs);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (eventSerials !== undefined) query = query.where('event_serial', 'in', [...eventSerials]);
    if (afterId !== undefined) query = query.where('id', '<', afterId);
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map(fileOf);
  },
  /** Files of a device that belong to no event yet, taken inside the span. */
  loose: async (deviceKey: number, fromMs: number, toMs: number): Promise<StoredFile[]> => {
    const rows = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('taken_ms', '>=', fromMs)
      .where('taken_ms', '<=', toMs)
      .where('event_serial', 'is', null)
      .where('state', '=', KEPT)
      .limit(200)
      .execute();
    return rows.map(fileOf);
  },
});

const retiring = (db: Db) => ({
  /** The files that came first, without the protected ones and, with `beforeMs`, those that came later. */
  oldest: async (nowMs: number, limit: number, beforeMs?: number): Promise<StoredFile[]> => {
    let query = db
      .selectFrom('stored_files')
      .selectAll()
      .where('state', '=', KEPT)
      .where('protected_until_ms', '<=', nowMs);
    if (beforeMs !== undefined) query = query.where('received_ms', '<', beforeMs);
    const rows = await query.orderBy('received_ms').orderBy('id').limit(limit).execute();
    return rows.map(fileOf);
  },
  /** Removals that were begun. */
  unfinished: async (limit: number): Promise<StoredFile[]> => {
    const rows = await db.selectFrom('stored_files').selectAll().where('state', '=', RETIRING).limit(limit).execute();
    return rows.map(fileOf);
  },
  /** Whether a row names this path. */
  names: async (path: string): Promise<StoredFile | undefined> => {
    const row = await db.selectFrom('stored_files').selectAll().where('path', '=', path).executeTakeFirst();
    return row && fileOf(row);
  },
  usedBytes: async (): Promise<number> => {
    const row = await db
      .selectFrom('stored_files')
      .select((e) => e.fn.coalesce(e.fn.sum<number>('bytes'), e.lit(0)).as('bytes'))
      .executeTakeFirstOrThrow();
    return row.bytes;
  },
  /** All of them in order of their ids, for a check. */
  page: async (afterId: number, limit: number): Promise<StoredFile[]> => {
    const rows = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('id', '>', afterId)
      .where('state', '=', KEPT)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(fileOf);
  },
});

export const createFileRows = (database: Database) => {
  const db = tablesOf(database);
  return { ...writing(db), ...reading(db), ...retiring(db) };
};
