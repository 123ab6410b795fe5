// Rows of segments as they are begun, closed and found again after a kill.
import { daysOfSpan, emptyMinutes, markSpan } from '../minutes.ts';
import { mergeDays } from './day-bits.ts';
import type { ClosedSegment, NewSegment, RecordingTables, SegmentRow, SegmentState } from './tables.ts';

export const writingRows = (db: RecordingTables) => ({
  /** A segment that is being written; its file exists. Gives its id. */
  async open(segment: NewSegment): Promise<number> {
    const row = await db
      .insertInto('recording_segments')
      .values({
        ...segment,
        state: 'open',
        bytes: 0,
        frames: 0,
        reason: '',
        has_video: 0,
        has_audio: 0,
        hash: null,
        protected_until_ms: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** The file is whole and stays as it is from here on. */
  close: (id: number, closed: ClosedSegment): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { device_key, channel, start_ms } = await tx
        .updateTable('recording_segments')
        .set({ ...closed, state: 'closed' })
        .where('id', '=', id)
        .returning(['device_key', 'channel', 'start_ms'])
        .executeTakeFirstOrThrow();
      for (const day of daysOfSpan(start_ms, closed.end_ms)) {
        const minutes = emptyMinutes();
        markSpan(minutes, day, start_ms, closed.end_ms);
        // One after the other: a transaction is one connection.
        // oxlint-disable-next-line no-await-in-loop
        await mergeDays(tx, { device_key, channel, day, minutes });
      }
    }),

  /** A row whose file never got its first frame. */
  async forget(id: number): Promise<void> {
    await db.deleteFrom('recording_segments').where('id', '=', id).execute();
  },

  inState: (state: SegmentState): Promise<SegmentRow[]> =>
    db.selectFrom('recording_segments').selectAll().where('state', '=', state).orderBy('start_ms').execute(),

  byPath: (slot: string, path: string): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recording_segments')
      .selectAll()
      .where('slot', '=', slot)
      .where('path', '=', path)
      .executeTakeFirst(),

  /** The segment of a channel that was begun last, for the chain. After the clock was set back its start is not the latest. */
  newest: (deviceKey: number, channel: number): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recording_segments')
      .selectAll()
      .where('id', '=', (select) =>
        select
          .selectFrom('recording_segments')
          .select((each) => each.fn.max('id').as('id'))
          .where('device_key', '=', deviceKey)
          .where('channel', '=', channel),
      )
      .executeTakeFirst(),
});
