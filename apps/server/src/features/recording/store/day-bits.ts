// Keeps the minutes of recording_days in step with the segments. Runs inside the transaction of whoever changes those.
import { DAY_MS, emptyMinutes, joinMinutes, markSpan } from '../minutes.ts';
import type { DayRow, RecordingTables } from './tables.ts';

/** Adds minutes to a day. */
export const mergeDays = async (tx: RecordingTables, row: DayRow): Promise<void> => {
  const known = await tx
    .selectFrom('recording_days')
    .select('minutes')
    .where('device_key', '=', row.device_key)
    .where('day', '=', row.day)
    .where('channel', '=', row.channel)
    .executeTakeFirst();
  const minutes = emptyMinutes();
  if (known !== undefined) joinMinutes(minutes, known.minutes);
  joinMinutes(minutes, row.minutes);
  await tx
    .insertInto('recording_days')
    .values({ ...row, minutes })
    .onConflict((c) => c.columns(['device_key', 'day', 'channel']).doUpdateSet({ minutes }))
    .execute();
};

/** The bits of a day from the rows that are left: after some of them were retired. */
export const remakeDay = async (
  tx: RecordingTables,
  deviceKey: number,
  channel: number,
  day: number,
): Promise<void> => {
  const rows = await tx
    .selectFrom('recording_segments')
    .select(['start_ms', 'end_ms'])
    .where('device_key', '=', deviceKey)
    .where('channel', '=', channel)
    .where('state', 'in', ['open', 'closed'])
    .where('start_ms', '<', (day + 1) * DAY_MS)
    .where('start_ms', '>=', (day - 1) * DAY_MS)
    .where('end_ms', '>=', day * DAY_MS)
    .execute();
  const minutes = emptyMinutes();
  for (const { start_ms: startMs, end_ms: endMs } of rows) markSpan(minutes, day, startMs, endMs);
  const where = { device_key: deviceKey, channel, day };
  await (rows.length === 0
    ? tx
        .deleteFrom('recording_days')
        .where('device_key', '=', deviceKey)
        .where('day', '=', day)
        .where('channel', '=', channel)
        .execute()
    : tx
        .insertInto('recording_days')
        .values({ ...where, minutes })
        .onConflict((c) => c.columns(['device_key', 'day', 'channel']).doUpdateSet({ minutes }))
        .execute());
};
