// When a broadcast can start.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemOf } from './broadcast-rules.ts';

const known = (id: string): boolean => id.startsWith('D');
const ids = (count: number, length = 5): string[] =>
  Array.from({ length: count }, (_, i) => `D${String(i).padStart(length - 1, '0')}`);

it('to all, while at least one is online and the server can reach them all', () => {
  const all = { mode: 'all', ids: [], knows: known } as const;
  assert.equal(problemOf({ ...all, online: 0 }).kind, 'offline');
  assert.equal(problemOf({ ...all, online: 1 }).kind, 'none');
  assert.equal(problemOf({ ...all, online: 1000 }).kind, 'none');
  assert.equal(problemOf({ ...all, online: 1001 }).kind, 'many');
});

it('to named devices, when they are known and not too many; that one is offline is no reason', () => {
  const named = { mode: 'devices', online: 0, knows: known } as const;
  assert.equal(problemOf({ ...named, ids: [] }).kind, 'nobody');
  assert.deepEqual(problemOf({ ...named, ids: ['D1', 'X1'] }), { kind: 'unknown', id: 'X1' });
  assert.equal(problemOf({ ...named, ids: ids(1000) }).kind, 'none');
  assert.equal(problemOf({ ...named, ids: ids(1001) }).kind, 'many');
  assert.equal(problemOf({ ...named, ids: ids(700, 31) }).kind, 'many', 'longer than the address may be');
});
