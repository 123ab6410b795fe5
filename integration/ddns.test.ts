// Dynamic DNS: what a service of names is asked, seen at a server that stands for it, when the address changes, after a restart and when it refuses.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { asJson } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const PATH = '/gkserver/ddns';
const MINUTES_5 = 300_000;

/** The service of names, and on another path the one that says from where it is asked. */
const startServices = async (t: TestContext) => {
  const world = { address: '198.51.100.7', answer: '' };
  const asked: string[] = [];
  let lookedUp = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (url.pathname === '/ip') {
      lookedUp += 1;
      response.end(`<body>Current IP Address: ${world.address}</body>`);
      return;
    }
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
    const { hostname, myip } = Object.fromEntries(url.searchParams);
    asked.push([url.pathname, hostname, myip ?? '-', scheme, Buffer.from(token, 'base64').toString()].join(' '));
    response.end(world.answer === '' ? `good ${myip}\r\n` : world.answer);
  });
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  afterwards(t, () => new Promise<void>((closed) => server.close(() => closed())));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  return { world, asked, lookedUp: () => lookedUp, at: `http://${HOST}:${port}` };
};

test('[A-DDNS-003] http: the service is told the address when it changes, once, with name and account; a refusal stops it until it is saved again', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  const { world, asked, lookedUp, at } = await startServices(t);
  const { start } = await restarted(t);
  const environment = {
    OUTRIDER_ADDRESS_SERVICE: `${at}/ip`,
    OUTRIDER_OUTGOING_HOSTS: HOST,
    OUTRIDER_SERVER_ADDRESS: 'fleet.example.org',
  };
  let server = await start(environment, { clock });
  const state = async () => asJson((await server.ask('GET', '/gkserver/ddnsstate')).body);
  /** Five minutes go by; resolves when the address was looked for. */
  const look = async (): Promise<void> => {
    const before = lookedUp();
    clock.advance(MINUTES_5);
    await until('the address is looked for', () => lookedUp() > before);
  };
  const off = { enable: 0, type: 1, server: '', user: '', pass: '' };
  assert.deepEqual(await server.load(PATH, 'POST'), { ...off, fixed: {} });
  assert.deepEqual(await server.save(PATH, { ...off, type: 0, enable: 1, user: 'fleet' }), [
    400,
    'server: Type the server of the service.',
  ]);
  const chosen = { enable: 1, type: 2, server: at, user: 'fleet', pass: 'a secret' };
  assert.deepEqual(await server.save(PATH, chosen), SAVED);
  assert.deepEqual(await server.load(PATH, 'POST'), { ...chosen, pass: '********', fixed: {} });
  const told = (address: string): string => `/nic/update fleet.example.org ${address} Basic fleet:a secret`;
  await until('it is told at once', async () => (await state())['answer'] === 'good 198.51.100.7');
  assert.deepEqual(asked.splice(0), [told('198.51.100.7')]);
  assert.equal((await state())['hostname'], 'fleet.example.org');

  await look();
  await look();
  assert.deepEqual(asked, [], 'nothing changed');
  world.address = '198.51.100.8';
  await look();
  await until('the change is told', () => asked.length > 0);
  assert.deepEqual(asked.splice(0), [told('198.51.100.8')]);
  await until('it is known', async () => (await state())['address'] === '198.51.100.8');
  await server.close();

  server = await start(environment, { clock });
  await until('the address is known', async () => (await state())['address'] === '198.51.100.8');
  await look();
  assert.deepEqual(asked, [], 'a start alone tells nothing');
  [world.address, world.answer] = ['198.51.100.9', 'badauth'];
  await look();
  await until('it refused', async () => (await state())['stopped'] === true);
  assert.deepEqual(asked.splice(0), [told('198.51.100.9')]);
  await server.close();

  world.answer = '';
  server = await start(environment, { clock });
  const before = lookedUp();
  clock.advance(3 * MINUTES_5);
  assert.deepEqual([(await state())['answer'], (await state())['stopped'], lookedUp() - before], ['badauth', true, 0]);
  for (const changed of [{ server: 'ddns.evil.example' }, { user: 'eve' }, { type: 1 }])
    assert.deepEqual(await server.save(PATH, { ...chosen, pass: '********', ...changed }), [
      400,
      'pass: Type the password again, since the service, its server or the user was changed.',
    ]);
  assert.deepEqual(await server.save(PATH, { ...chosen, pass: '********' }), SAVED);
  await until('it is asked again', async () => (await state())['answer'] === 'good 198.51.100.9');
  assert.deepEqual(asked.splice(0), [told('198.51.100.9')], 'with the password that the mask stands for');
  assert.deepEqual(await server.save(PATH, { ...chosen, pass: '********', enable: 0 }), SAVED);
  world.address = '198.51.100.10';
  clock.advance(MINUTES_5);
  assert.deepEqual(asked, [], 'switched off');
});
