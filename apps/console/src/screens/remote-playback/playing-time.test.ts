// Which playing time is shown, and times of day as people type them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shownMs, typedTime } from './playing-time.ts';

it('reads times of day as people type them', () => {
  assert.deepEqual(typedTime('14:05:09'), { hour: 14, minute: 5, second: 9 });
  assert.deepEqual(typedTime(' 7:05 '), { hour: 7, minute: 5, second: 0 });
  assert.deepEqual(typedTime('140509'), { hour: 14, minute: 5, second: 9 });
  for (const text of ['', '14', '24:00', '14:60', '14:05:61', 'noon', '14:5'])
    assert.equal(typedTime(text), undefined, text);
});
it('shows the time of the pictures, and that of the device where there are none', () => {
  assert.equal(shownMs(50_000, false, undefined), 50_000);
  assert.equal(shownMs(50_000, false, { currentTime: 51_000, speed: 1 }), 50_000);
  assert.equal(shownMs(50_000, true, { currentTime: 51_000, speed: 1 }), 51_000);
  assert.equal(shownMs(50_000, false, { currentTime: 80_000, speed: 1 }), 80_000);
  assert.equal(shownMs(50_000, false, { currentTime: 60_000, speed: 8 }), 50_000);
});
