// The tables recording_segments, recording_days and recording_settings. The only file that knows them.
import { type Generated, sql } from 'kysely';
import type { Database } from '../../kernel/db.ts';
import { DAY_MS, daysOfSpan, emptyMinutes, joinMinutes, markSpan } from './minutes.ts';
import type { RecordSettings } from './plan.ts';

export type SegmentState = 'open' | 'closed' | 'retiring' | 'retired';
export type SegmentRow = {
  id: number;
  device_key: number;
  channel: number;
  start_ms: number;
  end_ms: number;
  bytes: number;
  frames: number;
  slot: string;
  path: string;
  state: SegmentState;
  reason: string;
  has_video: number;
  has_audio: number;
  hash: Uint8Array | null;
  previous_hash: Uint8Array;
  protected_until_ms: number;
};
export type NewSegment = Pick<
  SegmentRow,
  'device_key' | 'channel' | 'start_ms' | 'end_ms' | 'slot' | 'path' | 'previous_hash'
>;
export type ClosedSegment = Pick<
  SegmentRow,
  'end_ms' | 'bytes' | 'frames' | 'reason' | 'has_video' | 'has_audio' | 'slot' | 'path'
> & { hash: Uint8Array };
type DayRow = { device_key: number; channel: number; day: number; minutes: Uint8Array };
type SettingsRow = { device_key: number; enable: number; plan: string; audio: number; days: number };
type Tables = {
  recording_segments: Omit<SegmentRow, 'id'> & { id: Generated<number> };
  recording_days: DayRow;
  recording_settings: SettingsRow;
};

/** Retired and closed segments whose rows a chain check reads at once. */
const PAGE = 1000;

export type RecordingStore = ReturnType<typeof createRecordingStore>;

export const createRecordingStore = (database: Database) => {
  const db = database.$extendTables<Tables>();

  const mergeDays = async (tx: typeof db, row: DayRow): Promise<void> => {
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
  const remakeDay = async (tx: typeof db, deviceKey: number, channel: number, day: number): Promise<void> => {
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

  return {
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

    /** The newest segment of a channel, for the chain. */
    newest: (deviceKey: number, channel: number): Promise<SegmentRow | undefined> =>
      db
        .selectFrom('recording_segments')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('channel', '=', channel)
        .orderBy('start_ms', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The segment that holds `timeMs`, or the first one after it. */
    async at(deviceKey: number, channel: number, timeMs: number): Promise<SegmentRow | undefined> {
      const rows = db
        .selectFrom('recording_segments')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('channel', '=', channel);
      const before = await rows.where('start_ms', '<=', timeMs).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
      const readable = before !== undefined && (before.state === 'open' || before.state === 'closed');
      if (before !== undefined && readable && (before.state === 'open' || before.end_ms >= timeMs)) return before;
      return rows
        .where('start_ms', '>', timeMs)
        .where('state', 'in', ['open', 'closed'])
        .orderBy('start_ms')
        .limit(1)
        .executeTakeFirst();
    },

    /** The first readable segment that begins after `startMs`. */
    after: (deviceKey: number, channel: number, startMs: number): Promise<SegmentRow | undefined> =>
      db
        .selectFrom('recording_segments')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('channel', '=', channel)
        .where('start_ms', '>', startMs)
        .where('state', 'in', ['open', 'closed'])
        .orderBy('start_ms')
        .limit(1)
        .executeTakeFirst(),

    /** Readable segments that touch the span, oldest first. A segment lasts less than a day. */
    spans: (deviceKey: number, channels: readonly number[], fromMs: number, toMs: number, limit: number) =>
      db
        .selectFrom('recording_segments')
        .select(['id', 'channel', 'start_ms', 'end_ms', 'state', 'has_video', 'has_audio'])
        .where('device_key', '=', deviceKey)
        .where('channel', 'in', channels)
        .where('state', 'in', ['open', 'closed'])
        .where('start_ms', '<', toMs)
        .where('start_ms', '>=', fromMs - DAY_MS)
        .where((e) => e.or([e('end_ms', '>=', fromMs), e('state', '=', 'open')]))
        .orderBy('start_ms')
        .limit(limit)
        .execute(),

    /** Bits of the UTC days from `fromDay` to `toDay`, both included. */
    days(deviceKey: number, channel: number | undefined, fromDay: number, toDay: number): Promise<DayRow[]> {
      const rows = db
        .selectFrom('recording_days')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay);
      return (channel === undefined ? rows : rows.where('channel', '=', channel)).orderBy('day').execute();
    },

    /** Bytes of readable segments by device. */
    usage: (): Promise<{ device_key: number; bytes: number }[]> =>
      db
        .selectFrom('recording_segments')
        .select(['device_key', (e) => e.fn.sum<number>('bytes').as('bytes')])
        .where('state', '=', 'closed')
        .groupBy('device_key')
        .execute(),

    /** Bytes of closed segments in a slot. */
    async slotBytes(slot: string): Promise<number> {
      const row = await db
        .selectFrom('recording_segments')
        .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
        .where('slot', '=', slot)
        .where('state', '=', 'closed')
        .executeTakeFirst();
      return row?.bytes ?? 0;
    },

    /** Oldest first: what nobody protects and ended before. `deviceKeys` undefined: of any device; `slots` undefined: in any slot. */
    retirable(asked: {
      deviceKey?: number;
      slots?: readonly string[];
      beforeMs: number;
      nowMs: number;
      limit: number;
    }) {
      let rows = db
        .selectFrom('recording_segments')
        .selectAll()
        .where('state', '=', 'closed')
        .where('end_ms', '<', asked.beforeMs)
        .where('protected_until_ms', '<', asked.nowMs);
      if (asked.deviceKey !== undefined) rows = rows.where('device_key', '=', asked.deviceKey);
      if (asked.slots !== undefined) rows = rows.where('slot', 'in', asked.slots);
      return rows.orderBy('end_ms').limit(asked.limit).execute();
    },

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

    /** Said before the file goes, so that its absence is never a riddle. */
    async retiring(ids: readonly number[], reason: string): Promise<void> {
      if (ids.length > 0)
        await db
          .updateTable('recording_segments')
          .set({ state: 'retiring', reason })
          .where('id', 'in', ids)
          .where('state', '=', 'closed')
          .execute();
    },

    /** Their files are gone; the days no longer show them. */
    retired: (rows: readonly SegmentRow[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        if (rows.length === 0) return;
        await tx
          .updateTable('recording_segments')
          .set({ state: 'retired' })
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute();
        const days = new Map(
          rows.flatMap(({ device_key: key, channel, start_ms: startMs, end_ms: endMs }) =>
            daysOfSpan(startMs, endMs).map((day) => [`${key}:${channel}:${day}`, { key, channel, day }] as const),
          ),
        );
        // oxlint-disable-next-line no-await-in-loop -- a transaction is one connection
        for (const { key, channel, day } of days.values()) await remakeDay(tx, key, channel, day);
      }),

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

    async settings(): Promise<Map<number, RecordSettings>> {
      const rows = await db.selectFrom('recording_settings').selectAll().execute();
      return new Map(rows.map((row) => [row.device_key, settingsOf(row)]));
    },

    async saveSettings(deviceKey: number, { enable, plan, audio, days }: RecordSettings): Promise<void> {
      const row = { enable, plan, audio, days };
      await db
        .insertInto('recording_settings')
        .values({ device_key: deviceKey, ...row })
        .onConflict((c) => c.column('device_key').doUpdateSet(row))
        .execute();
    },
  };
};

const settingsOf = ({ enable, plan, audio, days }: SettingsRow): RecordSettings => ({
  enable: enable === -1 || enable === 1 || enable === 2 ? enable : 0,
  plan,
  audio: audio === -1 || audio === 1 || audio === 2 || audio === 3 ? audio : 0,
  days,
});
