// The table talk_log. The only file that knows it.
import { inTurns } from '../../kernel/storage/chunks.ts';
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import type { NewEntry, TalkEntry } from './entry.ts';

/** Entries begun in `fromMs` to `toMs`, exclusive; below `beforeId` when given. */
export type TalkQuery = { fromMs: number; toMs: number; deviceKey?: number; userName?: string; beforeId?: number };

export type TalkStore = {
  /** Adds them or brings them up to date, as one change. Each device of a talk stands there once. */
  save(entries: readonly NewEntry[]): Promise<void>;
  /** What an earlier run of the server left open. */
  interrupt(): Promise<void>;
  /** Removes at most `limit` talks that began before and are over, the oldest first; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
  /** Every device of one talk. */
  ofTalk(talkId: string): Promise<TalkEntry[]>;
  /** Newest first. */
  read(query: TalkQuery, limit: number): Promise<TalkEntry[]>;
};

/** What news of a talk may change of its entry. */
const updated = [
  'userId',
  'userName',
  'address',
  'mode',
  'deviceId',
  'result',
  'message',
  'startedMs',
  'connectedMs',
  'endedMs',
  'spokenMs',
] as const satisfies (keyof NewEntry)[];

export const createTalkStore = (database: Database): TalkStore => {
  const db = tables<{ talkLog: Row<TalkEntry, object, 'id'> }>(database);
  return {
    save: (entries) =>
      db.transaction().execute((transaction) =>
        inTurns(entries, (some) =>
          transaction
            .insertInto('talkLog')
            .values([...some])
            .onConflict((conflict) =>
              conflict
                .columns(['talkId', 'deviceKey'])
                .doUpdateSet((e) => Object.fromEntries(updated.map((name) => [name, e.ref(`excluded.${name}`)]))),
            )
            .execute(),
        ),
      ),
    async interrupt() {
      await db.updateTable('talkLog').set({ result: 'interrupted' }).where('result', '=', 'open').execute();
    },
    async forget(beforeMs, limit) {
      const old = db
        .selectFrom('talkLog')
        .select('id')
        .where('startedMs', '<', beforeMs)
        .where('result', '<>', 'open')
        .orderBy('startedMs')
        .limit(limit);
      const { numDeletedRows } = await db.deleteFrom('talkLog').where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    ofTalk: (talkId) => db.selectFrom('talkLog').selectAll().where('talkId', '=', talkId).execute(),
    async read({ fromMs, toMs, deviceKey, userName, beforeId }, limit) {
      let rows = db.selectFrom('talkLog').selectAll().where('startedMs', '>=', fromMs).where('startedMs', '<', toMs);
      if (deviceKey !== undefined) rows = rows.where('deviceKey', '=', deviceKey);
      if (userName !== undefined) rows = rows.where('userName', '=', userName);
      if (beforeId !== undefined) rows = rows.where('id', '<', beforeId);
      return rows.orderBy('id', 'desc').limit(limit).execute();
    },
  };
};
