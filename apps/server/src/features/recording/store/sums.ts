// How many bytes recordings take: by device, of some devices, in a slot.
import { FIRST_LANE } from '../lanes.ts';
import type { SlotNames } from '../slot-names.ts';
import type { RecordingTables } from './tables.ts';

export const sumRows = (db: RecordingTables, names: SlotNames) => ({
  /** Bytes of readable segments by device. */
  usage: (): Promise<{ deviceKey: number; bytes: number }[]> =>
    db
      .selectFrom('recordingSegments')
      .select(['deviceKey', (e) => e.fn.sum<number>('bytes').as('bytes')])
      .where('state', '=', 'closed')
      .groupBy('deviceKey')
      .execute(),

  /** Bytes of readable segments of these devices together. */
  async usageOf(deviceKeys: readonly number[]): Promise<number> {
    const row = await db
      .selectFrom('recordingSegments')
      .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
      .where('deviceKey', 'in', deviceKeys)
      .where('state', '=', 'closed')
      .executeTakeFirst();
    return row?.bytes ?? 0;
  },

  /** Bytes of footage that was fetched from devices: what is kept for somebody now, and the rest. */
  async fetchedBytes(nowMs: number): Promise<{ wanted: number; others: number }> {
    const rows = await db
      .selectFrom('recordingSegments')
      .select((e) => [
        e.fn
          .sum<number | null>(e.case().when('protectedUntilMs', '>', nowMs).then(e.ref('bytes')).else(0).end())
          .as('wanted'),
        e.fn.sum<number | null>('bytes').as('all'),
      ])
      .where('node', '=', names.node)
      .where('channel', '>=', FIRST_LANE)
      .where('state', '=', 'closed')
      .executeTakeFirst();
    const wanted = rows?.wanted ?? 0;
    return { wanted, others: (rows?.all ?? 0) - wanted };
  },

  /** Bytes of closed segments in a slot. */
  async slotBytes(slot: string): Promise<number> {
    const row = await db
      .selectFrom('recordingSegments')
      .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
      .where('node', '=', names.node)
      .where('slot', '=', names.nameOf(slot))
      .where('state', '=', 'closed')
      .executeTakeFirst();
    return row?.bytes ?? 0;
  },
});
