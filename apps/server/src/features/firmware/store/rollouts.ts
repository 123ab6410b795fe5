// The tables of roll-outs: each with its devices and how far they are.
import { type RolloutState, rolloutDeviceStates, rolloutStates } from '@outrider/contract';
import type { Kysely } from 'kysely';
import { type Database, oneOf, type Row, tables } from '../../../kernel/storage/db.ts';

export type RolloutDeviceState = (typeof rolloutDeviceStates)[number];
/** Times in UTC ms. */
export type StoredRollout = {
  id: number;
  url: string;
  version: string;
  memo: string;
  state: RolloutState;
  stage: number;
  maxFailures: number;
  userId: number;
  userName: string;
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

const columns = { state: oneOf(rolloutStates, 'ended') };
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

const writing = (db: Kysely<Tables>) => ({
  add: (rollout: Omit<StoredRollout, 'id'>, deviceKeys: readonly number[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('firmwareRollouts')
        .values(rollout)
        .returning('id')
        .executeTakeFirstOrThrow();
      for (let from = 0; from < deviceKeys.length; from += CHUNK) {
        const rows = deviceKeys
          .slice(from, from + CHUNK)
          .map((deviceKey) => ({ rolloutId: id, deviceKey, stage: 0, state: 'planned', updateId: 0 }));
        // oxlint-disable-next-line no-await-in-loop -- one transaction
        await transaction.insertInto('firmwareRolloutDevices').values(rows).execute();
      }
      return id;
    }),
  save: async ({ id, ...rollout }: StoredRollout): Promise<void> => {
    await db.updateTable('firmwareRollouts').set(rollout).where('id', '=', id).execute();
  },
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
