// Which rows of the journal hold positions of a device: one track then reads a few rows and not the whole journal. Kept up to date by
// reading what was appended since the last look. Runs inside the thread that reads tracks.
import { findRecords } from './journal-codec.ts';
import type { TracksFile } from './store/tracks-file.ts';

/** So much of the journal is in memory at once. */
const READ_BYTES = 1024 * 1024;

type Journal = Pick<TracksFile, 'firstJournalId' | 'journalRows' | 'journalRow'>;

export class JournalIndex {
  private readonly file: Journal;
  private rows: { id: number; deviceKeys: Uint32Array }[] = [];
  private lastId = 0;

  constructor(file: Journal) {
    this.file = file;
  }

  /** Takes in what was appended, and forgets what is packed by now. */
  follow(): void {
    this.forgetPacked();
    for (;;) {
      const rows = this.file.journalRows(this.lastId, Number.MAX_SAFE_INTEGER, READ_BYTES);
      if (rows.length === 0) return;
      for (const { id, data } of rows) {
        const keys = new Set<number>();
        findRecords(data, ({ deviceKey }) => keys.add(deviceKey));
        this.rows.push({ id, deviceKeys: Uint32Array.from(keys) });
        this.lastId = id;
      }
    }
  }

  /** The rows of now with positions of a device, in order. One that is packed in between is in the hours by then, and left out. */
  rowsOf(deviceKey: number): Uint8Array[] {
    this.follow();
    const found: Uint8Array[] = [];
    for (const { id, deviceKeys } of this.rows) {
      if (!deviceKeys.includes(deviceKey)) continue;
      const data = this.file.journalRow(id);
      if (data !== undefined) found.push(data);
    }
    return found;
  }

  private forgetPacked(): void {
    const firstId = this.file.firstJournalId();
    const [oldest] = this.rows;
    if (oldest === undefined || (firstId > 0 && oldest.id >= firstId)) return;
    this.rows = firstId === 0 ? [] : this.rows.filter(({ id }) => id >= firstId);
  }
}
