import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardParts, cardPx, isTooNarrow } from './row-cards.ts';
import type { Column } from './column.ts';

const column = (header: string, width: string): Column<object> => ({ id: header, header, width, value: () => header });

void test('a phone that hides more than a tenth of the columns shows cards; a wider room scrolls, and one not yet measured waits', () => {
  assert.equal(isTooNarrow(390, 440), true);
  assert.equal(isTooNarrow(390, 430), false);
  assert.equal(isTooNarrow(480, 2000), false);
  assert.equal(isTooNarrow(0, 2000), false);
});

void test('short values share a line of a card, long ones have one each; ticks begin it and what is pressed ends it', () => {
  const tick = { id: 'tick', header: '', width: '40px' };
  const remove = { id: 'remove', header: '', width: '40px' };
  const edit = { id: 'edit', header: 'Edit', width: '80px' };
  const columns = [tick, column('State', '112px'), edit, column('Time', 'minmax(190px, 1fr)'), remove];
  assert.deepEqual(
    cardParts(columns).map((each) => each['data-part']),
    ['mark', 'half', 'act', 'whole', 'act'],
  );
  assert.equal(cardParts(columns)[1]?.['data-header'], 'State');
  // One line of a half, one whole, one of what is pressed, and the edges.
  assert.equal(cardPx(columns), 92);
});
