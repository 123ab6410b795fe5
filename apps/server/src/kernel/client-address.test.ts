import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createAddressFinder } from './client-address.ts';

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
