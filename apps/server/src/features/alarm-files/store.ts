// The tables alarm_file_requests, alarm_files and alarm_file_cursor. The only file that knows them.
import type { Database } from '../../kernel/db.ts';
import type { Tries } from './next-try.ts';

export type RequestState = 'open' | 'done' | 'given-up';

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
export type FileRequest = NewRequest & Tries & { state: RequestState; message: string };
export type ListedFile = { name: string; bytes: number; kept: boolean };

type RequestRow = {
  event_serial: number;
  device_key: number;
  alarm_sign: string;
  alarm_key: string;
  alarm_number: string;
  taken_ms: number;
  announced: number;
  state: string;
  message: string;
  tries: number;
  failures: number;
  last_try_ms: number;
  next_try_ms: number;
  created_ms: number;
};
type FileRow = { event_serial: number; name: string; bytes: number; file_id: number | null; kept: number };
type Tables = {
  alarm_file_requests: RequestRow;
  alarm_files: FileRow;
  alarm_file_cursor: { id: number; event_serial: number };
};

export type AlarmFileStore = ReturnType<typeof createAlarmFileStore>;

/** Events of one alarm come within one report or a few. A device whose clock stands still gives the same sign to each alarm. */
const SAME_ALARM_MS = 600_000;
const ONLY_ROW = 1;

const stateOf = (text: string): RequestState => (text === 'done' || text === 'given-up' ? text : 'open');

const requestOf = (row: RequestRow): FileRequest => ({
  eventSerial: row.event_serial,
  deviceKey: row.device_key,
  alarmSign: row.alarm_sign,
  alarmKey: row.alarm_key,
  alarmNumber: row.alarm_number,
  takenMs: row.taken_ms,
  announced: row.announced,
  state: stateOf(row.state),
  message: row.message,
  tries: row.tries,
  failures: row.failures,
  lastTryMs: row.last_try_ms,
  nextTryMs: row.next_try_ms,
  createdMs: row.created_ms,
});

const tablesOf = (database: Database) => database.$extendTables<Tables>();
type Db = ReturnType<typeof tablesOf>;

const isKnown = async (db: Db, { deviceKey, alarmKey, takenMs }: NewRequest): Promise<boolean> => {
  const row = await db
    .selectFrom('alarm_file_requests')
    .select('event_serial')
    .where('device_key', '=', deviceKey)
    .where('alarm_key', '=', alarmKey)
    .where('taken_ms', '>', takenMs - SAME_ALARM_MS)
    .where('taken_ms', '<', takenMs + SAME_ALARM_MS)
    .executeTakeFirst();
  return row !== undefined;
};

const insert = async (db: Db, request: NewRequest, nextTryMs: number): Promise<void> => {
  await db
    .insertInto('alarm_file_requests')
    .values({
      event_serial: request.eventSerial,
      device_key: request.deviceKey,
      alarm_sign: request.alarmSign,
      alarm_key: request.alarmKey,
      alarm_number: request.alarmNumber,
      taken_ms: request.takenMs,
      announced: request.announced,
      state: 'open',
      message: '',
      tries: 0,
      failures: 0,
      last_try_ms: 0,
      next_try_ms: nextTryMs,
      created_ms: request.createdMs,
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
        .insertInto('alarm_file_cursor')
        .values({ id: ONLY_ROW, event_serial: cursor })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ event_serial: cursor }))
        .execute();
    });
  },
  cursor: async (): Promise<number> => {
    const row = await db.selectFrom('alarm_file_cursor').select('event_serial').executeTakeFirst();
    return row?.event_serial ?? 0;
  },
  byNumber: async (alarmNumber: string): Promise<FileRequest | undefined> => {
    const row = await db
      .selectFrom('alarm_file_requests')
      .selectAll()
      .where('alarm_number', '=', alarmNumber)
      .executeTakeFirst();
    return row && requestOf(row);
  },
  /** The open requests of a device that are due first. */
  openOf: async (deviceKey: number, limit: number): Promise<FileRequest[]> => {
    const rows = await db
      .selectFrom('alarm_file_requests')
      .selectAll()
      .where('state', '=', 'open')
      .where('device_key', '=', deviceKey)
      .orderBy('next_try_ms')
      .orderBy('event_serial')
      .limit(limit)
      .execute();
    return rows.map(requestOf);
  },
  /** Devices with open requests, and when the first of each is due. */
  pending: async (): Promise<{ deviceKey: number; nextTryMs: number }[]> => {
    const rows = await db
      .selectFrom('alarm_file_requests')
      .select((e) => ['device_key', e.fn.min<number>('next_try_ms').as('next_try_ms')])
      .where('state', '=', 'open')
      .groupBy('device_key')
      .execute();
    return rows.map(({ device_key, next_try_ms }) => ({ deviceKey: device_key, nextTryMs: next_try_ms }));
  },
  ofEvents: async (serials: readonly number[]): Promise<FileRequest[]> => {
    const rows = await db
      .selectFrom('alarm_file_requests')
      .selectAll()
      .where('event_serial', 'in', [...serials])
      .execute();
    return rows.map(requestOf);
  },
});

const changesOf = (db: Db) => ({
  saveTries: async (eventSerial: number, { tries, failures, lastTryMs, nextTryMs }: Tries, message: string) => {
    await db
      .updateTable('alarm_file_requests')
      .set({ tries, failures, last_try_ms: lastTryMs, next_try_ms: nextTryMs, message })
      .where('event_serial', '=', eventSerial)
      .execute();
  },
  /** False: it was in that state, or done. */
  saveState: async (eventSerial: number, state: RequestState, message: string): Promise<boolean> => {
    const result = await db
      .updateTable('alarm_file_requests')
      .set({ state, message })
      .where('event_serial', '=', eventSerial)
      .where('state', '<>', state)
      .where('state', '<>', 'done')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },
  /** Requests that are older. */
  forget: async (beforeMs: number): Promise<void> => {
    const old = db.selectFrom('alarm_file_requests').select('event_serial').where('created_ms', '<', beforeMs);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('alarm_files').where('event_serial', 'in', old).execute();
      await transaction.deleteFrom('alarm_file_requests').where('created_ms', '<', beforeMs).execute();
    });
  },
});

const filesOf = (db: Db) => ({
  /** What a device lists, beside what it listed before. A file that is kept stays so while its length is the same. */
  list: async (eventSerial: number, files: readonly { name: string; bytes: number }[]): Promise<void> => {
    if (files.length === 0) return;
    await db
      .insertInto('alarm_files')
      .values(files.map(({ name, bytes }) => ({ event_serial: eventSerial, name, bytes, file_id: null, kept: 0 })))
      .onConflict((conflict) =>
        conflict
          .columns(['event_serial', 'name'])
          .doUpdateSet((e) => ({ bytes: e.ref('excluded.bytes'), file_id: null, kept: 0 }))
          .whereRef('alarm_files.bytes', '<>', 'excluded.bytes'),
      )
      .execute();
  },
  files: async (eventSerial: number): Promise<ListedFile[]> => {
    const rows = await db.selectFrom('alarm_files').selectAll().where('event_serial', '=', eventSerial).execute();
    return rows.map(({ name, bytes, kept }) => ({ name, bytes, kept: kept !== 0 }));
  },
  keep: async (eventSerial: number, name: string, fileId: number | null): Promise<void> => {
    await db
      .updateTable('alarm_files')
      .set({ file_id: fileId, kept: 1 })
      .where('event_serial', '=', eventSerial)
      .where('name', '=', name)
      .execute();
  },
});

export const createAlarmFileStore = (database: Database) => {
  const db = tablesOf(database);
  return { ...requestsOf(db), ...changesOf(db), ...filesOf(db) };
};
