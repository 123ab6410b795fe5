// How many bytes recordings take: by device, of some devices, in a slot.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIRST_LANE } from '../lanes.ts';
import { devicesWithFiles } from './lists.ts';
import type { SlotNames } from '../slot-names.ts';
import type { RecordingTables } from './tables.ts';

/** Rows of the index that are added up in one turn, a millisecond of it or two. Asking costs as much as some of them. */
const ROWS_IN_A_TURN = 20_000;
const ROWS_OF_A_QUESTION = 500;

/** Gives others their turn when enough was read: called with the rows behind each question. */
const countedTurns = (): ((rows: number) => Promise<void> | undefined) => {
  let read = 0;
  return (rows) => {
    read += rows + ROWS_OF_A_QUESTION;
    if (read < ROWS_IN_A_TURN) return undefined;
    read = 0;
    return nextTurn();
  };
};

/** Of readable segments of a device. */
const sumOf = async (db: RecordingTables, deviceKey: number): Promise<{ segments: number; bytes: number }> => {
  const { segments, bytes } = await db
    .selectFrom('recordingSegments')
    .select((e) => [e.fn.countAll<number>().as('segments'), e.fn.sum<number | null>('bytes').as('bytes')])
    .where('deviceKey', '=', deviceKey)
    .where('state', '=', 'closed')
    .executeTakeFirstOrThrow();
  return { segments, bytes: bytes ?? 0 };
};

export const sumRows = (db: RecordingTables, names: SlotNames) => ({
  /** Bytes of readable segments by device. */
  async usage(): Promise<{ deviceKey: number; bytes: number }[]> {
    const all: { deviceKey: number; bytes: number }[] = [];
    const turns = countedTurns();
    for await (const deviceKey of devicesWithFiles(db)) {
      const { bytes, segments } = await sumOf(db, deviceKey);
      all.push({ deviceKey, bytes });
      await turns(segments);
    }
    return all;
  },

  /** Bytes of readable segments of these devices together. */
  async usageOf(deviceKeys: readonly number[]): Promise<number> {
    let sum = 0;
    const turns = countedTurns();
    for (const deviceKey of deviceKeys) {
      // oxlint-disable-next-line no-await-in-loop -- a device at a time is little enough for one turn
      const { bytes, segments } = await sumOf(db, deviceKey);
      sum += bytes;
      await turns(segments); // oxlint-disable-line no-await-in-loop
    }
    return sum;
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
      // Written out, so that the index of fetched segments serves.
      .where((e) => e('channel', '>=', e.lit(FIRST_LANE)))
      .where('state', '=', 'closed')
      .executeTakeFirst();
    const wanted = rows?.wanted ?? 0;
    return { wanted, others: (rows?.all ?? 0) - wanted };
  },

  /** Bytes of the files in a slot that are whole, also of those that are to be removed. */
  async slotBytes(slot: string): Promise<number> {
    const row = await db
      .selectFrom('recordingSegments')
      .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
      .where('node', '=', names.node)
      .where('slot', '=', names.nameOf(slot))
      .where('state', 'in', ['closed', 'retiring'])
      .executeTakeFirst();
    return row?.bytes ?? 0;
  },
});
