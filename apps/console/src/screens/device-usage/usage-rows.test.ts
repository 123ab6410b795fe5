// What a list of usage says, and how a share reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareText, usageRows } from './usage-rows.ts';

test('an entry is a device and its share; a share reads as per cent with three decimals', () => {
  assert.deepEqual(usageRows(['13800000101:0.75', 'a:b:0']), [
    { id: '13800000101', share: 0.75 },
    { id: 'a:b', share: 0 },
  ]);
  assert.deepEqual([0.12345, 0, 1, 0.75, 0.0000049].map(shareText), [
    '12.345%',
    '0.000%',
    '100.000%',
    '75.000%',
    '0.000%',
  ]);
});
