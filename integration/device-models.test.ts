// What devices say that they are: asked of each that comes, told again after an upgrade, kept over a start. And the drivers of vehicles,
// by the card put in last.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { t0107Attributes, t0702DriverCard } from '@outrider/jt808';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, type Json, asList, httpCall } from './support/operator.ts';
import { type Account, HOST, type Server, startServer, temporaryFolder, testConfig } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000107';
const ASK_ATTRIBUTES = 0x8107;

type Asked = Pick<Server, 'ports' | 'admin'>;

const register = async (server: Asked, id: string, details: Json = {}): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: id, C: 2, Z: details });
  operator.close();
};
const models = async ({ ports, admin }: Asked, which = '*'): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'GET', `/gkdevice/info/${which}`, { account: admin })).body);
const toldBy = (server: Asked, id: string): Promise<Json> =>
  until(`${id} has said what it is`, async () =>
    (await models(server, id)).find(({ updatetime }) => Number(updatetime) > 0),
  );

const online = async (t: TestContext, server: Asked, firmware: string): Promise<Device> => {
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  device.on(ASK_ATTRIBUTES, () =>
    device.send(t0107Attributes, {
      terminalType: 5,
      manufacturer: 'MAKER',
      model: 'BOX-4',
      terminalId: '0000107',
      iccid: '89860012345678901234',
      hardware: 'r2',
      firmware,
      gnss: 3,
      comm: 1,
    }),
  );
  await device.signOn(); // it answers from the first moment on
  return device;
};

test('[E-HTTP-056] [E-ENT-028] a device that comes is asked what it is, and what it says stands over a start of the server', async (t) => {
  const data = await temporaryFolder(t);
  const open = () => createApp(testConfig(data), { log: silentLog });
  const app = await open();
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const server = { ports: app.ports, admin };
  const vehicle = createVehicle({ host: HOST, port: app.ports.jt808, phone: ID, channels: 3, clips: null });
  await register(server, ID);
  await register(server, 'NEVER-CAME');
  vehicle.start();
  const row = await toldBy(server, ID);
  const { deviceid, model, version, mobileid } = row;
  assert.deepEqual(
    { deviceid, model, version, mobileid },
    { deviceid: ID, model: 'SIM-3CH', version: 'outrider-0.1.0', mobileid: '88888888013800000107' },
  );
  assert.ok(vehicle.received.some(({ id }) => id === ASK_ATTRIBUTES));
  const all = await models(server);
  assert.deepEqual(
    all.map((each) => [each['deviceid'], each['version']]),
    [
      [ID, 'outrider-0.1.0'],
      ['NEVER-CAME', ''],
    ],
  );
  await vehicle.stop();
  await app.close();
  const again = await open();
  afterwards(t, () => again.close());
  assert.deepEqual((await models({ ports: again.ports, admin }, ID))[0], row, 'without the device');
});

test('a device that comes with another firmware says so; one that nobody registered is not asked; one that never answers holds up nothing', async (t) => {
  const server = await startServer(t);
  const first = await online(t, server, '1.0');
  await register(server, ID); // asked as soon as it is one of ours
  assert.equal((await toldBy(server, ID))['version'], '1.0');
  first.close();
  await online(t, server, '2.0');
  await until('the new version is known', async () => (await models(server, ID))[0]?.['version'] === '2.0');

  const stranger = await Device.online(server.ports.jt808, { phone: '13800000999' });
  const mute = await Device.online(server.ports.jt808, { phone: '13800000998' });
  afterwards(t, () => [stranger, mute].forEach((device) => device.close()));
  await register(server, '13800000998', {});
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await mute.take(ASK_ATTRIBUTES);
  const ordered = operator.get('D21', { I: '13800000998', A: 'Hello' });
  mute.reply((await mute.take(0x8300)).header);
  assert.equal((await ordered)['R'], '1', 'while the question waits for its answer');
  assert.equal((await models(server, '13800000998'))[0]?.['model'], 'TEST', 'as it registered');
  assert.ok(!stranger.received.some(({ header }) => header.messageId === ASK_ATTRIBUTES));
});

const CARD = {
  status: 1,
  time: Date.UTC(2026, 0, 1, 8),
  cardResult: 0,
  name: '王小明',
  certificate: 'A123456789',
  issuer: '臺中',
  validUntil: '20301231',
};

test('drivers: the name that people gave, else that of the card put in last; of the devices of the own groups only', async (t) => {
  const server = await startServer(t);
  const [given, carded] = ['13800000201', '13800000202'];
  await register(server, given, { drivername: 'Lin' });
  await register(server, carded);
  for (const phone of [given, carded]) {
    const device = await Device.online(server.ports.jt808, { phone });
    afterwards(t, () => device.close());
    assert.equal(await device.ask(t0702DriverCard, { ...CARD, name: 'Old', time: CARD.time - 60_000 }), 0);
    assert.equal(await device.ask(t0702DriverCard, CARD), 0);
    assert.equal(await device.ask(t0702DriverCard, { status: 2, time: CARD.time + 60_000 }), 0);
  }
  const drivers = async (account: Account): Promise<Json[]> =>
    asList((await httpCall(server.ports.http, 'POST', '/gkdevice/drivers', { account })).body);
  assert.deepEqual(
    (await drivers(server.admin)).map((row) => [row['deviceid'], row['drivername'], row['cardname'], row['licence']]),
    [
      [given, 'Lin', '王小明', 'A123456789'],
      [carded, '王小明', '王小明', 'A123456789'],
    ],
  );
  const group = await server.app.groups.add(1, 'north');
  const { hash } = server.admin;
  const nobody = { name: 'north', passwordHash: hash, level: 1, rights: new Set<never>(), expiresMs: null };
  await server.app.users.add({ ...nobody, groupIds: [group] });
  assert.deepEqual(await drivers({ user: 'north', hash }), []);
});
