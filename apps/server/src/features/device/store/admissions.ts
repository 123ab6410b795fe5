// Who may speak for a device: its code, its hardware, where its terminal number leads, and what an operator let in once. Several servers
// may decide over one database, so nothing is stored that was decided on something older than what is there.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { statementsOf } from '../../../kernel/storage/chunks.ts';
import { type Database, type Row, tables } from '../../../kernel/storage/db.ts';
import type { AllowedTerminal } from '../readmission.ts';
import type { DeviceRecord, StoredDevice } from '../record.ts';
import { deviceColumns, type DeviceTables, recordsOf, rowOf, terminalsOf } from './device-rows.ts';

export type Credentials = Pick<StoredDevice, 'manufacturer' | 'model' | 'hardwareId' | 'bodyEdition' | 'authCodeHash'>;
/** What decides over a number, and tells whether more of its device is known already. */
export type KnownTerminal = Credentials &
  Pick<StoredDevice, 'key' | 'id' | 'registered' | 'knownSinceMs'> & { terminalId: string };

/** Something that was decided. What is stored is what the device has when it is written. */
export type AdmissionSave = {
  readonly device: StoredDevice;
  /** The hash of the code that it was decided on; undefined: there was no such device. */
  readonly before: Uint8Array | null | undefined;
  /** The permissions that it used up. */
  readonly leaveIds: ReadonlySet<number>;
};

export interface AdmissionStore {
  /** The devices to which these numbers lead; those that lead to none are left out. */
  terminals(terminalIds: readonly string[]): Promise<KnownTerminal[]>;
  /** The devices with these ids, whatever their numbers. */
  keysOf(ids: readonly string[]): Promise<number[]>;
  devices(keys: readonly number[]): Promise<DeviceRecord[]>;
  /** Permissions for these numbers that are not over, the newest last. */
  leaves(terminalIds: readonly string[], nowMs: number): Promise<AllowedTerminal[]>;
  /** As one change; gives those that are stored. Of the others nothing is: what they were decided on is not what is there. */
  save<T extends AdmissionSave>(admissions: readonly T[]): Promise<Set<T>>;
  /** The code is void, if it is the one with this hash. */
  voidCode(key: number, hash: Uint8Array): Promise<void>;
  /** An operator says so: the numbers and credentials that `to` has are its own from now on, and `from` has none. */
  move(from: StoredDevice, to: StoredDevice): Promise<void>;
}

type Tables = DeviceTables & { allowedTerminals: Row<AllowedTerminal> };
type Db = Kysely<Tables>;

const credentialsOf = (device: StoredDevice): Credentials => {
  const { manufacturer, model, hardwareId, bodyEdition, authCodeHash } = device;
  return { manufacturer, model, hardwareId, bodyEdition, authCodeHash };
};

export const createAdmissionStore = (database: Database): AdmissionStore => {
  const db = tables<Tables>(database, deviceColumns);
  return {
    ...reading(db),
    save: (admissions) => db.transaction().execute((tx) => saveAdmissions(tx, admissions)),
    voidCode: async (key, hash) => {
      const voiding = db.updateTable('devices').set({ authCodeHash: null }).where('key', '=', key);
      await voiding.where('authCodeHash', '=', hash).execute();
    },
    move: (from, to) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('terminals').where('deviceKey', 'in', [from.key, to.key]).execute();
        const numbers = terminalsOf([from, to]);
        if (numbers.length > 0)
          await tx
            .insertInto('terminals')
            .values(numbers)
            .onConflict((c) =>
              c.column('terminalId').doUpdateSet((eb) => ({ deviceKey: eb.ref('excluded.deviceKey') })),
            )
            .execute();
        for (const device of [from, to])
          await tx.updateTable('devices').set(credentialsOf(device)).where('key', '=', device.key).execute();
      }),
  };
};

const reading = (db: Db): Pick<AdmissionStore, 'terminals' | 'keysOf' | 'devices' | 'leaves'> => ({
  terminals: (terminalIds) =>
    db
      .selectFrom('terminals')
      .innerJoin('devices', 'devices.key', 'terminals.deviceKey')
      .select(['terminalId', 'key', 'id', 'registered', 'knownSinceMs'])
      .select(['manufacturer', 'model', 'hardwareId', 'bodyEdition', 'authCodeHash'])
      .where('terminalId', 'in', terminalIds)
      .execute(),
  keysOf: async (ids) => {
    const rows = await db.selectFrom('devices').select('key').where('id', 'in', ids).execute();
    return rows.map(({ key }) => key);
  },
  devices: async (keys) =>
    recordsOf(
      await db.selectFrom('devices').selectAll().where('key', 'in', keys).execute(),
      await db.selectFrom('terminals').selectAll().where('deviceKey', 'in', keys).execute(),
    ),
  leaves: (terminalIds, nowMs) =>
    db
      .selectFrom('allowedTerminals')
      .selectAll()
      .where('terminalId', 'in', terminalIds)
      .where('allowedUntilMs', '>', nowMs)
      .orderBy('allowedUntilMs')
      .execute(),
});

/** In the same order in every process, so that two that write at once wait for each other instead of for ever. */
const saveAdmissions = async <T extends AdmissionSave>(tx: Db, admissions: readonly T[]): Promise<Set<T>> => {
  const stored = new Set<T>();
  const fresh = admissions.filter(({ before }) => before === undefined);
  for (const some of statementsOf(fresh.toSorted((a, b) => (a.device.id < b.device.id ? -1 : 1)))) {
    for (const each of await insertNew(tx, some)) stored.add(each);
    await nextTurn();
  }
  const known = admissions.filter(({ before }) => before !== undefined);
  for (const some of statementsOf(known.toSorted((a, b) => a.device.key - b.device.key))) {
    for (const each of some) if (await bindKnown(tx, each)) stored.add(each);
    await nextTurn();
  }
  return stored;
};

/** One whose id or number somebody else has is left out. Its key was never used, and never will be. */
const insertNew = async <T extends AdmissionSave>(tx: Db, admissions: readonly T[]): Promise<T[]> => {
  const rows = admissions.map(({ device }) => rowOf(device));
  const inserting = tx.insertInto('devices').values(rows);
  const made = await inserting
    .onConflict((c) => c.doNothing())
    .returning('key')
    .execute();
  const keys = new Set(made.map(({ key }) => key));
  const mine = admissions.filter(({ device }) => keys.has(device.key));
  const numbers = terminalsOf(mine.map(({ device }) => device));
  if (numbers.length === 0) return mine;
  const leading = tx.insertInto('terminals').values(numbers);
  const led = await leading
    .onConflict((c) => c.doNothing())
    .returning('deviceKey')
    .execute();
  const complete = new Set(led.map(({ deviceKey }) => deviceKey));
  const lost = mine.flatMap(({ device: { key } }) => (complete.has(key) ? [] : [key]));
  if (lost.length > 0) await tx.deleteFrom('devices').where('key', 'in', lost).execute();
  return mine.filter(({ device }) => complete.has(device.key));
};

/** The permission goes with what it permits, or stays with it. */
const bindKnown = async (tx: Db, { device, before, leaveIds }: AdmissionSave): Promise<boolean> => {
  let binding = tx
    .updateTable('devices')
    .set(credentialsOf(device))
    .set((eb) => ({ plate: eb.case().when('plate', '=', '').then(device.plate).else(eb.ref('plate')).end() }))
    .where('key', '=', device.key)
    .where('authCodeHash', 'is not distinct from', before ?? null);
  for (const id of leaveIds)
    binding = binding.where((eb) => eb.exists(eb.selectFrom('allowedTerminals').select('id').where('id', '=', id)));
  const bound = await binding.returning('key').executeTakeFirst();
  if (bound === undefined) return false;
  if (leaveIds.size > 0)
    await tx
      .deleteFrom('allowedTerminals')
      .where('id', 'in', [...leaveIds])
      .execute();
  return true;
};
