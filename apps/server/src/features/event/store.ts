// The tables events, event_cursor, event_states and event_links. The only file that knows them.
import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../../kernel/db.ts';
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
};
export type NumberedEvent = StoredEvent & { serialno: number };

type Row = {
  serialno: Generated<number>;
  device_key: number;
  code: number;
  note: string;
  device_ms: number;
  received_ms: number;
  lat: number | null;
  lng: number | null;
  speed_kmh: number;
  source_type: number;
  recovered_ms: number | null;
  origin: string | null;
  alarm_sign: string | null;
  attachments: number;
};
type Tables = {
  events: Row;
  event_cursor: { name: string; row_id: number; reports_done: number };
  event_states: { device_key: number; alarms: string };
  event_links: { device_key: number; online: number; address: string };
};

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
  /** Gives the serial number: rising, never used twice. `fresh` false: the event was there before. */
  add(event: StoredEvent): Promise<{ serialno: number; fresh: boolean }>;
  /** Gives the event that is over now. */
  recovered(serialno: number, atMs: number): Promise<NumberedEvent | undefined>;
  link(deviceKey: number): Promise<DeviceLinkState | undefined>;
  saveLink(deviceKey: number, state: DeviceLinkState): Promise<void>;
}

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
  /** Events with a sign and at least one file, above this serial number, rising; at most `limit`. */
  withFiles(afterSerialno: number, limit: number): Promise<EventWithFiles[]>;
}

type Db = Kysely<Tables>;
const CURSOR = 'alarms';

const rowOf = (event: StoredEvent): Insertable<Row> => ({
  device_key: event.deviceKey,
  code: event.code,
  note: event.note,
  device_ms: event.deviceMs,
  received_ms: event.receivedMs,
  lat: event.lat,
  lng: event.lng,
  speed_kmh: event.speedKmh,
  source_type: event.sourceType,
  recovered_ms: null,
  origin: event.origin,
  alarm_sign: event.alarmSign,
  attachments: event.attachments,
});

const eventOf = (row: Selectable<Row>): NumberedEvent => ({
  serialno: row.serialno,
  deviceKey: row.device_key,
  code: row.code,
  note: row.note,
  deviceMs: row.device_ms,
  receivedMs: row.received_ms,
  lat: row.lat,
  lng: row.lng,
  speedKmh: row.speed_kmh,
  sourceType: row.source_type,
  origin: row.origin,
  alarmSign: row.alarm_sign,
  attachments: row.attachments,
});

const parse = (text: string): DeviceAlarms => {
  const alarms: DeviceAlarms = JSON.parse(text); // written by saveAlarms alone
  return alarms;
};

/** An event that is there already is found, not added again. */
const addEvent = async (db: Db, event: StoredEvent): Promise<{ serialno: number; fresh: boolean }> => {
  const added = await db
    .insertInto('events')
    .values(rowOf(event))
    .onConflict((conflict) => conflict.columns(['device_key', 'device_ms', 'origin']).doNothing())
    .returning('serialno')
    .executeTakeFirst();
  if (added !== undefined) return { serialno: added.serialno, fresh: true };
  const known = await db
    .selectFrom('events')
    .select('serialno')
    .where('device_key', '=', event.deviceKey)
    .where('device_ms', '=', event.deviceMs)
    .where('origin', '=', event.origin)
    .executeTakeFirstOrThrow();
  return { serialno: known.serialno, fresh: false };
};

const linkTransaction = (db: Db): Pick<EventTransaction, 'link' | 'saveLink'> => ({
  link: async (deviceKey) => {
    const row = await db
      .selectFrom('event_links')
      .select(['online', 'address'])
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
    return row && { online: row.online === 1, address: row.address };
  },
  saveLink: async (deviceKey, { online, address }) => {
    const state = { online: online ? 1 : 0, address };
    await db
      .insertInto('event_links')
      .values({ device_key: deviceKey, ...state })
      .onConflict((conflict) => conflict.column('device_key').doUpdateSet(state))
      .execute();
  },
});

const alarmTransaction = (db: Db): Omit<EventTransaction, 'link' | 'saveLink'> => ({
  moveCursor: async (from, to) => {
    const { numUpdatedRows } = await db
      .updateTable('event_cursor')
      .set({ row_id: to.rowId, reports_done: to.reportsDone })
      .where('name', '=', CURSOR)
      .where('row_id', '=', from.rowId)
      .where('reports_done', '=', from.reportsDone)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
  alarms: async (deviceKeys) => {
    const rows = await db
      .selectFrom('event_states')
      .selectAll()
      .where('device_key', 'in', [...deviceKeys])
      .execute();
    return new Map(rows.map((row) => [row.device_key, parse(row.alarms)]));
  },
  saveAlarms: async (states) => {
    for (const [device_key, state] of states) {
      const alarms = JSON.stringify(state);
      await db
        .insertInto('event_states')
        .values({ device_key, alarms })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet({ alarms }))
        .execute();
    }
  },
  add: (event) => addEvent(db, event),
  recovered: async (serialno, atMs) => {
    const row = await db
      .updateTable('events')
      .set({ recovered_ms: atMs })
      .where('serialno', '=', serialno)
      .returningAll()
      .executeTakeFirst();
    return row && eventOf(row);
  },
});

const eventsBetween = async (
  db: Db,
  deviceKey: number,
  fromMs: number,
  toMs: number,
): Promise<{ serialno: number; code: number; deviceMs: number }[]> => {
  const rows = await db
    .selectFrom('events')
    .select(['serialno', 'code', 'device_ms'])
    .where('device_key', '=', deviceKey)
    .where('device_ms', '>=', fromMs)
    .where('device_ms', '<=', toMs)
    .orderBy('device_ms')
    .limit(100)
    .execute();
  return rows.map(({ serialno, code, device_ms }) => ({ serialno, code, deviceMs: device_ms }));
};

const placedEvents = async (
  db: Db,
  deviceKey: number,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<PlacedEvent[]> => {
  const rows = await db
    .selectFrom('events')
    .select(['serialno', 'code', 'note', 'device_ms', 'lat', 'lng', 'speed_kmh'])
    .where('device_key', '=', deviceKey)
    .where('device_ms', '>=', fromMs)
    .where('device_ms', '<=', toMs)
    .where('lat', 'is not', null)
    .orderBy('device_ms')
    .limit(limit)
    .execute();
  return rows.flatMap(({ serialno, code, note, device_ms, lat, lng, speed_kmh }) =>
    lat === null || lng === null ? [] : [{ serialno, code, note, deviceMs: device_ms, lat, lng, speedKmh: speed_kmh }],
  );
};

const eventsWithFiles = async (db: Db, afterSerialno: number, limit: number): Promise<EventWithFiles[]> => {
  const rows = await db
    .selectFrom('events')
    .select(['serialno', 'device_key', 'code', 'device_ms', 'alarm_sign', 'attachments'])
    .where('attachments', '>', 0)
    .where('serialno', '>', afterSerialno)
    .orderBy('serialno')
    .limit(limit)
    .execute();
  return rows.flatMap(({ serialno, device_key, code, device_ms, alarm_sign, attachments }) =>
    alarm_sign === null
      ? []
      : [{ serialno, deviceKey: device_key, code, deviceMs: device_ms, alarmSign: alarm_sign, attachments }],
  );
};

export const createEventStore = (database: Database): EventStore => {
  const db = database.$extendTables<Tables>();
  return {
    transaction: (action) =>
      db
        .transaction()
        .execute((transaction) => action({ ...alarmTransaction(transaction), ...linkTransaction(transaction) })),
    cursor: async () => {
      const row = await db.selectFrom('event_cursor').selectAll().where('name', '=', CURSOR).executeTakeFirstOrThrow();
      return { rowId: row.row_id, reportsDone: row.reports_done };
    },
    onlineDevices: async () => {
      const rows = await db.selectFrom('event_links').select('device_key').where('online', '=', 1).execute();
      return rows.map((row) => row.device_key);
    },
    between: (...asked) => eventsBetween(db, ...asked),
    placed: (...asked) => placedEvents(db, ...asked),
    withFiles: (...asked) => eventsWithFiles(db, ...asked),
  };
};
