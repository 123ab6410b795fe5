// What each type of NAL unit says, one by one (H.264 table 7-1, H.265 table 7-1): codec, picture, key, and where a picture begins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  continuesPicture,
  findStartCode,
  inspectVideoFrame,
  isKeyFrame,
  MediaError,
  readFrameHead,
  sampleNals,
  splitNals,
  withFirstStartCode,
  type VideoFrameInfo,
} from './index.ts';

const start = [0, 0, 0, 1] as const;
const frame = (...unit: readonly number[]): Uint8Array => Uint8Array.of(...start, ...unit);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Odd types that H.264 gives to slices, IDR, SPS and delimiters. */
const H264_TELLS = [1, 5, 7, 9];
/** Types in use: slices, key pictures, sets and delimiter. Layer 0 leaves the lowest bit of the first byte 0. */
const H265_TELLS = [...range(0, 9), ...range(16, 21), ...range(32, 35)];
const H265_IN_FRONT = [...H265_TELLS, ...range(36, 40)];

test('the codec is told by the first two bytes of a unit, or not at all', () => {
  for (let first = 0; first < 256; first += 1)
    for (const second of [0, 1, 7, 8]) {
      const h264 = first < 0x80 && (first & 1) === 1 && H264_TELLS.includes(first & 0x1f);
      const h265 =
        first < 0x80 && (first & 1) === 0 && first !== 6 && H265_TELLS.includes(first >> 1) && second > 0 && second < 8;
      const codec = h264 ? 'h264' : h265 ? 'h265' : undefined;
      assert.equal(inspectVideoFrame(frame(first, second, 0x80))?.codec, codec, `${first} ${second}`);
    }
});

test('of sixteen units one tells the codec, later ones are not looked at', () => {
  const sei = [...start, 6, 5, 1];
  const after = (count: number) =>
    inspectVideoFrame(Uint8Array.from([...Array.from({ length: count }, () => sei).flat(), ...start, 0x65, 0xb8]));
  assert.equal(after(15)?.codec, 'h264');
  assert.equal(after(16), null);
});

const H264_LINES = range(0, 31).map((type) => {
  const { hasPicture, key, startsPicture } = inspectVideoFrame(frame(0x60 | type, 0x80), 'h264') ?? {};
  return { type, hasPicture, key, startsPicture };
});

test('H.264: types 1 to 5 are pictures, 5 is key, 6 to 9 begin a picture', () => {
  const where = (what: 'hasPicture' | 'key' | 'startsPicture') =>
    H264_LINES.filter((line) => line[what] === true).map(({ type }) => type);
  const read = (type: number) => inspectVideoFrame(frame(0x60 | type, 0x40), 'h264');
  // Even types with a second byte of 0x80 do not look like H.265, so the hint counts.
  assert.deepEqual(where('hasPicture'), range(1, 5));
  assert.deepEqual(where('key'), [5]);
  assert.deepEqual(where('startsPicture'), range(1, 9));
  assert.deepEqual(
    range(1, 9).filter((type) => read(type)?.startsPicture),
    range(6, 9),
  );
});

test('H.265: types below 32 are pictures, 16 to 21 key, 32 to 35 begin a picture', () => {
  const read = (type: number, bits: number) => inspectVideoFrame(frame(type << 1, 1, bits), 'h265');
  const where = (what: 'hasPicture' | 'key' | 'startsPicture', bits = 0x80) =>
    range(0, 63).filter((type) => read(type, bits)?.[what] === true);
  assert.deepEqual(where('hasPicture'), range(0, 31));
  assert.deepEqual(where('key'), range(16, 21));
  assert.deepEqual(where('startsPicture'), range(0, 35));
  assert.deepEqual(where('startsPicture', 0x40), range(32, 35));
  for (const type of range(0, 63))
    assert.equal(isKeyFrame(frame(type << 1, 1, 0x80), 'h265'), type >= 16 && type <= 21, String(type));
});

test('a missing start code is put in front of every unit that a frame may begin with, and of nothing else', () => {
  const added = (codec: 'h264' | 'h265', ...bytes: readonly number[]): boolean => {
    const given = Uint8Array.from(bytes);
    const out = withFirstStartCode(given, codec);
    if (out === given) return false;
    assert.deepEqual([...out], [...start, ...bytes]);
    return true;
  };
  for (let first = 0; first < 256; first += 1) {
    // A second byte of 0x80 is no temporal id: what is not H.264 by itself is what the hint says.
    const [type, referred] = [first & 0x1f, (first & 0x60) !== 0];
    const begins =
      first < 0x80 &&
      (type === 1 ||
        ((type === 5 || type === 7 || type === 8) && referred) ||
        ((type === 6 || type === 9) && !referred));
    assert.equal(added('h264', first, 0x80, 1, 1), begins, `H.264 ${first}`);
    for (const second of [0, 1, 7, 8]) {
      // What is H.264 by itself is read as that.
      if (first < 0x80 && (first & 1) === 1 && H264_TELLS.includes(first & 0x1f)) continue;
      const h265 = first < 0x80 && (first & 1) === 0 && second > 0 && second < 8 && H265_IN_FRONT.includes(first >> 1);
      assert.equal(added('h265', first, second, 1, 1), h265, `H.265 ${first} ${second}`);
    }
  }
  assert.ok(added('h264', 0x65, 0xb8, 1, 1));
  assert.ok(!added('h264', 0x65, 0xb8, 1), 'three bytes are no unit');
});

test('a start code is three or more bytes: two zeros at least, then a one', () => {
  for (const head of [[0, 0, 1], [...start], [0, 0, 0, 0, 1]]) {
    const given = Uint8Array.from([...head, 0x65, 0xb8, 1, 1]);
    assert.equal(withFirstStartCode(given, 'h264'), given);
  }
  for (const head of [[1], [0, 0]]) {
    const given = Uint8Array.from([...head, 0x65, 0xb8, 1, 1]);
    assert.equal(withFirstStartCode(given, 'h264').length === given.length + 4, head[0] === 1, head.join());
  }
});

test("a vendor's head of up to 64 bytes that looks like a slice stays, when a picture begins behind it", () => {
  const head = (bytes: number) => Uint8Array.from([0x41, ...Array.from({ length: bytes - 1 }, () => 0x55)]);
  const headed = (bytes: number, ...behind: readonly number[]) =>
    Uint8Array.from([...head(bytes), ...start, ...behind]);
  const stays = (given: Uint8Array) => withFirstStartCode(given, 'h264') === given;
  assert.ok(stays(headed(12, 0x67, 0x4d)), 'a set never follows a slice');
  assert.ok(stays(headed(12, 0x65, 0xb8)), 'a second first slice');
  assert.ok(!stays(headed(12, 0x65, 0x42)), 'a further slice');
  assert.ok(stays(headed(60, 0x67, 0x4d)));
  assert.ok(!stays(headed(61, 0x67, 0x4d)), 'the start code lies behind the first 64 bytes');
});

const info = (change: Partial<VideoFrameInfo>): VideoFrameInfo => ({
  codec: 'h264',
  key: false,
  hasPicture: true,
  startsPicture: true,
  ...change,
});

test('two frames are of one picture when the first has none yet, or the second only goes on', () => {
  const none = info({ hasPicture: false });
  const further = info({ startsPicture: false });
  assert.ok(continuesPicture(none, info({})));
  assert.ok(continuesPicture(none, none));
  assert.ok(continuesPicture(info({}), further));
  assert.ok(!continuesPicture(info({}), info({})));
  assert.ok(!continuesPicture(info({}), info({ hasPicture: false, startsPicture: false })));
  assert.ok(!continuesPicture(none, info({ codec: 'h265' })));
});

test('a sample holds the slices alone', () => {
  const units = (types: readonly number[], shift: number) => types.map((type) => Uint8Array.of(type << shift));
  assert.deepEqual(sampleNals(units(range(0, 12), 0), 'h264'), units(range(1, 5), 0));
  assert.deepEqual(sampleNals(units(range(0, 40), 1), 'h265'), units(range(0, 31), 1));
});

test('start codes at the very beginning and end; where the first slice begins', () => {
  assert.equal(findStartCode(Uint8Array.of(0, 0, 1), 0), 0);
  assert.equal(findStartCode(Uint8Array.of(9, 0, 0, 1), 0), 1);
  assert.equal(findStartCode(Uint8Array.of(0, 1, 0, 0, 2), 0), -1);
  assert.equal(findStartCode(Uint8Array.of(1, 0, 1), 0), -1);
  assert.equal(findStartCode(Uint8Array.of(0, 0, 1, 0, 0, 1), 1), 3);
  const three = readFrameHead(Uint8Array.of(0, 0, 1, 9, 0x10, 0, 0, 1, 0x65, 1), 'h264');
  assert.deepEqual([three.sliceAt, [...(three.slice ?? [])], three.nals.length], [5, [0x65, 1], 1]);
  const four = readFrameHead(Uint8Array.of(...start, 9, 0x10, ...start, 0x65), 'h264');
  assert.deepEqual([four.sliceAt, four.nals.map((nal) => [...nal])], [6, [[9, 0x10]]]);
  assert.equal(readFrameHead(Uint8Array.of(0, 0, 1, 0x65), 'h264').sliceAt, 0);
  assert.equal(readFrameHead(Uint8Array.of(...start, 0x65), 'h264').sliceAt, 0);
  const none = readFrameHead(Uint8Array.of(...start, 9, 0, 0), 'h264');
  assert.deepEqual([none.slice, none.sliceAt, [...(none.nals[0] ?? [])]], [null, 7, [9]]);
});

test('4096 units are split, one more is refused', () => {
  const units = (count: number) => Uint8Array.from(Array.from({ length: count }, () => [0, 0, 1, 9]).flat());
  assert.equal(splitNals(units(4096)).length, 4096);
  assert.throws(() => splitNals(units(4097)), MediaError);
});
