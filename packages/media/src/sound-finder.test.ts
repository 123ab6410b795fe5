// How sound is told by numbers, frame sizes and durations, each table and border by itself. Sounds of real encoders are in
// deviations.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeG711, SoundFinder } from './index.ts';

const say = (finder: SoundFinder, payloadType: number, body: Uint8Array, deltaMs?: number): string => {
  const verdict = finder.take(payloadType, body, deltaMs);
  return verdict.kind === 'known' ? verdict.coding : verdict.kind === 'foreign' ? verdict.name : 'unknown';
};
/** What is said of a body that comes `times` times, `deltaMs` apart. */
const heard = (payloadType: number, body: Uint8Array, deltaMs?: number, times = 4): string => {
  const finder = new SoundFinder();
  let said = '';
  for (let i = 0; i < times; i += 1) said = say(finder, payloadType, body, i === 0 ? undefined : deltaMs);
  return said;
};
/** Bytes that prove nothing: a byte of 0x81 begins no frame of any coding. */
const dull = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i === 0 ? 0x81 : 0xd5));

test('what the number of a payload type says before any byte does', () => {
  const named = Array.from({ length: 128 }, (_, number) => [number, heard(number, dull(33), undefined, 1)] as const);
  const known = new Map<string, number[]>();
  for (const [number, said] of named) known.set(said, [...(known.get(said) ?? []), number]);
  assert.deepEqual(known.get('g711a'), [6]);
  assert.deepEqual(known.get('g711u'), [7]);
  assert.deepEqual(known.get('g726'), [8]);
  assert.deepEqual(known.get('adpcmIma'), [10, 11, 12, 26]);
  assert.deepEqual(known.get('pcm16be'), [16]);
  assert.deepEqual(known.get('aacAdts'), [19, 21, 24]);
  const others = named.filter(([number, said]) => number <= 28 && !/^(g7|adpcm|pcm16|aac|unknown)/.test(said));
  assert.deepEqual(
    others.map(([number, said]) => `${number} ${said}`),
    [
      '1 G.721',
      '2 G.722',
      '3 G.723',
      '4 G.728',
      '5 G.729',
      '9 G.729A',
      '13 codec 13',
      '14 LPC',
      '15 S16BE stereo',
      '17 MPEG audio',
      '20 WMA9',
      '25 MP3',
      '27 MP4 audio',
      '28 AMR',
    ],
  );
  const open = [0, 18, 22, 23, ...Array.from({ length: 99 }, (_, i) => i + 29)];
  assert.deepEqual(known.get('unknown'), open);
});

/** An MPEG audio frame of layer III; `version` 3 is MPEG-1, 2 MPEG-2, 0 MPEG-2.5. */
const mp3 = (version: number, rate: number, hz: number, padding: number, length: number): Uint8Array => {
  const frame = new Uint8Array(length).fill(0x81);
  frame.set([0xff, 0xe3 | (version << 3), (rate << 4) | (hz << 2) | (padding << 1), 0]);
  return frame;
};

test('MP3: the length of a frame follows from version, bit rate, sample rate and padding', () => {
  // ISO/IEC 11172-3, 2.4.2.3 and ISO/IEC 13818-3, layer III.
  const kbits1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  const kbits2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  const hertz = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8000] };
  for (const version of [3, 2, 0] as const)
    for (const [i, hz] of hertz[version].entries())
      for (const [j, kbit] of (version === 3 ? kbits1 : kbits2).entries())
        for (const padding of [0, 1]) {
          const bytes = Math.floor(((version === 3 ? 144 : 72) * kbit * 1000) / hz) + padding;
          const what = `${version} ${hz} ${kbit} ${padding}`;
          assert.equal(heard(98, mp3(version, j + 1, i, padding, bytes), undefined, 1), 'MP3', what);
          for (const other of [bytes - 1, bytes + 1])
            assert.equal(heard(98, mp3(version, j + 1, i, padding, other), undefined, 1), 'unknown', what);
        }
});

test('MP3: several frames to the last byte; neither free nor reserved rates, other layers or versions', () => {
  const frame = mp3(3, 1, 2, 0, 144);
  assert.equal(heard(98, Uint8Array.from([...frame, ...frame]), undefined, 1), 'MP3');
  for (const [what, bad] of [
    ['free rate', mp3(3, 0, 2, 0, 144)],
    ['no rate', mp3(3, 15, 2, 0, 144)],
    ['no rate, as short as one of 1 kbit/s', mp3(3, 15, 2, 0, 4)],
    ['no sample rate', mp3(3, 1, 3, 0, 144)],
    ['reserved version', mp3(1, 1, 2, 0, 144)],
    ['no sync', frame.with(0, 0xfe)],
    ['no sync behind', frame.with(1, 0x1b)],
    ['layer II', frame.with(1, 0xfd)],
    ['layer I', frame.with(1, 0xff)],
    ['rest', Uint8Array.from([...frame, 0xff])],
    ['too short', frame.subarray(0, 2)],
  ] as const)
    assert.equal(heard(98, bad, undefined, 1), 'unknown', what);
});

test('AMR: each type of frame has its length, and the head its fixed bits', () => {
  const bytes = [13, 14, 16, 18, 20, 21, 27, 32, 6];
  const frame = (type: number, length: number, bits = 4) => {
    const out = new Uint8Array(length).fill(0x81);
    out[0] = (type << 3) | bits;
    return out;
  };
  for (const [type, length] of bytes.entries()) {
    assert.equal(heard(98, frame(type, length)), 'AMR', String(type));
    for (const other of [length - 1, length + 1]) assert.notEqual(heard(98, frame(type, other)), 'AMR', String(type));
    for (const bits of [0, 5, 6, 0x84]) assert.notEqual(heard(98, frame(type, length, bits)), 'AMR', `${type} ${bits}`);
  }
  const file = Uint8Array.from('#!AMR\n', (letter) => letter.charCodeAt(0));
  assert.equal(heard(98, file, undefined, 1), 'AMR');
  for (let at = 0; at < 5; at += 1) assert.equal(heard(98, file.with(at, 0x42), undefined, 1), 'unknown');
});

test('ADPCM: a head with a step of the table and a spare zero, and whole tenths of a packet behind it', () => {
  const block = (length: number, index: number, spare: number) =>
    new Uint8Array(length).fill(0x77).with(2, index).with(3, spare);
  for (const length of [44, 84, 164]) assert.equal(heard(98, block(length, 88, 0)), 'adpcmIma');
  for (const [length, index, spare] of [
    [4, 88, 0],
    [43, 88, 0],
    [45, 88, 0],
    [44, 89, 0],
    [44, 88, 1],
  ] as const)
    assert.notEqual(heard(98, block(length, index, spare)), 'adpcmIma', `${length} ${index} ${spare}`);
  for (const payloadType of [6, 7, 8]) assert.equal(heard(payloadType, block(164, 0, 0)), 'adpcmIma');
  for (const [payloadType, coding] of [
    [16, 'pcm16be'],
    [19, 'aacAdts'],
  ] as const)
    assert.equal(heard(payloadType, block(164, 0, 0)), coding);
});

test('the duration of a body tells its bits, within a tenth', () => {
  for (const [bits, coding] of [
    [2, 'g726'],
    [3, 'g726'],
    [4, 'g726'],
    [5, 'g726'],
    [8, 'g711a'],
  ] as const) {
    // 96 bytes are of no usual size: without durations nothing is told.
    const ms = 96 / bits;
    assert.equal(heard(98, dull(96), ms), coding, String(bits));
    assert.equal(heard(98, dull(96), ms / 1.099), coding, `${bits} more`);
    assert.equal(heard(98, dull(96), ms / 0.901), coding, `${bits} less`);
  }
  assert.equal(heard(98, dull(96), 96 / 6.5), 'codec 98');
  assert.equal(heard(98, dull(96), 96 / 8.9), 'codec 98');
  assert.equal(heard(98, dull(96), 0), 'codec 98', 'no duration');
  assert.equal(heard(98, dull(96), -12), 'codec 98', 'a step back');
});

const tone = (little: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(192));
  for (let i = 0; i < 96; i += 1) view.setInt16(2 * i, Math.round(3000 * Math.sin(i / 5)), little);
  return new Uint8Array(view.buffer);
};

test('sixteen bits a sample are linear, in the order in which neighbours are alike', () => {
  assert.equal(heard(98, tone(true), 12), 'pcm16le');
  assert.equal(heard(98, tone(false), 12), 'pcm16be');
  for (const payloadType of [18, 22, 23]) assert.equal(heard(payloadType, tone(true)), 'pcm16le');
  assert.equal(heard(22, new Uint8Array(192)), 'unknown', 'silence tells no order');
});

test('without durations the size tells: 20 ms of G.711 and its multiples, 20 or 40 ms of G.726', () => {
  for (const length of [160, 320, 480]) assert.equal(heard(98, dull(length)), 'g711a', String(length));
  for (const length of [40, 60, 80, 100, 120, 200]) assert.equal(heard(98, dull(length)), 'g726', String(length));
  for (const length of [41, 61, 99, 159, 161, 180]) assert.equal(heard(98, dull(length)), 'codec 98', String(length));
  const finder = new SoundFinder();
  for (const length of [160, 160, 320]) say(finder, 98, dull(length));
  assert.equal(say(finder, 98, dull(160)), 'codec 98', 'of several sizes none is believed');
});

test('the beginning of a body tells which law or order it is in, however long it is', () => {
  const quiet = Int16Array.from({ length: 2080 }, (_, i) => Math.round(300 * Math.sin(i / 5)));
  const long = (head: Uint8Array, rest: Uint8Array): Uint8Array =>
    Uint8Array.from({ length: 16 * head.length }, (_, i) => head[i] ?? rest[i % rest.length] ?? 0);
  const [a, u] = [encodeG711('a', quiet), encodeG711('u', quiet)];
  assert.equal(heard(98, long(u, a)), 'g711u');
  assert.equal(heard(98, long(a, u)), 'g711a');
  const big = tone(false);
  const heads = Uint8Array.from({ length: 2080 }, (_, i) => big[i % big.length] ?? 0);
  assert.equal(heard(22, long(heads, tone(true))), 'pcm16be');
});

test('four bodies decide, empty ones do not count, and what is decided stays', () => {
  const finder = new SoundFinder();
  for (let i = 0; i < 3; i += 1) {
    assert.equal(say(finder, 98, dull(160)), 'unknown');
    assert.equal(say(finder, 98, new Uint8Array(0)), 'unknown');
  }
  assert.equal(say(finder, 98, dull(160)), 'g711a');
  assert.equal(say(finder, 98, mp3(3, 1, 2, 0, 144)), 'g711a');
  assert.equal(say(finder, 6, dull(33)), 'g711a');
  assert.equal(say(finder, 98, mp3(3, 1, 2, 0, 144)), 'MP3', 'another number begins again');
  assert.equal(say(finder, 98, dull(160)), 'MP3', 'one proof is enough, and stays');
});

test('what is proven later still counts before four bodies decided', () => {
  const finder = new SoundFinder();
  for (let i = 0; i < 2; i += 1) say(finder, 98, dull(160));
  assert.equal(say(finder, 98, mp3(3, 1, 2, 0, 144)), 'MP3');
});
