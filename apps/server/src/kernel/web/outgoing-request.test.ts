// Which addresses are private, of both families and of IPv4 within IPv6, what an address says of itself, and answers that are none.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createManualClock } from '../manual-clock.ts';
import { isPrivateAddress, refusalOfAddress, sendOut } from './outgoing-request.ts';

const privateOnes = [
  '0.0.0.0',
  '0.255.0.1',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:10.1.2.3',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::10.0.0.1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2002::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'feff::1',
  'ff02::1',
];
const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.0.0.1',
  '128.0.0.1',
  '169.253.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '192.167.0.1',
  '198.17.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '::ffff:101:101',
  '64:ff9c::1',
  '64:ff9b:2::1',
  '2001:1::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  'fbff::1',
  'fe00::1',
];

test('private are loopback, link-local, the networks of houses and companies, and what carries IPv4 within IPv6', () => {
  for (const address of privateOnes) assert.ok(isPrivateAddress(address), address);
  for (const address of publicOnes) assert.ok(!isPrivateAddress(address), address);
  assert.ok(!isPrivateAddress('hooks.example.org'), 'a name is none');
});

test('an address is refused for what it says of itself, however it is written, unless its host is allowed', () => {
  const nobody = () => false;
  for (const host of [
    'localhost',
    'a.localhost',
    'nas.local',
    'db.internal.',
    '127.1',
    '0x7f000001',
    '[::1]',
    '[2002::1]',
  ])
    assert.ok(refusalOfAddress(`http://${host}:8080/a`, nobody) !== undefined, host);
  for (const host of ['hooks.example.org', '8.8.8.8', '[2606:4700:4700::1111]', 'mylocal'])
    assert.equal(refusalOfAddress(`https://${host}/a`, nobody), undefined, host);
  assert.equal(
    refusalOfAddress('http://[::1]/', (host) => host === '::1'),
    undefined,
  );
});

test('a server that speaks something else, or ends without an answer, is an answer that is none: nobody waits for ever', async (t) => {
  for (const said of [
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    'hello\r\n',
    '',
  ]) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (said.startsWith('HTTP') ? socket.write(said) : socket.end(said)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const clock = createManualClock();
    const asked = { method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' };
    const sending = sendOut(asked, { clock, may: () => true, signal: new AbortController().signal });
    await assert.rejects(sending, { code: 'unavailable' }, said);
    assert.equal(clock.pending(), 0);
  }
});
