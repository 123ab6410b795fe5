// The tables of download plans and of what is fetched because of them. The only file that knows them.
import { type DownloadPlan, downloadPlan, type PlanMode, planModes } from '@outrider/contract';
import { z } from 'zod';
import { type Database, flag, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import type { Version } from '../../kernel/storage/version.ts';

const valuesOf = downloadPlan.omit({
  deviceid: true,
  groupid: true,
  appdevid: true,
  updateMode: true,
  updatetime: true,
});
/** What of a plan is not about whose it is. */
export type PlanValues = Omit<DownloadPlan, 'deviceid' | 'groupid' | 'appdevid' | 'updateMode' | 'updatetime'>;
export type StoredPlan = Version & {
  target: string;
  updateMode: PlanMode;
  deviceKey: number | null;
  groupId: number | null;
  code: number;
  plan: PlanValues;
};

export const fetchStates = ['waiting', 'done', 'partial', 'failed'] as const;
export type FetchState = (typeof fetchStates)[number];
export type FetchKind = 'footage' | 'photos';
export type WantedFetch = {
  eventSerial: number;
  kind: FetchKind;
  deviceKey: number;
  code: number;
  eventMs: number;
  dueMs: number;
  startMs: number;
  endMs: number;
  channels: readonly number[];
  mainChannels: readonly number[];
  audio: boolean;
  createdMs: number;
};
export type PlannedFetch = WantedFetch & { id: number; state: FetchState; message: string; tries: number };

const numbers = json(z.array(z.number()));
const columns = {
  updateMode: oneOf(planModes, 'GLOBAL'),
  plan: {
    read: (stored: string): PlanValues => valuesOf.decode(JSON.parse(stored)),
    write: (plan: PlanValues): string => JSON.stringify(valuesOf.encode(plan)),
  },
  kind: oneOf<FetchKind>(['footage', 'photos'], 'footage'),
  state: oneOf(fetchStates, 'failed'),
  channels: numbers,
  mainChannels: numbers,
  audio: flag,
};
type Tables = {
  downloadPlans: Row<StoredPlan, typeof columns>;
  plannedFetches: Row<PlannedFetch, typeof columns, 'id' | 'message' | 'tries'>;
  plannedFetchCursor: Row<{ id: number; eventSerial: number }>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

const planRows = (db: Db) => ({
  plans: (): Promise<StoredPlan[]> => db.selectFrom('downloadPlans').selectAll().orderBy('target').execute(),
  /** Writes where the plan has the version `beforeMs` (0: or is not there); false where it has another one. */
  savePlan: async ({ target, plan, ...rest }: StoredPlan, beforeMs: number): Promise<boolean> => {
    const values = { ...rest, plan: columns.plan.write(plan) };
    const written = await db
      .insertInto('downloadPlans')
      .values({ target, ...values })
      .onConflict((c) => c.column('target').doUpdateSet(values).where('downloadPlans.updatedMs', '=', beforeMs))
      .returning('target')
      .executeTakeFirst();
    return written !== undefined;
  },
  removePlans: async (targets: readonly string[]): Promise<void> => {
    await db.deleteFrom('downloadPlans').where('target', 'in', targets).execute();
  },
});

const fetchRows = (db: Db) => {
  const rows = () => db.selectFrom('plannedFetches').selectAll();
  return {
    /** Those that are still to be fetched, oldest first. */
    open: (limit: number): Promise<PlannedFetch[]> =>
      rows().where('state', '=', 'waiting').orderBy('id').limit(limit).execute(),
    ofEvents: (serials: readonly number[]): Promise<PlannedFetch[]> =>
      rows().where('eventSerial', 'in', serials).orderBy('id').execute(),
    newest: (limit: number): Promise<PlannedFetch[]> => rows().orderBy('id', 'desc').limit(limit).execute(),
    update: async (id: number, state: FetchState, message: string, tries: number): Promise<void> => {
      await db.updateTable('plannedFetches').set({ state, message, tries }).where('id', '=', id).execute();
    },
    /** Something is fetched for an event of this code of the device between the two moments, both left out. */
    isBetween: async (deviceKey: number, code: number, afterMs: number, beforeMs: number): Promise<boolean> => {
      const found = await db
        .selectFrom('plannedFetches')
        .select('id')
        .where('deviceKey', '=', deviceKey)
        .where('code', '=', code)
        .where('eventMs', '>', afterMs)
        .where('eventMs', '<', beforeMs)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
    forgetOlder: async (beforeMs: number, limit: number): Promise<number> => {
      const old = await db
        .selectFrom('plannedFetches')
        .select('id')
        .where('state', '<>', 'waiting')
        .where('createdMs', '<', beforeMs)
        .orderBy('id')
        .limit(limit)
        .execute();
      const ids = old.map(({ id }) => id);
      await db.deleteFrom('plannedFetches').where('id', 'in', ids).execute();
      return ids.length;
    },
  };
};

const CURSOR = 1;
const insert = async (db: Db, { channels, mainChannels, ...wanted }: WantedFetch): Promise<PlannedFetch | undefined> =>
  db
    .insertInto('plannedFetches')
    .values({
      ...wanted,
      channels: JSON.stringify(channels),
      mainChannels: JSON.stringify(mainChannels),
      state: 'waiting',
    })
    .onConflict((conflict) => conflict.columns(['eventSerial', 'kind', 'dueMs']).doNothing())
    .returningAll()
    .executeTakeFirst();

export type DownloadPlanStore = ReturnType<typeof createDownloadPlanStore>;

export const createDownloadPlanStore = (database: Database) => {
  const db = tablesOf(database);
  return {
    ...planRows(db),
    ...fetchRows(db),
    cursor: async (): Promise<number> =>
      (await db.selectFrom('plannedFetchCursor').select('eventSerial').executeTakeFirst())?.eventSerial ?? 0,
    /** Gives those that are new, and moves the cursor where one is given: both or nothing. */
    add: (wanted: readonly WantedFetch[], cursor?: number): Promise<PlannedFetch[]> =>
      db.transaction().execute(async (transaction) => {
        const added: PlannedFetch[] = [];
        for (const each of wanted) {
          const row = await insert(transaction, each);
          if (row !== undefined) added.push(row);
        }
        if (cursor !== undefined)
          await transaction
            .insertInto('plannedFetchCursor')
            .values({ id: CURSOR, eventSerial: cursor })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ eventSerial: cursor }))
            .execute();
        return added;
      }),
    removeDevices: (deviceKeys: readonly number[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('downloadPlans').where('deviceKey', 'in', deviceKeys).execute();
        await transaction.deleteFrom('plannedFetches').where('deviceKey', 'in', deviceKeys).execute();
      }),
  };
};
