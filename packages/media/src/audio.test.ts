// The choice of decoder by payload type: Hisilicon header, G.726 rate and packing found out, and what is not decoded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addHisiliconHeader,
  createAudioDecoder,
  createAudioEncoder,
  G726Encoder,
  type G726Bits,
  type G726Packing,
} from './index.ts';

const tone = (samples: number, amplitude = 6000, hz = 440): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) => Math.round(amplitude * Math.sin((2 * Math.PI * hz * i) / 8000)));

/** A voice of harmonics that comes and goes, over a little noise. */
const voice = (samples: number, amplitude = 2500): Int16Array => {
  let seed = 7;
  return Int16Array.from({ length: samples }, (_, i) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    let sum = 0;
    for (let h = 1; h < 12; h += 1)
      sum += (Math.sin((2 * Math.PI * 120 * h * i) / 8000 + h) / h) * (h % 5 === 4 ? 3 : 1);
    return Math.round(amplitude * sum * Math.max(0, Math.sin(i / 900)) + ((seed >>> 16) % 20) - 10);
  });
};

const blocks = (pcm: Int16Array, size: number): Int16Array[] =>
  Array.from({ length: Math.floor(pcm.length / size) }, (_, i) => pcm.subarray(i * size, (i + 1) * size));

/** Signal to noise in dB of what the decoder gave after three seconds, all blocks in order. */
const heard = (
  bits: G726Bits,
  packing: G726Packing,
  size: number,
  pcm: Int16Array,
): { snr: number; text: string; settled: boolean } => {
  const encoder = new G726Encoder(bits, packing);
  const decoder = createAudioDecoder(8);
  let signal = 0;
  let noise = 0;
  for (const [i, block] of blocks(pcm, size).entries()) {
    const out = decoder.decode(encoder.encode(block), i === 0 ? undefined : size / 8);
    assert.equal(out?.sampleRate, 8000);
    if (i * size < 24_000) continue;
    assert.equal(out.pcm.length, size);
    for (let k = 0; k < size; k += 1) {
      signal += (block[k] ?? 0) ** 2;
      noise += ((block[k] ?? 0) - (out.pcm[k] ?? 0)) ** 2;
    }
  }
  const { text, bits: found, packing: order } = decoder.describe();
  return { snr: 10 * Math.log10(signal / noise), text, settled: found === bits && order === packing };
};

// At 16 kbit/s a voice leaves the packing open (LSB first is assumed, a device profile can say otherwise); a tone settles it.
for (const bits of [2, 3, 4, 5] as const) {
  for (const packing of ['lsb', 'msb'] as const) {
    for (const size of [160, 320, 480]) {
      test(`G.726 of ${bits} bits, ${packing} first, ${size} samples a packet is found out`, () => {
        const { snr, settled, text } = heard(bits, packing, size, bits === 2 ? tone(40_000) : voice(40_000));
        assert.ok(settled, text);
        assert.ok(snr > 5 * bits + 3, `${text}: ${snr} dB`);
      });
    }
  }
}

test('a loud tone settles the packing too', () => {
  for (const bits of [3, 5] as const) {
    for (const packing of ['lsb', 'msb'] as const) {
      const { settled, text } = heard(bits, packing, 320, tone(32_000));
      assert.ok(settled, text);
    }
  }
});

test('one lost packet does not change the rate, a lasting change does', () => {
  const encoder = new G726Encoder(4, 'lsb');
  const decoder = createAudioDecoder(8);
  const body = encoder.encode(voice(320));
  for (const delta of [undefined, 40, 40, 80, 40, 80, 80, 40]) {
    assert.equal(decoder.decode(body, delta)?.pcm.length, 320);
  }
  assert.equal(decoder.describe().bits, 4);
  for (let i = 0; i < 3; i += 1) decoder.decode(body, 80);
  assert.equal(decoder.describe().bits, 2);
});

test('jitter, zero and backward timestamps leave the guess by size', () => {
  const decoder = createAudioDecoder(8);
  for (const delta of [0, -40, 53, 1e9, 61, Number.NaN])
    assert.equal(decoder.decode(new Uint8Array(120), delta)?.pcm.length, 320);
  assert.equal(decoder.describe().bits, 3);
});

test('a device profile overrides what would be found out', () => {
  const decoder = createAudioDecoder(8, { bits: 2, packing: 'msb' });
  assert.equal(decoder.decode(new Uint8Array(120), 40)?.pcm.length, 480);
  const { bits, packing, text } = decoder.describe();
  assert.deepEqual([bits, packing, text], [2, 'msb', 'G.726 16 kbit/s, MSB first']);
});

test('a gap of more than a second resets the state', () => {
  const encoder = new G726Encoder(4, 'lsb');
  const first = encoder.encode(tone(320));
  const decoder = createAudioDecoder(8, { bits: 4, packing: 'lsb' });
  const fresh = decoder.decode(first)?.pcm;
  assert.notDeepEqual(decoder.decode(first, 40)?.pcm, fresh);
  assert.deepEqual(decoder.decode(first, 1001)?.pcm, fresh);
});

test('what the encoder makes the decoder reads, with and without Hisilicon header', () => {
  for (const payloadType of [6, 7, 8, 26]) {
    for (const hisilicon of [false, true]) {
      const encoder = createAudioEncoder({ payloadType, hisilicon, bits: 5, packing: 'lsb' });
      const decoder = createAudioDecoder(payloadType, { packing: 'lsb' });
      const pcm = tone(3200, 8000);
      let noise = 0;
      for (const [i, block] of blocks(pcm, 320).entries()) {
        const out = decoder.decode(encoder?.encode(block) ?? new Uint8Array(0), 40);
        assert.equal(out?.pcm.length, 320);
        if (i > 2) for (let k = 0; k < 320; k += 1) noise += ((block[k] ?? 0) - (out.pcm[k] ?? 0)) ** 2;
      }
      assert.ok(Math.sqrt(noise / 2240) < 400, `payload type ${payloadType}: noise ${Math.sqrt(noise / 2240)}`);
      assert.equal(decoder.describe().hisilicon, hisilicon);
    }
  }
  assert.equal(createAudioEncoder({ payloadType: 19 }), null);
});

test('DVI4 at 16 kHz, linear PCM and the wrong payload type of a video codec', () => {
  const block = Uint8Array.of(0, 0, 0, 0, 0x77);
  assert.deepEqual(createAudioDecoder(13).decode(block), { pcm: Int16Array.of(11, 41), sampleRate: 16_000 });
  assert.deepEqual(
    createAudioDecoder(10)
      .decode(addHisiliconHeader(Uint8Array.of(0, 0, 0, 0, 0x77, 0)))
      ?.pcm.subarray(0, 2),
    Int16Array.of(11, 41),
  );
  assert.deepEqual(createAudioDecoder(16).decode(Uint8Array.of(1, 2, 0xff, 0xfe, 9))?.pcm, Int16Array.of(258, -2));
  assert.deepEqual(createAudioDecoder(98).decode(Uint8Array.of(0xd5, 0x2a))?.pcm, Int16Array.of(8, -32256));
});

test('AAC is handed on, the rest of the table is named and gives nothing', () => {
  const aac = createAudioDecoder(19);
  const frame = Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x5f, 0xfc, 0x21, 0x22, 0x23);
  assert.equal(aac.kind, 'aac');
  assert.equal(aac.decode(frame), null);
  assert.deepEqual(
    aac.aacFrames(frame).map(({ payload }) => [...payload]),
    [[0x21, 0x22, 0x23]],
  );
  const amr = createAudioDecoder(28);
  assert.deepEqual(
    [amr.kind, amr.decode(frame), amr.aacFrames(frame), amr.describe().text],
    ['unsupported', null, [], 'AMR'],
  );
  assert.equal(createAudioDecoder(91).kind, 'unsupported');
  assert.equal(createAudioDecoder(6).decode(new Uint8Array(0)), null);
  assert.equal(createAudioDecoder(26).decode(Uint8Array.of(1, 2)), null);
});
