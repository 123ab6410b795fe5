import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupPaths } from './group-paths.ts';

test('a group is named by the way to it; a missing parent and a circle end it', () => {
  const paths = groupPaths([
    { groupid: '1', parentid: null, name: 'All' },
    { groupid: '3', parentid: '2', name: 'Depot' },
    { groupid: '2', parentid: '1', name: 'North' },
    { groupid: '5', parentid: '99', name: 'Stray' },
    { groupid: '6', parentid: '7', name: 'Hen' },
    { groupid: '7', parentid: '6', name: 'Egg' },
  ]);
  assert.deepEqual(
    paths.map(({ path }) => path),
    ['All', 'All / North', 'All / North / Depot', 'Egg / Hen', 'Hen / Egg', 'Stray'],
  );
});
