import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { MinuteRates } from './minute-rate.ts';

test('what was written to each folder counts for a minute, and no longer', () => {
  const clock = createManualClock();
  const rates = new MinuteRates(clock);
  for (let i = 0; i < 12; i += 1) {
    rates.add('a', 100);
    if (i === 0) rates.add('b', 7);
    clock.advance(5000);
  }
  assert.deepEqual([rates.perMinute('a'), rates.perMinute('b'), rates.perMinute('c')], [1100, 0, 0]);
  rates.add('a', -500);
  assert.equal(rates.perMinute('a'), 1100, 'what is removed was not written');
  clock.advance(30_000);
  assert.equal(rates.perMinute('a'), 500);
  clock.advance(30_000);
  assert.equal(rates.perMinute('a'), 0);
});
