// The tables of audio codecs, written down a second time: IMA steps and their changes through the decoder, ADTS fields one by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AdtsSplitter, audioSpecificConfig, decodeImaBlock, ImaEncoder, parseAdtsHeader } from './index.ts';

/** The 89 steps of the IMA Digital Audio Focus group. */
const STEPS =
  `7 8 9 10 11 12 13 14 16 17 19 21 23 25 28 31 34 37 41 45 50 55 60 66 73 80 88 97 107 118 130 143 157 173 190 209 230
  253 279 307 337 371 408 449 494 544 598 658 724 796 876 963 1060 1166 1282 1411 1552 1707 1878 2066 2272 2499 2749 3024 3327
  3660 4026 4428 4871 5358 5894 6484 7132 7845 8630 9493 10442 11487 12635 13899 15289 16818 18500 20350 22385 24623 27086 29794
  32767`
    .split(/\s+/)
    .map(Number);

const block = (predictor: number, index: number, codes: number): Uint8Array => {
  const out = Uint8Array.of(0, 0, index, 0, codes);
  new DataView(out.buffer).setInt16(0, predictor, true);
  return out;
};

test('each of the 89 steps, each code: an eighth and what its bits add', () => {
  assert.equal(STEPS.length, 89);
  for (const [index, step] of STEPS.entries())
    for (let code = 0; code < 16; code += 1) {
      const bits = [(code & 4) === 0 ? 0 : step, (code & 2) === 0 ? 0 : step >> 1, (code & 1) === 0 ? 0 : step >> 2];
      const size = bits.reduce((sum, bit) => sum + bit, step >> 3);
      const [first] = decodeImaBlock(block(0, index, code << 4));
      const expected = code < 8 ? size : 0 - size;
      assert.equal(first, Math.max(-32768, Math.min(32767, expected)), `step ${step}, code ${code}`);
    }
});

test('a code moves the step down by one, or up by two to eight, never out of the table', () => {
  const changes = [-1, -1, -1, -1, 2, 4, 6, 8];
  for (let index = 0; index < 89; index += 1)
    for (let code = 0; code < 8; code += 1) {
      // Back by the same code, then a code of 0 tells the step: its eighth.
      const next = Math.max(0, Math.min(88, index + (changes[code] ?? 0)));
      const decoded = decodeImaBlock(Uint8Array.of(0, 0x80, index, 0, (code << 4) | 4));
      const [first = 0, second = 0] = decoded;
      const step = STEPS[next] ?? 0;
      assert.equal(second, Math.min(32767, first + step + (step >> 3)), `${index} ${code}`);
    }
});

test('a block may be a head alone; the encoder carries predictor and step on', () => {
  assert.equal(decodeImaBlock(Uint8Array.of(1, 2, 3, 0)).length, 0);
  const encoder = new ImaEncoder();
  const first = encoder.encode(Int16Array.of(11, 41, 41, 41));
  assert.deepEqual([...first.subarray(0, 5)], [0, 0, 0, 0, 0x77]);
  const samples = decodeImaBlock(first);
  const second = encoder.encode(Int16Array.of(100, 100));
  assert.equal(new DataView(second.buffer).getInt16(0, true), samples.at(-1));
  assert.ok((second[2] ?? 0) > 0);
  assert.equal(encoder.encode(Int16Array.of(1, 2, 3)).length, 4 + 2);
});

/** Fields of an ADTS header, ISO/IEC 13818-7 clause 6.2. */
const adts = ({ profile = 1, rate = 11, channels = 1, bytes = 10, blocks = 0, crc = false } = {}): Uint8Array => {
  const head = Uint8Array.of(
    0xff,
    crc ? 0xf0 : 0xf1,
    (profile << 6) | (rate << 2) | (channels >> 2),
    ((channels & 3) << 6) | (bytes >> 11),
    (bytes >> 3) & 0xff,
    ((bytes & 7) << 5) | 0x1f,
    0xfc | blocks,
  );
  const out = new Uint8Array(Math.max(bytes, 7));
  out.set(head);
  return out;
};
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

test('ADTS: every rate, profile, channel count, length and count of blocks', () => {
  for (const [rate, hz] of RATES.entries()) assert.equal(parseAdtsHeader(adts({ rate })).sampleRate, hz);
  for (const rate of [13, 14, 15])
    assert.throws(() => parseAdtsHeader(adts({ rate })), new RegExp(`rate index ${rate}`));
  for (let profile = 0; profile < 4; profile += 1)
    for (let channels = 0; channels < 8; channels += 1)
      for (const blocks of [0, 1, 3])
        for (const bytes of [10, 255, 256, 2047, 2048, 8191]) {
          const header = parseAdtsHeader(adts({ profile, channels, blocks, bytes, rate: 4 }));
          assert.deepEqual(header, {
            objectType: profile + 1,
            sampleRate: 44_100,
            rateIndex: 4,
            channels,
            headerBytes: 7,
            frameBytes: bytes,
            samples: 1024 * (blocks + 1),
          });
          const config = audioSpecificConfig(header);
          assert.equal(((config[0] ?? 0) << 8) | (config[1] ?? 0), ((profile + 1) << 11) | (4 << 7) | (channels << 3));
        }
});

test('ADTS: a frame is longer than its head, which a checksum makes nine bytes', () => {
  assert.equal(parseAdtsHeader(adts({ bytes: 8 })).frameBytes, 8);
  assert.throws(() => parseAdtsHeader(adts({ bytes: 7 })), /frame of 7 bytes/);
  assert.equal(parseAdtsHeader(adts({ bytes: 10, crc: true })).headerBytes, 9);
  assert.throws(() => parseAdtsHeader(adts({ bytes: 9, crc: true })), /frame of 9 bytes/);
});

test('ADTS: frames with and without checksum are cut to their payload', () => {
  const fill = (frame: Uint8Array) => frame.fill(0x21, frame[1] === 0xf0 ? 9 : 7);
  const stream = Uint8Array.from([
    ...fill(adts({ bytes: 12 })),
    ...fill(adts({ bytes: 12, crc: true })),
    ...fill(adts()),
  ]);
  const frames = new AdtsSplitter().push(stream);
  assert.deepEqual(
    frames.map(({ payload }) => payload.length),
    [5, 3, 3],
  );
  for (const { payload } of frames) assert.ok(payload.every((byte) => byte === 0x21));
});
