// Which pages are linked around the current one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageLinks } from './page-links.ts';

it('at most ten on each side', () => {
  const side = (page: number, pages: number): string => pageLinks(page, pages, { side: 10 }).join(' ');
  assert.equal(side(17, 34), '7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27');
  assert.equal(side(1, 3), '1 2 3');
  assert.equal(side(34, 34), '24 25 26 27 28 29 30 31 32 33 34');
});

it('five in all, around the current page as far as there are pages', () => {
  const five = (page: number, pages: number): string => pageLinks(page, pages, { most: 5 }).join(' ');
  assert.deepEqual(
    [1, 3, 5, 9, 10].map((page) => five(page, 10)),
    ['1 2 3 4 5', '1 2 3 4 5', '3 4 5 6 7', '6 7 8 9 10', '6 7 8 9 10'],
  );
  assert.equal(five(2, 3), '1 2 3');
});
