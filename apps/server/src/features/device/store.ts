// The tables devices and terminals. The only file that knows them.
import type { Database } from '../../kernel/db.ts';
import { newDevice, STANDARD_OFFSET_MINUTES, type DeviceRecord, type StoredDevice } from './record.ts';

type DeviceRow = {
  key: number;
  id: string;
  registered: number;
  known_since_ms: number | null;
  channel_count: number;
  driver_name: string;
  memo: string;
  plate: string;
  external_id: string;
  driver_license: string;
  icon: number;
  channel_names: string;
  channel_order: string;
  talk_channel: number;
  dsm_channel: number;
  utc_offset_minutes: number;
  map_lat: number | null;
  map_lng: number | null;
  manufacturer: string;
  model: string;
  hardware_id: string | null;
  auth_code_hash: Uint8Array | null;
  seen_ms: number;
};
type Tables = { devices: DeviceRow; terminals: { terminal_id: string; device_key: number } };

export interface DeviceStore {
  load(): Promise<DeviceRecord[]>;
  /** Writes the device and its terminal numbers, as one change. */
  save(device: StoredDevice): Promise<void>;
  remove(key: number): Promise<void>;
  /** In minutes east of UTC, by key. `save` leaves it alone for a device that is there: it is set by this alone, also by commands. */
  zones(): Promise<ReadonlyMap<number, number>>;
  saveZone(key: number, utcOffsetMinutes: number): Promise<void>;
}

/** For commands beside the server: sets the zone where one is given, and gives the one that holds. */
export const changeDeviceZone = async (database: Database, key: number, minutes?: number): Promise<number> => {
  const store = createDeviceStore(database);
  if (minutes !== undefined) await store.saveZone(key, minutes);
  return (await store.zones()).get(key) ?? STANDARD_OFFSET_MINUTES;
};

/** The key of a device by its id, for commands that run beside the server. */
export const keyOfDevice = async (database: Database, id: string): Promise<number | undefined> => {
  const db = database.$extendTables<Tables>();
  const row = await db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirst();
  return row?.key;
};

export const createDeviceStore = (database: Database): DeviceStore => {
  const db = database.$extendTables<Tables>();
  return {
    load: async () => {
      const rows = await db.selectFrom('devices').selectAll().execute();
      const terminals = await db.selectFrom('terminals').selectAll().execute();
      const byKey = new Map(rows.map((row) => [row.key, fromRow(row)]));
      for (const { terminal_id: id, device_key: key } of terminals) byKey.get(key)?.terminals.push(id);
      return [...byKey.values()];
    },
    save: async (device) => {
      const row = toRow(device);
      const { utc_offset_minutes: _setByItself, ...changes } = row;
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('devices')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
          .execute();
        await tx.deleteFrom('terminals').where('device_key', '=', device.key).execute();
        if (device.terminals.length === 0) return;
        const terminals = device.terminals.map((id) => ({ terminal_id: id, device_key: device.key }));
        await tx
          .insertInto('terminals')
          .values(terminals)
          .onConflict((c) => c.column('terminal_id').doUpdateSet({ device_key: device.key }))
          .execute();
      });
    },
    zones: async () => {
      const rows = await db.selectFrom('devices').select(['key', 'utc_offset_minutes']).execute();
      return new Map(rows.map((row) => [row.key, row.utc_offset_minutes]));
    },
    saveZone: async (key, utcOffsetMinutes) => {
      await db.updateTable('devices').set({ utc_offset_minutes: utcOffsetMinutes }).where('key', '=', key).execute();
    },
    remove: async (key) => {
      await db.deleteFrom('devices').where('key', '=', key).execute();
    },
  };
};

const list = <T>(text: string, fits: (value: unknown) => value is T): T[] => {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(fits) : [];
};
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

const fromRow = (row: DeviceRow): DeviceRecord => ({
  ...newDevice(row.key, row.id, row.seen_ms),
  registered: row.registered === 1,
  knownSinceMs: row.known_since_ms,
  channelCount: row.channel_count,
  driverName: row.driver_name,
  memo: row.memo,
  plate: row.plate,
  externalId: row.external_id,
  driverLicense: row.driver_license,
  icon: row.icon,
  channelNames: list(row.channel_names, isText),
  channelOrder: list(row.channel_order, isNumber),
  talkChannel: row.talk_channel,
  dsmChannel: row.dsm_channel,
  utcOffsetMinutes: row.utc_offset_minutes,
  mapLocation: row.map_lat === null || row.map_lng === null ? null : { lat: row.map_lat, lng: row.map_lng },
  manufacturer: row.manufacturer,
  model: row.model,
  hardwareId: row.hardware_id,
  authCodeHash: row.auth_code_hash,
});

const toRow = (d: StoredDevice): DeviceRow => ({
  key: d.key,
  id: d.id,
  registered: d.registered ? 1 : 0,
  known_since_ms: d.knownSinceMs,
  channel_count: d.channelCount,
  driver_name: d.driverName,
  memo: d.memo,
  plate: d.plate,
  external_id: d.externalId,
  driver_license: d.driverLicense,
  icon: d.icon,
  channel_names: JSON.stringify(d.channelNames),
  channel_order: JSON.stringify(d.channelOrder),
  talk_channel: d.talkChannel,
  dsm_channel: d.dsmChannel,
  utc_offset_minutes: d.utcOffsetMinutes,
  map_lat: d.mapLocation?.lat ?? null,
  map_lng: d.mapLocation?.lng ?? null,
  manufacturer: d.manufacturer,
  model: d.model,
  hardware_id: d.hardwareId,
  auth_code_hash: d.authCodeHash,
  seen_ms: d.seenMs,
});
