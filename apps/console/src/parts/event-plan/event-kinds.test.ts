// What a kind of event is called where plans are made, whatever profiles call it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindNames } from './event-kinds.ts';

const define = (definename: string, eventtype: number, eventname: string) => ({ definename, eventtype, eventname });

test('GLOBAL names a kind, whichever profile comes after it; a profile names what has no other name', () => {
  const names = kindNames([
    define('Buses', 13, 'Fast bus'),
    define('GLOBAL', 13, 'Too fast'),
    define('Trucks', 13, 'Fast truck'),
    define('Trucks', 99742, 'Phone in hand'),
    define('Vans', 99742, 'Telephone'),
    define('Trucks', 16, 'Truck hit something'),
  ]);
  assert.deepEqual([names.get(13), names.get(99742)], ['Too fast', 'Phone in hand']);
  assert.notEqual(names.get(16), 'Truck hit something', 'the name of the catalogue');
});

test('the kinds come in the order of their names', () => {
  const names = [...kindNames([define('GLOBAL', 13, 'AAA')]).values()];
  assert.equal(names[0], 'AAA');
  assert.deepEqual(
    names,
    names.toSorted((a, b) => a.localeCompare(b)),
  );
});
