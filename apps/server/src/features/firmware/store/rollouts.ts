// The tables of roll-outs: each with its devices and how far they are.
import {
  type FirmwareWay,
  firmwareWays,
  type RolloutState,
  rolloutDeviceStates,
  rolloutStates,
} from '@outrider/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Database, json, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';

export type RolloutDeviceState = (typeof rolloutDeviceStates)[number];
/** Times in UTC ms. */
export type StoredRollout = {
  id: number;
  url: string;
  version: string;
  memo: string;
  way: FirmwareWay;
  state: RolloutState;
  stage: number;
  maxFailures: number;
  userId: number;
  userName: string;
  beginsMs: number;
  groupIds: number[];
  askedMs: number;
  updatedMs: number;
};
export type RolloutMember = {
  rolloutId: number;
  deviceKey: number;
  stage: number;
  state: RolloutDeviceState;
  updateId: number;
};

const columns = {
  state: oneOf(rolloutStates, 'ended'),
  way: oneOf(firmwareWays, 'link'),
  groupIds: json(z.array(z.number())),
};
const memberColumns = { state: oneOf(rolloutDeviceStates, 'failed') };
type Tables = {
  firmwareRollouts: Row<StoredRollout, typeof columns, 'id'>;
  firmwareRolloutDevices: Row<RolloutMember, typeof memberColumns>;
};
/** PostgreSQL takes so many values in one statement, five in a row. */
const CHUNK = 1000;

export type RolloutStore = ReturnType<typeof createRolloutStore>;

export const createRolloutStore = (database: Database) => {
  // Both tables have a column `state`, each with words of its own.
  const members: Kysely<Tables> = tables<Tables>(database, memberColumns);
  return { ...writing(members), ...reading(tables<Tables>(database, columns), members) };
};

const addMembers = async (db: Kysely<Tables>, id: number, deviceKeys: readonly number[]): Promise<void> => {
  for (let from = 0; from < deviceKeys.length; from += CHUNK) {
    const rows = deviceKeys
      .slice(from, from + CHUNK)
      .map((deviceKey) => ({ rolloutId: id, deviceKey, stage: 0, state: 'planned', updateId: 0 }));
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    await db
      .insertInto('firmwareRolloutDevices')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['rolloutId', 'deviceKey']).doNothing())
      .execute();
  }
};

const write = async (db: Kysely<Tables>, id: number, rollout: Omit<StoredRollout, 'id'>): Promise<void> => {
  const row = { ...rollout, groupIds: JSON.stringify(rollout.groupIds) };
  await db.updateTable('firmwareRollouts').set(row).where('id', '=', id).execute();
};

const writing = (db: Kysely<Tables>) => ({
  add: (rollout: Omit<StoredRollout, 'id'>, deviceKeys: readonly number[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('firmwareRollouts')
        .values({ ...rollout, groupIds: JSON.stringify(rollout.groupIds) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addMembers(transaction, id, deviceKeys);
      return id;
    }),
  save: ({ id, ...rollout }: StoredRollout): Promise<void> => write(db, id, rollout),
  /** Its time has come: these as well, in the state and at the time that it has now. */
  begin: ({ id, ...rollout }: StoredRollout, deviceKeys: readonly number[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await addMembers(transaction, id, deviceKeys);
      await write(transaction, id, rollout);
    }),
  setMember: async ({ rolloutId, deviceKey, ...member }: RolloutMember): Promise<void> => {
    await db
      .updateTable('firmwareRolloutDevices')
      .set(member)
      .where('rolloutId', '=', rolloutId)
      .where('deviceKey', '=', deviceKey)
      .execute();
  },
  retryFailed: async (rolloutId: number): Promise<void> => {
    await db
      .updateTable('firmwareRolloutDevices')
      .set({ state: 'planned' })
      .where('rolloutId', '=', rolloutId)
      .where('state', '=', 'failed')
      .execute();
  },
  remove: async (id: number): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('firmwareRolloutDevices').where('rolloutId', '=', id).execute();
      await transaction.deleteFrom('firmwareRollouts').where('id', '=', id).execute();
    });
  },
});

const reading = (db: Kysely<Tables>, members: Kysely<Tables>) => ({
  /** Newest first. */
  list: (): Promise<StoredRollout[]> => db.selectFrom('firmwareRollouts').selectAll().orderBy('id', 'desc').execute(),
  members: (rolloutId: number): Promise<RolloutMember[]> =>
    members
      .selectFrom('firmwareRolloutDevices')
      .selectAll()
      .where('rolloutId', '=', rolloutId)
      .orderBy('deviceKey')
      .execute(),
});
