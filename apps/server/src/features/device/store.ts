// The tables devices, terminals, device_keys and dropped_devices, but for who may speak for a device: store/admissions.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChangedError } from '@outrider/contract';
import type { Kysely } from 'kysely';
import { statementsOf } from '../../kernel/storage/chunks.ts';
import { type Database, tables } from '../../kernel/storage/db.ts';
import { COMMAND_LINE, NEVER_CHANGED, type Version, saveVersioned } from '../../kernel/storage/version.ts';
import type { DeviceRecord, StoredDevice } from './record.ts';
import { deviceColumns, type DeviceTables, recordsOf, rowOf, savedColumns, terminalsOf } from './store/device-rows.ts';

/** Other queries wait behind a transaction. */
const DEVICES_A_TRANSACTION = 500;

export interface DeviceStore {
  load(): Promise<DeviceRecord[]>;
  /**
   * Writes the device, and its terminal numbers where they lead to no other, as one change. Of a device that is there the code, the
   * hardware and the numbers stay: they are decided by admission.
   */
  save(device: StoredDevice): Promise<void>;
  /** The same for many, some hundred as one change; other work runs in between. */
  saveAll(devices: readonly StoredDevice[]): Promise<void>;
  /**
   * Devices with what `save` leaves alone, all as one change; other work runs in between. Rejects with ChangedError where one has another
   * version than it had here.
   */
  saveTogether(changes: readonly DeviceSave[]): Promise<void>;
  /** Only when they were seen last. */
  saveSeen(devices: readonly Pick<StoredDevice, 'key' | 'seenMs'>[]): Promise<void>;
  /** Takes `count` keys that no device has had and none will be given again, however this ends; gives the first, the others follow it. */
  takeKeys(count: number): Promise<number>;
  /** Removes the device, and notes with it that what other rooms keep of it has to go. */
  drop(device: Pick<StoredDevice, 'key' | 'id'>, atMs: number): Promise<void>;
  /** Keys above `afterKey`, rising, of devices dropped by then of which something may be left. */
  dropped(afterKey: number, untilMs: number, limit: number): Promise<number[]>;
  /** Nothing is left of them. */
  forgetDropped(keys: readonly number[]): Promise<void>;
  /** What commands change too, and the versions. `save` leaves both alone for a device that is there. */
  edits(): Promise<DeviceEdit[]>;
  editOf(key: number): Promise<DeviceEdit | undefined>;
  /**
   * Writes the version, and what else is given, if the device has the version `beforeMs`; false where it has another one. With `device`
   * also what `save` does, as one change: another server that sees the version must find all of it.
   */
  saveEdit(
    key: number,
    edit: Version & Partial<CommandChange>,
    beforeMs: number,
    device?: StoredDevice,
  ): Promise<boolean>;
}
/** A device, and its version with what commands change too. `beforeMs`: the version that it had before. */
export type DeviceSave = { device: StoredDevice; edit: Version & Partial<CommandChange>; beforeMs: number };
export type DeviceEdit = Version & CommandChange & { key: number };

/** What commands beside the server change. */
export const commandColumns = [
  'utcOffsetMinutes',
  'recordEnable',
  'recordPlan',
  'recordAudio',
  'recordDays',
] as const satisfies (keyof StoredDevice)[];
export type CommandChange = Pick<StoredDevice, (typeof commandColumns)[number]>;

/** For commands beside the server: sets what is given, and gives what holds; undefined: there is no such device. */
export const changeByCommand = async (
  database: Database,
  key: number,
  nowMs: number,
  change: Partial<CommandChange>,
): Promise<CommandChange | undefined> => {
  const store = createDeviceStore(database);
  if (Object.keys(change).length > 0)
    await saveVersioned({
      edit: { by: COMMAND_LINE },
      nowMs,
      read: async () => ({ version: (await store.editOf(key)) ?? NEVER_CHANGED, present: {} }),
      write: (version, before) => store.saveEdit(key, { ...version, ...change }, before.updatedMs),
    });
  return store.editOf(key);
};

/** The key of a device by its id, for commands that run beside the server. */
export const keyOfDevice = async (database: Database, id: string): Promise<number | undefined> => {
  const db = tables<DeviceTables>(database, deviceColumns);
  const row = await db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirst();
  return row?.key;
};

export const createDeviceStore = (database: Database): DeviceStore => {
  const db = tables<DeviceTables>(database, deviceColumns);
  return {
    load: async () =>
      recordsOf(
        await db.selectFrom('devices').selectAll().execute(),
        await db.selectFrom('terminals').selectAll().execute(),
      ),
    save: (device) => db.transaction().execute((tx) => saveRows(tx, [device])),
    saveAll: async (devices) => {
      for (let from = 0; from < devices.length; from += DEVICES_A_TRANSACTION) {
        const some = devices.slice(from, from + DEVICES_A_TRANSACTION);
        await db.transaction().execute(async (tx) => {
          for (const rows of statementsOf(some)) {
            await saveRows(tx, rows);
            await nextTurn();
          }
        });
      }
    },
    saveTogether: (changes) =>
      db.transaction().execute(async (tx) => {
        for (const some of statementsOf(changes)) {
          for (const each of some) await saveVersion(tx, each);
          await saveRows(
            tx,
            some.map(({ device }) => device),
          );
          await nextTurn();
        }
      }),
    saveSeen: async (devices) => {
      for (const [seenMs, some] of Map.groupBy(devices, (device) => device.seenMs))
        for (let from = 0; from < some.length; from += DEVICES_A_TRANSACTION) {
          const keys = some.slice(from, from + DEVICES_A_TRANSACTION).map(({ key }) => key);
          await db.updateTable('devices').set({ seenMs }).where('key', 'in', keys).execute();
          await nextTurn();
        }
    },
    ...editRows(db),
    ...keyRows(db),
    ...droppedRows(db),
  };
};

type Db = Kysely<DeviceTables>;

/**
 * The devices, and the terminal numbers that lead to nothing yet. Who may speak for a device that is there, and where its number leads, is
 * left alone: another server may have decided since (store/admissions.ts).
 */
const saveRows = async (tx: Db, devices: readonly StoredDevice[]): Promise<void> => {
  await tx
    .insertInto('devices')
    .values(devices.map(rowOf))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => Object.fromEntries(savedColumns.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute();
  const terminals = terminalsOf(devices);
  if (terminals.length === 0) return;
  await tx
    .insertInto('terminals')
    .values(terminals)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Of a device that has no row yet nothing: it comes with its row. Throws ChangedError where it has another version. */
const saveVersion = async (tx: Db, { device, edit, beforeMs }: DeviceSave): Promise<void> => {
  const row = tx.updateTable('devices').set(edit).where('key', '=', device.key).where('updatedMs', '=', beforeMs);
  if ((await row.returning('key').executeTakeFirst()) !== undefined) return;
  const version = tx.selectFrom('devices').select(['updatedMs', 'updatedBy']).where('key', '=', device.key);
  const found = await version.executeTakeFirst();
  if (found !== undefined)
    throw new ChangedError({ updatetime: found.updatedMs, updateby: found.updatedBy, present: {} });
};

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
  const edits = db.selectFrom('devices').select(['key', 'updatedMs', 'updatedBy', ...commandColumns]);
  return {
    edits: () => edits.execute(),
    editOf: (key) => edits.where('key', '=', key).executeTakeFirst(),
    saveEdit: (key, edit, beforeMs, device) =>
      db.transaction().execute(async (tx) => {
        const changed = tx.updateTable('devices').set(edit).where('key', '=', key).where('updatedMs', '=', beforeMs);
        if ((await changed.returning('key').executeTakeFirst()) === undefined) return false;
        if (device !== undefined) await saveRows(tx, [device]);
        return true;
      }),
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
