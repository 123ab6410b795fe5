// The tables devices, terminals, device_keys and dropped_devices. The only file that knows them.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Database, flag, json, type Row, tables } from '../../kernel/storage/db.ts';
import { COMMAND_LINE, NEVER_CHANGED, type Version, saveVersioned } from '../../kernel/storage/version.ts';
import { newDevice, STANDARD_OFFSET_MINUTES, type DeviceRecord, type StoredDevice } from './record.ts';

const texts = json(z.array(z.string()));
const numbers = json(z.array(z.number()));
const columns = { registered: flag, channelNames: texts, channelOrder: numbers };
type StoredRow = Omit<StoredDevice, 'mapLocation' | 'terminals'> & { mapLat: number | null; mapLng: number | null };
type Tables = {
  devices: Row<StoredRow, typeof columns>;
  terminals: Row<{ terminalId: string; deviceKey: number }>;
  deviceKeys: Row<{ id: number; nextKey: number }>;
  droppedDevices: Row<{ key: number; id: string; droppedMs: number }>;
};

export interface DeviceStore {
  load(): Promise<DeviceRecord[]>;
  /** Writes the device and its terminal numbers, as one change. */
  save(device: StoredDevice): Promise<void>;
  /** Takes `count` keys that no device has had and none will be given again, however this ends; gives the first, the others follow it. */
  takeKeys(count: number): Promise<number>;
  /** Removes the device, and notes with it that what other rooms keep of it has to go. */
  drop(device: Pick<StoredDevice, 'key' | 'id'>, atMs: number): Promise<void>;
  /** Keys above `afterKey`, rising, of devices dropped by then of which something may be left. */
  dropped(afterKey: number, untilMs: number, limit: number): Promise<number[]>;
  /** Nothing is left of them. */
  forgetDropped(keys: readonly number[]): Promise<void>;
  /** The zones in minutes east of UTC, and the versions. `save` leaves both alone for a device that is there: commands change them too. */
  edits(): Promise<DeviceEdit[]>;
  editOf(key: number): Promise<DeviceEdit | undefined>;
  /** Writes the version, and the zone where one is given, if the device has the version `beforeMs`; false where it has another one. */
  saveEdit(key: number, edit: Version & { utcOffsetMinutes?: number }, beforeMs: number): Promise<boolean>;
}
export type DeviceEdit = Version & { key: number; utcOffsetMinutes: number };

/** For commands beside the server: sets the zone where one is given, and gives the one that holds. */
export const changeDeviceZone = async (
  database: Database,
  key: number,
  nowMs: number,
  utcOffsetMinutes?: number,
): Promise<number> => {
  const store = createDeviceStore(database);
  if (utcOffsetMinutes !== undefined)
    await saveVersioned({
      edit: { by: COMMAND_LINE },
      nowMs,
      read: async () => ({ version: (await store.editOf(key)) ?? NEVER_CHANGED, present: {} }),
      write: (version, before) => store.saveEdit(key, { ...version, utcOffsetMinutes }, before.updatedMs),
    });
  return (await store.editOf(key))?.utcOffsetMinutes ?? STANDARD_OFFSET_MINUTES;
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
      const { utcOffsetMinutes: _zone, updatedMs: _ms, updatedBy: _by, ...changes } = row;
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
    ...editRows(db),
    ...keyRows(db),
    ...droppedRows(db),
  };
};

type Db = Kysely<Tables>;

const keyRows = (db: Db): Pick<DeviceStore, 'takeKeys'> => ({
  takeKeys: async (count) => {
    const row = await db
      .updateTable('deviceKeys')
      .set((e) => ({ nextKey: e('nextKey', '+', count) }))
      .returning('nextKey')
      .executeTakeFirstOrThrow();
    return row.nextKey - count;
  },
});

const editRows = (db: Db): Pick<DeviceStore, 'edits' | 'editOf' | 'saveEdit'> => {
  const edits = db.selectFrom('devices').select(['key', 'utcOffsetMinutes', 'updatedMs', 'updatedBy']);
  return {
    edits: () => edits.execute(),
    editOf: (key) => edits.where('key', '=', key).executeTakeFirst(),
    saveEdit: async (key, edit, beforeMs) => {
      const changed = db.updateTable('devices').set(edit).where('key', '=', key).where('updatedMs', '=', beforeMs);
      return (await changed.returning('key').executeTakeFirst()) !== undefined;
    },
  };
};

const droppedRows = (db: Db): Pick<DeviceStore, 'drop' | 'dropped' | 'forgetDropped'> => ({
  drop: ({ key, id }, atMs) =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('devices').where('key', '=', key).execute();
      await tx.insertInto('droppedDevices').values({ key, id, droppedMs: atMs }).execute();
    }),
  dropped: async (afterKey, untilMs, limit) => {
    const rows = await db
      .selectFrom('droppedDevices')
      .select('key')
      .where('key', '>', afterKey)
      .where('droppedMs', '<=', untilMs)
      .orderBy('key')
      .limit(limit)
      .execute();
    return rows.map(({ key }) => key);
  },
  forgetDropped: async (keys) => {
    await db.deleteFrom('droppedDevices').where('key', 'in', keys).execute();
  },
});

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
  updatedMs: d.updatedMs,
  updatedBy: d.updatedBy,
});
