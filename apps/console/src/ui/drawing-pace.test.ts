// Rows of a table and the frames they are drawn in: how many at once, in which order the others follow, and when it rests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CELLS_A_FRAME, DrawingPace } from './drawing-pace.ts';

/** A pace whose frames are driven. */
const driven = () => {
  const asked: (() => void)[] = [];
  return {
    pace: new DrawingPace((run) => void asked.push(run)),
    frame: () => asked.shift()?.(),
    asked,
  };
};

test('a frame has room for four rows of a wide table, the others follow four by four in their order', () => {
  const { pace, frame } = driven();
  const cells = CELLS_A_FRAME / 4;
  const rows = Array.from({ length: 10 }, (_, n) => n);
  const later = rows.filter(() => !pace.take(cells));
  assert.deepEqual(later, [4, 5, 6, 7, 8, 9]);
  const filled: number[] = [];
  for (const row of later) pace.wait(cells, () => filled.push(row));
  frame();
  assert.deepEqual(filled, [4, 5, 6, 7]);
  frame();
  assert.deepEqual(filled, [4, 5, 6, 7, 8, 9]);
});

test('one that comes while others wait stands behind them, and one that scrolls away is not drawn', () => {
  const { pace, frame } = driven();
  const filled: string[] = [];
  assert.equal(pace.take(CELLS_A_FRAME), true);
  const stop = pace.wait(CELLS_A_FRAME, () => filled.push('gone'));
  pace.wait(1, () => filled.push('stays'));
  assert.equal(pace.take(1), false, 'nobody overtakes');
  stop();
  frame();
  assert.deepEqual(filled, ['stays']);
});

test('a row wider than any frame has one for itself', () => {
  const { pace, frame } = driven();
  assert.equal(pace.take(CELLS_A_FRAME * 2), true);
  let filled = false;
  pace.wait(CELLS_A_FRAME * 2, () => (filled = true));
  frame();
  assert.equal(filled, true);
});

test('it asks for no frame while nothing is drawn', () => {
  const { pace, frame, asked } = driven();
  assert.equal(asked.length, 0);
  pace.take(1);
  assert.equal(asked.length, 1);
  frame();
  assert.equal(asked.length, 0);
  assert.equal(pace.take(CELLS_A_FRAME), true, 'the next frame has its whole share');
});

test('what names rows that come into sight is a part of the frame: after a jump none is drawn whole, scrolling on by few all are', () => {
  const { pace, frame } = driven();
  const cells = CELLS_A_FRAME / 4;
  pace.begin(0, 39, 2);
  assert.equal(pace.take(cells), false, 'forty rows of two cells leave too little');
  frame();
  pace.begin(3, 42, 2);
  assert.deepEqual(
    [1, 2, 3].map(() => pace.take(cells)),
    [true, true, true],
  );
  frame();
  pace.begin(3, 42, 2);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => pace.take(cells)),
    [true, true, true, true],
    'the same rows cost nothing',
  );
  frame();
  pace.begin(5000, 5039, 2);
  assert.equal(pace.take(cells), false);
});

test('a table of few rows without pinned cells is drawn at once', () => {
  const { pace } = driven();
  pace.begin(0, 11, 0);
  assert.equal(Array.from({ length: 12 }, () => pace.take(CELLS_A_FRAME / 12)).every(Boolean), true);
});
