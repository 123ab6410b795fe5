// What lists and checks ask: days, the chain of every channel.
import type { SlotNames } from '../slot-names.ts';
import type { DayRow, RecordingTables, SegmentRow } from './tables.ts';

/** Rows that a check reads at once. */
const PAGE = 1000;

export const listRows = (db: RecordingTables, { node }: SlotNames) => ({
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

  /** Devices with segments of this node that ended before. */
  async devicesBefore(beforeMs: number): Promise<number[]> {
    const rows = await db
      .selectFrom('recordingSegments')
      .select('deviceKey')
      .distinct()
      .where('node', '=', node)
      .where('state', '=', 'closed')
      .where('endMs', '<', beforeMs)
      .execute();
    return rows.map((row) => row.deviceKey);
  },
});
