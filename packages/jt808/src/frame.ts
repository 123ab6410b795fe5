// Frames of JT/T 808 on a byte stream: flags, escapes, checksum (sections 3 and 21.1). The header itself is read by header.ts.
import { encodeHeader, readHeader } from './header.ts';
import type { Header, HeaderFields, Tolerance } from './header.ts';

const FLAG = 0x7e;
const ESCAPE = 0x7d;
/** Shortest frame without flags, unescaped: short header and checksum. */
const MIN_LENGTH = 13;
/** Most bytes kept behind an opening flag while its closing one is missing (21.1). */
const MAX_PENDING = 4096;
const OPENING = Uint8Array.of(FLAG);

/** Why a frame was rejected. `oversized`: over 4 KiB without a closing flag. The rest in the order of the verdicts. */
export type FrameError = 'escape' | 'short' | 'checksum' | 'length' | 'oversized';

/** A good frame. All bytes are views that may share memory with the chunk pushed: copy what is kept. */
export type Frame = {
  readonly kind: 'frame';
  /** As on the wire, flags included. */
  readonly raw: Uint8Array;
  readonly header: Header;
  readonly body: Uint8Array;
  readonly tolerated: readonly Tolerance[];
};

/**
 * A frame that gets no answer. `raw` is what lay between the flags, flags included, of `oversized` its beginning. `short`, with
 * the error `length`: the header, which declares more body than the `presentBytes` that came.
 */
export type RejectedFrame = {
  readonly kind: 'rejected';
  readonly error: FrameError;
  readonly raw: Uint8Array;
  readonly short?: { readonly header: Header; readonly presentBytes: number };
};

export type FrameEvent = Frame | RejectedFrame;

/** Undoes the escapes of what lay between two flags; null when an escape byte is followed by neither 01 nor 02. */
export const unescape = (wire: Uint8Array): { readonly bytes: Uint8Array; readonly bareEscape: boolean } | null => {
  let from = wire.indexOf(ESCAPE);
  if (from === -1) return { bytes: wire, bareEscape: false };
  const out = new Uint8Array(wire.length);
  out.set(wire.subarray(0, from));
  let length = from;
  let bareEscape = false;
  for (; from < wire.length; from += 1) {
    let byte = wire[from] ?? 0;
    if (byte === ESCAPE) {
      const next = wire[from + 1];
      // Real devices send a checksum of 7D without escaping it: a lone 7D directly before the closing flag.
      if (next === undefined) bareEscape = true;
      else if (next === 0x01 || next === 0x02) {
        byte = next === 0x01 ? ESCAPE : FLAG;
        from += 1;
      } else return null;
    }
    out[length] = byte;
    length += 1;
  }
  return { bytes: out.subarray(0, length), bareEscape };
};

/** Header, body and checksum between two flags, escaped: the bytes to send. */
export const wrap = (content: Uint8Array): Uint8Array => {
  let checksum = 0;
  let escapes = 0;
  for (const byte of content) {
    checksum ^= byte;
    if (byte === FLAG || byte === ESCAPE) escapes += 1;
  }
  if (checksum === FLAG || checksum === ESCAPE) escapes += 1;
  const wire = new Uint8Array(content.length + escapes + 3);
  wire[0] = FLAG;
  let at = 1;
  for (const byte of content) at = putEscaped(wire, at, byte);
  at = putEscaped(wire, at, checksum);
  wire[at] = FLAG;
  return wire;
};

const putEscaped = (wire: Uint8Array, at: number, byte: number): number => {
  if (byte !== FLAG && byte !== ESCAPE) {
    wire[at] = byte;
    return at + 1;
  }
  wire[at] = ESCAPE;
  wire[at + 1] = byte === ESCAPE ? 0x01 : 0x02;
  return at + 2;
};

/** One frame ready to send. Throws RangeError as encodeHeader does. */
export const encodeFrame = (fields: HeaderFields, body: Uint8Array): Uint8Array => wrap(encodeHeader(fields, body));

/** Checks one frame, flags included: the verdict of section 3. Use FrameSplitter on a stream. */
export const readFrame = (raw: Uint8Array): FrameEvent => {
  const unescaped = unescape(raw.subarray(1, raw.length - 1));
  if (unescaped === null) return { kind: 'rejected', error: 'escape', raw };
  const { bytes, bareEscape } = unescaped;
  if (bytes.length < MIN_LENGTH) return { kind: 'rejected', error: 'short', raw };
  const reading = readHeader(bytes.subarray(0, bytes.length - 1));
  if (reading === null) return { kind: 'rejected', error: 'short', raw };
  if (!checksumFits(bytes)) return { kind: 'rejected', error: 'checksum', raw };
  if (!reading.fits) {
    const short = { header: reading.header, presentBytes: reading.body.length };
    return { kind: 'rejected', error: 'length', raw, short };
  }
  const tolerated: readonly Tolerance[] = bareEscape ? [...reading.tolerated, 'bareEscape'] : reading.tolerated;
  return { kind: 'frame', raw, header: reading.header, body: reading.body, tolerated };
};

const checksumFits = (bytes: Uint8Array): boolean => {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 1) sum ^= bytes[i] ?? 0;
  return sum === 0;
};

/**
 * Cuts a stream of any chunks into frames. A bad frame never takes a good one with it: its closing flag may open the next. So may
 * that of a good one, since some recorders write one flag between two frames; only what then turns out to be no frame is skipped
 * without a word. A frame inside one chunk is not copied; only what spans chunks is gathered, at most 4 KiB. For UDP use one
 * splitter a datagram.
 */
export class FrameSplitter {
  /** Bytes dropped while no frame was open. */
  skippedBytes = 0;
  /** `maybe`: the flag that closed a good frame, which may open another. */
  private state: 'closed' | 'open' | 'maybe' = 'closed';
  /** The opening flag and what followed it in earlier chunks; grows as needed, so that an idle link costs nothing. */
  private pending = new Uint8Array(0);
  private pendingLength = 0;

  /** Bytes held back until their frame ends, the opening flag included; the flag that closed the frame before is not counted. */
  get pendingBytes(): number {
    if (this.state === 'closed') return 0;
    return this.state === 'open' ? Math.max(1, this.pendingLength) : Math.max(0, this.pendingLength - 1);
  }

  /** Frames that end in this chunk, in order. */
  push(chunk: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = [];
    // A plain view: a Node Buffer would hand its own class and its other methods on.
    const bytes =
      chunk.constructor === Uint8Array ? chunk : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = this.resume(bytes);
    while (at < bytes.length)
      at = this.state === 'closed' ? this.seekFlag(bytes, at) : this.readOpen(bytes, at, events);
    return events;
  }

  /** A good frame ended the chunk before: seldom does its flag open another, so that it is put back only then. */
  private resume(bytes: Uint8Array): number {
    if (this.state !== 'maybe' || this.pendingLength > 0 || bytes.length === 0) return 0;
    if (bytes[0] === FLAG) {
      this.openAt(bytes, 0, 'open');
      return 1;
    }
    this.keep(OPENING, 0, 1);
    return 0;
  }

  private seekFlag(bytes: Uint8Array, at: number): number {
    const flag = bytes.indexOf(FLAG, at);
    this.skippedBytes += (flag === -1 ? bytes.length : flag) - at;
    if (flag === -1) return bytes.length;
    this.openAt(bytes, flag, 'open');
    return flag + 1;
  }

  private openAt(bytes: Uint8Array, flag: number, state: 'open' | 'maybe'): void {
    this.state = state;
    this.pendingLength = 0;
    if (state === 'open' && flag + 1 === bytes.length) this.keep(bytes, flag, bytes.length);
  }

  /** Goes on from `at`, the first byte not yet looked at of the open frame; the ones before it are pending or just before `at`. */
  private readOpen(bytes: Uint8Array, at: number, events: FrameEvent[]): number {
    const start = this.pendingLength === 0 ? at - 1 : at;
    const end = bytes.indexOf(FLAG, at);
    const until = end === -1 ? bytes.length : end;
    if (this.pendingLength + until - start > MAX_PENDING + 1) {
      this.giveUp(bytes, start, until, events);
      return until;
    }
    if (end === -1) {
      this.keep(bytes, start, until);
      return until;
    }
    if (this.pendingLength + end - start === 1) {
      this.openAt(bytes, end, 'open');
      return end + 1;
    }
    const event = readFrame(this.whole(bytes, start, end + 1));
    if (event.kind === 'frame' || this.state === 'open') events.push(event);
    else this.skippedBytes += event.raw.length - 2;
    this.openAt(bytes, end, event.kind === 'frame' ? 'maybe' : 'open');
    return end + 1;
  }

  /** More than any frame holds, and no flag: what follows is skipped up to the next one. */
  private giveUp(bytes: Uint8Array, start: number, until: number, events: FrameEvent[]): void {
    if (this.state === 'open') {
      this.keep(bytes, start, until);
      events.push({ kind: 'rejected', error: 'oversized', raw: this.takePending() });
    } else this.skippedBytes += this.pendingLength + until - start - 1;
    this.pendingLength = 0;
    this.state = 'closed';
  }

  /** The frame that ends before `end`, a view when it lies in this chunk alone. */
  private whole(bytes: Uint8Array, start: number, end: number): Uint8Array {
    if (this.pendingLength === 0) return bytes.subarray(start, end);
    const raw = new Uint8Array(this.pendingLength + end - start);
    raw.set(this.pending.subarray(0, this.pendingLength));
    raw.set(bytes.subarray(start, end), this.pendingLength);
    this.pendingLength = 0;
    return raw;
  }

  private keep(bytes: Uint8Array, start: number, end: number): void {
    const room = Math.min(end - start, MAX_PENDING + 1 - this.pendingLength);
    if (this.pendingLength + room > this.pending.length) this.grow(this.pendingLength + room);
    this.pending.set(bytes.subarray(start, start + room), this.pendingLength);
    this.pendingLength += room;
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.min(MAX_PENDING + 1, Math.max(needed, 2 * this.pending.length, 128)));
    larger.set(this.pending.subarray(0, this.pendingLength));
    this.pending = larger;
  }

  private takePending(): Uint8Array {
    const taken = this.pending.slice(0, this.pendingLength);
    this.pendingLength = 0;
    return taken;
  }
}
