// What lists and checks ask: days, the chain of every channel, the devices one after the other.
import type { DayRow, RecordingTables, SegmentRow } from './tables.ts';

/** Rows that a check reads at once. */
const PAGE = 1000;

export const listRows = (db: RecordingTables) => ({
  /** Bits of the UTC days from `fromDay` to `toDay`, both included. */
  days: (deviceKey: number, channels: readonly number[], fromDay: number, toDay: number): Promise<DayRow[]> =>
    db
      .selectFrom('recordingDays')
      .selectAll()
      .where('deviceKey', '=', deviceKey)
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay)
      .where('channel', 'in', channels)
      .orderBy('day')
      .execute(),

  /** Every row, channel by channel in the order of time, a page at a time. `after`: the last row of the page before. */
  chain: (after: Pick<SegmentRow, 'deviceKey' | 'channel' | 'startMs'>): Promise<SegmentRow[]> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where((e) =>
        e(e.refTuple('deviceKey', 'channel', 'startMs'), '>', e.tuple(after.deviceKey, after.channel, after.startMs)),
      )
      .orderBy('deviceKey')
      .orderBy('channel')
      .orderBy('startMs')
      .limit(PAGE)
      .execute(),

  devices: () => devicesWithFiles(db),
});

/** Devices with closed segments, of any node. Looks into the index at one place for each, however many segments there are. */
export const devicesWithFiles = async function* (db: RecordingTables): AsyncGenerator<number> {
  const rows = db.selectFrom('recordingSegments').where('state', '=', 'closed');
  for (let last = -1; ;) {
    const next = rows.where('deviceKey', '>', last).select((e) => e.fn.min<number | null>('deviceKey').as('deviceKey'));
    // oxlint-disable-next-line no-await-in-loop -- each look begins behind the one before
    const { deviceKey } = await next.executeTakeFirstOrThrow();
    if (deviceKey === null) return;
    yield (last = deviceKey);
  }
};
