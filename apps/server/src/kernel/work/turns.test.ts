// Turns: never more at once than may, in the order in which they came, and a limit that changes while others wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

const set = (atOnce: number) => {
  const turns = new Turns(atOnce);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const stop = new AbortController();
  const add = (n: number): Promise<unknown> =>
    turns.take(stop.signal, () => {
      begun.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { turns, begun, ends, stop, add, settled };
};

test('the next one begins when one ends, in the order in which they came', async () => {
  const { turns, begun, ends, add, settled } = set(1);
  const all = [1, 2, 3].map(add);
  await settled();
  assert.deepEqual(begun, [1]);
  ends[0]?.();
  await settled();
  assert.deepEqual([begun, turns.running], [[1, 2], 1]);
  ends[1]?.();
  await settled();
  ends[2]?.();
  await Promise.all(all);
  assert.equal(turns.running, 0);
});

test('a larger limit lets those in that wait, a smaller one waits until enough have ended', async () => {
  const { turns, begun, ends, add, settled } = set(1);
  const all = [1, 2, 3, 4].map(add);
  turns.limit = 3;
  await settled();
  assert.deepEqual(begun, [1, 2, 3]);
  turns.limit = 1;
  ends[0]?.();
  ends[1]?.();
  await settled();
  assert.deepEqual(begun, [1, 2, 3]);
  ends[2]?.();
  await settled();
  assert.deepEqual(begun, [1, 2, 3, 4]);
  ends[3]?.();
  await Promise.all(all);
});

test('one that gives up while it waits takes no turn', async () => {
  const { turns, begun, ends, stop, add, settled } = set(1);
  const first = turns.take(new AbortController().signal, () => new Promise<void>((resolve) => ends.push(resolve)));
  const second = assert.rejects(add(2), { message: 'enough' });
  await settled();
  stop.abort(new Error('enough'));
  await second;
  ends[0]?.();
  await first;
  assert.deepEqual([begun, turns.running], [[], 0]);
});
