// The table performance_minutes. The only file that knows it.
import { z } from 'zod';
import { type Database, json, type Row, tables } from '../../kernel/storage/db.ts';

/** By name of the meter: count, ms in all, ms at most. */
const readings = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]).readonly());

export type PerformanceMinute = { atMs: number; gms: string; meters: z.output<typeof readings> };

export type PerformanceStore = {
  /** A minute that is there already is replaced. */
  save(minute: PerformanceMinute): Promise<void>;
  /** Of every server, the newest first, those before `last` of them; at most `limit`. */
  page(last: PerformanceMinute | undefined, limit: number): Promise<PerformanceMinute[]>;
  /** Removes at most `limit` minutes before; gives how many. */
  forget(beforeMs: number, limit: number): Promise<number>;
};

export const createPerformanceStore = (database: Database): PerformanceStore => {
  const columns = { meters: json(readings) };
  const db = tables<{ performanceMinutes: Row<PerformanceMinute, typeof columns> }>(database, columns);
  return {
    async save({ atMs, gms, meters }) {
      const text = columns.meters.write(meters);
      await db
        .insertInto('performanceMinutes')
        .values({ atMs, gms, meters: text })
        .onConflict((conflict) => conflict.columns(['atMs', 'gms']).doUpdateSet({ meters: text }))
        .execute();
    },
    page(last, limit) {
      const rows = db.selectFrom('performanceMinutes').selectAll().orderBy('atMs', 'desc').orderBy('gms').limit(limit);
      if (last === undefined) return rows.execute();
      return rows
        .where('atMs', '<=', last.atMs)
        .where((e) => e.or([e('atMs', '<', last.atMs), e('gms', '>', last.gms)]))
        .execute();
    },
    async forget(beforeMs, limit) {
      const old = db
        .selectFrom('performanceMinutes')
        .select(['atMs', 'gms'])
        .where('atMs', '<', beforeMs)
        .orderBy('atMs')
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('performanceMinutes')
        .where((e) => e(e.refTuple('atMs', 'gms'), 'in', old.$asTuple('atMs', 'gms')))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
};
