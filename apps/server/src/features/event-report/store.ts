// The tables of scheduled reports, of their periods that are over with, and of the files that are kept. The only file that knows them.
import { type ReportFileType, reportFileTypes, type ReportQuery } from '@outrider/contract';
import { inChunks } from '../../kernel/storage/chunks.ts';
import { type Database, flag, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import { eachPage } from '../../kernel/storage/pages.ts';
import type { Version } from '../../kernel/storage/version.ts';

export type StoredReport = Version & {
  id: number;
  userId: number;
  userName: string;
  enabled: boolean;
  profile: string;
  type: string;
  periodMinutes: number;
  imperial: boolean;
  sender: string;
  receivers: string;
  allDevices: boolean;
  script: string;
  memo: string;
  events: string;
  zoneSeconds: number;
  sinceMs: number;
};
export type StoredFile = {
  id: number;
  reportId: number;
  userId: number;
  profile: string;
  type: string;
  periodMinutes: number;
  name: string;
  kind: ReportFileType;
  stored: string;
  bytes: number;
  hash: string;
  startMs: number;
  endMs: number;
  madeMs: number;
};
export type RunState = 'made' | 'failed';
/** '': nobody is to have one. */
export type MailState = '' | 'due' | 'sent' | 'failed';
export type Run = { reportId: number; endMs: number; state: RunState; mail: MailState };

const columns = {
  enabled: flag,
  imperial: flag,
  allDevices: flag,
  kind: oneOf(reportFileTypes, 'pdf'),
  state: oneOf(['made', 'failed'] as const, 'failed'),
  mail: oneOf(['', 'due', 'sent', 'failed'] as const, ''),
};
type Tables = {
  eventReports: Row<StoredReport, typeof columns, 'id'>;
  eventReportDevices: Row<{ reportId: number; deviceKey: number }>;
  eventReportRuns: Row<Run, typeof columns>;
  reportFiles: Row<StoredFile, typeof columns, 'id'>;
};
/** A report may name ten thousand. */
const DEVICES_AT_ONCE = 1000;

const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

const putDevices = async (db: Db, reportId: number, deviceKeys: readonly number[]): Promise<void> => {
  await db.deleteFrom('eventReportDevices').where('reportId', '=', reportId).execute();
  await inChunks(deviceKeys, (some) =>
    db
      .insertInto('eventReportDevices')
      .values(some.map((deviceKey) => ({ reportId, deviceKey })))
      .execute(),
  );
};

const reports = (db: Db) => ({
  list: (): Promise<StoredReport[]> => db.selectFrom('eventReports').selectAll().orderBy('id').execute(),
  byId: (id: number): Promise<StoredReport | undefined> =>
    db.selectFrom('eventReports').selectAll().where('id', '=', id).executeTakeFirst(),
  /** The devices that a report names, rising. Others have their turn in between. */
  devicesOf: async (reportId: number): Promise<number[]> => {
    const found: number[] = [];
    await eachPage<{ deviceKey: number }>(
      DEVICES_AT_ONCE,
      (last, limit) =>
        db
          .selectFrom('eventReportDevices')
          .select('deviceKey')
          .where('reportId', '=', reportId)
          .where('deviceKey', '>', last?.deviceKey ?? -1)
          .orderBy('deviceKey')
          .limit(limit)
          .execute(),
      (rows) => found.push(...rows.map(({ deviceKey }) => deviceKey)),
    );
    return found;
  },
});

const changes = (db: Db) => ({
  add: (report: Omit<StoredReport, 'id'>, deviceKeys: readonly number[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('eventReports')
        .values(report)
        .returning('id')
        .executeTakeFirstOrThrow();
      await putDevices(transaction, id, deviceKeys);
      return id;
    }),
  /** False where it has another version than `beforeMs`. */
  change: ({ id, ...report }: StoredReport, deviceKeys: readonly number[], beforeMs: number): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('eventReports')
        .set(report)
        .where('id', '=', id)
        .where('updatedMs', '=', beforeMs)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await putDevices(transaction, id, deviceKeys);
      return true;
    }),
  remove: (id: number): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('eventReportDevices').where('reportId', '=', id).execute();
      await transaction.deleteFrom('eventReportRuns').where('reportId', '=', id).execute();
      await transaction.deleteFrom('eventReports').where('id', '=', id).execute();
    }),
  /** A report that has none of its devices left is of nothing: it is switched off, or it would be taken for one of all devices. */
  removeDevices: (deviceKeys: readonly number[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('eventReportDevices').where('deviceKey', 'in', deviceKeys).execute();
      await transaction
        .updateTable('eventReports')
        .set({ enabled: false })
        .where('allDevices', '=', false)
        .where('id', 'not in', transaction.selectFrom('eventReportDevices').select('reportId'))
        .execute();
    }),
});

export type FileQuery = {
  /** Undefined: of all accounts. */
  userId: number | undefined;
  reportId: number | undefined;
  by: ReportQuery;
  fromMs: number;
  /** Included. */
  toMs: number;
  /** Files of periods that ended before are not looked at. */
  sinceMs: number;
  limit: number;
};
const columnOf = { updatetime: 'madeMs', starttime: 'startMs', endtime: 'endMs' } as const;

const runs = (db: Db) => ({
  /** Those of these periods that are over with. */
  runsOf: async (reportId: number, ends: readonly number[]): Promise<Set<number>> => {
    const rows = await db
      .selectFrom('eventReportRuns')
      .select('endMs')
      .where('reportId', '=', reportId)
      .where('endMs', 'in', ends)
      .execute();
    return new Set(rows.map(({ endMs }) => endMs));
  },
  /** The period is over with, and these are its files. False: it was over with before, or its report is gone. */
  keepRun: (run: Run, made: readonly Omit<StoredFile, 'id'>[]): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const report = await transaction
        .selectFrom('eventReports')
        .select('id')
        .where('id', '=', run.reportId)
        .executeTakeFirst();
      if (report === undefined) return false;
      const written = await transaction
        .insertInto('eventReportRuns')
        .values(run)
        .onConflict((conflict) => conflict.columns(['reportId', 'endMs']).doNothing())
        .returning('endMs')
        .executeTakeFirst();
      if (written === undefined) return false;
      if (made.length > 0) await transaction.insertInto('reportFiles').values(made).execute();
      return true;
    }),
  /** What was done while the clock was ahead is to be done again in its time. Gives how many periods are: those that end later than `afterMs`. */
  forgetAhead: async (afterMs: number, nowMs: number): Promise<number> => {
    await db.updateTable('eventReports').set({ sinceMs: nowMs }).where('sinceMs', '>', afterMs).execute();
    const { numDeletedRows } = await db
      .deleteFrom('eventReportRuns')
      .where('endMs', '>', afterMs)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  /** Runs whose mail is still to be handed over, the oldest first. */
  dueMails: (limit: number): Promise<Run[]> =>
    db.selectFrom('eventReportRuns').selectAll().where('mail', '=', 'due').orderBy('endMs').limit(limit).execute(),
  setMail: async ({ reportId, endMs }: Pick<Run, 'reportId' | 'endMs'>, mail: MailState): Promise<void> => {
    await db
      .updateTable('eventReportRuns')
      .set({ mail })
      .where('reportId', '=', reportId)
      .where('endMs', '=', endMs)
      .execute();
  },
});

const files = (db: Db) => ({
  filesOf: ({ reportId, endMs }: Pick<Run, 'reportId' | 'endMs'>): Promise<StoredFile[]> =>
    db
      .selectFrom('reportFiles')
      .selectAll()
      .where('reportId', '=', reportId)
      .where('endMs', '=', endMs)
      .orderBy('id')
      .execute(),
  search: ({ userId, reportId, by, fromMs, toMs, sinceMs, limit }: FileQuery): Promise<StoredFile[]> => {
    const column = columnOf[by];
    let query = db
      .selectFrom('reportFiles')
      .selectAll()
      .where(column, '>=', fromMs)
      .where(column, '<=', toMs)
      .where('endMs', '>=', sinceMs);
    if (userId !== undefined) query = query.where('userId', '=', userId);
    if (reportId !== undefined) query = query.where('reportId', '=', reportId);
    return query.orderBy(column, 'desc').orderBy('id', 'desc').limit(limit).execute();
  },
  file: (id: number): Promise<StoredFile | undefined> =>
    db.selectFrom('reportFiles').selectAll().where('id', '=', id).executeTakeFirst(),
  storedNames: async (): Promise<Set<string>> =>
    new Set((await db.selectFrom('reportFiles').select('stored').execute()).map(({ stored }) => stored)),
  filesMadeBefore: (beforeMs: number, limit: number): Promise<Pick<StoredFile, 'id' | 'stored'>[]> =>
    db
      .selectFrom('reportFiles')
      .select(['id', 'stored'])
      .where('madeMs', '<', beforeMs)
      .orderBy('madeMs')
      .limit(limit)
      .execute(),
  forgetFiles: async (ids: readonly number[]): Promise<void> => {
    await db.deleteFrom('reportFiles').where('id', 'in', ids).execute();
  },
  /** Periods that ended before are not made up for again. */
  forgetRuns: (beforeMs: number): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('eventReports')
        .set({ sinceMs: beforeMs })
        .where('sinceMs', '<', beforeMs)
        .execute();
      await transaction.deleteFrom('eventReportRuns').where('endMs', '<', beforeMs).execute();
    }),
});

export type EventReportStore = ReturnType<typeof createEventReportStore>;

export const createEventReportStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...reports(db), ...changes(db), ...runs(db), ...files(db) };
};
