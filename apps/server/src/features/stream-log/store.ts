// The table stream_log. The only file that knows it.
import type { StreamLogRow } from '@outrider/contract';
import { type Generated, sql } from 'kysely';
import type { Database } from '../../kernel/db.ts';

type Row = {
  id: Generated<number>;
  user_name: string;
  device_key: number;
  device_id: string;
  channel: number;
  entrance: StreamLogRow['entrance'];
  type: StreamLogRow['type'];
  asked_ms: number;
  during_ms: number;
  updated_ms: number;
};

export type NewStreamEntry = Omit<Row, 'id'>;

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
  read(query: StreamLogQuery, limit: number): Promise<(NewStreamEntry & { id: number })[]>;
  /** Removes what was updated before. */
  forget(beforeMs: number): Promise<void>;
};

export const createStreamLogStore = (database: Database): StreamLogStore => {
  const db = database.$extendTables<{ stream_log: Row }>();
  return {
    add: (entries) =>
      db.transaction().execute(async (transaction) => {
        for (const entry of entries) await transaction.insertInto('stream_log').values(entry).execute();
      }),
    async read({ fromMs, after, type, entrance, userName, deviceId }, limit) {
      let rows = db
        .selectFrom('stream_log')
        .selectAll()
        .where('updated_ms', '>=', fromMs)
        // By time, so that the index leads to the span: by id alone every newer row would be read as well.
        .where(sql<boolean>`(updated_ms, id) < (${after.updatedMs}, ${after.id})`);
      if (type !== '') rows = rows.where('type', '=', type);
      if (entrance !== '') rows = rows.where('entrance', '=', entrance);
      if (userName !== '') rows = rows.where('user_name', '=', userName);
      if (deviceId !== '') rows = rows.where('device_id', '=', deviceId);
      return rows.orderBy('updated_ms', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
    async forget(beforeMs) {
      await db.deleteFrom('stream_log').where('updated_ms', '<', beforeMs).execute();
    },
  };
};
