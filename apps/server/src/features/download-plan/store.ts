// The tables of download plans and of what is fetched because of them. The only file that knows them.
import { downloadPlan, planModes } from '@outrider/contract';
import { z } from 'zod';
import type { PlanStore, StoredPlan } from '../../kernel/plans.ts';
import { type Database, flag, json, oneOf, type Row, tables } from '../../kernel/storage/db.ts';

/** What of a plan is not about whose it is. */
export const planValues = downloadPlan.omit({
  deviceid: true,
  groupid: true,
  appdevid: true,
  updateMode: true,
  updatetime: true,
});
export type PlanValues = z.output<typeof planValues>;

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
/** `triedMs`: when the last try ended, UTC ms; 0: there was none. */
export type PlannedFetch = WantedFetch & {
  id: number;
  state: FetchState;
  message: string;
  tries: number;
  triedMs: number;
};

const numbers = json(z.array(z.number()));
const columns = {
  updateMode: oneOf(planModes, 'GLOBAL'),
  plan: json(z.record(z.string(), z.unknown())),
  kind: oneOf<FetchKind>(['footage', 'photos'], 'footage'),
  state: oneOf(fetchStates, 'failed'),
  channels: numbers,
  mainChannels: numbers,
  audio: flag,
};
type Tables = {
  downloadPlans: Row<StoredPlan, typeof columns>;
  plannedFetches: Row<PlannedFetch, typeof columns, 'id' | 'message' | 'tries' | 'triedMs'>;
  plannedFetchCursor: Row<{ id: number; eventSerial: number }>;
};
const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

const plansOf = (db: Db): PlanStore => ({
  all: () => db.selectFrom('downloadPlans').selectAll().orderBy('target').execute(),
  async save({ target, plan, ...rest }, beforeMs) {
    const values = { ...rest, plan: columns.plan.write(plan) };
    const written = await db
      .insertInto('downloadPlans')
      .values({ target, ...values })
      .onConflict((c) => c.column('target').doUpdateSet(values).where('downloadPlans.updatedMs', '=', beforeMs))
      .returning('target')
      .executeTakeFirst();
    return written !== undefined;
  },
  async remove(targets) {
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
    openFootage: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('plannedFetches')
        .select((e) => e.fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .where('kind', '=', 'footage')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    newest: (limit: number): Promise<PlannedFetch[]> => rows().orderBy('id', 'desc').limit(limit).execute(),
    update: async (
      id: number,
      { state, message, tries, triedMs }: Pick<PlannedFetch, 'state' | 'message' | 'tries' | 'triedMs'>,
    ): Promise<void> => {
      await db.updateTable('plannedFetches').set({ state, message, tries, triedMs }).where('id', '=', id).execute();
    },
    /** They wait from now on as if they were new; gives them. */
    askAgain: (ids: readonly number[], nowMs: number): Promise<PlannedFetch[]> =>
      db
        .updateTable('plannedFetches')
        .set({ state: 'waiting', message: '', createdMs: nowMs })
        .where('id', 'in', ids)
        .returningAll()
        .execute(),
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
    /** Those that are over and were asked for before then, at most `limit`; how many went. */
    forget: async (beforeMs: number, limit: number): Promise<number> => {
      const old = db
        .selectFrom('plannedFetches')
        .select('id')
        .where('createdMs', '<', beforeMs)
        .where('state', '<>', 'waiting')
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom('plannedFetches').where('id', 'in', old).executeTakeFirst();
      return Number(numDeletedRows);
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
    plans: plansOf(db),
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
