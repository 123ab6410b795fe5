// Which fields of the video test are wrong, and the address the right ones make.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressOf, problemsOf } from './logic.ts';

const draft = { server: 'fleet.test:8900', device: 'TRK-1', channel: '2', badge: '' };

it('finds nothing wrong with a server, a device and a channel', () => {
  assert.deepEqual([...problemsOf(draft)], []);
  assert.deepEqual([...problemsOf({ ...draft, server: '[::1]', device: '*', channel: '64' })], []);
});
it('names each field that is wrong', () => {
  const wrong = { ...draft, server: 'ws://fleet.test/x', device: '', channel: '0' };
  assert.deepEqual([...problemsOf(wrong)], ['server', 'device', 'channel']);
  for (const channel of ['', '65', '1.5', 'x']) assert.ok(problemsOf({ ...draft, channel }).has('channel'), channel);
});
it('makes the address of a channel, or of a random stream', () => {
  assert.equal(addressOf(draft, false), 'ws://fleet.test:8900/ws.cgi?deviceid=TRK-1&channel=2&delay=40');
  const any = addressOf({ ...draft, device: '*' }, true);
  assert.equal(any, 'wss://fleet.test:8900/ws.cgi?deviceid=*&streamid=2&delay=40');
});
