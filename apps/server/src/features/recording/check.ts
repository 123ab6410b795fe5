// Finds recordings that were altered, are missing or were put into another order: each closed segment carries the hash of the one
// before it, and the index both.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../kernel/storage/db.ts';
import { FIRST_LANE } from './lanes.ts';
import { hashFile } from './mend.ts';
import { decodeHead, HASH_BYTES, HEAD_BYTES } from './segment-format.ts';
import { localSegments, OPEN_FOLDER, openFile, type SegmentBytes, type SegmentStorage } from './segment-storage.ts';
import { ONLY_NODE, SlotNames } from './slot-names.ts';
import { createRecordingStore, type SegmentRow } from './store.ts';
import { createSlotStore } from './store/slots.ts';

export type RecordingFault = { what: 'missing' | 'altered' | 'reordered'; row: SegmentRow; text: string };
/** `unindexed`: segments that others follow and that are on disk but not in the index yet. */
export type RecordingCheck = {
  segments: number;
  retired: number;
  open: number;
  unindexed: number;
  faults: RecordingFault[];
};

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
    const own = head?.deviceKey === row.deviceKey && head.channel === row.channel && head.startMs === row.startMs;
    if (!own) return { what: 'reordered', row, text: 'the file belongs to another device, channel or time' };
    if (size !== row.bytes) return { what: 'altered', row, text: `the file has ${size} bytes instead of ${row.bytes}` };
    if (!same(await hashFile(file), row.hash)) return { what: 'altered', row, text: 'the content has changed' };
    if (!same(head.previousHash, row.previousHash))
      return { what: 'reordered', row, text: 'the file follows another segment than its row' };
    return null;
  } finally {
    await file.close();
  }
};

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
const NOTHING_BEFORE = hexOf(new Uint8Array(HASH_BYTES));

/**
 * The segments of one channel hang together by their hashes, each after another one: that is the order they were written in. It is the
 * order of time only while nobody sets the server's clock back.
 */
class Chain {
  private readonly known = new Set([NOTHING_BEFORE]);
  private readonly followed = new Set<string>();
  private readonly loose: SegmentRow[] = [];

  /** `forgotten`: the hashes of segments whose rows are gone by their age. */
  constructor(forgotten: readonly Uint8Array[] = []) {
    for (const hash of forgotten) this.known.add(hexOf(hash));
  }

  add(row: SegmentRow): void {
    const before = hexOf(row.previousHash);
    if (row.hash !== null) this.known.add(hexOf(row.hash));
    // Fetched footage from before it was chained: each of its files follows nothing.
    if (row.channel >= FIRST_LANE && before === NOTHING_BEFORE) return;
    if (!this.known.has(before) || this.followed.has(before)) this.loose.push(row);
    else this.followed.add(before);
  }

  /** What some rows follow and no row has: they may wait for theirs. */
  missing(): boolean {
    return this.loose.some(({ previousHash: before }) => !this.known.has(hexOf(before)));
  }

  /** A whole file that is not in the index yet. True: something follows it. */
  addFile(hash: Uint8Array): boolean {
    const own = hexOf(hash);
    const wanted = !this.known.has(own) && this.loose.some(({ previousHash: before }) => hexOf(before) === own);
    this.known.add(own);
    return wanted;
  }

  /** Once all are added: those that follow nothing there is, or what another one follows. */
  broken(): RecordingFault[] {
    const broken = this.loose.filter((row) => {
      const before = hexOf(row.previousHash);
      const hangs = this.known.has(before) && !this.followed.has(before);
      this.followed.add(before);
      return !hangs;
    });
    return broken.map((row) => ({ what: 'missing', row, text: 'the segment before it is not in the index' }));
  }
}

const hashOf = async (file: SegmentBytes | undefined): Promise<Uint8Array | undefined> => {
  if (file === undefined) return undefined;
  try {
    return await hashFile(file);
  } finally {
    await file.close();
  }
};

/**
 * The hashes of files of a channel that no closed row names: those of its open rows, wherever they lie, and those among the open
 * files, which have none. A server that could not write its database has them, and puts them into the index by itself.
 */
const hashesOfUnindexed = async (
  { deviceKey, channel }: SegmentRow,
  openRows: readonly SegmentRow[],
  folders: Iterable<string>,
  storage: SegmentStorage,
): Promise<Uint8Array[]> => {
  const hashes: (Uint8Array | undefined)[] = [];
  // oxlint-disable-next-line no-await-in-loop -- files are read one after the other
  for (const { slot, path } of openRows) hashes.push(await hashOf(await storage.open(slot, path)));
  for (const folder of folders)
    // oxlint-disable-next-line no-await-in-loop
    for (const name of await readdir(join(folder, OPEN_FOLDER)).catch(() => []))
      if (name.startsWith(`${deviceKey}_${channel}_`) && name.endsWith('.orec'))
        // oxlint-disable-next-line no-await-in-loop
        hashes.push(await hashOf(await openFile(join(folder, OPEN_FOLDER, name))));
  return hashes.filter((hash) => hash !== undefined);
};

/** `folders`: where else files without a row may lie. */
type CheckOptions = { storage?: SegmentStorage; folders?: readonly string[]; node?: string };

/** Checks every segment of a main database whose file is at this node. Reads all files once. */
export const checkRecordings = async (
  db: Database,
  { storage = localSegments, folders = [], node = ONLY_NODE }: CheckOptions = {},
): Promise<RecordingCheck> => {
  const store = createRecordingStore(db, new SlotNames(node, await createSlotStore(db).slotsOf(node)));
  const check: RecordingCheck = { segments: 0, retired: 0, open: 0, unindexed: 0, faults: [] };
  const slots = new Set(folders);
  let last: SegmentRow | null = null;
  let chain = new Chain();
  let openRows: SegmentRow[] = [];
  const endChannel = async (of: SegmentRow): Promise<void> => {
    if (chain.missing())
      for (const hash of await hashesOfUnindexed(of, openRows, slots, storage))
        if (chain.addFile(hash)) check.unindexed += 1;
    check.faults.push(...chain.broken());
    openRows = [];
  };
  let page = await store.chain({ deviceKey: -1, channel: -1, startMs: -1 });
  while (page.length > 0) {
    for (const row of page) {
      if (last !== null && (last.deviceKey !== row.deviceKey || last.channel !== row.channel))
        // oxlint-disable-next-line no-await-in-loop -- files are read one after the other
        await endChannel(last);
      if (last === null || last.deviceKey !== row.deviceKey || last.channel !== row.channel)
        // oxlint-disable-next-line no-await-in-loop
        chain = new Chain(await store.forgottenHashes(row.deviceKey, row.channel));
      chain.add(row);
      if (row.node === node) slots.add(row.slot);
      // What lies at another node hangs in the chain all the same; its file is checked there.
      const isHere = row.node === node;
      if (row.state === 'open') {
        check.open += 1;
        openRows.push(row);
      } else if (row.state === 'closed') {
        check.segments += 1;
        // oxlint-disable-next-line no-await-in-loop -- files are read one after the other
        const fault = isHere ? await faultOf(row, storage) : null;
        if (fault !== null) check.faults.push(fault);
      } else check.retired += 1;
      last = row;
    }
    // oxlint-disable-next-line no-await-in-loop
    page = last === null ? [] : await store.chain(last);
  }
  if (last !== null) await endChannel(last);
  return check;
};
