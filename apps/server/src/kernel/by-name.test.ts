// Names in the order in which people look for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName } from './by-name.ts';

test('names stand as people count and write: numbers by their size, small and large letters together', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  assert.deepEqual(
    named('Truck', 'bus 10', 'Bus 2', 'ambulance', 'Émile').toSorted(byName),
    named('ambulance', 'Bus 2', 'bus 10', 'Émile', 'Truck'),
  );
});
