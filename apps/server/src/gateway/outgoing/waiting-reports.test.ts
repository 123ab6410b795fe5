// What waits on a link: order, messages, late ones, bounds, and the total over links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitingReports } from './waiting-reports.ts';

const body = (mark: number, length = 100): Uint8Array => new Uint8Array(length).fill(mark);
const marks = (bodies: readonly Uint8Array[]): string => bodies.map(([mark]) => mark).join();

test('late reports go before others and never with them, as many as fit into one message', () => {
  const waiting = new WaitingReports({ waiting: 0, waitingBytes: 0 });
  assert.deepEqual(waiting.next(), { bodies: [], isLate: false });
  for (const mark of [1, 2]) waiting.push({ body: body(mark), row: mark, sinceMs: 0 }, true);
  for (const mark of [3, 4]) waiting.push({ body: body(mark), row: mark, sinceMs: 0 }, false);
  const next = (): string => {
    const { bodies, isLate } = waiting.next();
    return `${marks(bodies)} ${isLate}`;
  };
  assert.equal(next(), '1,2 true');
  waiting.remove(1);
  assert.equal(next(), '2 true');
  waiting.remove(1);
  assert.equal(next(), '3,4 false');
  waiting.push({ body: body(5), row: 5, sinceMs: 0 }, true);
  assert.equal(next(), '3,4,5 false', 'behind one that is not late nothing is');
  waiting.areLate();
  assert.equal(next(), '3,4,5 true');
  for (let mark = 6; mark < 20; mark += 1) waiting.push({ body: body(mark), row: mark, sinceMs: 0 }, false);
  waiting.remove(3);
  assert.equal(next(), '6,7,8,9,10,11,12,13 false');
  waiting.push({ body: body(20, 2000), row: 20, sinceMs: 0 }, false);
  waiting.remove(14);
  assert.equal(next(), '20 false', 'one that is too large goes alone');
});

test('the oldest are counted by age and by row, and the total is that of all links', () => {
  const total = { waiting: 0, waitingBytes: 0 };
  const [one, other] = [new WaitingReports(total), new WaitingReports(total)];
  for (const [i, row] of [4, 4, 6, 9].entries()) one.push({ body: body(i), row, sinceMs: 10 * row }, false);
  other.push({ body: body(9, 7), row: 5, sinceMs: 0 }, false);
  assert.deepEqual(total, { waiting: 5, waitingBytes: 407 });
  assert.deepEqual(
    [3, 4, 5, 6, 10].map((row) => one.countUpTo(row)),
    [0, 2, 2, 3, 4],
  );
  assert.deepEqual(
    [39, 40, 59, 90].map((ms) => one.countBefore(ms)),
    [0, 2, 2, 4],
  );
  assert.equal(one.firstRow, 4);
  one.remove(2);
  assert.equal(one.firstRow, 6);
  assert.deepEqual(total, { waiting: 3, waitingBytes: 207 });
  one.remove(5);
  assert.deepEqual([one.firstRow, one.length, total.waiting, total.waitingBytes], [undefined, 0, 1, 7]);
});
