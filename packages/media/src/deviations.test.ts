// What recorders get wrong in their media: sound under any payload type, a first NAL unit without its start code. Sounds are made by
// the encoders of this package and by hand; what each is, is known.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { demux } from '../testing/demux.ts';
import { RECORDINGS, type ExpectedRecording } from '../testing/shared.ts';
import { addHisiliconHeader, createAudioEncoder, encodeG711, littleEndianPcm, SoundFinder } from './index.ts';
import { stripHisiliconHeader } from './hisilicon.ts';
import { inspectVideoFrame, withFirstStartCode } from './video.ts';

/** Quiet engine noise with a tone in it, 8 kHz. */
const noise = (samples: number, from = 0): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) =>
    Math.round(700 * Math.sin((from + i) / 7) + 90 * Math.sin((from + i) / 1.3)),
  );

const HEARD = 6;
/** 40 ms each. */
const blocks = (encode: (pcm: Int16Array) => Uint8Array): Uint8Array[] =>
  Array.from({ length: HEARD }, (_, i) => encode(noise(320, 320 * i)));

const found = (payloadType: number, bodies: readonly Uint8Array[], deltaMs: number | undefined = 40): string => {
  const finder = new SoundFinder();
  let said = '';
  for (const [i, body] of bodies.entries()) {
    const verdict = finder.take(payloadType, body, i === 0 ? undefined : deltaMs);
    said = verdict.kind === 'known' ? verdict.coding : verdict.kind === 'foreign' ? verdict.name : 'unknown';
  }
  return said;
};

const encoded = (payloadType: number): Uint8Array[] => {
  const encoder = createAudioEncoder({ payloadType });
  assert.ok(encoder);
  return blocks((pcm) => encoder.encode(pcm));
};
const linear = (little: boolean): Uint8Array[] =>
  blocks((pcm) => {
    const bytes = new Uint8Array(pcm.length * 2);
    const view = new DataView(bytes.buffer);
    pcm.forEach((sample, i) => view.setInt16(2 * i, sample, little));
    return bytes;
  });
const hisilicon = (bodies: readonly Uint8Array[]): Uint8Array[] => bodies.map((body) => addHisiliconHeader(body));

/** ADTS, AAC-LC 8 kHz mono, frames of 40 bytes with anything inside. */
const adts = (): Uint8Array[] =>
  blocks((pcm) => {
    const frame = Uint8Array.from({ length: 40 }, (_, i) => (pcm[i] ?? 0) & 0xff);
    frame.set([0xff, 0xf1, 0x6c, 0x40, 40 >> 3, ((40 & 7) << 5) | 0x1f, 0xfc]);
    return frame;
  });
/** MPEG-2 layer III, 16 kHz, 32 kbit/s: 144 bytes a frame. */
const mp3 = (): Uint8Array[] =>
  blocks((pcm) => {
    const frame = Uint8Array.from({ length: 144 }, (_, i) => (pcm[i] ?? 0) & 0xff);
    frame.set([0xff, 0xf3, 0x48, 0xc4]);
    return frame;
  });
/** AMR 12.2 kbit/s: 32 bytes with their head, 20 ms. */
const amr = (): Uint8Array[] =>
  blocks((pcm) => {
    const frame = Uint8Array.from({ length: 32 }, (_, i) => (pcm[i] ?? 0) & 0xff);
    frame[0] = 0x3c;
    return frame;
  });

for (const payloadType of [0, 98, 99, 91, 64, 111, 127]) {
  test(`payload type ${payloadType} on sound: the bytes say what it is`, () => {
    assert.equal(found(payloadType, encoded(6)), 'g711a');
    assert.equal(found(payloadType, encoded(7)), 'g711u');
    assert.equal(found(payloadType, encoded(8)), 'g726');
    assert.equal(found(payloadType, encoded(26)), 'adpcmIma');
    assert.equal(found(payloadType, hisilicon(encoded(6))), 'g711a');
    assert.equal(found(payloadType, hisilicon(encoded(26))), 'adpcmIma');
    assert.equal(found(payloadType, adts()), 'aacAdts');
    assert.equal(found(payloadType, linear(true)), 'pcm16le');
    assert.equal(found(payloadType, linear(false)), 'pcm16be');
    assert.equal(found(payloadType, mp3()), 'MP3');
    assert.equal(found(payloadType, amr(), 20), 'AMR');
  });
}

test('without time stamps the usual sizes tell', () => {
  assert.equal(found(98, encoded(6), 0), 'g711a');
  assert.equal(found(98, encoded(26), 0), 'adpcmIma');
  assert.equal(
    found(
      98,
      blocks((pcm) => encodeG711('a', pcm.subarray(0, 160))),
      0,
    ),
    'g711a',
  );
});

test('hardly audible noise tells its law', () => {
  const dice = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4];
  for (const law of ['a', 'u'] as const) {
    const hiss = blocks((pcm) =>
      encodeG711(
        law,
        pcm.map((_, i) => ((dice[i % dice.length] ?? 0) - 5) * 6),
      ),
    );
    assert.equal(found(98, hiss), `g711${law}`);
  }
  const period = blocks(() => Uint8Array.from({ length: 160 }, (_, i) => [0xd5, 0x55, 0xd4, 0x57][i % 4] ?? 0));
  assert.equal(found(98, period, 20), 'g711a');
});

test('silence tells its law', () => {
  const still = (byte: number): Uint8Array[] => blocks((pcm) => new Uint8Array(pcm.length).fill(byte));
  assert.deepEqual(
    [0xd5, 0x55, 0xff, 0x7f].map((byte) => found(98, still(byte))),
    ['g711a', 'g711a', 'g711u', 'g711u'],
  );
});

test('a named coding is believed, but not against proof', () => {
  assert.equal(found(6, encoded(6)), 'g711a');
  assert.equal(found(6, encoded(7)), 'g711a', 'which law it is, the number says');
  assert.equal(found(6, encoded(26)), 'adpcmIma');
  assert.equal(found(8, adts()), 'aacAdts');
  assert.equal(found(19, mp3()), 'MP3');
  assert.equal(found(16, linear(false)), 'pcm16be');
  assert.equal(found(18, linear(true)), 'pcm16le');
});

test('what nobody here decodes has a name', () => {
  assert.equal(
    found(
      25,
      mp3().map((body) => body.subarray(0, 100)),
    ),
    'MP3',
  );
  assert.equal(found(28, amr(), 20), 'AMR');
  assert.equal(found(5, amr(), 20), 'G.729');
  assert.equal(
    found(
      115,
      blocks(() => Uint8Array.of(1, 2, 3)),
    ),
    'codec 115',
  );
});

test('linear sound that begins in silence waits for what tells its byte order', () => {
  const silence = Array.from({ length: 9 }, () => new Uint8Array(640));
  const little = blocks((pcm) => new Uint8Array(pcm.buffer));
  for (const payloadType of [22, 98]) {
    assert.equal(found(payloadType, silence), 'unknown');
    assert.equal(found(payloadType, [...silence, ...little]), 'pcm16le');
    assert.equal(found(payloadType, [...silence, ...little.map(littleEndianPcm)]), 'pcm16be');
  }
});

test('another payload type starts afresh', () => {
  const finder = new SoundFinder();
  for (const body of mp3()) finder.take(98, body, 40);
  for (const body of encoded(6)) finder.take(6, body, 40);
  assert.deepEqual(finder.take(6, new Uint8Array(320), 40), { kind: 'known', coding: 'g711a' });
});

/** The last four bodies are as rough with their bytes turned around: no byte order can be seen. */
const isSameTurnedAround = (bodies: readonly Uint8Array[]): boolean => {
  const roughness = (frame: Uint8Array): number => {
    const view = new DataView(frame.buffer, frame.byteOffset);
    let sum = 0;
    for (let at = 2; at + 1 < frame.length; at += 2)
      sum += Math.abs(view.getInt16(at, true) - view.getInt16(at - 2, true));
    return sum;
  };
  const frames = bodies.map(stripHisiliconHeader).filter(({ length }) => length > 0);
  const sum = (of: readonly Uint8Array[]): number => of.reduce((total, frame) => total + roughness(frame), 0);
  return sum(frames.slice(-4)) === sum(frames.slice(-4).map(littleEndianPcm));
};

test('any bodies of any type end in a verdict, or can tell no byte order, without an exception', () => {
  fc.assert(
    fc.property(
      fc.nat(127),
      fc.array(fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.option(fc.integer({ min: -1000, max: 100_000 }))), {
        minLength: 4,
        maxLength: 8,
      }),
      (payloadType, bodies) => {
        const finder = new SoundFinder();
        const verdicts = bodies.map(([body, deltaMs]) => finder.take(payloadType, body, deltaMs ?? undefined));
        const whole = bodies.filter(([body]) => body.length > 0 && !(body.length === 4 && body[1] === 1)).length;
        if (whole >= 4 && verdicts.at(-1)?.kind === 'unknown')
          assert.ok(isSameTurnedAround(bodies.map(([body]) => body)));
      },
    ),
    { numRuns: 20_000 },
  );
});

test('turning samples around never reads past the end', () => {
  assert.deepEqual([...littleEndianPcm(Uint8Array.of(1, 2, 3, 4, 5))], [2, 1, 4, 3]);
});

const SPS = [0x67, 0x4d, 0x00, 0x14, 0x95, 0xa8, 0x58, 0x25, 0x90];
const PPS = [0x68, 0xee, 0x3c, 0x80];
const CODE = [0, 0, 0, 1];

test('a first NAL unit without start code gets one', () => {
  const frame = Uint8Array.from([...SPS, ...CODE, ...PPS, ...CODE, 0x65, 0x88, 0x80, 1, 2]);
  const info = inspectVideoFrame(withFirstStartCode(frame, 'h264'), 'h264');
  assert.deepEqual([info?.key, info?.width, info?.height], [true, 352, 288]);
  const slice = Uint8Array.from([0x41, 0x9a, 1, 2, 3, 4, 5]);
  assert.equal(inspectVideoFrame(withFirstStartCode(slice, 'h264'), 'h264')?.hasPicture, true);
  const h265 = Uint8Array.from([
    0x40,
    1,
    12,
    9,
    ...CODE,
    0x42,
    1,
    1,
    1,
    ...CODE,
    0x44,
    1,
    0xc1,
    ...CODE,
    0x26,
    1,
    0xaf,
    5,
  ]);
  const sets = inspectVideoFrame(withFirstStartCode(h265, 'h264'), 'h264')?.parameterSets;
  assert.deepEqual([sets?.codec, sets?.vps.length, sets?.sps.length], ['h265', 1, 1]);
});

test('whole frames and vendor heads stay as they are', () => {
  for (const bytes of [
    [...CODE, ...SPS, ...CODE, ...PPS],
    [0, 0, 1, ...SPS],
    [0, 0, 0, 0, 0, 1, ...SPS],
    [0x61, 1, 2, 3, 4, 5, 6, 7, ...CODE, ...SPS, ...CODE, ...PPS, ...CODE, 0x65, 0x88],
    [0x41, 9, 9, 9, ...CODE, 0x41, 0x9a, 1, 2],
    [0xf1, 1, 2, 3, ...CODE, 0x65, 0x88],
    [],
    [0],
  ]) {
    const frame = Uint8Array.from(bytes);
    assert.equal(withFirstStartCode(frame, 'h264'), frame);
  }
});

test('any bytes keep all of themselves', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.constantFrom('h264', 'h265' as const), (bytes, codec) => {
      const out = withFirstStartCode(bytes, codec);
      assert.deepEqual([...out.subarray(out.length - bytes.length)], [...bytes]);
      assert.ok(out.length === bytes.length || out.length === bytes.length + 4);
    }),
    { numRuns: 20_000 },
  );
});

const skip = existsSync(RECORDINGS) ? false : 'SKIPPED: the recordings are not beside the repository';
if (skip !== false) process.stderr.write(`${skip}\n`);

test('every recording of a real device: its sound is found under payload type 98 as under its own', { skip }, () => {
  const list: ExpectedRecording[] = JSON.parse(readFileSync(new URL('expected.json', RECORDINGS), 'utf8'));
  let heard = 0;
  for (const recording of list) {
    const file = new Uint8Array(readFileSync(new URL(recording.file, RECORDINGS)));
    const sounds = demux(file, recording.sim_bytes).filter(({ kind }) => kind === 'audio');
    const frames = sounds.filter(({ channel }) => channel === sounds[0]?.channel).slice(0, 40);
    if (frames.length < 8) continue;
    const [own, other] = [new SoundFinder(), new SoundFinder()];
    let verdicts: unknown[] = [];
    for (const [i, { body, timestampMs, payloadType }] of frames.entries()) {
      const before = frames[i - 1];
      const deltaMs = before === undefined ? undefined : timestampMs - before.timestampMs;
      verdicts = [own.take(payloadType, body, deltaMs), other.take(98, body, deltaMs)];
    }
    heard += 1;
    assert.deepEqual(verdicts[1], verdicts[0], recording.file);
  }
  assert.ok(heard > 2, `${heard} recordings with sound`);
});
