// Why a device is off line, told truthfully over real sockets, and kept over a restart of the server.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { t0003Logout } from '@outrider/jt808';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asJson, httpCall } from './support/operator.ts';
import { temporaryFolder, testConfig, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000991';

const run = async (t: TestContext, data: string, clock = createManualClock(), hash = '') => {
  const app = await createApp(testConfig(data), { log: silentLog, clock });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await app.close();
    open = false;
  };
  afterwards(t, close); // before its folder goes
  const admin = { user: 'admin', hash: hash === '' ? toPasswordHash(app.initialPassword ?? '') : hash };
  const server: Server = { app, ports: app.ports, data, admin };
  const ask = async (account = admin) =>
    asJson((await httpCall(app.ports.http, 'POST', '/gkdevice/linkend', { account, input: { deviceid: ID } })).body);
  const becomes = (why: string) => until(`the reason is ${why}`, async () => (await ask())['why'] === why);
  return { app, server, clock, close, ask, becomes, admin };
};

test('a recorder that closes or signs off, and a server that restarts, each say so; others learn nothing of it', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock();
  const first = await run(t, data, clock);
  const { server, becomes, ask, app } = first;
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: ID, C: 4, Z: {} });
  assert.deepEqual([(await ask())['why'], (await ask())['since']], ['unknown', null]);
  const stranger = { user: 'stranger', hash: toPasswordHash('stranger') };
  await app.users.add({
    name: 'stranger',
    passwordHash: stranger.hash,
    level: 1,
    rights: new Set(),
    expiresMs: null,
    groupIds: [],
  });
  assert.equal((await ask(stranger))['hasError'], 1, 'a device of another group');

  const online = () => Device.online(app.ports.jt808, { phone: `0${ID}` });
  const closing = await online();
  clock.advance(5000);
  closing.close();
  await becomes('recorder');
  assert.equal((await ask())['since'], Math.floor(clock.now() / 1000));

  clock.advance(5000);
  const leaving = await online();
  leaving.send(t0003Logout, {});
  await becomes('logout');
  leaving.close();

  clock.advance(5000);
  const last = await online();
  afterwards(t, () => last.close());
  await until('it is on line', async () => Number(asJson((await channel.get('Q05', { I: ID }))['Z'])['status']) > 0);
  channel.close();
  await first.close();
  const second = await run(t, data, clock, first.admin.hash);
  await second.becomes('server');
  assert.notEqual((await second.ask())['since'], null);
});
