// Which channels play: the first ones, one for another, several up to nine.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TOO_MANY_CHANNELS } from '@outrider/contract';
import { firstPlayed, pressed } from './channel-rules.ts';

it('multi mode begins with up to four channels, else with the first; more than nine are refused', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual(
    [firstPlayed(eight, true), firstPlayed([1, 2], true), firstPlayed(eight, false)],
    [[1, 2, 3, 4], [1, 2], [1]],
  );
  const twelve = Array.from({ length: 12 }, (_, i) => i + 1);
  const nine = twelve.slice(0, 9);
  assert.equal(pressed(nine, 10, { multi: true, order: twelve }), undefined);
  assert.deepEqual(pressed(nine, 9, { multi: true, order: twelve }), nine.slice(0, 8));
  assert.deepEqual(pressed([3, 1], 2, { multi: true, order: [3, 2, 1] }), [3, 2, 1], "in the device's own order");
  assert.deepEqual(pressed([3], 5, { multi: false, order: twelve }), [5]);
});
it('takes nine channels and refuses the tenth, whose words are those of the documents', () => {
  const sixteen = Array.from({ length: 16 }, (_, i) => i + 1);
  const nine = sixteen.slice(0, 9);
  const rules = { multi: true, order: sixteen, lastStays: true };
  assert.equal(pressed(nine, 10, rules), undefined);
  assert.equal(TOO_MANY_CHANNELS, 'over max channels count(9)');
  assert.deepEqual(pressed(nine, 9, rules), sixteen.slice(0, 8));
  assert.deepEqual(pressed([1, 3], 2, rules), [1, 2, 3]);
  assert.deepEqual(pressed([1], 3, { ...rules, multi: false }), [3]);
});
it('keeps the last one on where the screen wants one', () => {
  assert.deepEqual(pressed([3], 3, { multi: true, order: [3, 4], lastStays: true }), [3]);
  assert.deepEqual(pressed([3, 4], 3, { multi: true, order: [3, 4], lastStays: true }), [4]);
  assert.deepEqual(pressed([3], 3, { multi: true, order: [3, 4] }), []);
});
it('begins several with the first four, also of channels with gaps between their numbers', () => {
  const sixteen = Array.from({ length: 16 }, (_, i) => i + 1);
  assert.deepEqual(firstPlayed(sixteen, true), [1, 2, 3, 4]);
  assert.deepEqual(firstPlayed([2, 5], true), [2, 5]);
  assert.deepEqual(firstPlayed([7, 8], false), [7], 'goes back to the first of those that are on');
});
