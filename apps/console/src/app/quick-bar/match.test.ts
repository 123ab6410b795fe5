// Finding by a few typed letters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestOf, fitOf, withoutScattered } from './match.ts';

test('an equal text fits best, then its beginning, a word in it, a part, scattered letters', () => {
  const fits = ['trk-104', 'trk-1045', 'red trk-104', 'xtrk-104', 'truck 1-04'].map((text) => fitOf([text], 'TRK-104'));
  assert.deepEqual(
    fits,
    fits.toSorted((a, b) => b - a),
  );
  assert.ok(fits.slice(0, 4).every((fit) => fit > 0));
});

test('every word must fit one of the texts', () => {
  assert.ok(fitOf(['TRK-104', '王小明', 'ABC-1'], '王 trk') > 0);
  assert.equal(fitOf(['TRK-104', '王小明'], '王 bus'), 0);
  assert.equal(fitOf(['TRK-104'], ''), 0);
  assert.equal(fitOf(['abcdefghij'], 'aegj'), 0, 'letters far apart are no match');
});

test('the best come first, no more than asked for', () => {
  const all = ['b-1', 'a-1', '1', 'none'];
  assert.deepEqual(
    bestOf(all, (one) => [one], '1', 2),
    ['1', 'b-1'],
  );
});

test('scattered letters are left out where something fits better', () => {
  const texts = (one: string): string[] => [one];
  const kept = (all: string[], typed: string): string[] => withoutScattered(all, texts, typed);
  assert.deepEqual(kept(['TRK-101', '13800000102'], '101'), ['TRK-101']);
  assert.deepEqual(kept(['13800000102'], '101'), ['13800000102']);
  assert.deepEqual(kept(['red TRK-101', 'red 1-0-1'], 'red 101'), ['red TRK-101']);
});
