// Rows of the journal as whole positions, for who passes them on. Read on the side that asks: a row is bytes until somebody wants it.
import type { Reportable } from '../../gateway/index.ts';
import { findRecords, readRecord } from './journal-codec.ts';
import type { JournalRow } from './store/tracks-file.ts';
import { fromStored } from './stored-position.ts';

/** The positions of a row in order, each read when it is asked for; those of devices that are not `wanted` never. */
export function* positionsIn(
  { data }: JournalRow,
  wanted: (deviceKey: number) => boolean,
): Generator<{ deviceKey: number; position: Reportable }> {
  const found: { deviceKey: number; start: number }[] = [];
  findRecords(data, ({ deviceKey, start }) => {
    if (wanted(deviceKey)) found.push({ deviceKey, start });
  });
  for (const { deviceKey, start } of found) yield { deviceKey, position: fromStored(readRecord(data, start)) };
}
