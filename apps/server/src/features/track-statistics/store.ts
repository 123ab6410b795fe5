// The table track_days: what a device's UTC day adds up to, kept so that it is worked out once. The only file that knows it.
import type { Database } from '../../kernel/db.ts';

type Row = { device_key: number; day: number; method: number; stale: number; quarters: Uint8Array };

/** Counts up when the method of cleaning.ts or the bytes of sums.ts change: older rows are then made anew. */
const METHOD = 1;

export type KeptDay = { deviceKey: number; day: number; quarters: Uint8Array };
export type DayMark = { deviceKey: number; day: number };

export type TrackDayStore = {
  /** The kept days of some devices, of this method, also stale ones; in the order of device and day. */
  read(
    keys: readonly number[],
    days: readonly [first: number, last: number],
  ): Promise<(KeptDay & { stale: boolean })[]>;
  keep(days: readonly (KeptDay & { stale: boolean })[]): Promise<void>;
  /** Days that were never kept need no mark. */
  markStale(marks: readonly DayMark[]): Promise<void>;
  /** Every kept day from this one on. */
  markAllStale(fromDay: number): Promise<void>;
  /** Removes what is older. */
  forget(beforeDay: number): Promise<void>;
};

export const createTrackDayStore = (database: Database): TrackDayStore => {
  const db = database.$extendTables<{ track_days: Row }>();
  return {
    async read(keys, [firstDay, lastDay]) {
      const rows = await db
        .selectFrom('track_days')
        .selectAll()
        .where('device_key', 'in', keys)
        .where('day', '>=', firstDay)
        .where('day', '<=', lastDay)
        .where('method', '=', METHOD)
        .orderBy('device_key')
        .orderBy('day')
        .execute();
      return rows.map((row) => ({
        deviceKey: row.device_key,
        day: row.day,
        quarters: row.quarters,
        stale: row.stale === 1,
      }));
    },
    keep: (days) =>
      db.transaction().execute(async (transaction) => {
        for (const { deviceKey, day, quarters, stale } of days) {
          const made = { method: METHOD, stale: stale ? 1 : 0, quarters };
          await transaction
            .insertInto('track_days')
            .values({ device_key: deviceKey, day, ...made })
            .onConflict((conflict) => conflict.columns(['device_key', 'day']).doUpdateSet(made))
            .execute();
        }
      }),
    markStale: (marks) =>
      db.transaction().execute(async (transaction) => {
        for (const { deviceKey, day } of marks)
          await transaction
            .updateTable('track_days')
            .set({ stale: 1 })
            .where('device_key', '=', deviceKey)
            .where('day', '=', day)
            .execute();
      }),
    async markAllStale(fromDay) {
      await db.updateTable('track_days').set({ stale: 1 }).where('day', '>=', fromDay).execute();
    },
    async forget(beforeDay) {
      await db.deleteFrom('track_days').where('day', '<', beforeDay).execute();
    },
  };
};
