// Keeps the minutes of recording_days in step with the segments. Runs inside the transaction of the one who changes those.
import { DAY_MS, emptyMinutes, joinMinutes, markSpan } from '../minutes.ts';
import type { DayRow, RecordingTables } from './tables.ts';

/** Adds minutes to a day. */
export const mergeDays = async (tx: RecordingTables, row: DayRow): Promise<void> => {
  const known = await tx
    .selectFrom('recordingDays')
    .select('minutes')
    .where('deviceKey', '=', row.deviceKey)
    .where('day', '=', row.day)
    .where('channel', '=', row.channel)
    .executeTakeFirst();
  const minutes = emptyMinutes();
  if (known !== undefined) joinMinutes(minutes, known.minutes);
  joinMinutes(minutes, row.minutes);
  await tx
    .insertInto('recordingDays')
    .values({ ...row, minutes })
    .onConflict((c) => c.columns(['deviceKey', 'day', 'channel']).doUpdateSet({ minutes }))
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
    .selectFrom('recordingSegments')
    .select(['startMs', 'endMs'])
    .where('deviceKey', '=', deviceKey)
    .where('channel', '=', channel)
    .where('state', 'in', ['open', 'closed'])
    .where('startMs', '<', (day + 1) * DAY_MS)
    .where('startMs', '>=', (day - 1) * DAY_MS)
    .where('endMs', '>=', day * DAY_MS)
    .execute();
  const minutes = emptyMinutes();
  for (const { startMs, endMs } of rows) markSpan(minutes, day, startMs, endMs);
  const where = { deviceKey, channel, day };
  await (rows.length === 0
    ? tx
        .deleteFrom('recordingDays')
        .where('deviceKey', '=', deviceKey)
        .where('day', '=', day)
        .where('channel', '=', channel)
        .execute()
    : tx
        .insertInto('recordingDays')
        .values({ ...where, minutes })
        .onConflict((c) => c.columns(['deviceKey', 'day', 'channel']).doUpdateSet({ minutes }))
        .execute());
};
