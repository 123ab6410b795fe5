// Whether bytes are a PNG that can be drawn: chunks with their sums, one header, and pixels that unpack to just what the header says.
// What passes cannot lead a decoder astray, nor make it take more memory than its size says. Pure but for zlib.
import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Start and step of the seven passes of Adam7: x, y, across, down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const MAX_FILTER = 4;

type Chunk = { type: string; data: Buffer };

const chunksOf = (bytes: Buffer): Chunk[] => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('no PNG');
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw new Error('cut off');
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new Error('cut off');
    const body = bytes.subarray(at + 4, end - 4);
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) throw new Error('a wrong sum');
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    if (chunks.at(-1)?.type === 'IEND') break;
    at = end;
  }
  return chunks;
};

type Head = { width: number; height: number; bits: number; interlaced: boolean };

const headOf = (data: Buffer, mostPixels: number): Head => {
  if (data.length !== 13) throw new Error('no header');
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace = 0] = data.subarray(8);
  if (width === 0 || height === 0 || width * height > mostPixels) throw new Error('its size');
  if (!(DEPTHS[colour] ?? []).includes(depth) || interlace > 1) throw new Error('its form');
  return { width, height, bits: depth * (SAMPLES[colour] ?? 0), interlaced: interlace === 1 };
};

/** Rows of the picture, or of each pass: how many, and how many bytes behind the filter. */
const rowsOf = ({ width, height, bits, interlaced }: Head): { rows: number; rowBytes: number }[] => {
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes.flatMap(([x, y, across, down]) => {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    return columns > 0 && rows > 0 ? [{ rows, rowBytes: Math.ceil((columns * bits) / 8) }] : [];
  });
};

/** Throws an Error that says what is wrong. */
export const assertPng = (bytes: Buffer, mostPixels: number): void => {
  const chunks = chunksOf(bytes);
  const [first, ...others] = chunks;
  if (first?.type !== 'IHDR' || others.at(-1)?.type !== 'IEND') throw new Error('cut off');
  if (others.some(({ type }) => type === 'IHDR')) throw new Error('two headers'); // decoders take the last one
  const passes = rowsOf(headOf(first.data, mostPixels));
  const expected = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = inflateSync(packed, { maxOutputLength: expected + 1 });
  if (pixels.length !== expected) throw new Error('too few pixels');
  let at = 0;
  for (const { rows, rowBytes } of passes)
    for (let row = 0; row < rows; row += 1, at += rowBytes + 1)
      if ((pixels[at] ?? 0) > MAX_FILTER) throw new Error('a wrong row');
};
