// What an operator's deletion changes: closed segments inside a span are said to go. Their files and the rest are retention's.
import type { RecordingTables } from './tables.ts';

export const deletingRows = (db: RecordingTables) => ({
  /** Says of at most `limit` closed segments inside the span that they go and why; gives how many bytes each has. `channels` undefined: of every one. */
  async retireInside(
    asked: {
      deviceKey: number;
      channels: readonly number[] | undefined;
      fromMs: number;
      toMs: number;
      /** Null: also what is protected. */
      unprotectedAtMs: number | null;
      limit: number;
    },
    reason: string,
  ): Promise<{ bytes: number }[]> {
    let rows = db
      .selectFrom('recordingSegments')
      .select('id')
      .where('deviceKey', '=', asked.deviceKey)
      .where('state', '=', 'closed')
      .where('startMs', '>=', asked.fromMs)
      .where('endMs', '<=', asked.toMs);
    if (asked.channels !== undefined) rows = rows.where('channel', 'in', asked.channels);
    if (asked.unprotectedAtMs !== null) rows = rows.where('protectedUntilMs', '<', asked.unprotectedAtMs);
    return db
      .updateTable('recordingSegments')
      .set({ state: 'retiring', reason })
      .where('id', 'in', rows.limit(asked.limit))
      .returning('bytes')
      .execute();
  },
});
