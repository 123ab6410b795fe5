// The table of counters by the minute. The only file that knows it.
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';

/** What cannot be worked out of the others: the rest of the counters follow. */
export type FleetMinute = {
  minuteMs: number;
  registered: number;
  online: number;
  driving: number;
  overSpeed: number;
  recording: number;
  fresh: number;
  averageKmh: number | null;
  topKmh: number | null;
};

export type FleetHistoryStore = {
  /** A minute that is there already is replaced. */
  save(minute: FleetMinute): Promise<void>;
  /** From a moment on, in order. */
  since(ms: number): Promise<FleetMinute[]>;
  /** Removes at most `limit` minutes before; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
};

export const createFleetHistoryStore = (database: Database): FleetHistoryStore => {
  const db = tables<{ fleetMinutes: Row<FleetMinute> }>(database);
  return {
    async save(minute) {
      await db
        .insertInto('fleetMinutes')
        .values(minute)
        .onConflict((conflict) => conflict.column('minuteMs').doUpdateSet(minute))
        .execute();
    },
    since: (ms) => db.selectFrom('fleetMinutes').selectAll().where('minuteMs', '>=', ms).orderBy('minuteMs').execute(),
    async forget(beforeMs, limit) {
      const old = db
        .selectFrom('fleetMinutes')
        .select('minuteMs')
        .where('minuteMs', '<', beforeMs)
        .orderBy('minuteMs')
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('fleetMinutes')
        .where('minuteMs', 'in', old)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
};
