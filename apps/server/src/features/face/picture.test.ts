// What is a picture: whole ones of both kinds, and what only begins like one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';
import { pictureType } from './picture.ts';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const png = (width: number, height: number, pixels: Uint8Array, form = [8, 2, 0, 0, 0]): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(form, 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array(0)),
  ]);
};
const jpeg = (width: number, height: number): Buffer =>
  encode({ width, height, data: Buffer.alloc(width * height * 4, 90) }, 80).data;

test('whole pictures are known by what they are', () => {
  assert.equal(pictureType(jpeg(32, 40)), 'image/jpeg');
  assert.equal(pictureType(png(3, 2, Buffer.alloc(2 * 10))), 'image/png');
  // Adam7 of 3 x 2: passes of 1 x 1, 1 x 1 and 1 x 1 pixels, then a row of 1 x 2 ones.
  const grey = [8, 0, 0, 0, 1];
  const passes = Buffer.alloc(2 + 2 + 2 + 4);
  assert.equal(pictureType(png(3, 2, passes, grey)), 'image/png');
  assert.equal(pictureType(png(3, 2, passes.subarray(1), grey)), undefined);
});

test('what is cut, damaged, empty, too large once drawn, or no picture at all is none', () => {
  const whole = png(3, 2, Buffer.alloc(2 * 10));
  const damaged = Buffer.from(whole);
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  const photo = jpeg(64, 64);
  for (const [what, bytes] of Object.entries({
    nothing: Buffer.alloc(0),
    text: Buffer.from('<svg onload="alert(1)"/>'),
    gif: Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'),
    'a head of a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    'half a JPEG': photo.subarray(0, photo.length >> 1),
    'a JPEG without its end': photo.subarray(0, photo.length - 2),
    'half a PNG': whole.subarray(0, whole.length >> 1),
    'a PNG without its end': whole.subarray(0, whole.length - 12),
    'a PNG with a wrong sum': damaged,
    'too few pixels': png(3, 2, Buffer.alloc(19)),
    'too many pixels': png(3, 2, Buffer.alloc(30)),
    'two heads': Buffer.concat([whole.subarray(0, 33), whole.subarray(8)]),
    'a row of no kind': png(3, 2, Buffer.alloc(20, 9)),
    'a bomb': png(1, 1, Buffer.alloc(20_000_000)),
    'larger than any screen': png(60_000, 60_000, Buffer.alloc(100)),
  }))
    assert.equal(pictureType(bytes), undefined, what);
});

test('hostile bytes throw nothing', () => {
  const whole = [png(3, 2, Buffer.alloc(20)), jpeg(16, 16)];
  for (let i = 0; i < 400; i += 1) {
    const bytes = Buffer.from(whole[i % 2] ?? Buffer.alloc(0));
    for (let spot = 0; spot < 3; spot += 1) bytes[(i * 31 + spot * 17) % bytes.length] = (i * 7 + spot) & 0xff;
    pictureType(bytes.subarray(0, bytes.length - (i % 5)));
  }
});
