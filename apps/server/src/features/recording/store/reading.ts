// What playback asks of the segments: of this node, whose files are here.
import type { SlotNames } from '../slot-names.ts';
import type { RecordingTables, SegmentRow } from './tables.ts';

export const readingRows = (db: RecordingTables, { node }: SlotNames) => ({
  /** The segment that holds `timeMs`, or the first one after it. */
  async at(deviceKey: number, channel: number, timeMs: number): Promise<SegmentRow | undefined> {
    const rows = db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('deviceKey', '=', deviceKey)
      .where('channel', '=', channel)
      .where('node', '=', node);
    const before = await rows.where('startMs', '<=', timeMs).orderBy('startMs', 'desc').limit(1).executeTakeFirst();
    const readable = before !== undefined && (before.state === 'open' || before.state === 'closed');
    if (before !== undefined && readable && (before.state === 'open' || before.endMs >= timeMs)) return before;
    return rows
      .where('startMs', '>', timeMs)
      .where('state', 'in', ['open', 'closed'])
      .orderBy('startMs')
      .limit(1)
      .executeTakeFirst();
  },

  /** The moment itself, or the next millisecond at which no segment of the channel begins, be it retired. */
  async freeStart(deviceKey: number, channel: number, fromMs: number): Promise<number> {
    const taken = db.selectFrom('recordingSegments').select('id').where('deviceKey', '=', deviceKey);
    for (let startMs = fromMs; ; startMs += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the next millisecond is tried when this one is taken
      const row = await taken.where('channel', '=', channel).where('startMs', '=', startMs).executeTakeFirst();
      if (row === undefined) return startMs;
    }
  },

  /** The hash of what was stored last of a channel or in a lane. */
  async lastStored(deviceKey: number, channel: number): Promise<Uint8Array | undefined> {
    const row = await db
      .selectFrom('recordingSegments')
      .select('hash')
      .where('deviceKey', '=', deviceKey)
      .where('channel', '=', channel)
      .where('hash', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.hash ?? undefined;
  },

  /** Whether a segment of the channel was begun behind one with this hash. */
  async isFollowed(deviceKey: number, channel: number, hash: Uint8Array): Promise<boolean> {
    const rows = db.selectFrom('recordingSegments').select('id').where('deviceKey', '=', deviceKey);
    return (
      (await rows.where('channel', '=', channel).where('previousHash', '=', hash).executeTakeFirst()) !== undefined
    );
  },

  /** The first readable segment that begins after `startMs`. */
  after: (deviceKey: number, channel: number, startMs: number): Promise<SegmentRow | undefined> =>
    db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('deviceKey', '=', deviceKey)
      .where('channel', '=', channel)
      .where('startMs', '>', startMs)
      .where('node', '=', node)
      .where('state', 'in', ['open', 'closed'])
      .orderBy('startMs')
      .limit(1)
      .executeTakeFirst(),
});
