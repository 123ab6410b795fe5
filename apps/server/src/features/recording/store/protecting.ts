// Which rows are kept from retention, and until when.
import type { RecordingTables } from './tables.ts';

const BATCH = 500;

export const protectingRows = (db: RecordingTables) => ({
  async protect(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, untilMs: number) {
    await db
      .updateTable('recordingSegments')
      .set({ protectedUntilMs: untilMs })
      .where('deviceKey', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('startMs', '<', toMs)
      .where('endMs', '>=', fromMs)
      .where('state', 'in', ['open', 'closed'])
      .where('protectedUntilMs', '<', untilMs)
      .execute();
  },

  /** Nothing of the span that touches none of `wanted` is protected for longer than until then (UTC ms). */
  async unprotect(
    {
      deviceKey,
      channels,
      fromMs,
      toMs,
    }: { deviceKey: number; channels: readonly number[]; fromMs: number; toMs: number },
    wanted: readonly { startMs: number; endMs: number }[],
    untilMs: number,
  ) {
    const rows = await db
      .selectFrom('recordingSegments')
      .select(['id', 'startMs', 'endMs'])
      .where('deviceKey', '=', deviceKey)
      .where('channel', 'in', channels)
      // Written out, so that the index of protected segments serves.
      .where((e) => e('protectedUntilMs', '>', e.lit(0)))
      .where('protectedUntilMs', '>', untilMs)
      .where('startMs', '<', toMs)
      .where('endMs', '>=', fromMs)
      .execute();
    const free = rows.filter(
      (row) => !wanted.some(({ startMs, endMs }) => row.startMs < endMs && row.endMs >= startMs),
    );
    for (let i = 0; i < free.length; i += BATCH)
      // oxlint-disable-next-line no-await-in-loop -- a statement takes only so many ids
      await db
        .updateTable('recordingSegments')
        .set({ protectedUntilMs: untilMs })
        .where(
          'id',
          'in',
          free.slice(i, i + BATCH).map(({ id }) => id),
        )
        .execute();
  },
});
