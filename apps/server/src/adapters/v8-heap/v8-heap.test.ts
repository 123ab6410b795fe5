import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { v8Heap } from './v8-heap.ts';

const youngUsed = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_used_size ?? 0;

test('what is made is counted; a collection frees what nobody holds, and nobody else is handed the collector', () => {
  const before = v8Heap.allocatedBytes();
  const made = Array.from({ length: 1000 }, (_, i) => ({ i })).length;
  assert.ok(v8Heap.allocatedBytes() - before > made * 16);
  assert.ok(v8Heap.youngBytes() > 0);
  v8Heap.collectYoung(); // from here on the collector is at hand: looking for it makes values itself
  const lost = Array.from({ length: 10_000 }, (_, i) => ({ i })).length;
  const used = youngUsed();
  v8Heap.collectYoung();
  assert.ok(youngUsed() < used, `${lost} values were freed`);
  assert.equal(Reflect.get(globalThis, 'gc'), undefined);
});
