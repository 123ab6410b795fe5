// What may be typed as the name of a group.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameProblem, typedName } from './group-name.ts';

test('a space and a single quote are ignored, however they come; an old name may lose its own', () => {
  assert.equal(typedName('north', 'north '), 'north');
  assert.equal(typedName('', 'two words'), '');
  assert.equal(typedName('its', "it's"), 'its');
  assert.equal(typedName('a', 'a\t'), 'a');
  assert.equal(typedName('north', 'northe'), 'northe');
  assert.equal(typedName('All devices', 'Alldevices'), 'Alldevices');
  assert.equal(typedName('All devices', 'All device'), 'All device');
  assert.equal(typedName('All devices', 'All devices x'), 'All devices');
  assert.equal(typedName('車隊', '車隊一'), '車隊一');
});

test('what cannot be saved is said in words', () => {
  assert.deepEqual([nameProblem(''), nameProblem('north'), nameProblem('<b>')], [undefined, undefined, undefined]);
  for (const name of ['All devices', 'x'.repeat(65), 'a\u202eb']) assert.match(nameProblem(name) ?? '', /1 to 64/);
});
