// Zones as people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUtcOffset, utcOffsetText } from './device-zone.ts';

test('zones are read in every usual way', () => {
  const read = ['UTC', 'utc+8', '+08:00', '8', '+0530', 'UTC-3:30', '-12', '14', '0', '5:45'].map(readUtcOffset);
  assert.deepEqual(read, [0, 480, 480, 480, 330, -210, -720, 840, 0, 345]);
});

test('what is no zone is none', () => {
  for (const text of ['', 'GMT', '+15', '-13', '8.5', '+8:60', '+8:10', 'UTC+', '--8', '+008', 'Asia/Taipei'])
    assert.equal(readUtcOffset(text), undefined, text);
});

test('what is written is read back', () => {
  for (let minutes = -720; minutes <= 840; minutes += 15) assert.equal(readUtcOffset(utcOffsetText(minutes)), minutes);
  assert.deepEqual([-210, 0, 480, 345].map(utcOffsetText), ['UTC-3:30', 'UTC', 'UTC+8', 'UTC+5:45']);
});
