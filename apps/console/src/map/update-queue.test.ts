// Loads handed to the map: one at a time, what comes meanwhile together, everything when most changed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UpdateQueue } from './update-queue.ts';

/** A map that takes its time: each load waits until the test lets it through. */
const slowMap = () => {
  const loads: (readonly string[] | 'all')[] = [];
  const waiting: (() => void)[] = [];
  const load = (what: readonly string[] | 'all'): Promise<void> => {
    loads.push(what);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    loads,
    drawing: { all: () => load('all'), some: (ids: ReadonlySet<string>) => load([...ids]) },
    finish: async (): Promise<void> => {
      waiting.shift()?.();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    },
  };
};

it('gathers what changes while the map is busy', async () => {
  const { loads, drawing, finish } = slowMap();
  const queue = new UpdateQueue(drawing, () => 1000);
  queue.add(['a']);
  queue.add(['b']);
  queue.add(['c', 'b']);
  assert.deepEqual(loads, [['a']]);
  assert.equal(queue.busy, true);
  await finish();
  assert.deepEqual(loads, [['a'], ['b', 'c']]);
  await finish();
  assert.equal(queue.busy, false);
});

it('draws everything when most changed, or when told so', async () => {
  const { loads, drawing, finish } = slowMap();
  const queue = new UpdateQueue(drawing, () => 100);
  queue.add(Array.from({ length: 80 }, (_, i) => String(i)));
  await finish();
  queue.add(['a']);
  await finish();
  queue.add('all');
  queue.add(['b']);
  assert.deepEqual(loads, ['all', ['a'], 'all']);
  await finish();
  assert.deepEqual(loads.at(-1), ['b']);
  assert.deepEqual(queue.counts, { loads: 4, full: 2 });
});

it('hands over nothing after the end', async () => {
  const { loads, drawing, finish } = slowMap();
  const queue = new UpdateQueue(drawing, () => 100);
  queue.add(['a']);
  queue.add(['b']);
  queue.close();
  await finish();
  assert.deepEqual(loads, [['a']]);
});
