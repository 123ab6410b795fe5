// How many bytes recordings take: by device, of some devices, in a slot.
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
