// Parts of a day: as text, and between local clocks and UTC.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInParts, localParts, readTimeParts, timePartsText, utcParts } from './time-parts.ts';

test('[E-CONST-005] unit: local ranges are held as minutes of UTC and shown again as they were, also across midnight', () => {
  const local = [{ from: 480, to: 540 }];
  assert.equal(timePartsText(utcParts(local, 480)), '0-60');
  assert.deepEqual(localParts(readTimeParts('0-60') ?? [], 480), local);
  const early = [{ from: 420, to: 540 }];
  assert.equal(timePartsText(utcParts(early, 480)), '0-60,1380-1439', 'split where UTC begins a day');
  assert.deepEqual(localParts(utcParts(early, 480), 480), early);
  const part = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 }))
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.integer({ min: -840, max: 840 }), (parts, offset) => {
      const back = localParts(utcParts(parts, offset), offset);
      for (let minute = 0; minute < 1440; minute += 1)
        if (isInParts(parts, minute) !== isInParts(back, minute)) return false;
      return true;
    }),
    { numRuns: 60 },
  );
});

test('what is no part of a day is none', () => {
  assert.deepEqual(readTimeParts(''), []);
  for (const text of ['60', '60-50', '0-1440', 'a-b', '-1-5']) assert.equal(readTimeParts(text), undefined, text);
  assert.deepEqual(readTimeParts('480-540, 500-600'), [{ from: 480, to: 600 }]);
});
