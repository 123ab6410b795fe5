// One column of whole numbers as bytes: the shortest of a few simple codings is taken. Knows no positions.

/** Codings: the byte in front of a column. `missing` marks absent values of optional columns and comes with a presence column. */
const codings = { runs: 0, deltas: 1, nibbles: 2, deltasOfDeltas: 3 } as const;

/** A growing byte buffer with the varints of the codings. */
export class ByteSink {
  private bytes = new Uint8Array(4096);
  length = 0;

  u8(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  /** Unsigned, below 2^53. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.u8((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.u8(rest);
  }

  /** Signed, by zigzag. */
  signed(value: number): void {
    this.varint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  raw(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Reads what ByteSink wrote. Running past the end throws RangeError: the blob is damaged. */
export class ByteSource {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  u8(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new RangeError(`track ends at byte ${this.at}`);
    this.at += 1;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
      if (scale > 2 ** 49) throw new RangeError('number too long');
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError(`track ends at byte ${this.at}`);
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  atEnd(): boolean {
    return this.at >= this.bytes.length;
  }
}

const runs = (deltas: readonly number[], sink: ByteSink): void => {
  for (let i = 0; i < deltas.length;) {
    const delta = deltas[i] ?? 0;
    let end = i + 1;
    while (end < deltas.length && deltas[end] === delta) end += 1;
    sink.signed(delta);
    sink.varint(end - i);
    i = end;
  }
};

/** Deltas of -7 to 7 in half a byte; 15 announces a varint behind all nibbles. */
const ESCAPE = 15;
const nibbles = (deltas: readonly number[], sink: ByteSink): void => {
  const escaped: number[] = [];
  let half = -1;
  for (const delta of deltas) {
    const fits = delta >= -7 && delta <= 7;
    const nibble = fits ? delta + 7 : ESCAPE;
    if (!fits) escaped.push(delta);
    if (half < 0) half = nibble;
    else {
      sink.u8((half << 4) | nibble);
      half = -1;
    }
  }
  if (half >= 0) sink.u8(half << 4);
  for (const delta of escaped) sink.signed(delta);
};

const differences = (values: readonly number[]): number[] => {
  let before = 0;
  return values.map((value) => {
    const delta = value - before;
    before = value;
    return delta;
  });
};

const varintBytes = (value: number): number => {
  let bytes = 1;
  for (let limit = 0x80; value >= limit; limit *= 0x80) bytes += 1;
  return bytes;
};
const signedBytes = (value: number): number => varintBytes(value >= 0 ? value * 2 : -value * 2 - 1);

/** What each coding would take, in the order of `codings`: reckoned instead of written, since packing writes many columns. */
const sizesOf = (deltas: readonly number[]): number[] => {
  let [inRuns, inDeltas, inNibbles, inSeconds] = [0, 0, Math.ceil(deltas.length / 2), 0];
  let before = 0;
  let run = 0;
  for (const delta of deltas) {
    if (run === 0 || delta !== before) {
      if (run > 0) inRuns += varintBytes(run);
      inRuns += signedBytes(delta);
      run = 0;
    }
    run += 1;
    const bytes = signedBytes(delta);
    inDeltas += bytes;
    if (delta < -7 || delta > 7) inNibbles += bytes;
    inSeconds += signedBytes(delta - before);
    before = delta;
  }
  if (run > 0) inRuns += varintBytes(run);
  return [inRuns, inDeltas, inNibbles, inSeconds];
};

/** Appends the column. The number of values is not stored: the reader is told. */
export const writeColumn = (values: readonly number[], sink: ByteSink): void => {
  const deltas = differences(values);
  const sizes = sizesOf(deltas);
  const best = sizes.indexOf(Math.min(...sizes));
  sink.u8(best);
  if (best === codings.runs) runs(deltas, sink);
  else if (best === codings.deltas) for (const delta of deltas) sink.signed(delta);
  else if (best === codings.nibbles) nibbles(deltas, sink);
  else for (const second of differences(deltas)) sink.signed(second);
};

/** The inverse of writeColumn for `count` values. Throws RangeError for damaged bytes. */
export const readColumn = (source: ByteSource, count: number): number[] => {
  const coding = source.u8();
  const values: number[] = [];
  let value = 0;
  const push = (delta: number): void => {
    value += delta;
    values.push(value);
  };
  if (coding === codings.runs) {
    while (values.length < count) {
      const delta = source.signed();
      const length = source.varint();
      if (length === 0 || values.length + length > count) throw new RangeError('run does not fit');
      for (let i = 0; i < length; i += 1) push(delta);
    }
  } else if (coding === codings.deltas) {
    for (let i = 0; i < count; i += 1) push(source.signed());
  } else if (coding === codings.nibbles) {
    readNibbles(source, count).forEach(push);
  } else if (coding === codings.deltasOfDeltas) {
    let delta = 0;
    for (let i = 0; i < count; i += 1) {
      delta += source.signed();
      push(delta);
    }
  } else throw new RangeError(`unknown column coding ${coding}`);
  return values;
};

const readNibbles = (source: ByteSource, count: number): number[] => {
  const packed = source.take(Math.ceil(count / 2));
  const deltas: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const byte = packed[i >> 1] ?? 0;
    const nibble = i % 2 === 0 ? byte >> 4 : byte & 0x0f;
    deltas.push(nibble === ESCAPE ? source.signed() : nibble - 7);
  }
  return deltas;
};
