// The tables alarm_file_requests, alarm_files and alarm_file_cursor. The only file that knows them.
import { type FileRequestReason, fileRequestReasons } from '@outrider/contract';
import { type Database, flag, oneOf, type Row, tables } from '../../kernel/storage/db.ts';
import type { Tries } from './next-try.ts';

const requestStates = ['open', 'done', 'given-up'] as const;
export type RequestState = (typeof requestStates)[number];

export type NewRequest = {
  /** The first event of the alarm. */
  eventSerial: number;
  deviceKey: number;
  alarmSign: string;
  /** What the sign of a repeat has in common with it. */
  alarmKey: string;
  alarmNumber: string;
  /** Of the alarm, UTC ms. */
  takenMs: number;
  /** How many files the alarm announced. */
  announced: number;
  createdMs: number;
};
/** Why the newest try came to nothing: a word of the contract, and what the device or the disk said. */
export type Trouble = { reason: FileRequestReason; message: string };
export const NO_TROUBLE: Trouble = { reason: '', message: '' };

export type FileRequest = NewRequest & Tries & Trouble & { state: RequestState };
export type ListedFile = { eventSerial: number; name: string; bytes: number; kept: boolean };

const columns = { state: oneOf(requestStates, 'open'), reason: oneOf(fileRequestReasons, 'other'), kept: flag };
type Tables = {
  alarmFileRequests: Row<FileRequest, typeof columns>;
  alarmFiles: Row<ListedFile & { fileId: number | null }, typeof columns>;
  alarmFileCursor: Row<{ id: number; eventSerial: number }>;
};

export type AlarmFileStore = ReturnType<typeof createAlarmFileStore>;

/** Events of one alarm come within one report or a few. A device whose clock stands still gives the same sign to each alarm. */
const SAME_ALARM_MS = 600_000;
const ONLY_ROW = 1;

const tablesOf = (database: Database) => tables<Tables>(database, columns);
type Db = ReturnType<typeof tablesOf>;

const isKnown = async (db: Db, { deviceKey, alarmKey, takenMs }: NewRequest): Promise<boolean> => {
  const row = await db
    .selectFrom('alarmFileRequests')
    .select('eventSerial')
    .where('deviceKey', '=', deviceKey)
    .where('alarmKey', '=', alarmKey)
    .where('takenMs', '>', takenMs - SAME_ALARM_MS)
    .where('takenMs', '<', takenMs + SAME_ALARM_MS)
    .executeTakeFirst();
  return row !== undefined;
};

const insert = async (db: Db, request: NewRequest, nextTryMs: number): Promise<void> => {
  await db
    .insertInto('alarmFileRequests')
    .values({
      ...request,
      state: 'open',
      ...NO_TROUBLE,
      tries: 0,
      failures: 0,
      lastTryMs: 0,
      nextTryMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const requestsOf = (db: Db) => ({
  /** Takes alarms over and moves the cursor, in one transaction. An alarm that is known already is left out. */
  addAll: async (requests: readonly NewRequest[], nextTryMs: number, cursor: number): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      for (const request of requests) {
        // oxlint-disable no-await-in-loop -- two events of one alarm may be among them
        if (!(await isKnown(transaction, request))) await insert(transaction, request, nextTryMs);
        // oxlint-enable no-await-in-loop
      }
      await transaction
        .insertInto('alarmFileCursor')
        .values({ id: ONLY_ROW, eventSerial: cursor })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ eventSerial: cursor }))
        .execute();
    });
  },
  cursor: async (): Promise<number> => {
    const row = await db.selectFrom('alarmFileCursor').select('eventSerial').executeTakeFirst();
    return row?.eventSerial ?? 0;
  },
  byNumber: (alarmNumber: string): Promise<FileRequest | undefined> =>
    db.selectFrom('alarmFileRequests').selectAll().where('alarmNumber', '=', alarmNumber).executeTakeFirst(),
  /** The open requests of a device that are due first. */
  openOf: (deviceKey: number, limit: number): Promise<FileRequest[]> =>
    db
      .selectFrom('alarmFileRequests')
      .selectAll()
      .where('state', '=', 'open')
      .where('deviceKey', '=', deviceKey)
      .orderBy('nextTryMs')
      .orderBy('eventSerial')
      .limit(limit)
      .execute(),
  /** Of all devices, oldest first. */
  open: (limit: number): Promise<FileRequest[]> =>
    db
      .selectFrom('alarmFileRequests')
      .selectAll()
      .where('state', '=', 'open')
      .orderBy('eventSerial')
      .limit(limit)
      .execute(),
  /** Devices with open requests, and when the first of each is due. */
  pending: (): Promise<{ deviceKey: number; nextTryMs: number }[]> =>
    db
      .selectFrom('alarmFileRequests')
      .select((e) => ['deviceKey', e.fn.min<number>('nextTryMs').as('nextTryMs')])
      .where('state', '=', 'open')
      .groupBy('deviceKey')
      .execute(),
  ofEvents: (serials: readonly number[]): Promise<FileRequest[]> =>
    db.selectFrom('alarmFileRequests').selectAll().where('eventSerial', 'in', serials).execute(),
});

const changesOf = (db: Db) => ({
  saveTries: async (
    eventSerial: number,
    { tries, failures, lastTryMs, nextTryMs }: Tries,
    { reason, message }: Trouble,
  ) => {
    await db
      .updateTable('alarmFileRequests')
      .set({ tries, failures, lastTryMs, nextTryMs, reason, message })
      .where('eventSerial', '=', eventSerial)
      .execute();
  },
  /** False: it was in that state, or done. */
  saveState: async (
    eventSerial: number,
    state: Exclude<RequestState, 'open'>,
    { reason, message }: Trouble,
  ): Promise<boolean> => {
    const result = await db
      .updateTable('alarmFileRequests')
      .set({ state, reason, message })
      .where('eventSerial', '=', eventSerial)
      .where('state', '<>', state)
      .where('state', '<>', 'done')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },
  /** Begins with the tries again. False: it was not given up. */
  reopen: async (eventSerial: number, nextTryMs: number): Promise<boolean> => {
    const result = await db
      .updateTable('alarmFileRequests')
      .set({ state: 'open', tries: 0, failures: 0, nextTryMs })
      .where('eventSerial', '=', eventSerial)
      .where('state', '=', 'given-up')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },
  removeDevices: async (deviceKeys: readonly number[]): Promise<void> => {
    const own = db.selectFrom('alarmFileRequests').select('eventSerial').where('deviceKey', 'in', deviceKeys);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('alarmFiles').where('eventSerial', 'in', own).execute();
      await transaction.deleteFrom('alarmFileRequests').where('deviceKey', 'in', deviceKeys).execute();
    });
  },
  /** At most `limit` requests that are older, with what was listed for them; how many went. */
  forget: (beforeMs: number, limit: number): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('alarmFileRequests')
        .select('eventSerial')
        .where('createdMs', '<', beforeMs)
        .orderBy('createdMs')
        .limit(limit)
        .execute();
      const serials = rows.map(({ eventSerial }) => eventSerial);
      await transaction.deleteFrom('alarmFiles').where('eventSerial', 'in', serials).execute();
      await transaction.deleteFrom('alarmFileRequests').where('eventSerial', 'in', serials).execute();
      return serials.length;
    }),
});

const againOf = (db: Db) => ({
  /** All files of the alarm are wanted once more, whatever became of them. False: there is no such request. */
  fetchAgain: (
    eventSerial: number,
    { tries, nextTryMs }: Pick<Tries, 'tries' | 'nextTryMs'>,
    { reason, message }: Trouble,
  ) =>
    db.transaction().execute(async (transaction) => {
      const result = await transaction
        .updateTable('alarmFileRequests')
        .set({ state: 'open', tries, failures: 0, nextTryMs, createdMs: nextTryMs, reason, message })
        .where('eventSerial', '=', eventSerial)
        .executeTakeFirst();
      await transaction.updateTable('alarmFiles').set({ kept: false }).where('eventSerial', '=', eventSerial).execute();
      return result.numUpdatedRows > 0n;
    }),
});

const filesOf = (db: Db) => ({
  /** What a device lists, beside what it listed before. A file that is kept stays so while its length is the same. */
  list: async (eventSerial: number, files: readonly { name: string; bytes: number }[]): Promise<void> => {
    if (files.length === 0) return;
    await db
      .insertInto('alarmFiles')
      .values(files.map(({ name, bytes }) => ({ eventSerial, name, bytes, fileId: null, kept: false })))
      .onConflict((conflict) =>
        conflict
          .columns(['eventSerial', 'name'])
          .doUpdateSet((e) => ({ bytes: e.ref('excluded.bytes'), fileId: null, kept: false }))
          .whereRef('alarmFiles.bytes', '<>', 'excluded.bytes'),
      )
      .execute();
  },
  /** What devices have listed for these events. */
  files: (...eventSerials: readonly number[]): Promise<ListedFile[]> =>
    db
      .selectFrom('alarmFiles')
      .select(['eventSerial', 'name', 'bytes', 'kept'])
      .where('eventSerial', 'in', [...eventSerials])
      .orderBy('name')
      .execute(),
  keep: async (eventSerial: number, name: string, fileId: number | null): Promise<void> => {
    await db
      .updateTable('alarmFiles')
      .set({ fileId, kept: true })
      .where('eventSerial', '=', eventSerial)
      .where('name', '=', name)
      .execute();
  },
});

export const createAlarmFileStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...requestsOf(db), ...changesOf(db), ...againOf(db), ...filesOf(db) };
};
