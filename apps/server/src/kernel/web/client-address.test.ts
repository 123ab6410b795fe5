import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { addressGroup, createAddressFinder, createHostFinder } from './client-address.ts';

const ask = (trusted: string[], remoteAddress: string, forwarded?: string): string => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return createAddressFinder(trusted)(request);
};

test('without trusted proxies the forwarding header is not believed', () => {
  assert.equal(ask([], '198.51.100.7', '1.1.1.1'), '198.51.100.7');
});

test('behind trusted proxies the last address that none of them is counts, whatever the client wrote before', () => {
  assert.equal(ask(['10.0.0.0/8'], '::ffff:10.0.0.2', '6.6.6.6, 198.51.100.7, 10.0.0.9'), '198.51.100.7');
  assert.equal(ask(['10.0.0.1'], '10.0.0.1', 'nonsense'), '10.0.0.1');
});

test('the host that was asked is the one a trusted proxy tells last, and the header of nobody else counts', () => {
  const hostOf = (remoteAddress: string, forwarded?: string) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    const request = new IncomingMessage(socket);
    request.headers.host = 'inside.test:8088';
    if (forwarded !== undefined) request.headers['x-forwarded-host'] = forwarded;
    return createHostFinder(['10.0.0.1'])(request);
  };
  assert.equal(hostOf('::ffff:10.0.0.1', 'evil.test, fleet.test'), 'fleet.test');
  assert.equal(hostOf('10.0.0.1'), 'inside.test:8088');
  assert.equal(hostOf('10.0.0.1', ''), 'inside.test:8088');
  assert.equal(hostOf('198.51.100.7', 'fleet.test'), 'inside.test:8088');
});

test('an IPv6 address counts as its /64, however it is written; an IPv4 one as itself', () => {
  const same = ['2001:db8:0:7::1', '2001:0DB8:0000:0007:ffff:1:2:3', '2001:db8:0:7:0:0:0:0', '2001:db8::7:1:2:3:4'];
  assert.deepEqual([...new Set(same.map(addressGroup))], ['2001:db8:0:7::/64']);
  assert.notEqual(addressGroup('2001:db8:0:8::1'), addressGroup('2001:db8:0:7::1'));
  assert.equal(addressGroup('::1'), '0:0:0:0::/64');
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressGroup('192.0.2.7'), '192.0.2.7');
  assert.equal(addressGroup('::ffff:192.0.2.7'), '192.0.2.7');
  assert.notEqual(addressGroup('192.0.2.7'), addressGroup('192.0.2.8'));
  assert.equal(addressGroup(''), '');
});
