// The tables firmware_updates and device_firmware: what devices were told to fetch and what came of it, and the version each said last. The
// state of a device in a roll-out changes with its update, in one transaction.
import {
  type FirmwareWay,
  firmwareWays,
  type UpdateReason,
  type UpdateState,
  updateReasons,
  updateStates,
} from '@outrider/contract';
import type { Kysely } from 'kysely';
import { type Database, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';
import type { RolloutMember } from './rollouts.ts';

/** Times in UTC ms. What the texts may be is in the migration. */
export type NewUpdate = {
  deviceKey: number;
  deviceId: string;
  url: string;
  firmwareId: string;
  bytes: number;
  token: string;
  fromVersion: string;
  toVersion: string;
  way: FirmwareWay;
  userName: string;
  planId: number;
  rolloutId: number;
  askedMs: number;
};
export type Standing = { state: UpdateState; percent: number; reason: UpdateReason; version: string };
export type StoredUpdate = NewUpdate & Standing & { id: number; heardMs: number; endedMs: number | null };
export type DeviceVersion = { deviceKey: number; version: string; readMs: number };

const columns = {
  state: oneOf(updateStates, 'failed'),
  reason: oneOf(updateReasons, 'other'),
  way: oneOf(firmwareWays, 'link'),
};
type Tables = {
  firmwareUpdates: Row<StoredUpdate, typeof columns, 'id'>;
  deviceFirmware: Row<DeviceVersion>;
  firmwareRolloutDevices: Row<RolloutMember>;
};
type Db = Kysely<Tables>;
const BEGINNING = { state: 'waiting', percent: 0, reason: '', version: '', endedMs: null } as const;

export type UpdateStore = ReturnType<typeof createUpdateStore>;

export const createUpdateStore = (database: Database) => {
  const db: Db = tables<Tables>(database, columns);
  return { ...writing(db), ...reading(db), ...versions(db), ...forgetting(db) };
};

const writing = (db: Db) => ({
  /** `stage`: of the roll-out that it belongs to. */
  add: (update: NewUpdate, stage: number): Promise<StoredUpdate> =>
    db.transaction().execute(async (transaction) => {
      const stored = { ...update, ...BEGINNING, heardMs: update.askedMs };
      const { id } = await transaction
        .insertInto('firmwareUpdates')
        .values(stored)
        .returning('id')
        .executeTakeFirstOrThrow();
      if (update.rolloutId > 0)
        await transaction
          .updateTable('firmwareRolloutDevices')
          .set({ state: 'running', stage, updateId: id })
          .where('rolloutId', '=', update.rolloutId)
          .where('deviceKey', '=', update.deviceKey)
          .execute();
      return { ...stored, id };
    }),
  save: ({ id, ...update }: StoredUpdate): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await transaction.updateTable('firmwareUpdates').set(update).where('id', '=', id).execute();
      if (update.endedMs === null || update.rolloutId === 0) return;
      await transaction
        .updateTable('firmwareRolloutDevices')
        .set({ state: update.state === 'done' ? 'done' : 'failed' })
        .where('rolloutId', '=', update.rolloutId)
        .where('updateId', '=', id)
        .execute();
    }),
});

const reading = (db: Db) => ({
  open: (): Promise<StoredUpdate[]> =>
    db.selectFrom('firmwareUpdates').selectAll().where('endedMs', 'is', null).orderBy('id').execute(),
  lastOf: (deviceKey: number): Promise<StoredUpdate | undefined> =>
    db
      .selectFrom('firmwareUpdates')
      .selectAll()
      .where('deviceKey', '=', deviceKey)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  /** How often the plan had this device told since then. */
  triesOf: async (planId: number, deviceKey: number, sinceMs: number): Promise<number> => {
    const { count } = await db
      .selectFrom('firmwareUpdates')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deviceKey', '=', deviceKey)
      .where('planId', '=', planId)
      .where('askedMs', '>=', sinceMs)
      .executeTakeFirstOrThrow();
    return count;
  },
  /** The newest update of each device of a roll-out. */
  ofRollout: (rolloutId: number): Promise<StoredUpdate[]> =>
    db
      .selectFrom('firmwareUpdates')
      .selectAll()
      .where('id', 'in', (of) =>
        of.selectFrom('firmwareRolloutDevices').select('updateId').where('rolloutId', '=', rolloutId),
      )
      .execute(),
});

const versions = (db: Db) => ({
  versions: (): Promise<DeviceVersion[]> => db.selectFrom('deviceFirmware').selectAll().execute(),
  saveVersion: async (version: DeviceVersion): Promise<void> => {
    await db
      .insertInto('deviceFirmware')
      .values(version)
      .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(version))
      .execute();
  },
});

const forgetting = (db: Db) => ({
  /** Those that were over before then, at most `limit`; how many went. */
  forget: async (beforeMs: number, limit: number): Promise<number> => {
    const old = db.selectFrom('firmwareUpdates').select('id').where('endedMs', '<', beforeMs).limit(limit);
    const { numDeletedRows } = await db.deleteFrom('firmwareUpdates').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  },
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    for (const table of ['firmwareUpdates', 'deviceFirmware', 'firmwareRolloutDevices'] as const)
      // oxlint-disable-next-line no-await-in-loop -- three, one after the other
      await db.deleteFrom(table).where('deviceKey', 'in', deviceKeys).execute();
  },
});
