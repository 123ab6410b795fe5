// The table stream_log. The only file that knows it.
import type { StreamLogRow } from '@outrider/contract';
import type { Generated } from 'kysely';
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

/** Rows updated from `fromMs` to `toMs`, exclusive, below `beforeId`; empty texts let all through. */
export type StreamLogQuery = {
  fromMs: number;
  toMs: number;
  beforeId: number;
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
    async read({ fromMs, toMs, beforeId, type, entrance, userName, deviceId }, limit) {
      let rows = db
        .selectFrom('stream_log')
        .selectAll()
        .where('updated_ms', '>=', fromMs)
        .where('updated_ms', '<', toMs)
        .where('id', '<', beforeId);
      if (type !== '') rows = rows.where('type', '=', type);
      if (entrance !== '') rows = rows.where('entrance', '=', entrance);
      if (userName !== '') rows = rows.where('user_name', '=', userName);
      if (deviceId !== '') rows = rows.where('device_id', '=', deviceId);
      return rows.orderBy('id', 'desc').limit(limit).execute();
    },
    async forget(beforeMs) {
      await db.deleteFrom('stream_log').where('updated_ms', '<', beforeMs).execute();
    },
  };
};
