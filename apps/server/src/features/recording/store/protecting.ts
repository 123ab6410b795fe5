// Which rows are kept from retention, and until when.
import { sql } from 'kysely';
import type { RecordingTables } from './tables.ts';

const BATCH = 500;

export const protectingRows = (db: RecordingTables) => ({
  async protect(deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, untilMs: number) {
    await db
      .updateTable('recording_segments')
      .set({ protected_until_ms: sql<number>`max(protected_until_ms, ${untilMs})` })
      .where('device_key', '=', deviceKey)
      .where('channel', 'in', channels)
      .where('start_ms', '<', toMs)
      .where('end_ms', '>=', fromMs)
      .where('state', 'in', ['open', 'closed'])
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
      .selectFrom('recording_segments')
      .select(['id', 'start_ms', 'end_ms'])
      .where('device_key', '=', deviceKey)
      .where('channel', 'in', channels)
      // Written out, so that the index of protected segments serves.
      .where(sql<boolean>`protected_until_ms > 0`)
      .where('protected_until_ms', '>', untilMs)
      .where('start_ms', '<', toMs)
      .where('end_ms', '>=', fromMs)
      .execute();
    const free = rows.filter(
      (row) => !wanted.some(({ startMs, endMs }) => row.start_ms < endMs && row.end_ms >= startMs),
    );
    for (let i = 0; i < free.length; i += BATCH)
      // oxlint-disable-next-line no-await-in-loop -- a statement takes only so many ids
      await db
        .updateTable('recording_segments')
        .set({ protected_until_ms: untilMs })
        .where(
          'id',
          'in',
          free.slice(i, i + BATCH).map(({ id }) => id),
        )
        .execute();
  },
});
