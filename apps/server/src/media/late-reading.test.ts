// How long a stream that nobody watches may stay unread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateReadingMs } from './late-reading.ts';

const bytesPerSecond = (kbits: number): number => (kbits * 1000) / 8;

test('a fifth of a second at usual rates, less for more bytes, nothing where it would hold no second frame', () => {
  for (const kbits of [0, 64, 512, 900]) assert.equal(lateReadingMs(bytesPerSecond(kbits)), 200, `${kbits} kbit/s`);
  const [faster, fastest] = [lateReadingMs(bytesPerSecond(1500)), lateReadingMs(bytesPerSecond(3000))];
  assert.ok(faster < 200 && fastest < faster && fastest >= 60, `${faster} ms, ${fastest} ms`);
  assert.equal(lateReadingMs(bytesPerSecond(4000)), 0);
});

test('what waits meanwhile is never more than a device may send unread', () => {
  for (let kbits = 32; kbits < 20_000; kbits += 32)
    assert.ok((lateReadingMs(bytesPerSecond(kbits)) * bytesPerSecond(kbits)) / 1000 <= 24 * 1024, `${kbits} kbit/s`);
});
