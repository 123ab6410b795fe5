// Rows of segments as they are begun, closed and found again after a kill.
import { daysOfSpan, emptyMinutes, markSpan } from '../minutes.ts';
import { mergeDays } from './day-bits.ts';
import type { SlotNames } from '../slot-names.ts';
import type { ClosedSegment, NewSegment, RecordingTables, SegmentRow, SegmentState } from './tables.ts';

export const writingRows = (db: RecordingTables, names: SlotNames) => ({
  /** A segment that is being written; its file exists. Gives its id. */
  async open(segment: NewSegment): Promise<number> {
    const row = await db
      .insertInto('recordingSegments')
      .values({
        ...segment,
        node: names.node,
        slot: names.nameOf(segment.slot),
        state: 'open',
        bytes: 0,
        frames: 0,
        reason: '',
        hasVideo: false,
        hasAudio: false,
        hash: null,
        protectedUntilMs: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** The file is whole and stays as it is from here on. */
  close: (id: number, closed: ClosedSegment): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { deviceKey, channel, startMs } = await tx
        .updateTable('recordingSegments')
        .set({ ...closed, slot: names.nameOf(closed.slot), state: 'closed' })
        .where('id', '=', id)
        .returning(['deviceKey', 'channel', 'startMs'])
        .executeTakeFirstOrThrow();
      for (const day of daysOfSpan(startMs, closed.endMs)) {
        const minutes = emptyMinutes();
        markSpan(minutes, day, startMs, closed.endMs);
        // One after the other: a transaction is one connection.
        // oxlint-disable-next-line no-await-in-loop
        await mergeDays(tx, { deviceKey, channel, day, minutes });
      }
    }),

  /** A row whose file never got its first frame. */
  async forget(id: number): Promise<void> {
    await db.deleteFrom('recordingSegments').where('id', '=', id).execute();
  },
});

/** Rows as mending and the chain find them. */
export const findingRows = (db: RecordingTables, names: SlotNames) => ({
  /** Of this node. */
  inState: (state: SegmentState): Promise<SegmentRow[]> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('node', '=', names.node)
      .where('state', '=', state)
      .orderBy('startMs')
      .execute(),

  byPath: (slot: string, path: string): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('node', '=', names.node)
      .where('slot', '=', names.nameOf(slot))
      .where('path', '=', path)
      .executeTakeFirst(),

  /** The segment of a channel that was begun last, for the chain. After the clock was set back its start is not the latest. */
  newest: (deviceKey: number, channel: number): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('id', '=', (select) =>
        select
          .selectFrom('recordingSegments')
          .select((each) => each.fn.max('id').as('id'))
          .where('deviceKey', '=', deviceKey)
          .where('channel', '=', channel),
      )
      .executeTakeFirst(),
});
