// The table track_days: what a device's UTC day adds up to, kept so that it is worked out once. The only file that knows it.
import { type Database, flag, type Row, tables } from '../../kernel/storage/db.ts';
import { forgetRows } from '../../kernel/storage/forget-rows.ts';

/** Counts up when a day's bytes change: by cleaning.ts, day-steps.ts, edges.ts or sums.ts. Older rows are then made again. */
const METHOD = 3;

/** `quarters`: the bytes of edges.ts. */
export type KeptDay = { deviceKey: number; day: number; quarters: Uint8Array };
export type DayMark = { deviceKey: number; day: number };

export type TrackDayStore = {
  /** The kept days of some devices, of this method, also stale ones; in the order of device and day. */
  read(
    keys: readonly number[],
    days: readonly [first: number, last: number],
  ): Promise<(KeptDay & { stale: boolean })[]>;
  /** A kept day that is not stale, of this method, lacks nothing: it stays as it is. */
  keep(days: readonly (KeptDay & { stale: boolean })[]): Promise<void>;
  /** Days that were never kept need no mark. */
  markStale(marks: readonly DayMark[]): Promise<void>;
  /** Every kept day from this one on. */
  markAllStale(fromDay: number): Promise<void>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
  /** Removes at most `limit` days that are older; gives how many. */
  forget(beforeDay: number, limit: number): Promise<number>;
};

const columns = { stale: flag };
type Tables = { trackDays: Row<KeptDay & { stale: boolean; method: number }, typeof columns> };

export const createTrackDayStore = (database: Database): TrackDayStore => {
  const db = tables<Tables>(database, columns);
  return {
    read: (keys, [firstDay, lastDay]) =>
      db
        .selectFrom('trackDays')
        .select(['deviceKey', 'day', 'quarters', 'stale'])
        .where('deviceKey', 'in', keys)
        .where('day', '>=', firstDay)
        .where('day', '<=', lastDay)
        .where('method', '=', METHOD)
        .orderBy('deviceKey')
        .orderBy('day')
        .execute(),
    keep: (days) =>
      db.transaction().execute(async (transaction) => {
        for (const { deviceKey, day, quarters, stale } of days) {
          const made = { method: METHOD, stale, quarters };
          await transaction
            .insertInto('trackDays')
            .values({ deviceKey, day, ...made })
            .onConflict((conflict) =>
              conflict
                .columns(['deviceKey', 'day'])
                .doUpdateSet(made)
                .where((e) => e.or([e('trackDays.stale', '=', true), e('trackDays.method', '!=', METHOD)])),
            )
            .execute();
        }
      }),
    markStale: (marks) =>
      db.transaction().execute(async (transaction) => {
        for (const { deviceKey, day } of marks)
          await transaction
            .updateTable('trackDays')
            .set({ stale: true })
            .where('deviceKey', '=', deviceKey)
            .where('day', '=', day)
            .execute();
      }),
    async markAllStale(fromDay) {
      await db.updateTable('trackDays').set({ stale: true }).where('day', '>=', fromDay).execute();
    },
    async removeDevices(deviceKeys) {
      await db.deleteFrom('trackDays').where('deviceKey', 'in', deviceKeys).execute();
    },
    forget: (beforeDay, limit) =>
      forgetRows(database, { table: 'trackDays', key: ['deviceKey', 'day'], by: 'day', before: beforeDay }, limit),
  };
};
