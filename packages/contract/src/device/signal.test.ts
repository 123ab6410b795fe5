// The signal as per cent, and the way back to what the modem counted.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MOST_SIGNAL, signalCount, signalPercent } from './signal.ts';

it('a count of 0 to 31 is a share of 31, 99 is not known, and what is above 31 is full', () => {
  assert.deepEqual([0, 1, 9, 28, 31].map(signalPercent), [0, 3, 29, 90, 100]);
  assert.deepEqual([99, 32, 255].map(signalPercent), [null, 100, 100]);
});

it('each percentage leads back to its count', () => {
  for (let count = 0; count <= MOST_SIGNAL; count += 1) assert.equal(signalCount(signalPercent(count) ?? -1), count);
});
