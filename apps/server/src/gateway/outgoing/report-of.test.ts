// A stored position as a report again: the moment that it says, whatever a device without a clock has told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLocation } from '@outrider/jt808';
import fc from 'fast-check';
import { type Reportable, reportOf } from './report-of.ts';
import { CAME_MS, positionAt } from './test-position.ts';

const timeOf = (position: Reportable): number | null => decodeLocation(reportOf(position)).time;

test('a moment that its six digits cannot say at +08:00 is when the report came', () => {
  const [first, last] = [Date.UTC(1999, 11, 31, 16), Date.UTC(2099, 11, 31, 15, 59, 59)];
  for (const timeMs of [first, last, CAME_MS - 1000]) assert.equal(timeOf(positionAt(timeMs)), timeMs);
  // 000101 000000 of a device at +09:00, and the end of 2099 at +07:00.
  for (const timeMs of [Date.UTC(1999, 11, 31, 15), first - 1, last + 1000, null])
    assert.equal(timeOf(positionAt(timeMs)), CAME_MS);
  assert.equal(timeOf(positionAt(null, 0)), null, 'nor has this server a clock: then it is no date');
});

test('any moment that can be stored becomes a report', () => {
  const stored = fc.option(fc.nat(0xffffffff).map((seconds) => seconds * 1000));
  fc.assert(fc.property(stored, stored, (timeMs, receivedMs) => void reportOf(positionAt(timeMs, receivedMs ?? 0))));
});
