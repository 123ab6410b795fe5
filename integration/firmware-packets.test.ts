// Firmware in packets on the link of a device (0x8108) over real sockets: for devices that fetch nothing, beside everything else that they are
// told; lost packets, a lost link and a killed server.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createVehicle, type Faults, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { firmwareImage, linkOf, storeFirmware, untilStatus } from './support/firmware.ts';
import { Channel, type Json } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const NEW = 'outrider-0.2.0';
const LINK = 0x8105;
const TURN = 0x9301;
const WHOLE = 0x8108;

type Place = Pick<Server, 'ports' | 'admin'>;

const operate = async (t: TestContext, place: Place): Promise<Channel> => {
  const operator = await Channel.signedIn(place);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 1 });
  return operator;
};
const drive = async (t: TestContext, place: Place, faults: Faults): Promise<Vehicle> => {
  const options = {
    host: HOST,
    port: place.ports.jt808,
    phone: ID,
    edition: '2019' as const,
    channels: 1,
    clips: null,
  };
  const vehicle = createVehicle({ ...options, faults, reconnectMs: 200 });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const update = async (operator: Channel, url: string, letters: Json = {}): Promise<Json> =>
  (await operator.ask('D09', { I: ID, A: url, ...letters }))[0] ?? {};
const count = ({ received }: Vehicle, id: number): number => received.filter((message) => message.id === id).length;

test('a device that says that it knows no links gets the file in packets, and cameras are steered meanwhile', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server);
  const vehicle = await drive(t, server, { upgrade: 'no-link' });
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 600_000));
  assert.equal((await update(operator, linkOf(server, firmware)))['R'], '1');
  assert.equal(count(vehicle, LINK), 1, 'the link was tried first');
  await until('a part of it is there', async () => Number((await operator.get('D10', { I: ID }))['B']) > 5);
  await operator.get('D12', { I: ID, C: 1, A: 'UP' });
  assert.equal(count(vehicle, TURN), 1);
  // Not measured in time: while this machine stands still no packet is sent either.
  assert.equal(count(vehicle, WHOLE), 0, 'the camera did not wait: the file is still on its way');
  const { B } = await operator.get('D10', { I: ID });
  assert.ok(Number(B) < 60, `most of it is still to come: ${String(B)} %`);
  const done = await untilStatus(operator, ID, 'done', { deadlineMs: 60_000 });
  assert.deepEqual([done['B'], done['V']], [100, NEW]);
  assert.equal(vehicle.kept.firmware, NEW);
  assert.equal(count(vehicle, WHOLE), 1);
});

test('packets that are answered one by one, or lost and asked for again, are the same file in the end', async (t) => {
  for (const packets of ['answered', 'lossy'] as const) {
    const server = await startServer(t);
    const operator = await operate(t, server);
    const vehicle = await drive(t, server, { upgrade: 'no-link', packets });
    const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 150_000));
    assert.equal((await update(operator, linkOf(server, firmware), { C: 'packets' }))['R'], '1', packets);
    assert.equal(count(vehicle, LINK), 0, 'no link is told');
    await untilStatus(operator, ID, 'done', { deadlineMs: 60_000 });
    assert.equal(vehicle.kept.firmware, NEW, packets);
    await vehicle.stop();
  }
});

test('by link alone such a device is not updated; a refusal and a file elsewhere are told', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server);
  const vehicle = await drive(t, server, { upgrade: 'no-link' });
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 1000));
  assert.equal((await update(operator, linkOf(server, firmware), { C: 'link' }))['R'], '0');
  assert.equal((await operator.get('D10', { I: ID }))['Z'], 'unsupported');
  assert.equal((await update(operator, 'http://example.com/box.bin'))['R'], '0', 'no packets of what is elsewhere');
  assert.equal((await update(operator, 'http://example.com/box.bin', { C: 'packets' }))['R'], '400');
  assert.equal(count(vehicle, WHOLE), 0);
  await vehicle.stop();
  const refusing = await drive(t, server, { upgrade: 'refuses' });
  await until(
    'it takes orders',
    async () => (await update(operator, linkOf(server, firmware), { C: 'packets' }))['R'] !== '404',
  );
  assert.equal((await untilStatus(operator, ID, 'failed'))['Z'], 'refused');
  assert.ok(count(refusing, WHOLE) > 0);
});

test('a link that is lost on the way is said, and the next update begins again', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server);
  const vehicle = await drive(t, server, { upgrade: 'no-link' });
  const firmware = await storeFirmware(server, operator, firmwareImage(NEW, 300_000));
  await update(operator, linkOf(server, firmware));
  await until('a part of it is there', async () => Number((await operator.get('D10', { I: ID }))['B']) > 5);
  vehicle.cut();
  assert.equal((await untilStatus(operator, ID, 'failed'))['Z'], 'interrupted');
  await vehicle.whenOnline();
  await until('it is told again', async () => (await update(operator, linkOf(server, firmware)))['R'] === '1');
  await untilStatus(operator, ID, 'done', { deadlineMs: 60_000 });
});

test('a server that is killed on the way says so when it is back', async (t) => {
  const data = await temporaryFolder(t);
  const first = await ServerProcess.start(t, data);
  const operator = await operate(t, first);
  await drive(t, first, { upgrade: 'no-link' });
  const firmware = await storeFirmware(first, operator, firmwareImage(NEW, 600_000));
  await update(operator, linkOf(first, firmware));
  await until('a part of it is there', async () => Number((await operator.get('D10', { I: ID }))['B']) > 12);
  await first.kill();
  const second = await ServerProcess.start(t, data, { admin: first.admin, ports: first.ports });
  const again = await Channel.signedIn(second);
  afterwards(t, () => again.close());
  assert.equal((await untilStatus(again, ID, 'failed'))['Z'], 'interrupted');
});
