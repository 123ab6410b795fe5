// What a device's packets and its 0x1003 say of the sound it wants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAudioEncoder } from '@outrider/media';
import type { TalkFrame } from '../../gateway/index.ts';
import { ASSUMED_FORMAT, createVoiceEncoder, formatOfAttributes, FormatWatch, withKnownCodec } from './voice-format.ts';

const hum = (samples: number, from: number): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) => Math.round(3000 * Math.sin((2 * Math.PI * 300 * (from + i)) / 8000)));

/** The sound of a device: packets of `samples` samples. */
const packets = (
  count: number,
  samples: number,
  options: Parameters<typeof createAudioEncoder>[0],
  payloadType = options.payloadType,
): TalkFrame[] => {
  const encoder = createAudioEncoder(options);
  return Array.from({ length: count }, (_, i) => ({
    kind: 'audio',
    codec: 'unknown',
    payloadType,
    body: encoder?.encode(hum(samples, i * samples)) ?? new Uint8Array(0),
    presentationUs: (i * samples * 1000) / 8,
    discontinuity: false,
    damagedBefore: false,
    arrivalMs: 0,
  }));
};
const listen = (frames: readonly TalkFrame[], watch = new FormatWatch()): FormatWatch => {
  for (const frame of frames) watch.hear(frame);
  return watch;
};

test('the first packet says coding, length and header', () => {
  const cases = [
    [{ payloadType: 6 }, 320, { payloadType: 6, samples: 320, hisilicon: false }],
    [{ payloadType: 7, hisilicon: true }, 160, { payloadType: 7, samples: 160, hisilicon: true }],
    [{ payloadType: 6 }, 800, { payloadType: 6, samples: 800, hisilicon: false }],
    [{ payloadType: 26, hisilicon: true }, 320, { payloadType: 26, samples: 320, hisilicon: true }],
    [{ payloadType: 8 }, 320, { payloadType: 8, samples: 320, bits: 4, packing: 'lsb' }],
    [{ payloadType: 8, bits: 5 }, 320, { payloadType: 8, samples: 320, bits: 5 }],
  ] as const;
  for (const [options, samples, expected] of cases) {
    const { format } = listen(packets(1, samples, options));
    assert.partialDeepStrictEqual(format, expected);
  }
});

test('what is encoded for a device has the size of its own packets', () => {
  for (const [options, samples] of [
    [{ payloadType: 6, hisilicon: true }, 320],
    [{ payloadType: 8, bits: 3 }, 160],
    [{ payloadType: 26 }, 320],
  ] as const) {
    const own = packets(3, samples, options);
    const { format } = listen(own);
    assert.ok(format);
    const body = createVoiceEncoder(format)?.encode(new Int16Array(format.samples));
    assert.equal(body?.length, own[0]?.body.length);
    assert.deepEqual(
      body?.subarray(0, options.payloadType === 6 ? 4 : 0),
      own[0]?.body.subarray(0, options.payloadType === 6 ? 4 : 0),
    );
  }
});

const silence = (payloadType: number): Set<number> =>
  new Set(createVoiceEncoder({ ...ASSUMED_FORMAT, payloadType })?.encode(new Int16Array(320)));

test('silence for G.711 is D5 and FF', () => {
  assert.deepEqual(silence(6), new Set([0xd5]));
  assert.deepEqual(silence(7), new Set([0xff]));
});

test('the other packing of G.726 is found out within seconds', () => {
  const watch = listen(packets(80, 320, { payloadType: 8, bits: 5, packing: 'msb' }));
  assert.partialDeepStrictEqual(watch.format, { bits: 5, packing: 'msb' });
});

test('a stray packet does not switch the coding, three in a row do', () => {
  const watch = listen(packets(5, 320, { payloadType: 6 }));
  const other = packets(3, 320, { payloadType: 26 });
  assert.equal(
    other.slice(0, 2).some((frame) => watch.hear(frame)),
    false,
  );
  assert.equal(watch.format?.payloadType, 6);
  listen(packets(1, 320, { payloadType: 6 }), watch);
  assert.deepEqual(
    other.map((frame) => watch.hear(frame)),
    [false, false, true],
  );
  assert.equal(watch.format?.payloadType, 26);
});

test('audio under the number of a video codec is answered as G.711A, DVI4 under its own number', () => {
  const wrong = packets(1, 320, { payloadType: 6 }, 98);
  assert.equal(listen(wrong).format?.payloadType, 6);
  assert.deepEqual(
    wrong.map(withKnownCodec).map(({ codec }) => codec),
    ['g711a'],
  );
  const dvi4 = packets(1, 320, { payloadType: 26 }, 12);
  const { format } = listen(dvi4);
  assert.equal(format?.payloadType, 12);
  assert.equal(createVoiceEncoder(format)?.encode(new Int16Array(320)).length, 164);
  assert.deepEqual(
    dvi4.map(withKnownCodec).map(({ codec }) => codec),
    ['adpcmIma'],
  );
});

test('a coding that cannot be made, and nonsense, leave the format open', () => {
  const aac = packets(3, 320, { payloadType: 6 }, 19);
  assert.equal(listen(aac).format, null);
  assert.equal(listen(packets(3, 320, { payloadType: 6 }, 28)).format, null);
  const empty = packets(1, 320, { payloadType: 6 }).map((frame) => ({ ...frame, body: new Uint8Array(0) }));
  assert.equal(listen(empty).format, null);
});

test('lengths that are no whole milliseconds, too short or too long fall back to 40 ms', () => {
  for (const samples of [4, 76, 323, 2000]) {
    assert.equal(listen(packets(1, samples, { payloadType: 6 })).format?.samples, 320, `${samples}`);
  }
});

test('0x1003: codec and bytes per packet', () => {
  const cases = [
    [6, 320, { payloadType: 6, samples: 320 }],
    [6, 160, { payloadType: 6, samples: 160 }],
    [6, 0, { payloadType: 6, samples: 320 }],
    [7, 65_535, { payloadType: 7, samples: 320 }],
    [8, 160, { payloadType: 8, bits: 4, samples: 320 }],
    [8, 80, { payloadType: 8, bits: 2, samples: 320 }],
    [26, 164, { payloadType: 26, samples: 320 }],
  ] as const;
  for (const [payloadType, frameBytes, expected] of cases) {
    assert.partialDeepStrictEqual(formatOfAttributes({ payloadType, frameBytes }), expected);
  }
  for (const payloadType of [0, 19, 28, 98]) assert.equal(formatOfAttributes({ payloadType, frameBytes: 320 }), null);
});
