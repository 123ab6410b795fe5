// Which fields of the video test are wrong, and the address the right ones make.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressOf, problemsOf, saidBy } from './test-address.ts';

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
it('takes the whole address of a stream: it fills the fields, and what else it says stays', () => {
  const typed = 'wss://proxy.test/fleet/ws.cgi?deviceid=TRK-9&channel=3&stream=main&user=ann&password=AB';
  const filled = { ...draft, ...saidBy(typed) };
  assert.deepEqual([filled.device, filled.channel, [...problemsOf(filled)]], ['TRK-9', '3', []]);
  const address = new URL(addressOf({ ...filled, channel: '4' }, false));
  assert.equal(address.origin + address.pathname, 'wss://proxy.test/fleet/ws.cgi');
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    user: 'ann',
    password: 'AB',
    deviceid: 'TRK-9',
    channel: '4',
  });
  assert.deepEqual(saidBy('fleet.test:8900'), { server: 'fleet.test:8900' });
  assert.deepEqual(saidBy('ws://fleet.test/other?deviceid=TRK-9').device, undefined);
});
