// Parameters that are set while their device is away: kept, sent once as they were set last, through a server that is killed, and seen in what
// the device does when it is back.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { p8103SetParameters } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { addBeats, answerParameters } from './support/parameter-device.ts';
import { type Account, cheapKeeper, HOST, type Server, startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const SET_PARAMETERS = 0x8103;

type Place = Pick<Server, 'ports' | 'admin'>;
const caller =
  ({ ports, admin }: Place) =>
  async (method: 'POST' | 'PUT', input: Json = {}, account: Account = admin) => {
    const path = `/gkserver/gkdevicesetup/${ID}`;
    const { status, body } = await httpCall(ports.http, method, path, { account, input });
    return { status, body: asJson(body) };
  };
const ordersOf = async ({ ports, admin }: Place): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'GET', '/gkdevice/orders', { account: admin, input: {} })).body);
const register = async (place: Place): Promise<void> => {
  const operator = await Channel.signedIn(place);
  await operator.get('D01', { I: ID, C: 2 });
  operator.close();
};

test('what is set while the device is away waits through a killed server, is sent once as it was set last, and is done by the device', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  await register(before);
  const call = caller(before);
  assert.equal((await call('POST')).status, 404, 'nothing is known of it and nothing waits');
  const first = await call('PUT', { deviceParams: { report_interval: 9, sys_spdlimit: 70, net_pass: 'geheim' } });
  assert.deepEqual([first.status, first.body['result'], first.body['kept']], [200, '2', {}]);
  assert.equal((await call('PUT', { deviceParams: { report_interval: 1 } })).body['result'], '2');
  const waiting = { report_interval: 1, sys_spdlimit: 70, net_pass: '********' };
  assert.deepEqual((await call('POST')).body['data'], { current: {}, offlineset: waiting });
  await before.kill();

  const after = await ServerProcess.start(t, data, { admin: before.admin });
  const place = { ports: after.ports, admin: before.admin };
  const again = caller(place);
  assert.deepEqual(asJson((await again('POST')).body['data'])['offlineset'], waiting);
  const options = {
    host: HOST,
    port: after.ports.jt808,
    phone: ID,
    channels: 2,
    intervalMs: 60_000,
    stateFile: join(data, 'vehicle.json'),
  };
  const drive = (): Vehicle => {
    const vehicle = createVehicle(options);
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    return vehicle;
  };
  const vehicle = drive();
  await until('the order is over', async () => (await ordersOf(place)).some(({ state }) => state === 'done'));
  const set = vehicle.received
    .filter(({ id }) => id === SET_PARAMETERS)
    .map(({ body }) => p8103SetParameters.decode(body, '2013').params.map(({ id }) => id));
  assert.deepEqual(set, [[0x0029, 0x0055, 0x0012]], 'one message, each parameter once');
  const { data: told } = (await again('POST')).body;
  const { report_interval, sys_spdlimit } = asJson(asJson(told)['current']);
  assert.deepEqual([report_interval, sys_spdlimit, asJson(told)['offlineset']], [1, 70, {}]);
  await until('a report each second, where it was one a minute', () => vehicle.reports.length >= 4);
  assert.deepEqual(
    (await ordersOf(place)).map(({ kind, detail, state, outcome }) => [kind, detail, state, outcome]),
    [
      ['parameters', 'report_interval, sys_spdlimit, net_pass', 'done', 'done'],
      ['parameters', 'report_interval, sys_spdlimit, net_pass', 'cancelled', 'replaced'],
    ],
  );
  assert.deepEqual(after.errors(), []);
});

test('a device that is away shows what it told last; what waits has its right; a newer value does not overtake it', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  await register(server);
  const call = caller(server);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  answerParameters(device, { 0x0001: '0000001e', 0x0055: '00000050', 0x0012: '31' });
  const { body: fresh } = await call('POST');
  assert.equal(fresh['away'], false);
  device.close();
  await until('the device is away', async () => (await call('POST')).body['away'] === true);
  const last = (await call('POST')).body;
  assert.deepEqual(last['data'], {
    current: { net_hbsec: 30, sys_spdlimit: 80, net_pass: '********' },
    offlineset: {},
  });
  assert.equal((await call('PUT', { deviceParams: { sys_spdlimit: 90 } })).body['result'], '2');
  const beats = await addBeats(server, [1]);
  const { data } = (await call('POST', {}, beats)).body;
  assert.deepEqual(data, { current: { net_hbsec: 30 }, offlineset: {} });

  const back = await Device.dial(server.ports.jt808, { phone: ID, authCode: device.authCode });
  const parameters = answerParameters(back, { 0x0001: '0000001e', 0x0055: '00000050' });
  parameters.ignores.add(0x0055);
  await back.signOn();
  const refused = await until('the order is over', async () =>
    (await ordersOf(server)).find(({ state }) => state === 'refused'),
  );
  assert.match(String(refused['message']), /kept what it had: sys_spdlimit/);
  assert.deepEqual(asJson((await call('POST')).body['data'])['offlineset'], {}, 'it is not waited for any more');
  parameters.ignores.clear();
  const now = await call('PUT', { deviceParams: { sys_spdlimit: 95 } });
  assert.deepEqual([now.body['result'], now.body['kept']], ['1', { sys_spdlimit: 95 }]);
  back.close();
});
