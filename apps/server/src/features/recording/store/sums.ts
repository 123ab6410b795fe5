// How many bytes recordings take: by device, of some devices, in a slot.
import type { RecordingTables } from './tables.ts';

export const sumRows = (db: RecordingTables) => ({
  /** Bytes of readable segments by device. */
  usage: (): Promise<{ device_key: number; bytes: number }[]> =>
    db
      .selectFrom('recording_segments')
      .select(['device_key', (e) => e.fn.sum<number>('bytes').as('bytes')])
      .where('state', '=', 'closed')
      .groupBy('device_key')
      .execute(),

  /** Bytes of readable segments of these devices together. */
  async usageOf(deviceKeys: readonly number[]): Promise<number> {
    const row = await db
      .selectFrom('recording_segments')
      .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
      .where('device_key', 'in', deviceKeys)
      .where('state', '=', 'closed')
      .executeTakeFirst();
    return row?.bytes ?? 0;
  },

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
});
