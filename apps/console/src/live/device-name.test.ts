// One rule for the names of vehicles.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceName, deviceNames, deviceTitle, otherNames } from './device-name.ts';

const device = (vehicleid: string, plate: string, drivername: string) => ({ vehicleid, plate, drivername });

it('memo first, then plate and driver, the number last; without a memo the number is the name', () => {
  assert.deepEqual(deviceNames('138', device('TRK-1', 'ABC-1', 'Ann')), ['TRK-1', 'ABC-1', 'Ann', '138']);
  assert.equal(otherNames('138', device('TRK-1', 'ABC-1', 'Ann')), 'ABC-1 · Ann · 138');
  assert.equal(deviceTitle('138', device('TRK-1', 'ABC-1', 'Ann')), 'TRK-1 (138)');
});

it('what is missing is left out, what stands twice is said once, and there is always the number', () => {
  assert.deepEqual(deviceNames('138', device('', 'ABC-1', 'Ann')), ['138', 'ABC-1', 'Ann']);
  assert.equal(deviceName('138', device('', 'ABC-1', 'Ann')), '138');
  assert.deepEqual(deviceNames('Ann', device('Ann', '', 'Ann')), ['Ann']);
  assert.deepEqual(deviceNames('138', undefined), ['138']);
  assert.deepEqual([deviceName('138', undefined), otherNames('138', undefined)], ['138', '']);
  assert.deepEqual([deviceTitle('138', undefined), deviceTitle('138', device('', 'ABC-1', ''))], ['138', '138']);
});
