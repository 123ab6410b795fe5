// What may be chosen as the source of the map.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapChoice } from './admin.ts';

const online = { mode: 'online', tilesUrl: 'https://{s}.t.test/{z}/{x}/{y}.png', attribution: '© T', maxZoom: 19 };
const problemsOf = (choice: unknown): string[] =>
  (mapChoice.safeParse(choice).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

test('an online address is http or https and holds z, x and y', () => {
  assert.deepEqual(problemsOf(online), []);
  const begins = ['tilesUrl: An address begins with https:// or http://.'];
  for (const tilesUrl of [
    'javascript:alert(1)//{z}{x}{y}',
    'ftp://t.test/{z}/{x}/{y}',
    't.test/{z}/{x}/{y}',
    'https://',
  ])
    assert.deepEqual(problemsOf({ ...online, tilesUrl }), begins, tilesUrl);
  assert.deepEqual(problemsOf({ ...online, tilesUrl: 'https://t.test/{z}' }), ['tilesUrl: The address needs {x} {y}.']);
});

test('the address does not matter where the map is the offline one, and the zoom has its limits', () => {
  assert.deepEqual(problemsOf({ ...online, mode: 'offline', tilesUrl: '' }), []);
  assert.equal(problemsOf({ ...online, maxZoom: 25 }).length, 1);
});
