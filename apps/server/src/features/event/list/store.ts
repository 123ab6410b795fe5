// The table events as people list it: read by windows of bounded size, and what changes after an event was stored. How events come to be is
// ../store.ts.
import { planDownloadTypes } from '@outrider/contract';
import { sql } from 'kysely';
import { type Database, flag, type Row, tables } from '../../../kernel/storage/db.ts';
import type { Version } from '../../../kernel/storage/version.ts';
import { eventColumns, type NumberedEvent } from '../store.ts';

/** What files and tasks say of an event. Channels are bit masks, channel 1 the lowest bit. */
export type Fetched = { snap: number; download: number; completed: boolean; tries: number };
export type ListRow = Omit<NumberedEvent, 'alarmSign' | 'accOn' | 'downloadMode'> &
  Fetched & {
    updatedMs: number;
    editedMs: number;
    editedBy: string;
    checkStatus: string;
    memo: string;
    preOffset: number | null;
    postOffset: number | null;
    fence: string;
    /** When it counts as having happened, as ../moment.ts says. */
    momentMs: number;
  };

/** All of it must fit. Both ends included, but `updatedBeforeMs`. */
export type ListFilter = {
  updatedBeforeMs?: number;
  /** Of the moment. */
  fromMs?: number;
  toMs?: number;
  updatedFromMs?: number;
  /** Missing: of all devices. */
  deviceKeys?: readonly number[];
  codes?: readonly number[];
  hasSnapshot?: boolean;
};

/** In which order the list is read. */
export type Axis = 'momentMs' | 'updatedMs' | 'serialno';
export type Place = { value: number; serialno: number };
export type Walk = { axis: Axis; falling: boolean };

type Stored = Omit<ListRow, 'momentMs'> & { alarmSign: string | null; downloadMode: number | null };
type Tables = { events: Row<Stored, { completed: typeof flag }> };

export type EventListStore = ReturnType<typeof createEventListStore>;

const tablesOf = (database: Database) => tables<Tables>(database, { completed: flag });
type Db = ReturnType<typeof tablesOf>;

const columns = [
  ...eventColumns,
  'updatedMs',
  'editedMs',
  'editedBy',
  'checkStatus',
  'memo',
  'snap',
  'download',
  'completed',
  'tries',
  'preOffset',
  'postOffset',
] as const;

/** In the words of the index events_by_moment (migration 0570): in others it would not serve. */
const moment = sql<number>`CASE WHEN device_ms < 1262304000000 OR device_ms > received_ms + 86400000 THEN received_ms ELSE device_ms END`;
const momentMs = moment.as('momentMs');
/** What a walk goes along, as the database has it. */
const valueOf = (axis: Axis) => (axis === 'momentMs' ? moment : sql.ref<number>(`events.${axis}`));

/** Ten thousand numbers as text: as many bound values would take longer than the query. */
const listOf = (keys: readonly number[]) => sql.raw<number[]>(`(${keys.map((key) => Math.trunc(key)).join(', ')})`);

const filtered = (db: Db, filter: ListFilter) => {
  const { fromMs, toMs, updatedFromMs, updatedBeforeMs, deviceKeys, codes, hasSnapshot } = filter;
  let query = db
    .selectFrom('events')
    .select([...columns, momentMs])
    .where((e) => e.or([e('downloadMode', 'is', null), e('downloadMode', '<>', planDownloadTypes.hidden)]));
  if (updatedBeforeMs !== undefined) query = query.where('updatedMs', '<', updatedBeforeMs);
  if (fromMs !== undefined) query = query.where(moment, '>=', fromMs);
  if (toMs !== undefined) query = query.where(moment, '<=', toMs);
  if (updatedFromMs !== undefined) query = query.where('updatedMs', '>=', updatedFromMs);
  if (deviceKeys?.length === 0) query = query.where(sql<boolean>`1 = 0`);
  else if (deviceKeys !== undefined) query = query.where(sql<boolean>`device_key IN ${listOf(deviceKeys)}`);
  if (codes !== undefined) query = query.where('code', 'in', codes);
  if (hasSnapshot !== undefined) query = query.where('snap', hasSnapshot ? '<>' : '=', 0);
  return query;
};

const reading = (db: Db) => ({
  /** Those that fit between two places (left out) in the order of the walk, `edge` included; at most `limit`. */
  window: (
    filter: ListFilter,
    { axis, falling }: Walk,
    { from, edge }: { from: Place; edge: number | undefined },
    limit: number,
  ): Promise<ListRow[]> => {
    const [beyond, within] = falling ? (['<', '>='] as const) : (['>', '<='] as const);
    let query = filtered(db, filter);
    const value = valueOf(axis);
    if (axis === 'serialno') query = query.where('serialno', beyond, from.serialno);
    else
      query = query
        .where(value, falling ? '<=' : '>=', from.value)
        .where((e) => e.or([e(value, beyond, from.value), e('serialno', beyond, from.serialno)]));
    if (edge !== undefined) query = query.where(value, within, edge);
    const order = falling ? 'desc' : 'asc';
    return query.orderBy(value, order).orderBy('serialno', order).limit(limit).execute();
  },
  /** The value so many entries on from a place; undefined: there are fewer. */
  edge: async ({ axis, falling }: Walk, from: Place, entries: number): Promise<number | undefined> => {
    const value = valueOf(axis);
    const row = await db
      .selectFrom('events')
      .select(value.as('value'))
      .where(value, falling ? '<=' : '>=', axis === 'serialno' ? from.serialno : from.value)
      .orderBy(value, falling ? 'desc' : 'asc')
      .limit(1)
      .offset(entries)
      .executeTakeFirst();
    return row?.value;
  },
});

const finding = (db: Db) => ({
  byId: (serialno: number): Promise<(ListRow & { alarmSign: string | null }) | undefined> =>
    db
      .selectFrom('events')
      .select([...columns, 'alarmSign', momentMs])
      .where('serialno', '=', serialno)
      .executeTakeFirst(),
  /** The events of a device in one second of its time, the oldest first. */
  inSecond: (deviceKey: number, secondMs: number): Promise<ListRow[]> =>
    db
      .selectFrom('events')
      .select([...columns, momentMs])
      .where('deviceKey', '=', deviceKey)
      .where('deviceMs', '>=', secondMs)
      .where('deviceMs', '<', secondMs + 1000)
      .orderBy('serialno')
      .limit(100)
      .execute(),
  byOrigin: async (deviceKey: number, deviceMs: number, origin: string): Promise<number | undefined> => {
    const row = await db
      .selectFrom('events')
      .select('serialno')
      .where('deviceKey', '=', deviceKey)
      .where('deviceMs', '=', deviceMs)
      .where('origin', '=', origin)
      .executeTakeFirst();
    return row?.serialno;
  },
  /** The newest events that announced files, falling, below a serial number. */
  withFilesBelow: async (serialno: number, limit: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('events')
      .select('serialno')
      .where('attachments', '>', 0)
      .where('serialno', '<', serialno)
      .orderBy('serialno', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.serialno);
  },
  newestChangeMs: async (): Promise<number> => {
    const row = await db
      .selectFrom('events')
      .select('updatedMs')
      .orderBy('updatedMs', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.updatedMs ?? 0;
  },
});

/** What a person changes. */
export type EventEdit = { memo: string } | { checkStatus: string };

const changing = (db: Db, stamp: () => number) => ({
  /** False where the event has another version by now. */
  edit: (serialno: number, edit: EventEdit, version: Version, before: Version): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { updatedMs: editedMs, updatedBy: editedBy } = version;
      const result = await transaction
        .updateTable('events')
        .set({ ...edit, editedMs, editedBy, updatedMs: Math.max(stamp(), editedMs) })
        .where('serialno', '=', serialno)
        .where('editedMs', '=', before.updatedMs)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    }),
  /** Gives those that have changed by it. */
  setFetched: (all: ReadonlyMap<number, Fetched>): Promise<number[]> =>
    db.transaction().execute(async (transaction) => {
      const changed: number[] = [];
      for (const [serialno, { snap, download, completed, tries }] of all) {
        const result = await transaction
          .updateTable('events')
          .set({ snap, download, completed, tries, updatedMs: stamp() })
          .where('serialno', '=', serialno)
          .where((e) =>
            e.or([
              e('snap', '<>', snap),
              e('download', '<>', download),
              e('completed', '<>', completed),
              e('tries', '<>', tries),
            ]),
          )
          .executeTakeFirst();
        if (result.numUpdatedRows > 0n) changed.push(serialno);
      }
      return changed;
    }),
});

/** `stamp`: as stamps.ts says. */
export const createEventListStore = (database: Database, stamp: () => number) => {
  const db = tablesOf(database);
  return { ...reading(db), ...finding(db), ...changing(db, stamp) };
};
