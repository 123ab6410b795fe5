// The additional items of an hour of positions. A recorder sends the same items in every report, inputs and voltages for instance: laid
// out byte by byte in columns they take a tenth. What comes now and then stands by itself behind them.
import { type ByteSink, type ByteSource, readColumn, writeColumn } from './column-codec.ts';

/** Fewer positions than this with items of one length are not worth a column for each byte. */
const LEAST_ROWS = 8;
/** Alarms with long items are rare and do not resemble each other. */
const LONGEST_ROW = 256;
/** Far above an hour of a report each second; a damaged blob must not ask for all memory. */
const MAX_BYTES = 4_000_000;

/** The items of each position, empty for most or for none. */
export const writeItems = (items: readonly Uint8Array[], sink: ByteSink): void => {
  const byLength = new Map<number, number[]>();
  items.forEach(({ length }, i) => {
    if (length === 0) return;
    const rows = byLength.get(length);
    if (rows === undefined) byLength.set(length, [i]);
    else rows.push(i);
  });
  const groups = [...byLength].filter(([length, rows]) => length <= LONGEST_ROW && rows.length >= LEAST_ROWS);
  sink.varint(groups.length);
  for (const [length, rows] of groups) {
    byLength.delete(length);
    sink.varint(length);
    sink.varint(rows.length);
    writeColumn(rows, sink);
    for (let at = 0; at < length; at += 1) {
      writeColumn(
        rows.map((row) => items[row]?.[at] ?? 0),
        sink,
      );
    }
  }
  for (const row of [...byLength.values()].flat()) {
    const bytes = items[row] ?? new Uint8Array(0);
    sink.varint(row);
    sink.varint(bytes.length);
    sink.raw(bytes);
  }
};

/** Reads the groups of one length. Throws RangeError for damaged bytes; `count` positions are in the hour. */
export const readItemColumns = (
  source: ByteSource,
  count: number,
  found: (row: number, items: Uint8Array) => void,
): void => {
  for (let groups = source.varint(); groups > 0; groups -= 1) {
    const length = source.varint();
    const rowCount = source.varint();
    if (length > LONGEST_ROW || rowCount > count || length * rowCount > MAX_BYTES)
      throw new RangeError('items do not fit');
    const rows = readColumn(source, rowCount);
    const columns = Array.from({ length }, () => readColumn(source, rowCount));
    rows.forEach((row, i) =>
      found(
        row,
        Uint8Array.from(columns, (column) => column[i] ?? 0),
      ),
    );
  }
};

/** Reads what stands behind the columns, to the end of the blob. */
export const readLooseItems = (source: ByteSource, found: (row: number, items: Uint8Array) => void): void => {
  while (!source.atEnd()) {
    const row = source.varint();
    found(row, source.take(source.varint()).slice());
  }
};
