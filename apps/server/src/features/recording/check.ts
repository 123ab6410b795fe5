// Finds recordings that were altered, are missing or were put into another order: each closed segment carries the hash of the one
// before it, and the index both.
import type { Database } from '../../kernel/db.ts';
import { FIRST_LANE } from './lanes.ts';
import { hashFile } from './mend.ts';
import { decodeHead, HASH_BYTES, HEAD_BYTES } from './segment-format.ts';
import { localSegments, type SegmentStorage } from './segment-storage.ts';
import { createRecordingStore, type SegmentRow } from './store.ts';

export type RecordingFault = { what: 'missing' | 'altered' | 'reordered'; row: SegmentRow; text: string };
export type RecordingCheck = { segments: number; retired: number; open: number; faults: RecordingFault[] };

const same = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a !== null && b !== null && Buffer.compare(a, b) === 0;

/** What is wrong with the file of a closed segment, or null. */
const faultOf = async (row: SegmentRow, storage: SegmentStorage): Promise<RecordingFault | null> => {
  const file = await storage.open(row.slot, row.path);
  if (file === undefined) return { what: 'missing', row, text: 'the file is gone and was not retired' };
  try {
    const size = await file.size();
    const first = Buffer.alloc(HEAD_BYTES);
    await file.read(first, HEAD_BYTES, 0);
    const head = decodeHead(first);
    const own = head?.deviceKey === row.device_key && head.channel === row.channel && head.startMs === row.start_ms;
    if (!own) return { what: 'reordered', row, text: 'the file belongs to another device, channel or time' };
    if (size !== row.bytes) return { what: 'altered', row, text: `the file has ${size} bytes instead of ${row.bytes}` };
    if (!same(await hashFile(file), row.hash)) return { what: 'altered', row, text: 'the content has changed' };
    if (!same(head.previousHash, row.previous_hash))
      return { what: 'reordered', row, text: 'the file follows another segment than its row' };
    return null;
  } finally {
    await file.close();
  }
};

/** Checks every segment of a main database. Reads all files once. */
export const checkRecordings = async (
  db: Database,
  storage: SegmentStorage = localSegments,
): Promise<RecordingCheck> => {
  const store = createRecordingStore(db);
  const check: RecordingCheck = { segments: 0, retired: 0, open: 0, faults: [] };
  let last: SegmentRow | null = null;
  let page = await store.chain({ device_key: -1, channel: -1, start_ms: -1 });
  while (page.length > 0) {
    for (const row of page) {
      const before: SegmentRow | null =
        last?.device_key === row.device_key && last.channel === row.channel ? last : null;
      // Fetched footage comes in any order: each of its files stands for itself.
      const chained = before !== null && row.channel < FIRST_LANE;
      const follows = chained ? before.hash : new Uint8Array(HASH_BYTES);
      if (!same(row.previous_hash, follows))
        check.faults.push({ what: 'missing', row, text: 'the segment before it is not in the index' });
      if (row.state === 'open') check.open += 1;
      else if (row.state === 'closed') {
        check.segments += 1;
        // oxlint-disable-next-line no-await-in-loop -- files are read one after the other
        const fault = await faultOf(row, storage);
        if (fault !== null) check.faults.push(fault);
      } else check.retired += 1;
      last = row;
    }
    // oxlint-disable-next-line no-await-in-loop
    page = last === null ? [] : await store.chain(last);
  }
  return check;
};
