// What clicks on days make of a span.
import { expect, it } from 'vitest';
import { withDay } from './day-range.tsx';

const none = { first: '', last: '' };

it('takes the first day, then the last one, then begins again', () => {
  const first = withDay(none, '2026-03-10');
  expect(first).toEqual({ first: '2026-03-10', last: '' });
  const both = withDay(first, '2026-03-12');
  expect(both).toEqual({ first: '2026-03-10', last: '2026-03-12' });
  expect(withDay(both, '2026-03-01')).toEqual({ first: '2026-03-01', last: '' });
});
it('turns the days around when the second is the earlier one', () => {
  expect(withDay({ first: '2026-03-10', last: '' }, '2026-03-09')).toEqual({ first: '2026-03-09', last: '2026-03-10' });
});
it('takes one day alone with a second click on it', () => {
  expect(withDay({ first: '2026-03-10', last: '' }, '2026-03-10')).toEqual({ first: '2026-03-10', last: '2026-03-10' });
});
