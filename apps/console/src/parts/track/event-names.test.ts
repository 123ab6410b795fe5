// Which profile names an event.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventNameOf } from './event-names.ts';

const definition = (definename: string, eventtype: number, eventname: string) => ({
  definename,
  eventtype,
  eventname,
  notifytext: '',
  notifycolor: '#FFFFFF',
  updatetime: 0,
});
const definitions = [
  definition('GLOBAL', 13, 'Over speed'),
  definition('GLOBAL', 14, 'Idle'),
  definition('Trucks', 13, 'Too fast'),
];
const links = [{ deviceid: 'T1', definename: 'Trucks' }];

it('the profile of the device comes first, then GLOBAL; an unknown event is undefined', () => {
  assert.equal(eventNameOf(definitions, links, 'T1', 13), 'Too fast');
  assert.equal(eventNameOf(definitions, links, 'T1', 14), 'Idle');
  assert.equal(eventNameOf(definitions, links, 'T2', 13), 'Over speed');
  assert.equal(eventNameOf(definitions, links, 'T2', 9999), 'undefined');
});
