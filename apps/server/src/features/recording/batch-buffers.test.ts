import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchBuffers } from './batch-buffers.ts';

test('memory given back is taken again, for batches of about its size', () => {
  const buffers = new BatchBuffers();
  const first = buffers.take(5000);
  assert.equal(first.length, 8192);
  assert.notEqual(buffers.take(5000), first);
  buffers.give(first);
  assert.notEqual(buffers.take(4096), first);
  assert.equal(buffers.take(8192), first);
  assert.equal(buffers.take(8193).length, 16_384);
});

test('no more than 16 MB stay', () => {
  const buffers = new BatchBuffers();
  const all = Array.from({ length: 5 }, () => buffers.take(4 * 1024 * 1024));
  for (const each of all) buffers.give(each);
  const again = all.map(() => buffers.take(4 * 1024 * 1024));
  assert.equal(again.filter((each) => all.includes(each)).length, 4);
});
