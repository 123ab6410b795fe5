// What lists and checks ask: days, the chain of every channel.
import { FIRST_LANE } from '../lanes.ts';
import type { DayRow, RecordingTables, SegmentRow } from './tables.ts';

/** Rows that a check reads at once. */
const PAGE = 1000;

export const listRows = (db: RecordingTables) => ({
  /** Bits of the UTC days from `fromDay` to `toDay`, both included. Without a channel: of every channel the server recorded. */
  days(deviceKey: number, channel: number | undefined, fromDay: number, toDay: number): Promise<DayRow[]> {
    const rows = db
      .selectFrom('recording_days')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay);
    return (channel === undefined ? rows.where('channel', '<', FIRST_LANE) : rows.where('channel', '=', channel))
      .orderBy('day')
      .execute();
  },

  /** Every row, channel by channel in the order of time, a page at a time. `after`: the last row of the page before. */
  chain: (after: Pick<SegmentRow, 'device_key' | 'channel' | 'start_ms'>): Promise<SegmentRow[]> =>
    db
      .selectFrom('recording_segments')
      .selectAll()
      .where((e) =>
        e(
          e.refTuple('device_key', 'channel', 'start_ms'),
          '>',
          e.tuple(after.device_key, after.channel, after.start_ms),
        ),
      )
      .orderBy('device_key')
      .orderBy('channel')
      .orderBy('start_ms')
      .limit(PAGE)
      .execute(),

  /** Devices with segments that ended before. */
  async devicesBefore(beforeMs: number): Promise<number[]> {
    const rows = await db
      .selectFrom('recording_segments')
      .select('device_key')
      .distinct()
      .where('state', '=', 'closed')
      .where('end_ms', '<', beforeMs)
      .execute();
    return rows.map((row) => row.device_key);
  },
});
