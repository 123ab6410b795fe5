// The table performance_minutes. The only file that knows it.
import { z } from 'zod';
import { type Database, json, type Row, tables } from '../../kernel/storage/db.ts';
import { forgetRows } from '../../kernel/storage/forget-rows.ts';

/** By name of the meter: count, ms in all, ms at most. */
const readings = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]).readonly());

export type PerformanceMinute = { atMs: number; gms: string; meters: z.output<typeof readings> };

export type PerformanceStore = {
  /** A minute that is there already is replaced. */
  save(minute: PerformanceMinute): Promise<void>;
  /** Of every server those behind a moment (UTC ms), the newest first, those before `last` of them; at most `limit`. */
  page(behindMs: number, last: PerformanceMinute | undefined, limit: number): Promise<PerformanceMinute[]>;
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
    page(behindMs, last, limit) {
      const rows = db
        .selectFrom('performanceMinutes')
        .selectAll()
        .where('atMs', '>', behindMs)
        .orderBy('atMs', 'desc')
        .orderBy('gms')
        .limit(limit);
      if (last === undefined) return rows.execute();
      return rows
        .where('atMs', '<=', last.atMs)
        .where((e) => e.or([e('atMs', '<', last.atMs), e('gms', '>', last.gms)]))
        .execute();
    },
    forget: (beforeMs, limit) =>
      forgetRows(database, { table: 'performanceMinutes', key: ['atMs', 'gms'], by: 'atMs', before: beforeMs }, limit),
  };
};
