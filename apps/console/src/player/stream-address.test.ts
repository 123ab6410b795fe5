// Where streams are opened.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { streamAddresses } from './stream-address.ts';

const place = { secure: false, host: 'fleet.test:8088', hostname: 'fleet.test', streamPort: 8900 };

it('tries the stream port, then the port of the page', () =>
  assert.deepEqual(streamAddresses(place, { deviceId: 'TRK-1', channel: 2 }, 40), [
    'ws://fleet.test:8900/ws.cgi?deviceid=TRK-1&channel=2&delay=40',
    'ws://fleet.test:8088/ws.cgi?deviceid=TRK-1&channel=2&delay=40',
  ]));
it('says who asks where a page has an account of its own', () =>
  assert.deepEqual(
    streamAddresses({ ...place, account: { user: 'a&b', password: 'p?' } }, { deviceId: 'T', channel: 1 }, 40)[0],
    'ws://fleet.test:8900/ws.cgi?deviceid=T&channel=1&delay=40&user=a%26b&password=p%3F',
  ));
it('asks for a random stream by its number', () =>
  assert.deepEqual(streamAddresses(place, { randomStream: 3 }, 120), [
    'ws://fleet.test:8900/ws.cgi?deviceid=*&streamid=3&delay=120',
    'ws://fleet.test:8088/ws.cgi?deviceid=*&streamid=3&delay=120',
  ]));
it('asks once where both are the same, and securely from a secure page', () => {
  assert.equal(streamAddresses({ ...place, streamPort: 8088 }, { deviceId: 'T', channel: 1 }, 120).length, 1);
  assert.deepEqual(
    streamAddresses({ ...place, secure: true, streamPort: undefined }, { deviceId: 'T', channel: 1 }, 120),
    ['wss://fleet.test:8088/ws.cgi?deviceid=T&channel=1&delay=120'],
  );
});
