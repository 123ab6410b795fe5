import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../manual-clock.ts';
import { keepMemorySmall } from './idle-memory.ts';

const MB = 1_000_000;

/** A heap whose figures the test sets; collecting leaves a megabyte of room. */
const createHeap = () => {
  const heap = {
    allocated: 0,
    young: 60 * MB,
    collected: 0,
    allocatedBytes: () => heap.allocated,
    youngBytes: () => heap.young,
    growth: [] as (number | null)[],
    growBy: (percent: number | null) => void heap.growth.push(percent),
    collectYoung() {
      heap.collected += 1;
      heap.young = MB;
    },
  };
  return heap;
};

test('while much is made nothing is collected; two quiet seconds later the room is given back, once', () => {
  const [heap, clock] = [createHeap(), createManualClock()];
  const idle = keepMemorySmall(heap, clock);
  for (let second = 0; second < 60; second += 1) {
    heap.allocated += 2 * MB;
    clock.advance(1000);
  }
  assert.equal(heap.collected, 0);
  clock.advance(2000);
  assert.deepEqual([heap.collected, heap.young], [1, MB]);
  clock.advance(60_000);
  assert.equal(heap.collected, 1, 'a small room is left alone');
  idle.close();
  assert.equal(clock.pending(), 0);
});

test('what was made before it began does not count', () => {
  const [heap, clock] = [createHeap(), createManualClock()];
  heap.allocated = 200 * MB;
  keepMemorySmall(heap, clock);
  clock.advance(2000);
  assert.equal(heap.collected, 1);
});

test('long-lived values are collected often while it is wanted, and as the engine chooses before, afterwards and when it is closed', () => {
  const [heap, clock] = [createHeap(), createManualClock()];
  const memory = keepMemorySmall(heap, clock);
  let wanted = false;
  memory.collectOftenWhile(() => wanted);
  clock.advance(10_000);
  assert.deepEqual(heap.growth, []);
  wanted = true;
  clock.advance(10_000);
  assert.deepEqual(heap.growth, [30], 'said once');
  wanted = false;
  clock.advance(10_000);
  assert.deepEqual(heap.growth, [30, null]);
  wanted = true;
  clock.advance(2000);
  memory.close();
  assert.deepEqual(heap.growth, [30, null, 30, null]);
});
