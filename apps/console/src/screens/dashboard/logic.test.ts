// The order of the dashboard's rows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { q05Device } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import { decodeDevice } from '../../live/decode-device.ts';
import { sortIds } from './logic.ts';

const fleet = new Map<string, Device>();
const add = (id: string, part: Partial<Device>): void => {
  const decoded = decodeDevice({ ...q05Device.example.reply.Z, deviceid: id });
  assert.ok(decoded !== undefined);
  fleet.set(id, { ...decoded, ...part });
};
add('a', { plate: 'X-10', voltage: 24, alarm: 0, status: 1 });
add('b', { plate: 'X-9', voltage: null, alarm: 4, status: 1 });
add('c', { plate: '', voltage: 12, status: 0 });
add('d', { plate: 'X-9', voltage: 24, status: 1, recording_error: true });
const ids = ['a', 'b', 'c', 'd'];
const sorted = (column: Parameters<typeof sortIds>[1], down = false): string =>
  sortIds(ids, column, down, (id) => fleet.get(id)).join('');

it('compares numbers inside texts as numbers, and keeps equal rows in the order of ids', () => {
  assert.equal(sorted('plate'), 'bdac');
});
it('puts devices without a value last, both ways', () => {
  assert.equal(sorted('voltage'), 'cadb');
  assert.equal(sorted('voltage', true), 'adcb');
});
it('puts alarms first and the offline last, faults before the faultless', () => assert.equal(sorted('state'), 'bdac'));
it('turns the ids round', () => assert.equal(sorted('id', true), 'dcba'));
