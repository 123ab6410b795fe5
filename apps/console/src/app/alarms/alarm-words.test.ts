// How the device of an alarm is named.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceNames } from './alarm-words.ts';

it('names a device once by each of its names, however many are the same', () => {
  assert.deepEqual(deviceNames('TRK-1', undefined), ['TRK-1']);
  assert.deepEqual(deviceNames('TRK-1', { vehicleid: 'Depot', drivername: 'Ann' }), ['TRK-1', 'Depot', 'Ann']);
  assert.deepEqual(deviceNames('TRK-1', { vehicleid: 'TRK-1', drivername: '' }), ['TRK-1']);
  assert.deepEqual(deviceNames('TRK-1', { vehicleid: 'Ann', drivername: 'Ann' }), ['TRK-1', 'Ann']);
});
