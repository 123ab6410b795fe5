// Recordings that a recorder uploads to an FTP server: what came of it stands in the list of orders, also where it failed, was cancelled, or
// the link or the server ended meanwhile.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { p9206UploadRequest } from '@outrider/jt1078';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { FtpServer } from './support/ftp-server.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { cheapKeeper, HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const UPLOAD = 0x9206;
const FILE_S = 300;

type Place = Pick<Server, 'ports' | 'admin'>;
const operate = async (t: TestContext, place: Place): Promise<Channel> => {
  const operator = await Channel.signedIn(place);
  afterwards(t, () => operator.close());
  return operator;
};
const drive = async (t: TestContext, place: Place, operator: Channel): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port: place.ports.jt808, phone: ID, channels: 2 });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await until('the device is on line', async () => {
    const { Z } = await operator.get('Q05', { I: ID });
    return Number(asJson(Z)['status'] ?? 0) > 0;
  });
  return vehicle;
};
const ftpServer = async (t: TestContext): Promise<FtpServer> => {
  const ftp = await FtpServer.start();
  afterwards(t, () => ftp.close());
  return ftp;
};
/** Two whole files of channel 2, which ended some minutes ago. */
const spanOf = (): Json => {
  const endS = (Math.floor(Date.now() / 1000 / FILE_S) - 1) * FILE_S;
  return { I: ID, C: 2, B: endS - 2 * FILE_S, E: endS };
};
const resultOf = async (asked: Promise<Json[]>): Promise<unknown> => (await asked)[0]?.['R'];
const messageOf = async ({ ports, admin }: Place, id: unknown): Promise<unknown> => {
  const { body } = await httpCall(ports.http, 'GET', '/gkdevice/orders', { account: admin, input: {} });
  return asList(body).find((order) => order['id'] === id)?.['message'];
};
const says = (place: Place, id: unknown, message: string): Promise<boolean> =>
  until(`order ${String(id)} says ${message}`, async () => (await messageOf(place, id)) === message);

test('a recorder uploads what was asked for; the list says that it runs and that it is there; it is paused, and goes on', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const [operator, ftp] = [await operate(t, server), await ftpServer(t)];
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = await drive(t, server, operator);
  ftp.hold();
  const to = { H: HOST, T: ftp.port, U: 'fleet', P: 'secret', D: '/fleet' };
  const [told] = await operator.ask('D33', { ...spanOf(), ...to });
  assert.deepEqual([told?.['R'], told?.['S']], ['1', 'done'], 'it has begun');
  assert.equal(await messageOf(server, told?.['O']), 'Uploading');
  await until('the first file is sent', () => ftp.said.filter((line) => line.startsWith('STOR')).length === 1);
  const control = (A: string) => resultOf(operator.ask('D34', { I: ID, O: told?.['O'], A }));
  assert.equal(await control('pause'), '1');
  ftp.release();
  await until('the first file is there', () => ftp.files.size === 1);
  assert.equal(await messageOf(server, told?.['O']), 'Uploading', 'paused before the second one');
  assert.equal(ftp.said.filter((line) => line.startsWith('STOR')).length, 1);
  assert.equal(await control('resume'), '1');
  await says(server, told?.['O'], 'Uploaded');
  assert.deepEqual(
    [...ftp.files.keys()].map((name) => name.replace(/_\d{12}_/, '_')),
    [`fleet/${ID}_ch2.mp4`, `fleet/${ID}_ch2.mp4`],
  );
  for (const file of ftp.files.values()) assert.equal(file.subarray(4, 8).toString(), 'ftyp');
  assert.deepEqual(ftp.said.slice(0, 4), ['USER fleet', 'PASS secret', 'TYPE I', 'CWD /fleet']);
  const [request] = vehicle.received.filter(({ id }) => id === UPLOAD);
  assert.ok(request);
  const { channel, resourceType, streamType, conditions } = p9206UploadRequest.decode(request.body, '2013');
  assert.deepEqual([channel, resourceType, streamType, conditions], [2, 0, 0, 7]);
  assert.equal(await control('pause'), '404', 'it is over');
  const { body } = await httpCall(server.ports.http, 'GET', '/gkdevice/orders', { account: server.admin });
  assert.equal(JSON.stringify(body).includes('secret'), false);
});

test('a wrong password, a cancelled upload, nothing recorded and a lost link are told as that', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const [operator, ftp] = [await operate(t, server), await ftpServer(t)];
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = await drive(t, server, operator);
  const to = { H: HOST, T: ftp.port, U: 'fleet', P: 'secret' };
  const begin = async (more: Json): Promise<unknown> =>
    (await operator.ask('D33', { ...spanOf(), ...to, ...more }))[0]?.['O'];
  await says(server, await begin({ P: 'wrong' }), 'The upload failed');
  ftp.hold();
  const cancelled = await begin({});
  await until('it sends', () => ftp.said.some((line) => line.startsWith('STOR')));
  assert.equal(await resultOf(operator.ask('D34', { I: ID, O: cancelled, A: 'cancel' })), '1');
  await says(server, cancelled, 'The upload failed');
  ftp.release();
  assert.equal(
    await resultOf(operator.ask('D33', { ...spanOf(), ...to, B: 1_700_000_000, E: 1_700_000_600 })),
    '422',
    'it has nothing',
  );
  assert.equal(await resultOf(operator.ask('D33', { ...spanOf(), ...to, E: 1 })), '400');
  assert.equal(await resultOf(operator.ask('D33', { ...spanOf(), ...to, C: 9 })), '404');
  ftp.hold();
  const lost = await begin({});
  assert.equal(await messageOf(server, lost), 'Uploading');
  await vehicle.stop();
  await says(server, lost, 'The link was lost during the upload');
  assert.equal(await resultOf(operator.ask('D33', { ...spanOf(), ...to })), '404', 'it is away');
  assert.equal(await resultOf(operator.ask('D33', { ...spanOf(), ...to, W: 1 })), '2');
});

test('what a killed server was waiting for is told as lost by the next one; what waits for the device is begun when it is back', async (t) => {
  const data = await temporaryFolder(t);
  const ftp = await ftpServer(t);
  const first = await ServerProcess.start(t, data);
  const operator = await operate(t, first);
  await operator.get('D01', { I: ID, C: 2 });
  const vehicle = await drive(t, first, operator);
  const to = { H: HOST, T: ftp.port, U: 'fleet', P: 'secret' };
  ftp.hold();
  const [running] = await operator.ask('D33', { ...spanOf(), ...to });
  assert.equal(await messageOf(first, running?.['O']), 'Uploading');
  await first.kill();
  await vehicle.stop();
  ftp.release();
  const second = await ServerProcess.start(t, data, { admin: first.admin });
  assert.equal(await messageOf(second, running?.['O']), 'The link was lost during the upload');
  const again = await operate(t, second);
  const [waiting] = await again.ask('D33', { ...spanOf(), ...to, W: 1 });
  assert.equal(waiting?.['R'], '2');
  await drive(t, second, again);
  await says(second, waiting['O'], 'Uploaded');
});
