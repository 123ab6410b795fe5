// The table stream_log. The only file that knows it.
import type { StreamLogRow } from '@outrider/contract';
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

export type NewStreamEntry = {
  userName: string;
  deviceKey: number;
  deviceId: string;
  channel: number;
  entrance: StreamLogRow['entrance'];
  type: StreamLogRow['type'];
  askedMs: number;
  duringMs: number;
  updatedMs: number;
};
type StoredStreamEntry = NewStreamEntry & { id: number };

/** Where reading goes on: behind the last row read. */
export type StreamLogPlace = { updatedMs: number; id: number };

/** Rows updated at `fromMs` or later and behind `after`; empty texts let all through. */
export type StreamLogQuery = {
  fromMs: number;
  /** The row read last; before the first, the end of the span with id 0. */
  after: StreamLogPlace;
  type: StreamLogRow['type'] | '';
  entrance: StreamLogRow['entrance'] | '';
  userName: string;
  deviceId: string;
};

export type StreamLogStore = {
  add(entries: readonly NewStreamEntry[]): Promise<void>;
  /** Newest first. */
  read(query: StreamLogQuery, limit: number): Promise<StoredStreamEntry[]>;
  /** Removes at most `limit` rows that were updated before, the oldest first; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
};

export const createStreamLogStore = (database: Database): StreamLogStore => {
  const db = tables<{ streamLog: Row<StoredStreamEntry, object, 'id'> }>(database);
  return {
    add: (entries) =>
      db.transaction().execute(async (transaction) => {
        for (const entry of entries) await transaction.insertInto('streamLog').values(entry).execute();
      }),
    async read({ fromMs, after, type, entrance, userName, deviceId }, limit) {
      let rows = db
        .selectFrom('streamLog')
        .selectAll()
        .where('updatedMs', '>=', fromMs)
        // By time, so that the index leads to the span: by id alone every newer row would be read as well.
        .where((e) => e(e.refTuple('updatedMs', 'id'), '<', e.tuple(after.updatedMs, after.id)));
      if (type !== '') rows = rows.where('type', '=', type);
      if (entrance !== '') rows = rows.where('entrance', '=', entrance);
      if (userName !== '') rows = rows.where('userName', '=', userName);
      if (deviceId !== '') rows = rows.where('deviceId', '=', deviceId);
      return rows.orderBy('updatedMs', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
    async forget(beforeMs, limit) {
      const old = db
        .selectFrom('streamLog')
        .select('id')
        .where('updatedMs', '<', beforeMs)
        .orderBy('updatedMs')
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom('streamLog').where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
};
