// The tables data_use and data_warnings. The only file that knows them.
import type { DeviceTraffic } from '../../gateway/index.ts';
import { type Database, type Row, tables } from '../../kernel/storage/db.ts';
import { forgetRows } from '../../kernel/storage/forget-rows.ts';

/** `day` is YYYY-MM-DD of the server's zone. */
export type DayUse = DeviceTraffic & { day: string };
/** `deviceKeys` undefined: of all devices. */
export type AskedDays = { firstDay: string; lastDay: string; deviceKeys?: readonly number[] | undefined };
/** `month` is YYYY-MM; `percent` of the limit, as it was told last. */
export type DataWarning = { deviceKey: number; month: string; percent: number };

export type DataUseStore = {
  /** Adds to what the day has already; all of them or none. Few at once: the main thread waits for it. */
  add(day: string, traffic: readonly DeviceTraffic[]): Promise<void>;
  /** Bytes both ways since the first of the month of this day, of each device that has any. */
  sumsOfMonth(month: string): Promise<{ deviceKey: number; bytes: number }[]>;
  /** Rows from one day to another, day by day, those after `last` of them; at most `limit`. */
  page(asked: AskedDays, last: DayUse | undefined, limit: number): Promise<DayUse[]>;
  warnings(): Promise<DataWarning[]>;
  saveWarning(warning: DataWarning): Promise<void>;
  /** Removes at most `limit` rows of days before; gives how many. */
  forget(beforeDay: string, limit: number): Promise<number>;
  removeDevices(deviceKeys: readonly number[]): Promise<void>;
};

export const createDataUseStore = (database: Database): DataUseStore => {
  const db = tables<{ dataUse: Row<DayUse>; dataWarnings: Row<DataWarning> }>(database);
  return {
    forget: (beforeDay, limit) =>
      forgetRows(database, { table: 'dataUse', key: ['deviceKey', 'day'], by: 'day', before: beforeDay }, limit),
    async removeDevices(deviceKeys) {
      await db.deleteFrom('dataUse').where('deviceKey', 'in', deviceKeys).execute();
      await db.deleteFrom('dataWarnings').where('deviceKey', 'in', deviceKeys).execute();
    },
    async add(day, traffic) {
      if (traffic.length === 0) return;
      await db
        .insertInto('dataUse')
        .values(traffic.map(({ deviceKey, inBytes, outBytes }) => ({ deviceKey, day, inBytes, outBytes })))
        .onConflict((conflict) =>
          conflict.columns(['deviceKey', 'day']).doUpdateSet((e) => ({
            inBytes: e('dataUse.inBytes', '+', e.ref('excluded.inBytes')),
            outBytes: e('dataUse.outBytes', '+', e.ref('excluded.outBytes')),
          })),
        )
        .execute();
    },
    async sumsOfMonth(month) {
      const rows = await db
        .selectFrom('dataUse')
        .select((e) => ['deviceKey', e.fn.sum<number>(e('inBytes', '+', e.ref('outBytes'))).as('bytes')])
        .where('day', '>=', `${month}-01`)
        .where('day', '<=', `${month}-31`)
        .groupBy('deviceKey')
        .execute();
      return rows.map(({ deviceKey, bytes }) => ({ deviceKey, bytes }));
    },
    page({ firstDay, lastDay, deviceKeys }, last, limit) {
      const all = db
        .selectFrom('dataUse')
        .selectAll()
        .where('day', '>=', last?.day ?? firstDay)
        .where('day', '<=', lastDay)
        .orderBy('day')
        .orderBy('deviceKey')
        .limit(limit);
      const rows = deviceKeys === undefined ? all : all.where('deviceKey', 'in', deviceKeys);
      if (last === undefined) return rows.execute();
      return rows.where((e) => e.or([e('day', '>', last.day), e('deviceKey', '>', last.deviceKey)])).execute();
    },
    warnings: () => db.selectFrom('dataWarnings').selectAll().execute(),
    async saveWarning(warning) {
      await db
        .insertInto('dataWarnings')
        .values(warning)
        .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(warning))
        .execute();
    },
  };
};
