// The table events. The only file that knows it.
import type { Generated } from 'kysely';
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
};

export type PlacedEvent = Pick<StoredEvent, 'code' | 'note' | 'deviceMs' | 'speedKmh'> & {
  serialno: number;
  lat: number;
  lng: number;
};

export interface EventStore {
  /** Gives the serial number: rising, never used twice. */
  add(event: StoredEvent): Promise<number>;
  recovered(serialno: number, atMs: number): Promise<void>;
  /** The events of a device with a place, by device time, both ends included, oldest first; at most `limit`. */
  placed(deviceKey: number, fromMs: number, toMs: number, limit: number): Promise<PlacedEvent[]>;
}

export const createEventStore = (database: Database): EventStore => {
  const db = database.$extendTables<{ events: Row }>();
  return {
    add: async (event) => {
      const row = await db
        .insertInto('events')
        .values({
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
        })
        .returning('serialno')
        .executeTakeFirstOrThrow();
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
    recovered: async (serialno, atMs) => {
      await db.updateTable('events').set({ recovered_ms: atMs }).where('serialno', '=', serialno).execute();
    },
  };
};
