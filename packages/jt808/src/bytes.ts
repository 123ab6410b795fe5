// Reading and writing big-endian fields of JT/T 808 bodies. Text coding lives in gbk.ts, times in time.ts.
import { DecodeError } from './errors.ts';

/** A cursor over bytes. Every read checks the length and throws DecodeError instead of running past the end. */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  u8(): number {
    return this.view.getUint8(this.advance(1));
  }

  u16(): number {
    return this.view.getUint16(this.advance(2));
  }

  u32(): number {
    return this.view.getUint32(this.advance(4));
  }

  u64(): bigint {
    return this.view.getBigUint64(this.advance(8));
  }

  /** The next `length` bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    const start = this.advance(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Everything that is left, as a view; empty at the end. */
  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  /** `length` bytes as their 2 x length hex digits; BCD fields read this way keep digits a device got wrong. */
  digits(length: number): string {
    return toHex(this.take(length));
  }

  skip(length: number): void {
    this.advance(length);
  }

  private advance(length: number): number {
    const start = this.offset;
    if (start + length > this.bytes.length) {
      throw new DecodeError(start, `needs ${length} bytes, ${this.bytes.length - start} left`);
    }
    this.offset = start + length;
    return start;
  }
}

/** Collects fields in order; `finish` gives the bytes. Values that do not fit their field throw RangeError. */
export class ByteWriter {
  private buffer: Uint8Array;
  private view: DataView;
  private length = 0;

  constructor(sizeHint = 64) {
    this.buffer = new Uint8Array(sizeHint);
    this.view = new DataView(this.buffer.buffer);
  }

  u8(value: number): this {
    const at = this.grow(1, value, 0xff); // before `view` is read: growing replaces it
    this.view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.grow(2, value, 0xffff);
    this.view.setUint16(at, value);
    return this;
  }

  u32(value: number): this {
    const at = this.grow(4, value, 0xffffffff);
    this.view.setUint32(at, value);
    return this;
  }

  u64(value: bigint): this {
    if (value < 0n || value > 0xffffffffffffffffn) throw new RangeError(`${value} does not fit 8 bytes`);
    const at = this.reserve(8);
    this.view.setBigUint64(at, value);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.reserve(bytes.length);
    this.buffer.set(bytes, at);
    return this;
  }

  /** `bytes` in a field of exactly `length`, filled with `pad` behind; longer input throws. */
  padded(bytes: Uint8Array, length: number, pad = 0): this {
    if (bytes.length > length) throw new RangeError(`${bytes.length} bytes do not fit a field of ${length}`);
    const at = this.reserve(length);
    this.buffer.fill(pad, at, at + length);
    this.buffer.set(bytes, at);
    return this;
  }

  /** Hex digits, two a byte; BCD fields are written this way. */
  digits(hex: string): this {
    return this.raw(fromHex(hex));
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private grow(size: number, value: number, max: number): number {
    if (!Number.isInteger(value) || value < 0 || value > max)
      throw new RangeError(`${value} does not fit ${size} bytes`);
    return this.reserve(size);
  }

  private reserve(size: number): number {
    const at = this.length;
    const needed = at + size;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, at));
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    this.length = needed;
    return at;
  }
}

/** Two digits of each byte: every header's id goes through here. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hex of any bytes. */
export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) text += HEX[bytes[i] ?? 0] ?? '';
  return text;
};

/** Bytes of an even number of hex digits; anything else throws RangeError. */
export const fromHex = (hex: string): Uint8Array => {
  if (hex.length % 2 !== 0 || /[^0-9a-f]/i.test(hex)) throw new RangeError('not an even number of hex digits');
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
};
