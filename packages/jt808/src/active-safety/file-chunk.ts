// The attachment port's byte stream: JT/T 808 frames and raw file chunks mixed on one connection. Active safety, 6.3 and 7.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readText } from '../fields.ts';
import { readFrame } from '../frame.ts';
import type { FrameEvent } from '../frame.ts';
import { encodeGbk } from '../gbk.ts';

/** One piece of a file, `offset` and `length` in bytes. `data` is a copy and may be kept. */
export type FileChunk = {
  readonly kind: 'chunk';
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly data: Uint8Array;
};

/** The stream cannot be followed any more: close the connection. Nothing comes after it. */
export type BrokenStream = { readonly kind: 'broken'; readonly reason: 'chunk too large' | 'too much garbage' };

export type AttachmentEvent = FrameEvent | FileChunk | BrokenStream;

const FLAG = 0x7e;
const MAGIC = [0x30, 0x31, 0x63, 0x64] as const; // "01cd"
const NAME_LENGTH = 50;
const MAX_FRAME = 4096;
const MAX_CHUNK = 1024 * 1024;
const MAX_DROPPED = 64 * 1024;
const IDLE_CAPACITY = 128 * 1024;
/** File names begin with a letter or digit, so a smaller byte in front is the name length of the Heilongjiang form. */
const FIRST_NAME_BYTE = 0x30;

/** A chunk as a terminal sends it; a name of more than 50 bytes is cut. */
export const encodeFileChunk = (chunk: { name: string; offset: number; data: Uint8Array }): Uint8Array =>
  new ByteWriter(MAGIC.length + NAME_LENGTH + 8 + chunk.data.length)
    .raw(Uint8Array.from(MAGIC))
    .padded(encodeGbk(chunk.name).subarray(0, NAME_LENGTH), NAME_LENGTH)
    .u32(chunk.offset)
    .u32(chunk.data.length)
    .raw(chunk.data)
    .finish();

type Step = { readonly event?: AttachmentEvent; readonly wait: boolean };
const WAIT: Step = { wait: true };
const AGAIN: Step = { wait: false };

/**
 * Cuts the stream of one attachment connection into frames and file chunks. Holds at most one chunk (1 MiB and its header)
 * beside what is pushed. A bad frame is reported and never takes what follows with it: its closing flag may open the next.
 */
export class AttachmentSplitter {
  private buffer = new Uint8Array(4096);
  private start = 0;
  private end = 0;
  /** Bytes before this index hold no closing flag of the frame at `start`. */
  private searched = 0;
  private dropped = 0;
  private broken = false;

  /** Bytes held back until their frame or chunk is complete. */
  get pendingBytes(): number {
    return this.end - this.start;
  }

  /** Everything that became complete with these bytes, in order. After `broken` all input is ignored. */
  push(bytes: Uint8Array): AttachmentEvent[] {
    const events: AttachmentEvent[] = [];
    if (this.broken) return events;
    this.append(bytes);
    while (!this.broken && this.start < this.end) {
      const { event, wait } = this.step();
      if (event) events.push(event);
      if (wait) break;
    }
    if (this.broken) this.start = this.end;
    this.release();
    return events;
  }

  private step(): Step {
    const matched = this.matchMagic(this.start);
    if (matched === 'whole') return this.readChunk();
    if (matched === 'part') return WAIT;
    if (this.buffer[this.start] === FLAG) return this.readFrame();
    return this.seek();
  }

  /** Whether "01cd" stands at `at`, as far as there are bytes. */
  private matchMagic(at: number): 'whole' | 'part' | 'none' {
    for (const [i, byte] of MAGIC.entries()) {
      if (at + i >= this.end) return i === 0 ? 'none' : 'part';
      if (this.buffer[at + i] !== byte) return 'none';
    }
    return 'whole';
  }

  private readChunk(): Step {
    const nameLength = this.nameLength();
    if (nameLength === null) return WAIT;
    const nameAt = this.start + MAGIC.length + (nameLength === NAME_LENGTH ? 0 : 1);
    const dataAt = nameAt + nameLength + 8;
    if (this.end < dataAt) return WAIT;
    const reader = new ByteReader(this.buffer, nameAt);
    const name = readText(reader, nameLength);
    const offset = reader.u32();
    const length = reader.u32();
    if (length > MAX_CHUNK) return this.breakOff('chunk too large');
    if (this.end < dataAt + length) return WAIT;
    const data = this.buffer.slice(dataAt, dataAt + length);
    this.advanceTo(dataAt + length);
    this.dropped = 0;
    return { event: { kind: 'chunk', name, offset, length, data }, wait: false };
  }

  /**
   * 50 for the usual fixed field, the counted length in the Heilongjiang form, null while too few bytes are there. Counted
   * is what begins with the exact length of the printable text behind it.
   */
  private nameLength(): number | null {
    const first = this.buffer[this.start + MAGIC.length] ?? 0;
    if (this.end <= this.start + MAGIC.length) return null;
    if (first === 0 || first >= FIRST_NAME_BYTE) return NAME_LENGTH;
    const textAt = this.start + MAGIC.length + 1;
    if (this.end <= textAt + first) return null;
    const printable = this.buffer.subarray(textAt, textAt + first).every((byte) => byte >= 0x20);
    return printable && (this.buffer[textAt + first] ?? 0) < 0x20 ? first : NAME_LENGTH;
  }

  private readFrame(): Step {
    // No message id begins with "01": a flag before the magic is the closing one of a frame that was bad.
    const matched = this.matchMagic(this.start + 1);
    if (matched === 'whole') return this.skipFlag();
    if (matched === 'part') return WAIT;
    const from = Math.max(this.start + 1, this.searched);
    const close = this.buffer.subarray(0, this.end).indexOf(FLAG, from);
    this.searched = close === -1 ? this.end : close;
    if ((close === -1 ? this.end : close) - this.start > MAX_FRAME) return this.rejectOversized();
    if (close === -1) return WAIT;
    if (close === this.start + 1) return this.skipFlag();
    const event = readFrame(this.buffer.slice(this.start, close + 1));
    if (event.kind === 'frame') {
      this.dropped = 0;
      this.advanceTo(close + 1);
    } else {
      this.advanceTo(close);
    }
    return { event, wait: false };
  }

  private skipFlag(): Step {
    this.advanceTo(this.start + 1);
    return AGAIN;
  }

  private rejectOversized(): Step {
    const raw = this.buffer.slice(this.start, this.start + MAX_FRAME);
    this.advanceTo(this.start + 1);
    this.dropped += 1; // the rest is dropped by the next step, up to a flag or magic
    return { event: { kind: 'rejected', error: 'oversized', raw }, wait: false };
  }

  /** Drops bytes up to the next flag or magic. */
  private seek(): Step {
    let at = this.start;
    while (at < this.end && this.buffer[at] !== FLAG && this.matchMagic(at) === 'none') at += 1;
    this.dropped += at - this.start;
    this.advanceTo(at);
    return this.dropped > MAX_DROPPED ? this.breakOff('too much garbage') : AGAIN;
  }

  private breakOff(reason: BrokenStream['reason']): Step {
    this.broken = true;
    return { event: { kind: 'broken', reason }, wait: true };
  }

  private advanceTo(at: number): void {
    this.start = at;
    this.searched = at;
  }

  private append(bytes: Uint8Array): void {
    if (this.end + bytes.length > this.buffer.length) this.makeRoom(bytes.length);
    this.buffer.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** Moves what is held to the front, of a larger buffer when it would fill more than half: each byte moves a bounded number of times. */
  private makeRoom(extra: number): void {
    const held = this.end - this.start;
    const target = (held + extra) * 2 > this.buffer.length ? new Uint8Array((held + extra) * 2) : this.buffer;
    target.set(this.buffer.subarray(this.start, this.end));
    this.searched -= this.start;
    this.buffer = target;
    this.start = 0;
    this.end = held;
  }

  /** An empty buffer starts over, and a large one is given back: connections idle between files. */
  private release(): void {
    if (this.start < this.end) return;
    this.start = 0;
    this.end = 0;
    this.searched = 0;
    if (this.buffer.length > IDLE_CAPACITY) this.buffer = new Uint8Array(4096);
  }
}
