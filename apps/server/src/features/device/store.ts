// The tables devices and terminals. The only file that knows them.
import { z } from 'zod';
import { type Database, flag, json, type Row, tables } from '../../kernel/db.ts';
import { newDevice, STANDARD_OFFSET_MINUTES, type DeviceRecord, type StoredDevice } from './record.ts';

const texts = json(z.array(z.string()));
const numbers = json(z.array(z.number()));
const columns = { registered: flag, channelNames: texts, channelOrder: numbers };
type StoredRow = Omit<StoredDevice, 'mapLocation' | 'terminals'> & { mapLat: number | null; mapLng: number | null };
type Tables = { devices: Row<StoredRow, typeof columns>; terminals: Row<{ terminalId: string; deviceKey: number }> };

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
  const db = tables<Tables>(database, columns);
  const row = await db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirst();
  return row?.key;
};

export const createDeviceStore = (database: Database): DeviceStore => {
  const db = tables<Tables>(database, columns);
  return {
    load: async () => {
      const rows = await db.selectFrom('devices').selectAll().execute();
      const terminals = await db.selectFrom('terminals').selectAll().execute();
      const byKey = new Map(rows.map((row) => [row.key, recordOf(row)]));
      for (const { terminalId, deviceKey } of terminals) byKey.get(deviceKey)?.terminals.push(terminalId);
      return [...byKey.values()];
    },
    save: async (device) => {
      const row = rowOf(device);
      const { utcOffsetMinutes: _setByItself, ...changes } = row;
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('devices')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
          .execute();
        await tx.deleteFrom('terminals').where('deviceKey', '=', device.key).execute();
        if (device.terminals.length === 0) return;
        const terminals = device.terminals.map((terminalId) => ({ terminalId, deviceKey: device.key }));
        await tx
          .insertInto('terminals')
          .values(terminals)
          .onConflict((c) => c.column('terminalId').doUpdateSet({ deviceKey: device.key }))
          .execute();
      });
    },
    zones: async () => {
      const rows = await db.selectFrom('devices').select(['key', 'utcOffsetMinutes']).execute();
      return new Map(rows.map((row) => [row.key, row.utcOffsetMinutes]));
    },
    saveZone: async (key, utcOffsetMinutes) => {
      await db.updateTable('devices').set({ utcOffsetMinutes }).where('key', '=', key).execute();
    },
    remove: async (key) => {
      await db.deleteFrom('devices').where('key', '=', key).execute();
    },
  };
};

const recordOf = ({ mapLat, mapLng, ...row }: StoredRow): DeviceRecord => ({
  ...newDevice(row.key, row.id, row.seenMs),
  ...row,
  mapLocation: mapLat === null || mapLng === null ? null : { lat: mapLat, lng: mapLng },
});

/** By name, because a device in memory holds more. */
const rowOf = (d: StoredDevice) => ({
  key: d.key,
  id: d.id,
  registered: d.registered,
  knownSinceMs: d.knownSinceMs,
  channelCount: d.channelCount,
  driverName: d.driverName,
  memo: d.memo,
  plate: d.plate,
  externalId: d.externalId,
  driverLicense: d.driverLicense,
  icon: d.icon,
  channelNames: texts.write(d.channelNames),
  channelOrder: numbers.write(d.channelOrder),
  talkChannel: d.talkChannel,
  dsmChannel: d.dsmChannel,
  utcOffsetMinutes: d.utcOffsetMinutes,
  mapLat: d.mapLocation?.lat ?? null,
  mapLng: d.mapLocation?.lng ?? null,
  manufacturer: d.manufacturer,
  model: d.model,
  hardwareId: d.hardwareId,
  authCodeHash: d.authCodeHash,
  seenMs: d.seenMs,
});
