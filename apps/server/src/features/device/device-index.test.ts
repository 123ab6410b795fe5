// Numbers of terminals lead to one device each, and a device knows all that lead to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceIndex } from './device-index.ts';
import { newDevice } from './record.ts';

test('a second number is added to the first; one that leads elsewhere, or nowhere, is known no more', () => {
  const index = new DeviceIndex();
  const [bus, truck] = [newDevice(1, 'BUS-1', 0), newDevice(2, 'TRK-2', 0)];
  index.lead('13800000101', bus);
  index.lead('13800000102', bus);
  assert.deepEqual(bus.terminals, ['13800000101', '13800000102']);
  index.lead('13800000101', truck);
  assert.deepEqual([bus.terminals, truck.terminals], [['13800000102'], ['13800000101']]);
  assert.equal(index.byTerminal.get('13800000101'), truck);
  index.lead('13800000102');
  assert.deepEqual([bus.terminals, index.byTerminal.get('13800000102')], [[], undefined]);
});
