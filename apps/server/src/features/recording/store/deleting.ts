// What an operator's deletion changes: closed segments inside a span are said to go, and found again for that. Their files and the rest are
// retention's.
import type { SlotNames } from '../slot-names.ts';
import type { RetiredPlace } from './forgetting.ts';
import type { RecordingTables, SegmentRow } from './tables.ts';

export const deletingRows = (db: RecordingTables, { node }: SlotNames) => ({
  /** Channels and lanes that a device has segments of, in order. Looks into the index at one place for each. */
  async channelsOf(deviceKey: number): Promise<number[]> {
    const rows = db.selectFrom('recordingSegments').where('deviceKey', '=', deviceKey);
    const found: number[] = [];
    for (;;) {
      const next = rows.where('channel', '>', found.at(-1) ?? -1);
      // oxlint-disable-next-line no-await-in-loop -- each look begins behind the one before
      const row = await next.select((e) => e.fn.min<number | null>('channel').as('channel')).executeTakeFirstOrThrow();
      if (row.channel === null) return found;
      found.push(row.channel);
    }
  },

  /**
   * Says of the first closed segments inside the span, at most `limit`, that they go and why; gives how many bytes each has, and where it
   * begins: the next ones lie behind.
   */
  async retireInside(
    asked: {
      deviceKey: number;
      channel: number;
      fromMs: number;
      toMs: number;
      /** Null: also what is protected. */
      unprotectedAtMs: number | null;
      limit: number;
    },
    reason: string,
  ): Promise<{ startMs: number; bytes: number }[]> {
    let rows = db
      .selectFrom('recordingSegments')
      .select('id')
      .where('deviceKey', '=', asked.deviceKey)
      .where('channel', '=', asked.channel)
      .where('state', '=', 'closed')
      .where('startMs', '>=', asked.fromMs)
      // Implied, and what ends the look into the index.
      .where('startMs', '<=', asked.toMs)
      .where('endMs', '<=', asked.toMs);
    if (asked.unprotectedAtMs !== null) rows = rows.where('protectedUntilMs', '<', asked.unprotectedAtMs);
    return db
      .updateTable('recordingSegments')
      .set({ state: 'retiring', reason })
      .where('id', 'in', rows.orderBy('startMs').limit(asked.limit))
      .returning(['startMs', 'bytes'])
      .execute();
  },

  /** What is to go of this node, in the order of age, behind `after`. */
  nextRetiring: (after: RetiredPlace, limit: number): Promise<SegmentRow[]> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('node', '=', node)
      .where('state', '=', 'retiring')
      .where((e) => e(e.refTuple('endMs', 'id'), '>', e.tuple(after.endMs, after.id)))
      .orderBy('endMs')
      .orderBy('id')
      .limit(limit)
      .execute(),
});
