// Recorders over which it is being decided: what they send behind their code, crowds, and another server over the same database.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { encodeLocation, GENERAL_RESULT, t0002Heartbeat, t0102Authenticate } from '@outrider/jt808';
import type { Admission, TerminalRequest } from '../apps/server/src/gateway/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, type DeviceOptions, locationAt } from './support/device.ts';
import { asJson, asList, Channel, httpCall } from './support/operator.ts';
import { OtherServer } from './support/other-server.ts';
import { type Server, startServer } from './support/server.ts';

const PHONE = '13800000101';
const OTHER = 'T000002';
const TAKEN = 3;

const dial = async (t: TestContext, server: Server, options: DeviceOptions = {}): Promise<Device> => {
  const device = await Device.dial(server.ports.jt808, options);
  afterwards(t, () => device.close());
  return device;
};
/** As `Device` registers. */
const registration = (more: Partial<TerminalRequest> = {}): TerminalRequest => ({
  terminalId: PHONE,
  kind: 'register',
  authCode: '',
  plate: 'TEST-1',
  manufacturer: 'OUTR',
  model: 'TEST',
  hardwareId: 'T000001',
  transport: 'tcp',
  remoteAddress: '127.0.0.1',
  ...more,
});
const codeOf = (admission: Admission | undefined): string => {
  assert.ok(admission?.outcome === 'accepted', JSON.stringify(admission));
  return admission.authCode;
};

for (const transport of ['tcp', 'udp'] as const)
  test(`what a recorder over ${transport} sends behind its code, without waiting to be let in, is taken`, async (t) => {
    const server = await startServer(t);
    const first = await Device.online(server.ports.jt808);
    first.close();
    const device = await dial(t, server, { transport });
    const signedOn = device.send(t0102Authenticate, { authCode: first.authCode, imei: '', softwareVersion: '' });
    const reports = Array.from({ length: 20 }, (_, i) =>
      device.sendBody(0x0200, encodeLocation(locationAt(Date.now() - (20 - i) * 1000))),
    );
    const beat = device.send(t0002Heartbeat, {});
    assert.equal(await device.answerTo(signedOn), GENERAL_RESULT.done);
    for (const serial of [...reports, beat]) assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
    const operator = await Channel.signedIn(server);
    afterwards(t, () => operator.close());
    const { Z } = await operator.get('Q05', { I: PHONE });
    assert.equal(asJson(Z)['status'], 1);
    assert.notEqual(asJson(asJson(Z)['gps_info'])['data'], null);
  });

test('what a stranger sends behind a wrong code is taken no more than before', async (t) => {
  const server = await startServer(t);
  (await Device.online(server.ports.jt808)).close();
  const stranger = await dial(t, server);
  const signedOn = stranger.send(t0102Authenticate, { authCode: 'guess', imei: '', softwareVersion: '' });
  const report = stranger.sendBody(0x0200, encodeLocation(locationAt(Date.now())));
  assert.deepEqual(
    [await stranger.answerTo(signedOn), await stranger.answerTo(report)],
    [GENERAL_RESULT.failed, GENERAL_RESULT.failed],
  );
});

test('a recorder that another server admitted is let in with its code, and with no older one', async (t) => {
  const server = await startServer(t);
  const other = await OtherServer.start(t, server.data);
  const [first] = await other.admit([registration()]);
  const device = await dial(t, server);
  assert.equal(await device.authenticate(codeOf(first)), GENERAL_RESULT.done);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  const [second] = await other.admit([registration()]);
  const late = await dial(t, server);
  assert.equal(await late.authenticate(codeOf(first)), GENERAL_RESULT.failed);
  assert.equal(await late.authenticate(codeOf(second)), GENERAL_RESULT.done);
});

test("what was allowed again lets the recorder in at another server, once, and its number is that one's", async (t) => {
  const server = await startServer(t);
  const { ports, admin } = server;
  const other = await OtherServer.start(t, server.data);
  const first = await Device.online(ports.jt808);
  afterwards(t, () => first.close());
  const spare = await dial(t, server, { hardware: OTHER });
  assert.equal((await spare.register()).result, TAKEN);
  const { body } = await httpCall(ports.http, 'GET', '/gkserver/waitingrecorders', { account: admin });
  const [entry] = asList(asJson(body)['waiting']);
  await httpCall(ports.http, 'POST', '/gkserver/allowagain', { account: admin, input: { id: entry?.['id'] } });
  const [third, second] = await other.admit([
    registration({ hardwareId: 'T000003' }),
    registration({ hardwareId: OTHER }),
  ]);
  assert.equal(third?.outcome, 'refused');
  const back = await dial(t, server);
  assert.equal((await back.register()).result, TAKEN, 'the number is the spare one’s now');
  assert.equal(await back.authenticate(first.authCode), GENERAL_RESULT.failed);
  assert.equal(await spare.authenticate(codeOf(second)), GENERAL_RESULT.done);
});

test('numbers that register with two servers at once have one code and one device each', async (t) => {
  const server = await startServer(t);
  const other = await OtherServer.start(t, server.data);
  const phones = Array.from({ length: 60 }, (_, i) => String(13_700_000_000 + i));
  const devices = await Promise.all(phones.map((phone) => dial(t, server, { phone })));
  const [theirs, ours] = await Promise.all([
    other.admit(phones.map((terminalId) => registration({ terminalId, hardwareId: OTHER }))),
    Promise.all(devices.map((device) => device.register())),
  ]);
  const winners = ours.map(({ result, authCode = '' }, i) => {
    const admission = theirs[i];
    assert.equal(result === 0, admission?.outcome === 'refused', `${phones[i]}: one of the two, not both or none`);
    return result === 0 ? authCode : codeOf(admission);
  });
  const known = await Promise.all(devices.map((device, i) => device.authenticate(winners[i] ?? '')));
  assert.deepEqual(new Set(known), new Set([GENERAL_RESULT.done]));
});
