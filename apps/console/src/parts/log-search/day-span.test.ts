// The moments of calendar days, also of those that are no 24 hours long.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { spanOf } from './day-span.ts';

it('covers whole local days, the last one included', () => {
  const span = spanOf({ first: '2026-03-10', last: '2026-03-11' });
  assert.ok(span !== undefined);
  assert.equal(span.afterUpdatetime, new Date(2026, 2, 10).getTime());
  assert.equal(span.beforeUpdatetime, new Date(2026, 2, 12).getTime());
});
it('ends at midnight at the ends of months and of summer time', () => {
  for (const [last, next] of [
    ['2026-02-28', new Date(2026, 2, 1)],
    ['2026-03-29', new Date(2026, 2, 30)],
    ['2026-10-25', new Date(2026, 9, 26)],
  ] as const)
    assert.equal(spanOf({ first: last, last })?.beforeUpdatetime, next.getTime());
});
it('is none while a day is missing', () => {
  assert.equal(spanOf({ first: '2026-03-10', last: '' }), undefined);
  assert.equal(spanOf({ first: '', last: '' }), undefined);
});
