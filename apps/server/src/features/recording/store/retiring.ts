// What retention asks and changes: rows that may go, that go, that are gone. Those kept from it are protecting.ts.
import { FIRST_LANE } from '../lanes.ts';
import { daysOfSpan } from '../minutes.ts';
import { remakeDay } from './day-bits.ts';
import type { SlotNames } from '../slot-names.ts';
import type { RecordingTables, SegmentRow } from './tables.ts';

const namesOf = (names: SlotNames, folders: readonly string[] = []): string[] =>
  folders.map((folder) => names.nameOf(folder));

export const retiringRows = (db: RecordingTables, names: SlotNames) => ({
  /**
   * Oldest first, of this node: what nobody protects and ended before. `deviceKeys` undefined: of any device; `slots` undefined: in any
   * slot; `not`: in none of these.
   */
  retirable(asked: {
    deviceKeys?: readonly number[];
    slots?: readonly string[];
    not?: readonly string[];
    beforeMs: number;
    nowMs: number;
    limit: number;
  }) {
    let rows = db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('node', '=', names.node)
      .where('state', '=', 'closed')
      .where('endMs', '<', asked.beforeMs)
      .where('protectedUntilMs', '<', asked.nowMs);
    if (asked.deviceKeys !== undefined) rows = rows.where('deviceKey', 'in', asked.deviceKeys);
    const [slots, spared] = [asked.slots && namesOf(names, asked.slots), namesOf(names, asked.not)];
    if (slots !== undefined) rows = rows.where('slot', 'in', slots);
    if (spared.length > 0) rows = rows.where('slot', 'not in', spared);
    return rows.orderBy('endMs').limit(asked.limit).execute();
  },

  /** Footage that was fetched from devices, whose protection ends in this span (UTC ms), the first first. */
  fetchedUntil(afterMs: number, toMs: number, limit: number, not?: readonly string[]): Promise<SegmentRow[]> {
    const spared = namesOf(names, not);
    const rows = db
      .selectFrom('recordingSegments')
      .selectAll()
      .where('node', '=', names.node)
      // Written out, so that the index of fetched segments serves.
      .where((e) => e('channel', '>=', e.lit(FIRST_LANE)))
      .where('state', '=', 'closed')
      .where('protectedUntilMs', '>', afterMs)
      .where('protectedUntilMs', '<=', toMs)
      .orderBy('protectedUntilMs')
      .orderBy('id')
      .limit(limit);
    return (spared.length > 0 ? rows.where('slot', 'not in', spared) : rows).execute();
  },

  /** Said before the file goes, so that its absence is always explained. */
  async retiring(ids: readonly number[], reason: string): Promise<void> {
    if (ids.length > 0)
      await db
        .updateTable('recordingSegments')
        .set({ state: 'retiring', reason })
        .where('id', 'in', ids)
        .where('state', '=', 'closed')
        .execute();
  },

  /** Their files are gone; the days no longer show them. */
  retired: (rows: readonly SegmentRow[]): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await tx.updateTable('recordingSegments').set({ state: 'retired' }).where('id', 'in', ids).execute();
      const days = new Map(
        rows.flatMap(({ deviceKey: key, channel, startMs, endMs }) =>
          daysOfSpan(startMs, endMs).map((day) => [`${key}:${channel}:${day}`, { key, channel, day }] as const),
        ),
      );
      // oxlint-disable-next-line no-await-in-loop -- a transaction is one connection
      for (const { key, channel, day } of days.values()) await remakeDay(tx, key, channel, day);
    }),
});
