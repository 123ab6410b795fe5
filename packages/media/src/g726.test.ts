// G.726 bit for bit: `itu` against checksums of another implementation of the recommendation (spandsp), `ffmpeg` against ffmpeg.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { codeAt } from './g726.ts';
import { G726Decoder, G726Encoder, type G726Bits } from './index.ts';

const BITS: readonly G726Bits[] = [2, 3, 4, 5];

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const bytesOf = (pcm: Int16Array): Uint8Array => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);

/** Triangle wave, loud and soft by turns, with noise every other half second; whole steps of 4, so no rounding to 14 bits. */
const signal = (): Int16Array => {
  let seed = 1;
  const noise = (): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return ((seed >>> 16) % 4096) - 2048;
  };
  return Int16Array.from({ length: 8000 }, (_, i) => {
    const triangle = (Math.abs(((i * 7) % 400) - 200) - 100) * (i % 2000 < 1000 ? 20 : 3);
    return 4 * (triangle + (i % 4000 < 2000 ? noise() : 0));
  });
};

/** Checksums of spandsp's encoder (right-justified packing) on the signal above, and of its decoder on its own code words. */
const SPANDSP: Record<G726Bits, { middle: string; encoded: string; decoded: string }> = {
  2: { middle: '95b436ccda2720c80978630f', encoded: '1b59f805aeb7d69c', decoded: 'f1fb092e63e97da6' },
  3: { middle: 'fec7d1735d57948856f2bff1', encoded: '4cf19d384d89730c', decoded: 'd16946ec945daa2e' },
  4: { middle: '5644242211f1ffefeeddddcd', encoded: '6f72d0aa954b6775', decoded: 'f86781a88197764a' },
  5: { middle: 'e16b5bbb1f88ad3eaed583a7', encoded: '2ba59c5db2864f23', decoded: '853ebc4e07905825' },
};

for (const bits of BITS) {
  test(`G.726 at ${bits * 8} kbit/s is the recommendation's, both ways`, () => {
    const encoded = new G726Encoder(bits, 'lsb').encode(signal());
    assert.equal(Buffer.from(encoded.subarray(1000, 1012)).toString('hex'), SPANDSP[bits].middle);
    assert.equal(sha(encoded), SPANDSP[bits].encoded);
    assert.equal(sha(bytesOf(new G726Decoder(bits, 'lsb').decode(encoded))), SPANDSP[bits].decoded);
  });
}

test('packing of 3-bit codes: first sample lowest or highest', () => {
  // Codes 1 to 7 and 4, packed by hand as RFC 3551 (lsb) and as the left-justified kind.
  const codes = [1, 2, 3, 4, 5, 6, 7, 4];
  const lsb = Uint8Array.of(
    1 | (2 << 3) | ((3 & 3) << 6),
    (3 >> 2) | (4 << 1) | (5 << 4) | ((6 & 1) << 7),
    (6 >> 1) | (7 << 2) | (4 << 5),
  );
  const msb = Uint8Array.of(
    (1 << 5) | (2 << 2) | (3 >> 1),
    ((3 & 1) << 7) | (4 << 4) | (5 << 1) | (6 >> 2),
    ((6 & 3) << 6) | (7 << 3) | 4,
  );
  for (const [i, code] of codes.entries()) {
    assert.deepEqual([codeAt(lsb, i, 3, 'lsb'), codeAt(msb, i, 3, 'msb')], [code, code]);
  }
  assert.deepEqual(new G726Decoder(3, 'lsb').decode(lsb), new G726Decoder(3, 'msb').decode(msb));
});

for (const bits of BITS) {
  test(`both packings of ${bits}-bit codes carry the same samples, and packets may be cut anywhere in multiples of 8`, () => {
    const pcm = signal();
    const lsb = new G726Encoder(bits, 'lsb').encode(pcm);
    const msb = new G726Encoder(bits, 'msb').encode(pcm);
    assert.notDeepEqual(lsb, msb);
    const whole = new G726Decoder(bits, 'lsb').decode(lsb);
    assert.deepEqual(new G726Decoder(bits, 'msb').decode(msb), whole);
    const decoder = new G726Decoder(bits, 'lsb');
    const parts: number[] = [];
    for (let at = 0; at < lsb.length; at += 40 * bits) parts.push(...decoder.decode(lsb.subarray(at, at + 40 * bits)));
    assert.deepEqual(Int16Array.from(parts), whole);
    decoder.reset();
    assert.deepEqual(decoder.decode(lsb), whole);
  });
}

test('a block that is no multiple of 8 samples fills its last byte, and no code is lost', () => {
  for (const bits of BITS) {
    for (const packing of ['lsb', 'msb'] as const) {
      const pcm = signal().subarray(0, 13);
      const bytes = new G726Encoder(bits, packing).encode(pcm);
      assert.equal(bytes.length, Math.ceil((13 * bits) / 8));
      const whole = new G726Decoder(bits, packing).decode(
        new G726Encoder(bits, packing).encode(signal().subarray(0, 16)),
      );
      assert.deepEqual(new G726Decoder(bits, packing).decode(bytes).subarray(0, 13), whole.subarray(0, 13));
    }
  }
});

const run = (args: readonly string[], input: Uint8Array): Uint8Array => {
  const result = spawnSync('ffmpeg', ['-v', 'error', ...args, 'pipe:1'], { input, maxBuffer: 1 << 26 });
  assert.equal(result.stderr.toString(), '');
  return new Uint8Array(result.stdout);
};

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'SKIPPED: ffmpeg is not installed';
if (noFfmpeg !== false) process.stderr.write(`${noFfmpeg}: G.726 was compared with spandsp's checksums only\n`);

for (const bits of BITS) {
  for (const [packing, codec] of [
    ['lsb', 'g726le'],
    ['msb', 'g726'],
  ] as const) {
    test(
      `ffmpeg's ${codec} at ${bits * 8} kbit/s computes what our ffmpeg arithmetic computes`,
      { skip: noFfmpeg },
      () => {
        const tone = Int16Array.from({ length: 16_000 }, (_, i) =>
          Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 8000)),
        );
        const pcm = Int16Array.from([...tone, ...signal()]);
        const raw = ['-f', 's16le', '-ar', '8000', '-ac', '1'];
        const encode = [...raw, '-i', 'pipe:0', '-c:a', codec, '-code_size', String(bits), '-f', 'data', '-map', '0'];
        const encoded = run(encode, bytesOf(pcm));
        assert.deepEqual(new G726Encoder(bits, packing, 'ffmpeg').encode(pcm), encoded);
        const decode = ['-f', codec, '-code_size', String(bits), '-sample_rate', '8000', '-i', 'pipe:0', '-f', 's16le'];
        const decoded = run(decode, encoded);
        assert.equal(decoded.length, pcm.length * 2);
        assert.ok(Buffer.from(decoded).equals(bytesOf(new G726Decoder(bits, packing, 'ffmpeg').decode(encoded))));
      },
    );
  }
}
