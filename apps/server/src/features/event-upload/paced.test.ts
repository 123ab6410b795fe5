// Bytes come no faster than they may, in small pieces, and a change of the rate counts for the next one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { paced } from './paced.ts';

test('so many bytes take so long, whatever they come in, and a new rate counts at once', async () => {
  const clock = createManualClock();
  let rate = 10_000;
  const source = async function* () {
    yield new Uint8Array(20_000);
    yield new Uint8Array(20_000);
  };
  const startMs = clock.monotonic();
  const signal = new AbortController().signal;
  const pieces = paced(source(), { clock, signal, bytesPerSecond: () => rate });
  const take = async (bytes: number): Promise<number> => {
    for (let got = 0; got < bytes;) {
      const next = pieces.next();
      await clock.advanceAsync(200);
      const { value, done } = await next;
      if (done === true) break;
      assert.ok(value.length <= rate / 5);
      got += value.length;
    }
    return clock.monotonic() - startMs;
  };
  assert.equal(await take(20_000), 2000);
  rate = 20_000;
  assert.equal(await take(20_000), 3000);
});

test('an upload that is given up sends nothing more', async () => {
  const clock = createManualClock();
  const stop = new AbortController();
  const source = async function* () {
    yield new Uint8Array(5000);
  };
  const pieces = paced(source(), { clock, signal: stop.signal, bytesPerSecond: () => 1000 });
  await pieces.next();
  const second = pieces.next();
  stop.abort(new Error('given up'));
  await assert.rejects(second, { message: 'given up' });
});
