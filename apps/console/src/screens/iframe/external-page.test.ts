// Which external page an index names, and what such a page may do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryAt, sandboxOf } from './external-page.ts';

const entries = [
  { title: 'Weather', url: 'https://weather.example.org/' },
  { title: 'Depot', url: '/depot' },
];

test('an index counts from 0; anything else names no page', () => {
  assert.deepEqual([entryAt(entries, '0'), entryAt(entries, '1')], entries);
  for (const index of ['2', '999', '-1', '', 'x', '1e0', '0.0', 'length', '__proto__'])
    assert.equal(entryAt(entries, index), undefined, index);
});

test('a page of our own origin is held apart from us, one of another keeps its own', () => {
  const here = 'https://fleet.example.org/iframe/0';
  assert.ok(!sandboxOf('/depot', here).includes('allow-same-origin'));
  assert.ok(!sandboxOf('https://fleet.example.org/x', here).includes('allow-same-origin'));
  assert.ok(sandboxOf('https://weather.example.org/', here).includes('allow-same-origin'));
});
