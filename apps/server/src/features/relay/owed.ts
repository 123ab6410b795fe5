// What a relay still owes the other platform, as it is stored: a cursor in the journal of positions, and the devices that are behind it. No storage
// and no journal here.

/**
 * Everybody owes what stands behind `cursor`. A device of `devices` owes as well what stands before it, from the row that is named there on;
 * the others owe nothing of that.
 */
export type Owed = { readonly cursor: number; readonly devices: ReadonlyMap<number, number> };
export type DeviceRow = { deviceKey: number; journalId: number };

/** The row behind which the journal is needed. */
export const neededAfter = ({ cursor, devices }: Owed): number => {
  let first = cursor;
  for (const row of devices.values()) first = Math.min(first, row - 1);
  return first;
};

/** Whether a position of this device in this row of the journal is owed. */
export const isOwed = ({ cursor, devices }: Owed, deviceKey: number, row: number): boolean =>
  row > cursor || row >= (devices.get(deviceKey) ?? Number.POSITIVE_INFINITY);

/**
 * What is to be stored so that the cursor may stand at this row: devices whose first waiting position is not behind it, and devices
 * that are stored and are behind it no more. One that has come on less than `step` rows stays as it is: after a kill it says a little twice.
 */
export const changesOf = (
  stored: Owed,
  waiting: Iterable<readonly [deviceKey: number, firstRow: number]>,
  { cursor, step }: { cursor: number; step: number },
): { owing: DeviceRow[]; settled: number[] } => {
  const behind = new Set<number>();
  const owing: DeviceRow[] = [];
  for (const [deviceKey, journalId] of waiting) {
    if (journalId > cursor) continue;
    behind.add(deviceKey);
    const known = stored.devices.get(deviceKey);
    if (known === undefined || known > journalId || journalId - known > step) owing.push({ deviceKey, journalId });
  }
  return { owing, settled: [...stored.devices.keys()].filter((deviceKey) => !behind.has(deviceKey)) };
};

/** How many bytes of the journal somebody still needs, as far as that was read, and up to which row to give up where they are too many. */
export class HeldJournal {
  #bytes = 0;
  #parts: { lastRow: number; bytes: number }[] = [];
  readonly #partBytes: number;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
    this.#partBytes = most / 256;
  }

  read(row: number, bytes: number): void {
    const last = this.#parts.at(-1);
    this.#bytes += bytes;
    if (last === undefined || last.bytes + bytes > this.#partBytes) this.#parts.push({ lastRow: row, bytes });
    else Object.assign(last, { lastRow: row, bytes: last.bytes + bytes });
  }

  /** Rows up to this one are needed no more. */
  release(row: number): void {
    const kept = this.#parts.findIndex(({ lastRow }) => lastRow > row);
    for (const { bytes } of this.#parts.splice(0, kept === -1 ? this.#parts.length : kept)) this.#bytes -= bytes;
  }

  /** The row up to which the journal has to be given up; null: it is not too much. */
  tooMuch(): number | null {
    let over = this.#bytes - this.#most;
    let row: number | null = null;
    for (const { lastRow, bytes } of this.#parts) {
      if (over <= 0) break;
      over -= bytes;
      row = lastRow;
    }
    return row;
  }

  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
