import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSlot, type Slot } from './slots.ts';

const MEGABYTE = 1024 * 1024;
const slot = (folder: string, changes: Partial<Slot> = {}): Slot => ({
  folder,
  roomBytes: 100 * MEGABYTE,
  open: 0,
  trouble: null,
  retryMs: 0,
  ...changes,
});

test('capacity takes the first folder with room, efficacy the one that is written to least', () => {
  const slots = [slot('a', { roomBytes: 10 }), slot('b', { open: 3 }), slot('c', { open: 1 })];
  assert.equal(chooseSlot(slots, 'capacity', 0)?.folder, 'b');
  assert.equal(chooseSlot(slots, 'efficacy', 0)?.folder, 'c');
});

test('a folder in trouble waits for its time; without room anywhere there is none', () => {
  const slots = [slot('a', { trouble: 'EIO', retryMs: 1000 }), slot('b', { roomBytes: -1 })];
  assert.equal(chooseSlot(slots, 'capacity', 999), undefined);
  assert.equal(chooseSlot(slots, 'capacity', 1000)?.folder, 'a');
});
