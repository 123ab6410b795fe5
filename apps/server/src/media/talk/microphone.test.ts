// Sound messages of a browser: every coding upward, and no more than a microphone can give.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeStreamMessage, streamCodecs, streamKinds } from '@outrider/contract';
import { encodeG711, G726Encoder } from '@outrider/media';
import fc from 'fast-check';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Microphone } from './microphone.ts';

const message = (codec: number, body: Uint8Array, kind: number = streamKinds.audio): Uint8Array => {
  const rest = { flags: 0, channel: 1, presentationUs: 0, captureMs: 0, sequence: 0, detail: 8000 };
  return encodeStreamMessage({ kind, codec, ...rest }, body);
};
const tone = Int16Array.from({ length: 320 }, (_, i) => Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 8000)));
const little = new Uint8Array(640);
for (const [i, sample] of tone.entries()) new DataView(little.buffer).setInt16(i * 2, sample, true);

test('each coding gives back the sound', () => {
  const cases = [
    [streamCodecs.g726, new G726Encoder(4, 'lsb').encode(tone), 900],
    [streamCodecs.g711a, encodeG711('a', tone), 300],
    [streamCodecs.g711u, encodeG711('u', tone), 300],
    [streamCodecs.pcm16le, little, 0],
  ] as const;
  for (const [codec, body, tolerance] of cases) {
    const pcm = new Microphone(createManualClock()).take(message(codec, body));
    assert.equal(pcm?.length, 320);
    const worst = Math.max(...tone.map((sample, i) => (i < 100 ? 0 : Math.abs(sample - (pcm?.[i] ?? 0)))));
    assert.ok(worst <= tolerance, `codec ${codec}: off by ${worst}`);
  }
});

test('other kinds, codings, versions and lengths are refused and counted', () => {
  const microphone = new Microphone(createManualClock());
  const wrong = [
    message(streamCodecs.g711a, new Uint8Array(0)),
    message(streamCodecs.g711a, new Uint8Array(160), streamKinds.video),
    message(streamCodecs.aacAdts, new Uint8Array(160)),
    message(streamCodecs.pcm16le, new Uint8Array(16_001)),
    new Uint8Array(10),
  ];
  for (const each of wrong) assert.equal(microphone.take(each), null);
  assert.equal(microphone.refused, wrong.length);
});

test('two seconds at once are taken, more only as time goes by', () => {
  const clock = createManualClock();
  const microphone = new Microphone(clock);
  const second = message(streamCodecs.g711a, new Uint8Array(8000));
  assert.deepEqual(
    [1, 2, 3].map(() => microphone.take(second)?.length),
    [8000, 8000, undefined],
  );
  clock.advance(1000);
  assert.equal(microphone.take(second)?.length, 8000);
  assert.equal(microphone.take(second), null);
});

test('hostile bytes never throw', () => {
  const microphone = new Microphone(createManualClock());
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      bytes.set([1, 2, 34, 0, 0, 1, 0, 32].slice(0, bytes.length));
      microphone.take(bytes);
    }),
    { numRuns: 10_000 },
  );
});
