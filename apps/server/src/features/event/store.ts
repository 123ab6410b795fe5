// The tables events, event_cursor, event_states and event_links. The only file that knows them.
import { CUSTOM_DOWNLOAD, planDownloadTypes } from '@outrider/contract';
import type { ExpressionBuilder } from 'kysely';
import { type Database, flag, type Row, tables } from '../../kernel/storage/db.ts';
import { type AlarmState, initialAlarms } from './alarm-state.ts';

export type StoredEvent = {
  deviceKey: number;
  code: number;
  note: string;
  deviceMs: number;
  receivedMs: number;
  lat: number | null;
  lng: number | null;
  speedKmh: number;
  sourceType: number;
  /** What of its report the event was made of; null for events not made of reports. One a device, device time and origin. */
  origin: string | null;
  /** The alarm identification in hex as the device sent it, null for events without. */
  alarmSign: string | null;
  /** How many files the device keeps for the alarm. */
  attachments: number;
  /** The fence or the planned route that it is about, as it is called now; left out for others. */
  fence?: string | undefined;
  /** The ignition was on by its report; left out where that is not known. */
  accOn?: boolean | null;
  /** By the plan when it was stored, as `planDownloadTypes`; null and left out: without a plan. */
  downloadMode?: number | null;
};
export type NumberedEvent = StoredEvent & { serialno: number };
/** What of a custom event only it has: how long its footage is, in seconds. */
type Spans = { preOffset?: number; postOffset?: number };

export type PlacedEvent = Pick<StoredEvent, 'code' | 'note' | 'deviceMs' | 'speedKmh'> & {
  serialno: number;
  lat: number;
  lng: number;
};

/** An event whose alarm announced files; several events of one alarm carry the same sign. */
export type EventWithFiles = Pick<StoredEvent, 'deviceKey' | 'code' | 'deviceMs' | 'attachments'> & {
  serialno: number;
  alarmSign: string;
};
/** `accOn` null: nobody said. `sourceType`: as `eventSources`. */
export type PlannedEvent = Pick<StoredEvent, 'deviceKey' | 'code' | 'deviceMs' | 'receivedMs' | 'sourceType'> & {
  serialno: number;
  accOn: boolean | null;
};

/** The row of the alarm journal to continue with, and how many of its reports are done; rows before it are done. */
export type Cursor = { rowId: number; reportsDone: number };
/** `open`: the serial numbers of the alarms that last, by their key. */
export type DeviceAlarms = AlarmState & { open: Readonly<Record<string, number>> };
export const noAlarms: DeviceAlarms = { ...initialAlarms, open: {} };
export type DeviceLinkState = { online: boolean; address: string };

/** What belongs into one transaction: all of it is stored or nothing. */
export interface EventTransaction {
  /** Gives false when the cursor is not where it was thought to be. Comes first: it takes the right to write. */
  moveCursor(from: Cursor, to: Cursor): Promise<boolean>;
  /** Of devices without a row: nothing. */
  alarms(deviceKeys: readonly number[]): Promise<Map<number, DeviceAlarms>>;
  saveAlarms(states: ReadonlyMap<number, DeviceAlarms>): Promise<void>;
  /**
   * Gives the serial number: rising, never used twice. `fresh` false: the event was there before, or is discarded, and then it has the
   * number 0.
   */
  add(event: StoredEvent & Spans): Promise<{ serialno: number; fresh: boolean; downloadMode: number | null }>;
  /** There is an event of this code of the device behind `afterMs` and before `beforeMs`, by its own time. */
  isBetween(deviceKey: number, code: number, afterMs: number, beforeMs: number): Promise<boolean>;
  /** Gives the event that is over now; undefined where it was over before: what ended stays as it is. */
  recovered(serialno: number, atMs: number): Promise<NumberedEvent | undefined>;
  link(deviceKey: number): Promise<DeviceLinkState | undefined>;
  saveLink(deviceKey: number, state: DeviceLinkState): Promise<void>;
}

/** An event as it is kept. */
export type KeptEvent = NumberedEvent & { recoveredMs: number | null };

/** Those of these devices, or those of all but these. */
export type DeviceChoice = { deviceKeys: readonly number[]; others: boolean };

export interface EventStore {
  transaction<T>(action: (transaction: EventTransaction) => Promise<T>): Promise<T>;
  cursor(): Promise<Cursor>;
  /** The devices whose newest link event says that they are on line. */
  onlineDevices(): Promise<number[]>;
  /** The events of a device with a place, by device time, both ends included, oldest first; at most `limit`. */
  placed(deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<PlacedEvent[]>;
  /** The events of a device between two moments of its own time, both included; at most 100. */
  between(
    deviceKey: number,
    fromMs: number,
    toMs: number,
  ): Promise<{ serialno: number; code: number; deviceMs: number }[]>;
  /** The highest serial number; 0 before the first event. */
  lastSerialno(): Promise<number>;
  /** The events of these codes with a serial number above `after` up to `last`, newest first. */
  ofCodes(codes: readonly number[], after: number, last: number): Promise<KeptEvent[]>;
  /** The newest event of a code of a device, by device time. */
  newestOf(deviceKey: number, code: number): Promise<{ deviceMs: number; note: string } | undefined>;
  /** Events above this serial number, rising, and when they were received; at most `limit`. */
  received(
    afterSerialno: number,
    limit: number,
    of?: DeviceChoice,
  ): Promise<{ serialno: number; receivedMs: number }[]>;
  /** Of the oldest events, those of some devices left out, how many were received before; looks at `most`. */
  countOlder(beforeMs: number, most: number, besides: readonly number[]): Promise<number>;
  remove(serialnos: readonly number[]): Promise<void>;
  /** Events, what is on, and links of devices that were dropped. */
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Events above this serial number, rising; at most `limit`. */
  after(serialno: number, limit: number): Promise<NumberedEvent[]>;
  /** One of them, whatever its plan says; undefined for an event without files. */
  oneWithFiles(serialno: number): Promise<EventWithFiles | undefined>;
  /** Events that a plan has fetched, above this serial number, rising; at most `limit`. */
  planned(afterSerialno: number, limit: number): Promise<PlannedEvent[]>;
  planOf(serialno: number): Promise<PlannedEvent | undefined>;
  /** The codes of these events. */
  codesOf(serials: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How far its footage reaches, in seconds. */
  setSpan(serialno: number, preOffset: number, postOffset: number): Promise<void>;
  /** Events with a sign and at least one file that are fetched without anybody asking, above this serial number, rising; at most `limit`. */
  withFiles(afterSerialno: number, limit: number): Promise<EventWithFiles[]>;
}

const CURSOR = 'alarms';

const alarms = {
  read(stored: string): DeviceAlarms {
    const parsed: DeviceAlarms = JSON.parse(stored); // written by this alone
    return parsed;
  },
  write: (value: DeviceAlarms): string => JSON.stringify(value),
};
const accOn = {
  read: (stored: number | null): boolean | null => (stored === null ? null : stored !== 0),
  write: (value: boolean | null | undefined): boolean | number | null => (value == null ? null : value ? 1 : 0),
};
const columns = { online: flag, alarms, accOn };
type Tables = {
  events: Row<
    KeptEvent & Required<Spans> & { accOn: boolean | null; downloadMode: number | null; updatedMs: number },
    typeof columns,
    'serialno' | 'accOn' | 'downloadMode' | keyof Spans
  >;
  eventCursor: Row<Cursor & { name: string }>;
  eventStates: Row<{ deviceKey: number; alarms: DeviceAlarms }, typeof columns>;
  eventLinks: Row<DeviceLinkState & { deviceKey: number }, typeof columns>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

/** What is read of an event by everybody. */
export const eventColumns = [
  'serialno',
  'deviceKey',
  'code',
  'note',
  'deviceMs',
  'receivedMs',
  'lat',
  'lng',
  'speedKmh',
  'sourceType',
  'origin',
  'attachments',
  'fence',
  'downloadMode',
] as const;
const keptColumns = [...eventColumns, 'alarmSign', 'recoveredMs'] as const;

/** `stamp` gives the moment of a change, as stamps.ts says; `modeFor` what becomes of an event of this code. */
export type Writing = { stamp: () => number; modeFor: (deviceKey: number, code: number) => number | null };
const UNPLANNED: Writing = { stamp: () => 0, modeFor: () => null };

/** An event that is there already is found, not added again; one that a plan discards is not added: its number is 0. */
const addEvent = async (
  db: Db,
  event: StoredEvent & Spans,
  { stamp, modeFor }: Writing,
): Promise<{ serialno: number; fresh: boolean; downloadMode: number | null }> => {
  // Footage that somebody asked for by hand is no alarm: no plan is about it.
  const downloadMode = event.code === CUSTOM_DOWNLOAD ? null : modeFor(event.deviceKey, event.code);
  if (downloadMode === planDownloadTypes.discard) return { serialno: 0, fresh: false, downloadMode };
  const added = await db
    .insertInto('events')
    .values({ ...event, accOn: accOn.write(event.accOn), downloadMode, updatedMs: stamp(), recoveredMs: null })
    .onConflict((conflict) => conflict.columns(['deviceKey', 'deviceMs', 'origin']).doNothing())
    .returning('serialno')
    .executeTakeFirst();
  if (added !== undefined) return { serialno: added.serialno, fresh: true, downloadMode };
  const known = await db
    .selectFrom('events')
    .select('serialno')
    .where('deviceKey', '=', event.deviceKey)
    .where('deviceMs', '=', event.deviceMs)
    .where('origin', '=', event.origin)
    .executeTakeFirstOrThrow();
  return { serialno: known.serialno, fresh: false, downloadMode };
};

const isBetween = async (
  db: Db,
  ...[deviceKey, code, afterMs, beforeMs]: Parameters<EventTransaction['isBetween']>
): Promise<boolean> => {
  const found = await db
    .selectFrom('events')
    .select('serialno')
    .where('deviceKey', '=', deviceKey)
    .where('code', '=', code)
    .where('deviceMs', '>', afterMs)
    .where('deviceMs', '<', beforeMs)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

const linkTransaction = (db: Db): Pick<EventTransaction, 'link' | 'saveLink'> => ({
  link: (deviceKey) =>
    db.selectFrom('eventLinks').select(['online', 'address']).where('deviceKey', '=', deviceKey).executeTakeFirst(),
  saveLink: async (deviceKey, { online, address }) => {
    const state = { online, address };
    await db
      .insertInto('eventLinks')
      .values({ deviceKey, ...state })
      .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(state))
      .execute();
  },
});

const alarmTransaction = (db: Db, writing: Writing): Omit<EventTransaction, 'link' | 'saveLink' | 'isBetween'> => ({
  moveCursor: async (from, to) => {
    const { numUpdatedRows } = await db
      .updateTable('eventCursor')
      .set({ rowId: to.rowId, reportsDone: to.reportsDone })
      .where('name', '=', CURSOR)
      .where('rowId', '=', from.rowId)
      .where('reportsDone', '=', from.reportsDone)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
  alarms: async (deviceKeys) => {
    const rows = await db.selectFrom('eventStates').selectAll().where('deviceKey', 'in', deviceKeys).execute();
    return new Map(rows.map((row) => [row.deviceKey, row.alarms]));
  },
  saveAlarms: async (states) => {
    for (const [deviceKey, state] of states) {
      const row = { alarms: alarms.write(state) };
      await db
        .insertInto('eventStates')
        .values({ deviceKey, ...row })
        .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(row))
        .execute();
    }
  },
  add: (event) => addEvent(db, event, writing),
  recovered: (serialno, atMs) =>
    db
      .updateTable('events')
      .set({ recoveredMs: atMs })
      .where('serialno', '=', serialno)
      .where('recoveredMs', 'is', null)
      .returning(keptColumns)
      .executeTakeFirst(),
});

/** Not hidden by a plan. */
const isListed = (e: ExpressionBuilder<Tables, 'events'>) =>
  e.or([e('downloadMode', 'is', null), e('downloadMode', '<>', planDownloadTypes.hidden)]);

const eventsBetween = (
  db: Db,
  deviceKey: number,
  fromMs: number,
  toMs: number,
): Promise<{ serialno: number; code: number; deviceMs: number }[]> =>
  db
    .selectFrom('events')
    .select(['serialno', 'code', 'deviceMs'])
    .where('deviceKey', '=', deviceKey)
    .where('deviceMs', '>=', fromMs)
    .where('deviceMs', '<=', toMs)
    .orderBy('deviceMs')
    .limit(100)
    .execute();

const placedEvents = (db: Db, deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<PlacedEvent[]> =>
  db
    .selectFrom('events')
    .select(['serialno', 'code', 'note', 'deviceMs', 'speedKmh'])
    .select((e) => [e.ref('lat').$notNull().as('lat'), e.ref('lng').$notNull().as('lng')])
    .where('deviceKey', '=', deviceKey)
    .where('deviceMs', '>=', fromMs)
    .where('deviceMs', '<=', toMs)
    .where('lat', 'is not', null)
    .where('lng', 'is not', null)
    .where(isListed)
    .orderBy('deviceMs')
    .limit(limit)
    .execute();

const forgettingEvents = (db: Db): Pick<EventStore, 'received' | 'countOlder' | 'remove'> => ({
  received: (afterSerialno, limit, { deviceKeys, others } = { deviceKeys: [], others: true }) =>
    db
      .selectFrom('events')
      .select(['serialno', 'receivedMs'])
      .where('serialno', '>', afterSerialno)
      .where('deviceKey', others ? 'not in' : 'in', deviceKeys)
      .orderBy('serialno')
      .limit(limit)
      .execute(),
  countOlder: async (beforeMs, most, besides) => {
    const oldest = await db
      .selectFrom('events')
      .select('receivedMs')
      .where('deviceKey', 'not in', besides)
      .orderBy('serialno')
      .limit(most)
      .execute();
    return oldest.filter(({ receivedMs }) => receivedMs < beforeMs).length;
  },
  remove: async (serialnos) => {
    await db.deleteFrom('events').where('serialno', 'in', serialnos).execute();
  },
});

const removeDevices = (db: Db, deviceKeys: readonly number[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    for (const table of ['events', 'eventStates', 'eventLinks'] as const)
      await transaction.deleteFrom(table).where('deviceKey', 'in', deviceKeys).execute();
  });

const eventsAfter = (db: Db, serialno: number, limit: number): Promise<NumberedEvent[]> =>
  db
    .selectFrom('events')
    .select(['serialno', 'deviceKey', 'code', 'note', 'deviceMs', 'receivedMs', 'lat', 'lng', 'speedKmh', 'sourceType'])
    .select(['origin', 'alarmSign', 'attachments', 'downloadMode'])
    .where('serialno', '>', serialno)
    .orderBy('serialno')
    .limit(limit)
    .execute();

const eventsWithFiles = (db: Db, afterSerialno: number, limit: number): Promise<EventWithFiles[]> =>
  db
    .selectFrom('events')
    .select(['serialno', 'deviceKey', 'code', 'deviceMs', 'attachments'])
    .select((e) => e.ref('alarmSign').$notNull().as('alarmSign'))
    .where('attachments', '>', 0)
    .where('alarmSign', 'is not', null)
    .where('serialno', '>', afterSerialno)
    .where((e) => e.or([e('downloadMode', 'is', null), e('downloadMode', '=', planDownloadTypes.download)]))
    .orderBy('serialno')
    .limit(limit)
    .execute();

const plannedEvents = (
  db: Db,
  { stamp }: Writing,
): Pick<EventStore, 'oneWithFiles' | 'planned' | 'planOf' | 'codesOf' | 'setSpan'> => {
  const rows = () =>
    db.selectFrom('events').select(['serialno', 'deviceKey', 'code', 'deviceMs', 'receivedMs', 'sourceType', 'accOn']);
  return {
    oneWithFiles: (serialno) =>
      db
        .selectFrom('events')
        .select(['serialno', 'deviceKey', 'code', 'deviceMs', 'attachments'])
        .select((e) => e.ref('alarmSign').$notNull().as('alarmSign'))
        .where('attachments', '>', 0)
        .where('alarmSign', 'is not', null)
        .where('serialno', '=', serialno)
        .executeTakeFirst(),
    planned: (afterSerialno, limit) =>
      rows()
        .where('downloadMode', '=', planDownloadTypes.download)
        .where('serialno', '>', afterSerialno)
        .orderBy('serialno')
        .limit(limit)
        .execute(),
    planOf: (serialno) => rows().where('serialno', '=', serialno).executeTakeFirst(),
    async codesOf(serials) {
      if (serials.length === 0) return new Map();
      const found = await db
        .selectFrom('events')
        .select(['serialno', 'code'])
        .where('serialno', 'in', [...serials])
        .execute();
      return new Map(found.map(({ serialno, code }) => [serialno, code]));
    },
    async setSpan(serialno, preOffset, postOffset) {
      await db
        .updateTable('events')
        .set({ preOffset, postOffset, updatedMs: stamp() })
        .where('serialno', '=', serialno)
        .execute();
    },
  };
};

/** Adding events, and ending those that last, in a transaction of another room. */
export const eventsWithin = (database: Database, writing: Writing): Pick<EventTransaction, 'add' | 'recovered'> => {
  const { add, recovered } = alarmTransaction(tablesOf(database), writing);
  return { add, recovered };
};

/** Without `writing` rows look as if they had never changed, and nobody planned anything. */
export const createEventStore = (database: Database, writing = UNPLANNED): EventStore => {
  const db = tablesOf(database);
  return {
    transaction: (action) =>
      db.transaction().execute((transaction) =>
        action({
          ...alarmTransaction(transaction, writing),
          ...linkTransaction(transaction),
          isBetween: (...asked) => isBetween(transaction, ...asked),
        }),
      ),
    cursor: async () => {
      const row = await db.selectFrom('eventCursor').selectAll().where('name', '=', CURSOR).executeTakeFirstOrThrow();
      return { rowId: row.rowId, reportsDone: row.reportsDone };
    },
    onlineDevices: async () => {
      const rows = await db.selectFrom('eventLinks').select('deviceKey').where('online', '=', true).execute();
      return rows.map((row) => row.deviceKey);
    },
    between: (...asked) => eventsBetween(db, ...asked),
    placed: (...asked) => placedEvents(db, ...asked),
    lastSerialno: async () => {
      const row = await db
        .selectFrom('events')
        .select('serialno')
        .orderBy('serialno', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.serialno ?? 0;
    },
    ofCodes: (codes, after, last) =>
      db
        .selectFrom('events')
        .select(keptColumns)
        .where('serialno', '>', after)
        .where('serialno', '<=', last)
        .where('code', 'in', codes)
        .where(isListed)
        .orderBy('serialno', 'desc')
        .execute(),
    newestOf: (deviceKey, code) =>
      db
        .selectFrom('events')
        .select(['deviceMs', 'note'])
        .where('deviceKey', '=', deviceKey)
        .where('code', '=', code)
        .orderBy('deviceMs', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ...forgettingEvents(db),
    removeDevices: (deviceKeys) => removeDevices(db, deviceKeys),
    after: (serialno, limit) => eventsAfter(db, serialno, limit),
    withFiles: (...asked) => eventsWithFiles(db, ...asked),
    ...plannedEvents(db, writing),
  };
};
