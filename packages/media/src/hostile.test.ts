// Hostile bytes into every parser and decoder of the package: random, cut, flipped and spliced. Each must answer or throw MediaError;
// anything else, a hang included, fails. More than 100,000 inputs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  AdtsSplitter,
  addEmulation,
  createAacFmp4Writer,
  createAudioDecoder,
  createFmp4Writer,
  decodeImaBlock,
  decodeStamp,
  encodeStamp,
  findSeiUserData,
  h264CodecString,
  h265CodecString,
  insertStamp,
  inspectVideoFrame,
  MediaError,
  parseAdtsHeader,
  parseH264Sps,
  parseH265Sps,
  readStamp,
  removeEmulation,
  splitNals,
  STAMP_UUID,
  stripHisiliconHeader,
  withParameterSets,
} from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const STAMP = { deviceId: '013800000101', channel: 1, frameNumber: 7, captureMs: 1_700_000_000_000 };
const H264_KEY = insertStamp(hex('00000001 674d001495a8582590 00000001 68ee3c80 00000001 65b8000aabbccdd'), STAMP);
const H264_HIGH = hex(
  '00000001 677a000ab6cd947279e3f0110000030001000003001e0f122596 00000001 68ebe3cb3002c0 00000001 65b80011',
);
const H265_KEY = hex(
  '00000001 40010c01ffff02200000030090000003000003003f959809 00000001' +
    '42010102200000030090000003000003003fa005120171c92365959a4932bc05a02000000300200000030321' +
    '00000001 4401c172b46240 00000001 2601af0011',
);
const ADTS = hex('fff16c40015ffc212223 fff16c40015ffc212223');
const IMA = hex('00015200 00000000 77777775fbbb9814');
const VIDEO = [H264_KEY, H264_HIGH, H265_KEY];
const SAMPLES = [...VIDEO, ADTS, IMA, encodeStamp(STAMP)];

/** Bytes that parsers branch on come more often than others. */
const byte = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 255 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 3, 0xff, 0x67, 0x65, 0x42, 6, 5) },
);
const random = fc.array(byte, { maxLength: 120 }).map((values) => Uint8Array.from(values));
const cut = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.nat(), fc.nat())
  .map(([bytes, from, to]) => bytes.slice(from % 8, to % (bytes.length + 1)));
const flipped = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.array(fc.tuple(fc.nat(), byte), { minLength: 1, maxLength: 6 }))
  .map(([bytes, changes]) => {
    const out = bytes.slice();
    for (const [at, value] of changes) out[at % out.length] = value;
    return out;
  });
const spliced = fc.tuple(cut, random, flipped).map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
const hostile = fc.oneof(random, cut, flipped, spliced);

/** Runs `use` on `runs` inputs; MediaError is an answer. */
const survives = (runs: number, use: (bytes: Uint8Array) => void): void => {
  fc.assert(
    fc.property(hostile, (bytes) => {
      try {
        use(bytes);
      } catch (error) {
        if (!(error instanceof MediaError)) throw error;
        assert.ok(error.offset >= 0 && error.reason.length > 0);
      }
    }),
    { numRuns: runs },
  );
};

/** These promise never to throw at all. */
const neverThrows = (runs: number, use: (bytes: Uint8Array) => void): void => {
  fc.assert(fc.property(hostile, use), { numRuns: runs });
};

test('parameter sets: 30,000 inputs', () => {
  survives(10_000, (bytes) => parseH264Sps(Uint8Array.of(0x67, ...bytes)));
  survives(10_000, (bytes) => parseH265Sps(Uint8Array.of(0x42, 1, ...bytes)));
  survives(5000, (bytes) => h264CodecString(bytes));
  survives(5000, (bytes) => h265CodecString(Uint8Array.of(0x42, 1, ...bytes)));
});

test('frames: 35,000 inputs', () => {
  neverThrows(20_000, (bytes) => {
    const info = inspectVideoFrame(bytes, bytes.length % 2 === 0 ? 'h264' : 'h265');
    assert.ok(info === null || !info.key || info.hasPicture);
    if (info?.width !== undefined) assert.ok(info.width > 0 && info.width <= 16_400);
  });
  survives(5000, (bytes) => {
    const total = splitNals(bytes).reduce((sum, nal) => sum + nal.length, 0);
    assert.ok(total <= bytes.length);
  });
  neverThrows(5000, (bytes) => assert.deepEqual(removeEmulation(addEmulation(bytes)), bytes));
  survives(5000, (bytes) => {
    const info = inspectVideoFrame(bytes, 'h264');
    if (findSeiUserData(bytes, STAMP_UUID, info?.codec) !== null) return; // the first stamp counts, even a damaged one
    assert.deepEqual(
      readStamp(insertStamp(bytes, STAMP, info?.codec ?? 'h264'), info?.codec ?? 'h264')?.captureMs,
      STAMP.captureMs,
    );
  });
});

test('SEI and stamps: 10,000 inputs', () => {
  neverThrows(4000, (bytes) => {
    findSeiUserData(bytes, STAMP_UUID, bytes.length % 2 === 0 ? 'h264' : 'h265');
  });
  neverThrows(3000, (bytes) => {
    readStamp(bytes);
  });
  survives(3000, (bytes) => decodeStamp(bytes));
});

test('fragmented MP4 from hostile frames and hostile parameter sets: 12,000 inputs', () => {
  for (const key of VIDEO) {
    const info = inspectVideoFrame(key);
    assert.ok(info?.parameterSets !== undefined && info.width !== undefined && info.height !== undefined);
    const { codec, parameterSets, width, height } = info;
    const writer = createFmp4Writer({ codec, parameterSets, width, height, timescale: 1000 });
    survives(2000, (bytes) => {
      const segment = writer.segment(bytes, 0, 40, false);
      assert.ok(segment === null || segment.length > 108);
    });
    survives(2000, (bytes) => {
      const sets = { codec, vps: [bytes], sps: [bytes], pps: [bytes] };
      createFmp4Writer({ codec, parameterSets: sets, width, height, timescale: 1000 }).init();
      withParameterSets(key, sets);
    });
  }
});

test('audio bodies of every payload type: 20,000 inputs', () => {
  const decoders = Array.from({ length: 128 }, (_, payloadType) => createAudioDecoder(payloadType));
  const deltas = [undefined, 0, -1, 20, 40, 5000, Number.NaN, 2 ** 53];
  let turn = 0;
  neverThrows(20_000, (bytes) => {
    turn += 1;
    const decoder = decoders[turn % 3 === 0 ? turn % 128 : 8];
    const out = decoder?.decode(bytes, deltas[turn % deltas.length]) ?? null;
    assert.ok(out === null || (out.pcm.length > 0 && out.pcm.length <= bytes.length * 4 && out.sampleRate >= 8000));
    decoder?.aacFrames(bytes);
    decoder?.describe();
  });
});

test('ADPCM, ADTS and Hisilicon headers: 15,000 inputs', () => {
  survives(4000, (bytes) => decodeImaBlock(bytes));
  survives(4000, (bytes) => parseAdtsHeader(Uint8Array.of(0xff, 0xf1, ...bytes)));
  const splitter = new AdtsSplitter();
  const writer = createAacFmp4Writer({ config: hex('1588'), sampleRate: 8000, channels: 1 });
  neverThrows(4000, (bytes) => {
    for (const { payload } of splitter.push(bytes)) writer.segment(payload, 0, 1024);
  });
  neverThrows(3000, (bytes) => assert.ok(stripHisiliconHeader(bytes).length <= bytes.length));
});

test('a frame of megabytes of start codes, zeros or ADTS sync words is answered without an avalanche', () => {
  const size = 2 ** 20;
  const startCodes = Uint8Array.from({ length: size }, (_, i) => [0, 0, 1, 9][i % 4] ?? 0);
  const emptyUnits = Uint8Array.from({ length: size }, (_, i) => [0, 0, 1][i % 3] ?? 0);
  const syncWords = Uint8Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 0xff : 0xf1));
  for (const frame of [startCodes, emptyUnits, syncWords, new Uint8Array(size), new Uint8Array(size).fill(1)]) {
    inspectVideoFrame(frame, 'h264');
    readStamp(frame);
    assert.ok(new AdtsSplitter().push(frame).length <= 1);
  }
  assert.throws(() => splitNals(startCodes), MediaError);
  assert.equal(splitNals(emptyUnits).length, 0);
});
