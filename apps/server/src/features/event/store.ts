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

export interface EventStore {
  /** Gives the serial number: rising, never used twice. */
  add(event: StoredEvent): Promise<number>;
  recovered(serialno: number, atMs: number): Promise<void>;
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
    recovered: async (serialno, atMs) => {
      await db.updateTable('events').set({ recovered_ms: atMs }).where('serialno', '=', serialno).execute();
    },
  };
};
