// Small pictures of which every byte is made here: faces to upload.
import { crc32, deflateSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** An RGB picture of one colour, or of noise where none is given; `padTo`: so many bytes, with a text in it that nobody draws. */
export const pngPicture = ({
  width = 24,
  height = 32,
  colour,
  padTo = 0,
}: { width?: number; height?: number; colour?: readonly [number, number, number]; padTo?: number } = {}): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = (): Buffer =>
    colour === undefined ? randomBytes(width * 3) : Buffer.from(Array.from({ length: width }, () => colour).flat());
  const pixels = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), row()])));
  const parts = [SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', new Uint8Array(0))];
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  if (padTo > bytes) parts.splice(2, 0, chunk('teXt', Buffer.alloc(padTo - bytes - 12, 'x')));
  return Buffer.concat(parts);
};
