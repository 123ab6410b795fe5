import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExpired, isStale } from './sign-in-age.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-06-15T12:00:00Z');

test('[A-USER-008] a sign-in of more than 180 days ago is stale; one that never was is not', () => {
  assert.equal(isStale({ logintime: NOW_MS - 181 * DAY_MS }, NOW_MS), true);
  assert.equal(isStale({ logintime: NOW_MS - 179 * DAY_MS }, NOW_MS), false);
  assert.equal(isStale({ logintime: 0 }, NOW_MS), false);
});

test('an account has expired when its last day is over', () => {
  for (const [expirydate, expired] of [
    ['', false],
    ['2026-06-16', false],
    ['2026-06-15', false],
    ['2026-06-14', true],
  ] as const)
    assert.equal(isExpired({ expirydate }, NOW_MS), expired, expirydate);
});
