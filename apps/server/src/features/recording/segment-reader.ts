// Reads frames of one segment from a place in time, in bounded pieces, also while it is written. Which segment is reader.ts.
import { join } from 'node:path';
import { scanSegment } from './mend.ts';
import {
  decodeFooter,
  decodeHead,
  decodeRecord,
  HEAD_BYTES,
  RECORD_BYTES,
  recordLength,
  type KeyPlace,
  type SegmentContent,
  type StoredFrame,
} from './segment-format.ts';
import { localSegments, openFile, openPath, type SegmentBytes, type SegmentStorage } from './segment-storage.ts';

/** How much is read ahead. A longer frame is read whole. */
const AHEAD_BYTES = 128 * 1024;
const FOOTER_GUESS_BYTES = 16 * 1024;

/** What is written so far, while the segment is open; undefined once it is closed. */
export type LiveContent = () => SegmentContent | undefined;

/** It may still be written, or was and waits to be mended; and it may be handed over between the two looks. */
const openEither = async (storage: SegmentStorage, slot: string, path: string): Promise<SegmentBytes | undefined> =>
  (await storage.open(slot, path)) ?? (await openFile(join(slot, openPath(path)))) ?? storage.open(slot, path);

const readAt = async (file: SegmentBytes, length: number, position: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, await file.read(bytes, length, position));
};

/** How many of the key places, which are in order, lie before what is looked for. */
const countBefore = (keys: readonly KeyPlace[], isBefore: (key: KeyPlace) => boolean): number => {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const key = keys[middle];
    if (key !== undefined && isBefore(key)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The last key place at or before the time, else the first. */
const placeFor = (keys: readonly KeyPlace[], afterMs: number): number => {
  const later = countBefore(keys, ({ timeMs }) => timeMs <= afterMs);
  return keys[Math.max(0, later - 1)]?.offset ?? HEAD_BYTES;
};

export class SegmentReader {
  readonly startMs: number;
  private readonly file: SegmentBytes;
  private readonly live: LiveContent;
  private content: SegmentContent;
  private ended = false;
  private awaitsKey = false;
  private at = HEAD_BYTES;
  private chunk: Buffer = Buffer.alloc(0);
  private chunkAt = 0;

  private constructor(file: SegmentBytes, startMs: number, content: SegmentContent, live: LiveContent) {
    this.file = file;
    this.startMs = startMs;
    this.content = content;
    this.live = live;
  }

  /** Undefined when the file is gone or is no segment: it may be retired at any moment. */
  static async open(
    slot: string,
    path: string,
    live: LiveContent,
    storage: SegmentStorage = localSegments,
  ): Promise<SegmentReader | undefined> {
    const file = await openEither(storage, slot, path).catch(() => undefined);
    if (file === undefined) return undefined;
    try {
      const head = decodeHead(await readAt(file, HEAD_BYTES, 0));
      const content = live() ?? (head && (await contentOf(file, head.startMs)));
      if (head !== undefined && content !== undefined) return new SegmentReader(file, head.startMs, content, live);
    } catch {
      // a disk that fails in between is a segment that cannot be read
    }
    await file.close();
    return undefined;
  }

  async seek(timeMs: number): Promise<void> {
    await this.refresh();
    this.awaitsKey = false;
    this.at = placeFor(this.content.keys, timeMs - this.startMs);
  }

  /** Goes on with the first place to start among what is written from now on. */
  async seekEnd(): Promise<void> {
    await this.refresh();
    this.at = this.content.bytes;
    this.awaitsKey = true;
  }

  /** When what is written so far ends, UTC ms. */
  get endMs(): number {
    return this.content.endMs;
  }

  /**
   * The next frame, or the next of those a decoder may start with; undefined at the end of what is written so far. Damaged places are
   * skipped up to a key frame.
   */
  async next(keysOnly = false): Promise<StoredFrame | undefined> {
    for (;;) {
      const place = keysOnly ? this.nextKey() : this.at;
      // oxlint-disable-next-line no-await-in-loop
      if (place === undefined || place >= this.content.bytes) await this.refresh();
      const found = keysOnly ? this.nextKey() : this.at;
      if (found === undefined || found >= this.content.bytes) return undefined;
      this.at = found;
      // oxlint-disable-next-line no-await-in-loop -- a damaged record leads to the next one
      const record = await this.record();
      if (record !== undefined && record.kind !== 'footer') {
        this.at += record.end;
        if (this.awaitsKey && !record.key && this.content.hasVideo) continue;
        this.awaitsKey = false;
        const { end: _end, afterMs, ...frame } = record;
        return { ...frame, timeMs: this.startMs + afterMs };
      }
      const { at } = this;
      const key = this.content.keys.find(({ offset }) => offset > at);
      if (key === undefined) return undefined;
      this.at = key.offset;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Where the next key place begins, from the place of reading on. */
  private nextKey(): number | undefined {
    const { keys } = this.content;
    return keys[countBefore(keys, ({ offset }) => offset < this.at)]?.offset;
  }

  /** The record at the place of reading; its `end` counts from there. */
  private async record() {
    for (let wanted = AHEAD_BYTES; ;) {
      const inside = this.at - this.chunkAt;
      const there = inside >= 0 && inside < this.chunk.length;
      const length = there ? recordLength(this.chunk, inside) : undefined;
      if (there && length !== undefined && inside + length <= this.chunk.length) {
        const record = decodeRecord(this.chunk, inside);
        return record && { ...record, end: record.end - inside };
      }
      if (this.chunkAt === this.at && this.chunk.length >= Math.max(RECORD_BYTES, length ?? 0)) return undefined;
      if (length !== undefined) wanted = Math.max(AHEAD_BYTES, length);
      const left = this.content.bytes - this.at;
      if (left < RECORD_BYTES || (length !== undefined && length > left)) return undefined;
      // oxlint-disable-next-line no-await-in-loop -- how much has to be read stands in what was read
      this.chunk = await readAt(this.file, Math.min(wanted, left), this.at);
      this.chunkAt = this.at;
    }
  }

  /** What came since; for the last time when the segment has been closed meanwhile. */
  private async refresh(): Promise<void> {
    if (this.ended) return;
    const live = this.live();
    if (live === undefined) {
      this.ended = true;
      this.content = (await contentOf(this.file, this.startMs)) ?? this.content;
    } else this.content = live;
  }
}

/** From the footer, or from a walk through a file that has none. */
const contentOf = async (file: SegmentBytes, startMs: number): Promise<SegmentContent | undefined> => {
  const size = await file.size();
  const guess = Math.min(size - HEAD_BYTES, FOOTER_GUESS_BYTES);
  const tail = await readAt(file, guess, size - guess);
  return decodeFooter(tail, size, startMs) ?? (await scanSegment(file))?.content;
};
