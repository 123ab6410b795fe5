// Firmware of devices over real sockets: a simulated recorder fetches the file, checks it, installs it, restarts and says its new version;
// what goes wrong on the way is said; nobody else opens the file.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Frame, t0002Heartbeat } from '@outrider/jt808';
import { createVehicle, type Faults, type Vehicle } from '../apps/simulator/src/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { answerAttributes, authorised, firmwareImage, linkOf, storeFirmware, untilStatus } from './support/firmware.ts';
import { asList, Channel, httpCall, type Json } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { cheapKeeper, HOST, type Server, startDrivenServer, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const OLD = 'outrider-0.1.0';
const NEW = 'outrider-0.2.0';

type Place = Pick<Server, 'ports' | 'admin'>;

const operate = async (t: TestContext, place: Place, ...ids: string[]): Promise<Channel> => {
  const operator = await Channel.signedIn(place);
  afterwards(t, () => operator.close());
  for (const id of ids) await operator.get('D01', { I: id, C: 1 });
  return operator;
};
const drive = async (t: TestContext, place: Place, faults: Faults = {}, phone = ID): Promise<Vehicle> => {
  const folder = await mkdtemp(join(tmpdir(), 'firmware-'));
  const stateFile = join(folder, 'state.json');
  const vehicle = createVehicle({
    host: HOST,
    port: place.ports.jt808,
    phone,
    channels: 1,
    clips: null,
    faults,
    stateFile,
  });
  afterwards(t, async () => {
    await vehicle.stop();
    rmSync(folder, { recursive: true });
  });
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const update = async (operator: Channel, url: string, letters: Json = {}): Promise<Json> =>
  (await operator.ask('D09', { I: ID, A: url, ...letters }))[0] ?? {};
const versions = async ({ ports, admin }: Place): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'GET', '/gkdevice/firmware/*', { account: admin })).body);
const fetchAs = (url: string, headers: Record<string, string> = {}): Promise<Response> => fetch(url, { headers });

test('[F-CMD-024 F-CMD-025 E-ENT-020 E-HTTP-038 E-HTTP-040] ws: a device fetches its firmware, and has it after its restart', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  // Slow enough to be asked once more behind a part of it, on a busy machine too.
  const vehicle = await drive(t, server, { slowUpgradeBytesPerS: 500_000 });
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1_000_000));
  assert.deepEqual((await operator.ask('D11', { I: ID }))[0]?.['B'], OLD);
  const [row] = await versions(server);
  assert.deepEqual([row?.['deviceid'], row?.['version']], [ID, OLD]);
  assert.equal((await operator.get('D10', { I: ID }))['B'], 0, 'there was none yet');

  assert.equal((await update(operator, linkOf(server, firmware)))['R'], '1');
  const seen: number[] = [];
  await until('a part of it is fetched', async () => {
    const { B, S } = await operator.get('D10', { I: ID });
    seen.push(Number(B));
    return S === 'downloading' && Number(B) > 5;
  });
  assert.equal((await update(operator, linkOf(server, firmware)))['R'], '409', 'one at a time');
  const done = await untilStatus(operator, ID, 'done');
  assert.deepEqual([done['B'], done['V'], done['Z']], [100, NEW, '']);
  assert.ok(
    seen.every((percent) => percent < 100),
    'no 100 before it said its version',
  );
  assert.equal(vehicle.kept.firmware, NEW);
  assert.equal((await operator.get('D11', { I: ID }))['B'], NEW);
  assert.equal((await versions(server))[0]?.['version'], NEW);
  await until('the device was answered', () => vehicle.kept.upgradeResult === null);
  assert.equal((await update(operator, linkOf(server, firmware)))['R'], '1');
  assert.equal((await untilStatus(operator, ID, 'failed'))['Z'], 'same-version');
});

test('[E-HTTP-039] ws: name and password go along in the address, only where they are given', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server);
  const image = firmwareImage(NEW, 1000);
  const asked: (string | undefined)[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.headers.authorization);
    if (request.headers.authorization === undefined) response.writeHead(401).end();
    else response.writeHead(200, { 'content-length': image.length }).end(image);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, HOST, resolve));
  afterwards(t, () => elsewhere.close());
  // A server that listens has an address object.
  const url = `http://${HOST}:${(elsewhere.address() as AddressInfo).port}/box;v2.bin?x=1`;
  assert.equal((await update(operator, url.replace(';', '')))['R'], '1');
  assert.equal((await untilStatus(operator, ID, 'failed'))['Z'], 'download');
  assert.equal((await update(operator, url))['R'], '400', 'a semicolon would end the address');
  const letters = { U: 'fleet', P: 'p;s@s/w' };
  assert.equal((await update(operator, url.replace(';', ''), letters))['R'], '1');
  await untilStatus(operator, ID, 'done');
  const basic = `Basic ${Buffer.from('fleet:p;s@s/w').toString('base64')}`;
  assert.deepEqual(asked, [undefined, basic]);
  assert.equal(vehicle.kept.firmware, NEW);
  const [order] = asList(
    (await httpCall(server.ports.http, 'GET', '/gkdevice/orders', { account: server.admin })).body,
  );
  assert.deepEqual([order?.['kind'], order?.['state']], ['firmware', 'done']);
  assert.doesNotMatch(JSON.stringify(order), /fleet|p;s|p%3B/, 'no name and no password in the list');
});

const failing: readonly (readonly [string, Faults, string])[] = [
  ['a bit of it turned on the way', { upgrade: 'corrupt' }, 'install'],
  ['it installs nothing and restarts', { upgrade: 'keeps-old' }, 'old-version'],
  ['it refuses', { upgrade: 'refuses' }, 'refused'],
];
for (const [what, faults, reason] of failing)
  test(`an update that fails says why: ${what}`, async (t) => {
    const server = await startServer(t);
    const operator = await operate(t, server, ID);
    const vehicle = await drive(t, server, faults);
    const firmware = await storeFirmware(server, operator, firmwareImage(NEW));
    assert.equal((await update(operator, linkOf(server, firmware)))['R'], reason === 'refused' ? '422' : '1');
    const { Z, B } = await untilStatus(operator, ID, 'failed');
    assert.deepEqual([Z, B], [reason, 0]);
    assert.equal(vehicle.kept.firmware, OLD);
  });

test('a device that says nothing of how far it is is watched by what it fetches', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server, { upgrade: 'quiet', slowUpgradeBytesPerS: 500_000 });
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1_000_000));
  await update(operator, linkOf(server, firmware));
  await until('a part of it was fetched', async () => {
    const { B, S } = await operator.get('D10', { I: ID });
    // What the system's buffers took counts as fetched: a small file may be 'downloaded' at the first look.
    return /^download(ing|ed)$/.test(String(S)) && Number(B) > 5;
  });
  await untilStatus(operator, ID, 'done');
  assert.equal(vehicle.kept.firmware, NEW);
});

test('a file opens for the device that was told, while it is told, for level 0, and for nobody else', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, ID);
  const low = { user: 'low', hash: toPasswordHash('Sesame-1') };
  const level = { level: 1 as const, rights: null, expiresMs: null, groupIds: [1] };
  await server.app.users.add({ name: low.user, passwordHash: low.hash, ...level });
  const bytes = firmwareImage(NEW, 5_000_000);
  const firmware = await storeFirmware(server, operator, bytes);
  const link = linkOf(server, firmware);
  assert.equal((await fetchAs(link)).status, 401);
  assert.equal((await fetchAs(link, authorised(low))).status, 403, 'R46: level 0');
  const whole = await fetchAs(link, authorised(server.admin));
  assert.equal(whole.status, 200);
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(bytes)));
  const part = await fetchAs(link, { ...authorised(server.admin), range: 'bytes=10-19' });
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 10-19/${bytes.length}`]);
  assert.equal((await fetchAs(link.replace(/id=..../, 'id=0000'), authorised(server.admin))).status, 404);

  const vehicle = await drive(t, server, { slowUpgradeBytesPerS: 1_000_000 });
  await update(operator, link);
  const order = await until('it was told', () => vehicle.received.find(({ id }) => id === 0x8105));
  const own = /http[^;]+/.exec(Buffer.from(order.body).toString('latin1'))?.[0] ?? '';
  assert.match(own, /&t=[0-9a-f]{32}$/);
  const again = await fetchAs(own, { range: 'bytes=0-9' });
  assert.equal(again.status, 206);
  assert.equal((await fetchAs(own.replace(/id=..../, 'id=0000'))).status, 401, 'for that file alone');
  const inUse = await httpCall(server.ports.http, 'DELETE', '/gkserver/fwstore', {
    account: server.admin,
    input: { firmwareid: firmware['firmwareid'] },
  });
  assert.equal(inUse.status, 409, 'it is not removed under the device');
  await untilStatus(operator, ID, 'done');
  assert.equal((await fetchAs(own)).status, 401, 'and not afterwards');
});

test('a device of which nothing is heard for ten minutes is asked what it has, and that decides', async (t) => {
  const server = await startDrivenServer(t);
  const soon = { between: () => server.clock.advance(50) };
  const operator = await Channel.signedIn(server, server.admin, soon);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 1 });
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting: soon });
  afterwards(t, () => device.close());
  device.on(0x8105, ({ header }) => device.reply(header));
  /** Time passes, and the device is there. */
  const between = (): void => {
    server.clock.advance(5000);
    device.send(t0002Heartbeat, {});
  };
  const began = (): number => server.clock.now();
  for (const [has, state, reason] of [
    [OLD, 'failed', 'silent'],
    [NEW, 'done', ''],
  ] as const) {
    answerAttributes(device, OLD);
    const beganMs = began();
    assert.equal((await update(operator, 'http://files.example.com/box.bin'))['R'], '1');
    assert.equal((await operator.get('D10', { I: ID }))['S'], 'told');
    answerAttributes(device, has);
    const { Z, V } = await untilStatus(operator, ID, state, { between });
    assert.deepEqual([Z, V], [reason, has]);
    assert.ok(began() - beganMs >= 600_000, 'not before ten minutes');
  }
});

const ordersOf = async ({ ports, admin }: Place): Promise<unknown[]> =>
  asList((await httpCall(ports.http, 'GET', '/gkdevice/orders', { account: admin })).body).map(({ state }) => state);

test('an update that waits gives way to one that waits in its place, and to none that is refused because its device is away', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const first = await storeFirmware(server, operator, firmwareImage('outrider-0.1.9'), 'first.bin');
  const second = await storeFirmware(server, operator, firmwareImage(NEW));
  assert.equal((await update(operator, linkOf(server, first), { W: 1 }))['R'], '2');
  assert.equal((await update(operator, linkOf(server, second), { W: 1 }))['R'], '2');
  assert.deepEqual(await ordersOf(server), ['waiting', 'cancelled']);
  assert.equal((await update(operator, linkOf(server, first)))['R'], '404');
  const status = await operator.get('D10', { I: ID });
  assert.deepEqual([status['S'], status['Z']], ['waiting', '']);
  assert.deepEqual(await ordersOf(server), ['waiting', 'cancelled']);
  const vehicle = await drive(t, server);
  await untilStatus(operator, ID, 'done');
  assert.equal(vehicle.kept.firmware, NEW);
});

test('an update whose device is just being told is under way: no other takes its place, and the device is told its address', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const url = 'http://files.example.com/one.bin';
  assert.equal((await update(operator, url, { W: 1 }))['R'], '2');
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const questions: Frame[] = [];
  const told: string[] = [];
  device.on(0x8107, (frame) => questions.push(frame));
  device.on(0x8105, ({ header, body }) => {
    told.push(Buffer.from(body).toString('latin1'));
    device.reply(header);
  });
  await device.signOn();
  const asked = await until('it is asked what it has', () => questions[0]);
  // Others want to know it too: the question alone does not say that the order was taken.
  await until('its order is under way', async () => (await ordersOf(server)).join() === 'sent');
  assert.equal((await update(operator, url.replace('one', 'other'), { W: 1 }))['R'], '409');
  assert.equal((await operator.get('D10', { I: ID }))['S'], 'waiting');
  device.reply(asked.header, 3); // it does not know the question
  await untilStatus(operator, ID, 'told');
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /one\.bin/);
});

test('a device that is away is told when it is back, also by a server that was killed meanwhile', async (t) => {
  const data = await temporaryFolder(t);
  const first = await ServerProcess.start(t, data);
  const operator = await operate(t, first, ID);
  const firmware = await storeFirmware(first, operator, firmwareImage(NEW));
  const away = await update(operator, linkOf(first, firmware));
  assert.equal(away['R'], '404');
  const [kept] = await operator.ask('D09', { I: ID, A: linkOf(first, firmware), W: 1 });
  assert.deepEqual([kept?.['R'], kept?.['S']], ['2', 'waiting']);
  first.child.kill('SIGKILL');
  await until('it is gone', () => !first.running);
  const second = await ServerProcess.start(t, data, { admin: first.admin, ports: first.ports });
  const vehicle = await drive(t, second);
  const asking = await operate(t, second);
  await untilStatus(asking, ID, 'done');
  assert.equal(vehicle.kept.firmware, NEW);
});
