// Which links to unknown devices are deleted, and that half-loaded lists never delete anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_STRAYS, strayLinks } from './stray-links.ts';

const links = [
  { groupid: '2', deviceid: 'BUS' },
  { groupid: '2', deviceid: 'GHOST' },
];
const known = (ids: string[], more: { level?: number; complete?: boolean } = {}) => ({
  level: 0,
  complete: true,
  devices: new Set(ids),
  ...more,
});

test('only with a complete list that is not empty, and as level 0', () => {
  assert.deepEqual(strayLinks(links, known(['BUS'])), [links[1]]);
  assert.deepEqual(strayLinks(links, known(['BUS', 'GHOST'])), []);
  assert.deepEqual(strayLinks(links, known([])), []);
  assert.deepEqual(strayLinks(links, known(['BUS'], { complete: false })), []);
  assert.deepEqual(strayLinks(links, known(['BUS'], { level: 1 })), []);
});

test('where many are unknown the list is not believed', () => {
  const many = Array.from({ length: MAX_STRAYS + 1 }, (_, i) => ({ groupid: '2', deviceid: `G${i}` }));
  assert.deepEqual(strayLinks(many, known(['BUS'])), []);
  assert.equal(strayLinks(many.slice(1), known(['BUS'])).length, MAX_STRAYS);
});
