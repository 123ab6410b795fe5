import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotTakenError, RefusedForGoodError, assertTaken } from './failures.ts';

const outcome = (status: number): string => {
  try {
    assertTaken(status, 'x', (each) => each === 503);
    return 'taken';
  } catch (error) {
    if (error instanceof RefusedForGoodError) return 'never';
    return error instanceof NotTakenError ? 'not this one' : 'away';
  }
};

test('the status of an answer says whether it was taken, may be taken later, or never, and whether the peer is away', () => {
  const statuses = {
    taken: [200, 204],
    never: [400, 410, 422],
    'not this one': [302, 401, 404, 429, 500],
    away: [503],
  };
  for (const [expected, each] of Object.entries(statuses))
    for (const status of each) assert.equal(outcome(status), expected, String(status));
});
