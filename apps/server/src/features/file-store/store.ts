// The table stored_files. The only file that knows it.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type Database, flag, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
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
  /** The device was asked for it; false: it came of its own accord. */
  asked: boolean;
  lat: number | null;
  lng: number | null;
};
/** A file that is kept. `hash` is its SHA-256, `path` is its name on the disk. */
export type StoredFile = NewRow & { id: number };

/**
 * All of them must fit; `afterId` gives those with a lower id. Those that came last first, with `byTaken` those that were taken last, on
 * behind `after`.
 */
export type FileQuery = {
  deviceKey?: number;
  fromMs?: number;
  toMs?: number;
  kind?: FileKind;
  eventSerials?: readonly number[];
  asked?: boolean;
  /** How its name ends, without the point, in small letters; '' for any. */
  extension?: string;
  afterId?: number;
  byTaken?: boolean;
  after?: Pick<StoredFile, 'takenMs' | 'id'>;
  limit: number;
};

/** Whose room a file takes: that of footage, of pictures and others that devices were asked for, of what they sent of their own accord. */
export type FileShare = 'footage' | 'snapshots' | 'sent';

export type FileStoreRows = ReturnType<typeof createFileRows>;

const KEPT = 'kept';
const RETIRING = 'retiring';

const columns = { kind: oneOf<FileKind>(['photo', 'sound', 'video', 'data'], 'data'), asked: flag };
type Tables = {
  storedFiles: Row<
    StoredFile & { protectedUntilMs: number; state: typeof KEPT | typeof RETIRING },
    typeof columns,
    'id'
  >;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;
const filesOf = (db: Db) => db.selectFrom('storedFiles').selectAll();

const writing = (db: Db) => ({
  /** Null where the same file is kept already, or is being removed. */
  add: async (file: NewRow): Promise<number | null> => {
    const row = await db
      .insertInto('storedFiles')
      .values({ ...file, protectedUntilMs: 0, state: KEPT })
      .onConflict((conflict) => conflict.columns(['deviceKey', 'identity', 'hash']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
  /** Moves a file from one event, or from none (null), to another. False: it is not there, or belongs to another one by now. */
  link: async (id: number, from: number | null, eventSerial: number): Promise<boolean> => {
    const result = await db
      .updateTable('storedFiles')
      .set({ eventSerial })
      .where('id', '=', id)
      .where('eventSerial', 'is not distinct from', from)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },
  /** Files of these events belong to none from now on. */
  unlink: async (eventSerials: readonly number[]): Promise<void> => {
    await db
      .updateTable('storedFiles')
      .set({ eventSerial: null })
      .where('eventSerial', 'in', [...eventSerials])
      .execute();
  },
  protect: async (id: number, untilMs: number): Promise<void> => {
    await db.updateTable('storedFiles').set({ protectedUntilMs: untilMs }).where('id', '=', id).execute();
  },
  retire: async (ids: readonly number[]): Promise<void> => {
    await db.updateTable('storedFiles').set({ state: RETIRING }).where('id', 'in', ids).execute();
  },
  forget: async (ids: readonly number[]): Promise<void> => {
    await db.deleteFrom('storedFiles').where('id', 'in', ids).execute();
  },
  /** A row whose file is gone. False: its removal has begun, or ended, elsewhere. */
  forgetKept: async (id: number): Promise<boolean> => {
    const result = await db.deleteFrom('storedFiles').where('id', '=', id).where('state', '=', KEPT).executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
});

const reading = (db: Db) => ({
  /** The same file, not one whose removal has begun: that one stands in the way of `add` until it is gone. */
  same: (deviceKey: number, identity: string, hash: Uint8Array): Promise<StoredFile | undefined> =>
    filesOf(db)
      .where('deviceKey', '=', deviceKey)
      .where('identity', '=', identity)
      .where('hash', '=', hash)
      .where('state', '=', KEPT)
      .executeTakeFirst(),
  byId: (id: number): Promise<StoredFile | undefined> =>
    filesOf(db).where('id', '=', id).where('state', '=', KEPT).executeTakeFirst(),
  list: async (asked: FileQuery): Promise<StoredFile[]> => {
    const { deviceKey, fromMs, toMs, kind, eventSerials, afterId, after, extension = '', limit } = asked;
    let query = filesOf(db).where('state', '=', KEPT);
    if (deviceKey !== undefined) query = query.where('deviceKey', '=', deviceKey);
    if (fromMs !== undefined) query = query.where('takenMs', '>=', fromMs);
    if (toMs !== undefined) query = query.where('takenMs', '<=', toMs);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (eventSerials !== undefined) query = query.where('eventSerial', 'in', [...eventSerials]);
    if (asked.asked !== undefined) query = query.where('asked', '=', asked.asked);
    if (extension !== '') query = query.where('name', 'like', `%.${extension}`);
    if (afterId !== undefined) query = query.where('id', '<', afterId);
    if (after !== undefined)
      query = query
        .where('takenMs', '<=', after.takenMs)
        .where((e) => e.or([e('takenMs', '<', after.takenMs), e('id', '<', after.id)]));
    const ordered = asked.byTaken === true ? query.orderBy('takenMs', 'desc') : query;
    return ordered.orderBy('id', 'desc').limit(limit).execute();
  },
  /** Photos that came from these devices since then, the first first. */
  photosSince: (deviceKeys: readonly number[], receivedMs: number, limit: number): Promise<StoredFile[]> =>
    filesOf(db)
      .where('deviceKey', 'in', deviceKeys)
      .where('kind', '=', 'photo')
      .where('receivedMs', '>=', receivedMs)
      .where('state', '=', KEPT)
      .orderBy('receivedMs')
      .orderBy('id')
      .limit(limit)
      .execute(),
});

const readingMore = (db: Db) => ({
  /** Those of a device that are kept under these identities. */
  identified: (deviceKey: number, identities: readonly string[]): Promise<Pick<StoredFile, 'id' | 'identity'>[]> =>
    db
      .selectFrom('storedFiles')
      .select(['id', 'identity'])
      .where('deviceKey', '=', deviceKey)
      .where('identity', 'in', [...identities])
      .where('state', '=', KEPT)
      .execute(),
  /** Those of these events that have a file which is protected beyond `nowMs`. */
  protectedEvents: async (eventSerials: readonly number[], nowMs: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('storedFiles')
      .select((e) => e.ref('eventSerial').$notNull().as('eventSerial'))
      .distinct()
      .where('eventSerial', 'in', [...eventSerials])
      .where('protectedUntilMs', '>', nowMs)
      .execute();
    return rows.map(({ eventSerial }) => eventSerial);
  },
  /** Files of a device that belong to no event yet, taken inside the span. */
  loose: (deviceKey: number, fromMs: number, toMs: number): Promise<StoredFile[]> =>
    filesOf(db)
      .where('deviceKey', '=', deviceKey)
      .where('takenMs', '>=', fromMs)
      .where('takenMs', '<=', toMs)
      .where('eventSerial', 'is', null)
      .where('state', '=', KEPT)
      .limit(200)
      .execute(),
});

const inShare =
  (share: FileShare) =>
  (e: ExpressionBuilder<Tables, 'storedFiles'>): Expression<SqlBool> => {
    if (share === 'sent') return e('asked', '=', false);
    return e.and([e('asked', '=', true), e('kind', share === 'footage' ? '=' : '<>', 'video')]);
  };

const retiring = (db: Db) => ({
  /** The files that came first, without the protected ones, those that came later than `beforeMs`, and those of another share. */
  oldest: async (
    nowMs: number,
    limit: number,
    { beforeMs, share }: { beforeMs?: number; share?: FileShare } = {},
  ): Promise<StoredFile[]> => {
    let query = filesOf(db).where('state', '=', KEPT).where('protectedUntilMs', '<=', nowMs);
    if (beforeMs !== undefined) query = query.where('receivedMs', '<', beforeMs);
    if (share !== undefined) query = query.where(inShare(share));
    return query.orderBy('receivedMs').orderBy('id').limit(limit).execute();
  },
  /** Says of at most `limit` files of these devices that they go, protected or not; gives them. */
  retireOf: (deviceKeys: readonly number[], limit: number): Promise<StoredFile[]> => {
    const own = db.selectFrom('storedFiles').select('id').where('deviceKey', 'in', deviceKeys).limit(limit);
    return db.updateTable('storedFiles').set({ state: RETIRING }).where('id', 'in', own).returningAll().execute();
  },
  /** Removals that were begun. */
  unfinished: (limit: number): Promise<StoredFile[]> =>
    filesOf(db).where('state', '=', RETIRING).limit(limit).execute(),
  /** Whether a row names this path. */
  names: (path: string): Promise<StoredFile | undefined> => filesOf(db).where('path', '=', path).executeTakeFirst(),
  /** Of all of them, or of a share. */
  usedBytes: async (share?: FileShare): Promise<number> => {
    const all = db
      .selectFrom('storedFiles')
      .select((e) => e.fn.coalesce(e.fn.sum<number>('bytes'), e.lit(0)).as('bytes'));
    const row = await (share === undefined ? all : all.where(inShare(share))).executeTakeFirstOrThrow();
    return row.bytes;
  },
  /** All of them in order of their ids, for a check. */
  page: (afterId: number, limit: number): Promise<StoredFile[]> =>
    filesOf(db).where('id', '>', afterId).where('state', '=', KEPT).orderBy('id').limit(limit).execute(),
});

export const createFileRows = (database: Database) => {
  const db = tablesOf(database);
  return { ...writing(db), ...reading(db), ...readingMore(db), ...retiring(db) };
};
