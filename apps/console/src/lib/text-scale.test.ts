// Lengths that grow with the text.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inRem } from './text-scale.ts';

it('counts pixels of column widths in rem, and leaves other lengths', () => {
  assert.equal(inRem('minmax(86px, 1fr) 48px 12.8px auto 2fr'), 'minmax(5.375rem, 1fr) 3rem 0.8rem auto 2fr');
});
