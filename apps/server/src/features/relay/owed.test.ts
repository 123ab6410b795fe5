// What is owed, as pure steps: who is behind the cursor, what has to be stored, how much of the journal is needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, HeldJournal, isOwed, neededAfter, type Owed } from './owed.ts';

const owed: Owed = {
  cursor: 50,
  devices: new Map(Object.entries({ 1: 30, 2: 45 }).map(([key, row]) => [Number(key), row])),
};

test('everybody owes what is behind the cursor, a device that is behind also from its own row on', () => {
  const rows = (deviceKey: number): number[] => [29, 30, 44, 45, 50, 51].filter((row) => isOwed(owed, deviceKey, row));
  assert.deepEqual(rows(1), [30, 44, 45, 50, 51]);
  assert.deepEqual(rows(2), [45, 50, 51]);
  assert.deepEqual(rows(3), [51]);
});

test('the journal is needed from the first row that anybody owes', () => {
  assert.equal(neededAfter(owed), 29);
  assert.equal(neededAfter({ cursor: 50, devices: new Map() }), 50);
});

test('stored is who is behind the new cursor, where that is new, further back, or a step further on; who is not any more goes', () => {
  const changes = (cursor: number, step: number, ...waiting: [number, number][]) =>
    changesOf(owed, waiting, { cursor, step });
  assert.deepEqual(changes(60, 100, [1, 31], [2, 61], [3, 60], [4, 70]), {
    owing: [{ deviceKey: 3, journalId: 60 }],
    settled: [2],
  });
  assert.deepEqual(changes(60, 100, [1, 29], [2, 46]).owing, [{ deviceKey: 1, journalId: 29 }]);
  assert.deepEqual(changes(60, 10, [1, 40], [2, 56]).owing, [{ deviceKey: 2, journalId: 56 }]);
  assert.deepEqual(changes(60, 0, [1, 30], [2, 46]).owing, [{ deviceKey: 2, journalId: 46 }]);
  assert.deepEqual(changes(60, 0), { owing: [], settled: [1, 2] });
});

test('of too much journal the oldest rows are given up, of what is released nothing', () => {
  const held = new HeldJournal(2560); // in parts of 10 bytes
  for (let row = 1; row <= 256; row += 1) held.read(row, 10);
  assert.equal(held.tooMuch(), null);
  held.read(257, 5);
  assert.equal(held.tooMuch(), 1);
  held.read(258, 5);
  assert.equal(held.tooMuch(), 1);
  held.read(259, 5);
  assert.equal(held.tooMuch(), 2);
  held.release(1);
  assert.equal(held.tooMuch(), 2);
  held.release(2);
  assert.equal(held.tooMuch(), null);
  held.read(260, 3000);
  assert.equal(held.tooMuch(), 260, 'one row that is too much by itself goes');
  held.clear();
  assert.equal(held.tooMuch(), null);
});
