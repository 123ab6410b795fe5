// The table talk_log. The only file that knows it.
import type { Generated } from 'kysely';
import type { Database } from '../../kernel/db.ts';
import type { NewEntry, TalkEntry } from './entry.ts';

type TalkRow = {
  id: Generated<number>;
  talk_id: string;
  user_id: number;
  user_name: string;
  address: string;
  mode: TalkEntry['mode'];
  device_key: number;
  device_id: string;
  result: string;
  message: string;
  started_ms: number;
  connected_ms: number | null;
  ended_ms: number | null;
  spoken_ms: number;
};

/** Entries begun in `fromMs` to `toMs`, exclusive; below `beforeId` when given. */
export type TalkQuery = { fromMs: number; toMs: number; deviceKey?: number; userName?: string; beforeId?: number };

export type TalkStore = {
  /** Adds them or brings them up to date, as one change. */
  save(entries: readonly NewEntry[]): Promise<void>;
  /** What an earlier run of the server left open. */
  interrupt(): Promise<void>;
  /** Newest first. */
  read(query: TalkQuery, limit: number): Promise<TalkEntry[]>;
};

export const createTalkStore = (database: Database): TalkStore => {
  const db = database.$extendTables<{ talk_log: TalkRow }>();
  return {
    save: (entries) =>
      db.transaction().execute(async (transaction) => {
        for (const entry of entries) {
          const row = toRow(entry);
          await transaction
            .insertInto('talk_log')
            .values(row)
            .onConflict((conflict) => conflict.columns(['talk_id', 'device_key']).doUpdateSet(row))
            .execute();
        }
      }),
    async interrupt() {
      await db.updateTable('talk_log').set({ result: 'interrupted' }).where('result', '=', 'open').execute();
    },
    async read({ fromMs, toMs, deviceKey, userName, beforeId }, limit) {
      let rows = db.selectFrom('talk_log').selectAll().where('started_ms', '>=', fromMs).where('started_ms', '<', toMs);
      if (deviceKey !== undefined) rows = rows.where('device_key', '=', deviceKey);
      if (userName !== undefined) rows = rows.where('user_name', '=', userName);
      if (beforeId !== undefined) rows = rows.where('id', '<', beforeId);
      return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(fromRow);
    },
  };
};

const toRow = (entry: NewEntry): Omit<TalkRow, 'id'> => ({
  talk_id: entry.talkId,
  user_id: entry.userId,
  user_name: entry.userName,
  address: entry.address,
  mode: entry.mode,
  device_key: entry.deviceKey,
  device_id: entry.deviceId,
  result: entry.result,
  message: entry.message,
  started_ms: entry.startedMs,
  connected_ms: entry.connectedMs,
  ended_ms: entry.endedMs,
  spoken_ms: entry.spokenMs,
});

const fromRow = (row: Omit<TalkRow, 'id'> & { id: number }): TalkEntry => ({
  id: row.id,
  talkId: row.talk_id,
  userId: row.user_id,
  userName: row.user_name,
  address: row.address,
  mode: row.mode,
  deviceKey: row.device_key,
  deviceId: row.device_id,
  result: row.result,
  message: row.message,
  startedMs: row.started_ms,
  connectedMs: row.connected_ms,
  endedMs: row.ended_ms,
  spokenMs: row.spoken_ms,
});
