// The table events. The only file that knows it.
import type { Generated, Insertable } from 'kysely';
import type { Database } from '../../kernel/db.ts';

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
  /** The alarm identification in hex as the device sent it, null for events without. */
  alarmSign: string | null;
  /** How many files the device keeps for the alarm. */
  attachments: number;
};

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
  alarm_sign: string | null;
  attachments: number;
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

export interface EventStore {
  /** Gives the serial number: rising, never used twice. */
  add(event: StoredEvent): Promise<number>;
  recovered(serialno: number, atMs: number): Promise<void>;
  /** The events of a device with a place, by device time, both ends included, oldest first; at most `limit`. */
  placed(deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<PlacedEvent[]>;
  /** Events with a sign and at least one file, above this serial number, rising; at most `limit`. */
  withFiles(afterSerialno: number, limit: number): Promise<EventWithFiles[]>;
}

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
  alarm_sign: event.alarmSign,
  attachments: event.attachments,
});

export const createEventStore = (database: Database): EventStore => {
  const db = database.$extendTables<{ events: Row }>();
  return {
    add: async (event) => {
      const row = await db.insertInto('events').values(rowOf(event)).returning('serialno').executeTakeFirstOrThrow();
      return row.serialno;
    },
    placed: async (deviceKey, fromMs, toMs, limit) => {
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
        lat === null || lng === null
          ? []
          : [{ serialno, code, note, deviceMs: device_ms, lat, lng, speedKmh: speed_kmh }],
      );
    },
    withFiles: async (afterSerialno, limit) => {
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
    },
    recovered: async (serialno, atMs) => {
      await db.updateTable('events').set({ recovered_ms: atMs }).where('serialno', '=', serialno).execute();
    },
  };
};
