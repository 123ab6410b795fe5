// After a kill or a power cut: what lies among the open files is cut to its last whole record, closed, and put into the index.
import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';
import { segmentPath } from './segment-file.ts';
import {
  addToContent,
  createContent,
  decodeHead,
  decodeRecord,
  encodeFooter,
  HEAD_BYTES,
  RECORD_BYTES,
  recordLength,
  type SegmentContent,
  type SegmentHead,
} from './segment-format.ts';
import { bytesOf, OPEN_FOLDER, openPath, type SegmentBytes, type SegmentStorage } from './segment-storage.ts';
import type { RecordingStore, SegmentRow } from './store.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Walks the records of a file from its start. Gives what is whole; `closed`: a footer stands behind it. */
export const scanSegment = async (
  file: SegmentBytes,
): Promise<{ head: SegmentHead; content: SegmentContent; closed: boolean } | undefined> => {
  const size = await file.size();
  const first = Buffer.alloc(HEAD_BYTES);
  await file.read(first, HEAD_BYTES, 0);
  const head = decodeHead(first);
  if (head === undefined) return undefined;
  const content = createContent(head.startMs);
  let chunk = Buffer.alloc(0);
  let chunkAt = HEAD_BYTES;
  for (;;) {
    const at = content.bytes - chunkAt;
    const length = recordLength(chunk, at);
    const missing = length === undefined || at + length > chunk.length;
    if (missing && chunkAt + chunk.length < size) {
      const wanted = Math.min(size - content.bytes, Math.max(CHUNK_BYTES, length ?? RECORD_BYTES));
      if (length !== undefined && length > size - content.bytes) return { head, content, closed: false };
      chunk = Buffer.allocUnsafe(wanted);
      chunkAt = content.bytes;
      // oxlint-disable-next-line no-await-in-loop -- where the next record begins stands in this one
      const bytesRead = await file.read(chunk, wanted, chunkAt);
      if (bytesRead < wanted) chunk = chunk.subarray(0, bytesRead);
      if (bytesRead === 0) return { head, content, closed: false };
      continue;
    }
    const record = decodeRecord(chunk, at);
    if (record === undefined) return { head, content, closed: false };
    if (record.kind === 'footer') return { head, content, closed: chunkAt + record.end === size };
    const { kind, key, afterMs, end } = record;
    addToContent(content, head.startMs, { kind, key, afterMs, length: end - at });
  }
};

/** SHA-256 of a file of so many bytes, in pieces. */
export const hashFile = async (file: SegmentBytes): Promise<Uint8Array> => {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop
    const bytesRead = await file.read(chunk, CHUNK_BYTES, at);
    if (bytesRead === 0) return Uint8Array.from(hash.digest());
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
};

/** Whether another segment names this hash as that of the one before it. */
type IsFollowed = (head: SegmentHead, hash: Uint8Array) => Promise<boolean>;

/**
 * Cuts a torn tail off and writes a footer, where there is none. Undefined: nothing in the file is of use. A full disk leaves segments
 * without footer that others follow by their hash: such a one stays as it is.
 */
export const mendSegment = async (full: string, isFollowed: IsFollowed = () => Promise.resolve(false)) => {
  const file = await open(full, 'r+');
  try {
    const found = await scanSegment(bytesOf(file));
    if (found === undefined || found.content.frames === 0) return undefined;
    const { head, content, closed } = found;
    if (!closed) {
      await file.truncate(content.bytes);
      if (!(await isFollowed(head, await hashFile(bytesOf(file))))) {
        const footer = encodeFooter(content, head.startMs);
        await file.write(footer, 0, footer.length, content.bytes);
      }
      await file.datasync();
    }
    const { size } = await file.stat();
    return { head, content, closed, bytes: size, hash: await hashFile(bytesOf(file)) };
  } finally {
    await file.close();
  }
};

export type MendKit = {
  store: RecordingStore;
  log: Log;
  storage: SegmentStorage;
  /** What was written to the database outlasts a power cut. */
  synced: () => Promise<void>;
  /** All folders: a segment may follow one in another folder. */
  folders?: readonly string[];
  /** Whether the open file of this path is not to be touched: it is being written, or waits for its row. */
  isBusy?: (openFile: string) => boolean;
};

const headOf = async (full: string): Promise<SegmentHead | undefined> => {
  const file = await open(full, 'r');
  try {
    const first = Buffer.alloc(HEAD_BYTES);
    await file.read(first, 0, HEAD_BYTES, 0);
    return decodeHead(first);
  } finally {
    await file.close();
  }
};

/** Names of the segments among the open files of a folder, in the order of their channels and times. */
const openNames = async (slot: string): Promise<string[]> =>
  (await readdir(join(slot, OPEN_FOLDER)).catch(() => [])).filter((name) => name.endsWith('.orec')).toSorted();

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** By the index, and by the heads of files that have no row yet. */
const findFollowers = async ({ store, folders = [] }: MendKit): Promise<IsFollowed> => {
  const named = new Set<string>();
  for (const slot of folders)
    // oxlint-disable-next-line no-await-in-loop -- a handful, after a kill
    for (const name of await openNames(slot)) {
      // oxlint-disable-next-line no-await-in-loop
      const head = await headOf(join(slot, OPEN_FOLDER, name)).catch(() => undefined);
      if (head !== undefined) named.add(hexOf(head.previousHash));
    }
  return async ({ deviceKey, channel }, hash) =>
    named.has(hexOf(hash)) || (await store.isFollowed(deviceKey, channel, hash));
};

/** The row says already what the file is: only its place is wrong. False: it holds less than that. */
const settle = async ({ storage }: MendKit, full: string, row: SegmentRow): Promise<boolean> => {
  const file = await open(full, 'r+');
  try {
    const { size } = await file.stat();
    if (size < row.bytes) return false;
    if (size > row.bytes) await file.truncate(row.bytes); // what a full disk took of a footer
  } finally {
    await file.close();
  }
  await storage.keep(row.slot, row.path);
  return true;
};

/**
 * A file whose row is missing gets one; a row whose file holds nothing goes. The file after the row, when that is sure: where a power cut
 * comes in between it is found here again, and nowhere else.
 */
const adopt = async (kit: MendKit, slot: string, name: string, isFollowed: IsFollowed): Promise<void> => {
  const { store, log, storage, synced } = kit;
  const full = join(slot, OPEN_FOLDER, name);
  const known = await headOf(full);
  const indexed = known === undefined ? undefined : await store.byPath(slot, pathOf(known));
  if (indexed?.state === 'closed' && (await settle(kit, full, indexed))) return;
  const mended = await mendSegment(full, isFollowed);
  const [path] = mended === undefined ? [name.replaceAll('_', '/')] : [pathOf(mended.head)];
  const row = await store.byPath(slot, path);
  if (mended === undefined) {
    if (row?.state === 'open') {
      await store.forget(row.id);
      await synced();
    }
    await rm(full, { force: true });
    log.warn('empty recording removed', { path });
    return;
  }
  const { head, content, closed, bytes, hash } = mended;
  const id = row?.id ?? (await store.open({ ...newRow(head), slot, path }));
  if (row === undefined) await synced();
  await storage.keep(slot, path);
  await store.close(id, {
    endMs: content.endMs,
    bytes,
    frames: content.frames,
    reason: row?.state === 'closed' ? row.reason : closed ? '' : 'mended after the server was ended',
    hasVideo: content.hasVideo,
    hasAudio: content.hasAudio,
    hash: row?.state === 'closed' && row.hash !== null ? row.hash : hash,
    slot,
    path,
  });
  log.info('recording mended', { path, frames: content.frames });
};

const pathOf = (head: SegmentHead): string => segmentPath(head.deviceKey, head.channel, head.startMs);
const newRow = (head: SegmentHead) => ({
  deviceKey: head.deviceKey,
  channel: head.channel,
  startMs: head.startMs,
  endMs: head.startMs,
  previousHash: head.previousHash,
});

/** The kill came between moving the file and its row, or its folder is away: then the row stays open until it is back. */
const finishRow = async ({ store }: MendKit, row: SegmentRow, isFollowed: IsFollowed): Promise<void> => {
  const mended = await mendSegment(join(row.slot, row.path), isFollowed).catch(() => undefined);
  if (mended === undefined) return;
  const { content, bytes, hash } = mended;
  await store.close(row.id, {
    endMs: content.endMs,
    bytes,
    frames: content.frames,
    reason: row.reason,
    hasVideo: content.hasVideo,
    hasAudio: content.hasAudio,
    hash,
    slot: row.slot,
    path: row.path,
  });
};

/**
 * Mends one folder. Failures of single files are logged and left for the next time: false when there were any.
 */
export const mendSlot = async (kit: MendKit, slot: string): Promise<boolean> => {
  const { store, log, synced, isBusy = () => false } = kit;
  const isFollowed = await findFollowers(kit);
  let whole = true;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      whole = false;
      log.error('recording not mended', { slot, what, err: error });
    }
  };
  const names = await openNames(slot);
  if (names.length > 0) await attempt('rows', synced); // those of before a kill, which a power cut might still take
  if (!whole) return false;
  for (const name of names)
    if (!isBusy(join(slot, OPEN_FOLDER, name)))
      // oxlint-disable-next-line no-await-in-loop -- one file after the other: a start has other work
      await attempt(name, () => adopt(kit, slot, name, isFollowed));
  const rows = await store.inState('open');
  for (const row of rows)
    if (row.slot === slot && !isBusy(join(slot, openPath(row.path))))
      // oxlint-disable-next-line no-await-in-loop
      await attempt(row.path, () => finishRow(kit, row, isFollowed));
  return whole;
};
