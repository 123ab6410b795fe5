// Parameters of a device over real sockets: what is set is asked for again, outlives the device's restart and changes what it does. Who may
// what, what a save over a change meets, and devices that answer half, wrongly or not at all.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Right } from '@outrider/contract';
import { fromHex, type Parameter } from '@outrider/jt808';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import {
  answerParameters,
  ASK_ALL_PARAMETERS,
  ASK_SOME_PARAMETERS,
  SET_PARAMETERS,
} from './support/parameter-device.ts';
import { type Account, type Server, HOST, cheapKeeper, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const PATH = `/gkserver/gkdevicesetup/${ID}`;
const ROOT = 1;
const TRANSPARENT_DOWN = 0x8900;

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const channel = await Channel.signedIn(server);
  afterwards(t, () => channel.close());
  await channel.get('D01', { I: ID, C: 2 });
  const call = (method: 'POST' | 'PUT', input: Json = {}, account: Account = server.admin) =>
    httpCall(server.ports.http, method, PATH, { account, input });
  const load = async (account?: Account): Promise<Json> => {
    const { status, body } = await call('POST', {}, account);
    assert.equal(status, 200, JSON.stringify(body));
    return asJson(body);
  };
  const current = async (account?: Account): Promise<Json> => asJson(asJson((await load(account))['data'])['current']);
  const isOnline = (online: boolean): Promise<unknown> =>
    until(online ? 'the device is on line' : 'the device is away', async () => {
      const { Z } = await channel.get('Q05', { I: ID });
      return Number(asJson(Z)['status'] ?? 0) > 0 === online;
    });
  const add = async (name: string, rights: readonly Right[]): Promise<Account> => {
    const { hash } = server.admin;
    await server.app.users.add({
      name,
      passwordHash: hash,
      level: 2,
      rights: new Set(rights),
      expiresMs: null,
      groupIds: [ROOT],
    });
    return { user: name, hash };
  };
  return { server, channel, call, load, current, isOnline, add };
};

/** A recorder on line that has these parameters, bytes in hex by id. */
const openDevice = async (t: TestContext, server: Server, items: Readonly<Record<number, string>>) => {
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  return { device, parameters: answerParameters(device, items) };
};
const hexOf = ({ raw }: Parameter): string => Buffer.from(raw).toString('hex');

test('[A-HTTP-001] what is set is read back from the device, outlives its restart and changes what it does', async (t) => {
  const { server, load, current, isOnline, channel } = await setScene(t);
  const options = {
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    channels: 2,
    intervalMs: 60_000,
    reconnectMs: 50,
    stateFile: join(await temporaryFolder(t), 'state.json'),
  };
  const vehicle = createVehicle(options);
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await isOnline(true);

  const before = await current();
  assert.deepEqual([before['net_hbsec'], before['sys_spdlimit']], [30, 85]);
  const input = {
    deviceParams: { net_hbsec: 20, report_interval: 1, enc_sfps: 12 },
    username: server.admin.user,
    password: server.admin.hash,
  };
  const { status, body } = await httpCall(server.ports.http, 'PUT', PATH, { input });
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        hasError: 0,
        message: 'Save Success',
        result: '1',
        checked: true,
        kept: { net_hbsec: 20, report_interval: 1, enc_sfps: 12 },
        differs: [],
      },
    ],
  );
  const told = vehicle.received.filter(({ id }) => id === SET_PARAMETERS);
  assert.equal(told.length, 1, 'one message sets what changed');
  assert.ok(vehicle.received.filter(({ id }) => id === ASK_SOME_PARAMETERS).length >= 2, 'asked before and after');

  await vehicle.stop();
  await isOnline(false);
  const again = createVehicle(options);
  afterwards(t, () => again.stop());
  again.start();
  await isOnline(true);
  const after = await current();
  const { net_hbsec, report_interval, enc_sfps, enc_sbit } = after;
  assert.deepEqual([net_hbsec, report_interval, enc_sfps, enc_sbit], [20, 1, 12, before['enc_sbit']]);
  assert.equal(asJson(asJson((await load())['changes'])['net_hbsec'])['by'], 'admin');
  // It obeys: a report each second, where it was one a minute.
  await until('reports by the new interval', () => again.reports.length >= 3);

  const rows = asList((await channel.get('D14', { I: ID }))['Z']);
  assert.equal(rows.find(({ k }) => k === 'net_hbsec')?.['v'], 20);
});

test('only what changed is sent, in the bytes that the device has; the log says before and after, and no secret', async (t) => {
  const { server, call, channel } = await setScene(t);
  const password = Buffer.from('geheim').toString('hex');
  const { parameters } = await openDevice(t, server, {
    0x0001: '0000001e',
    0x0012: password,
    0x0055: '00000055',
    0x0040: '313338',
    0x007b: '2d32',
  });
  const { status, body } = await call('PUT', {
    deviceParams: { dsm_threshold: 60, net_pass: 'neu', phone_platform: '139', sys_spdlimit: 90 },
  });
  assert.deepEqual([status, asJson(body)['differs']], [200, []]);
  assert.deepEqual(
    parameters.set.flat().map((parameter) => `${parameter.id.toString(16)} ${hexOf(parameter)}`),
    ['7b 2d3c', `12 ${Buffer.from('neu').toString('hex')}`, '40 313339', '55 0000005a'],
  );
  assert.equal(asJson(asJson(body)['kept'])['net_pass'], '********');
  await until('the change stands in the log', async () => {
    const text = JSON.stringify(await logRows(server, '/gklog/accesslog'));
    assert.ok(!text.includes('neu') && !text.includes('geheim') && !text.includes('"139'), text);
    return text.includes('Set device parameters') && text.includes('85 → 90') && text.includes('50 → 60');
  });
  const raw = asList((await channel.get('D14', { I: ID }))['Z']);
  assert.ok(!JSON.stringify(raw).includes(Buffer.from('neu').toString('hex')), 'no hex of a password in the raw list');
});

test('who saves over what the device has by now is told what it has, and by whom', async (t) => {
  const { server, call, load, add } = await setScene(t);
  const { parameters } = await openDevice(t, server, { 0x0055: '00000055', 0x0001: '0000001e' });
  const other = await add('other', ['F_rmdvrs', 'F_rmdvrs_speedlimit']);
  const { readms } = await load();
  assert.equal((await call('PUT', { deviceParams: { sys_spdlimit: 70 } }, other)).status, 200);
  const mine = { deviceParams: { sys_spdlimit: 90 }, seen: { sys_spdlimit: 85 }, seenms: readms };
  const refused = await call('PUT', mine);
  const { updateby, present } = asJson(asJson(refused.body)['changed']);
  assert.deepEqual([refused.status, updateby, asJson(present)['deviceParams']], [409, 'other', { sys_spdlimit: 70 }]);
  assert.equal(parameters.set.length, 1, 'nothing was sent');
  assert.equal((await call('PUT', { ...mine, seen: { sys_spdlimit: 70 } })).status, 200);
  // Somebody at the device itself.
  parameters.has.set(0x0055, fromHex('00000020'));
  const { readms: later } = await load();
  parameters.has.set(0x0055, fromHex('00000021'));
  const own = await call('PUT', { deviceParams: { sys_spdlimit: 60 }, seen: { sys_spdlimit: 32 }, seenms: later });
  assert.equal(asJson(asJson(own.body)['changed'])['updateby'], 'the device');
});

test('each value has its right: told, set and in the log only with it', async (t) => {
  const { server, call, current, add } = await setScene(t);
  const { parameters } = await openDevice(t, server, { 0x0055: '00000055', 0x0001: '0000001e' });
  const speeds = await add('speeds', ['F_rmdvrs', 'F_rmdvrs_speedlimit']);
  assert.deepEqual(await current(speeds), { sys_spdlimit: 85 });
  assert.deepEqual(await current(), { sys_spdlimit: 85, net_hbsec: 30 });
  const refused = await call('PUT', { deviceParams: { sys_spdlimit: 90, net_hbsec: 20 } }, speeds);
  assert.deepEqual(
    [refused.status, asJson(refused.body)['message']],
    [403, 'The right F_rmdvrs_heartbeat is missing.'],
  );
  assert.deepEqual(parameters.set, []);
  const nobody = await add('nobody', ['F_rmdvrs_speedlimit']);
  assert.equal((await call('POST', {}, nobody)).status, 403);
  const raw = await Channel.signedIn(server, speeds);
  afterwards(t, () => raw.close());
  for (const [code, letters] of [
    ['D14', {}],
    ['D16', { A: 'sys_spdlimit', B: 90 }],
  ] as const) {
    const [answer] = await raw.ask(code, { I: ID, ...letters });
    assert.equal(answer?.['R'], '403', code);
  }
});

test('a device that answers half, in wrong lengths and twice tells what is there, and takes what it has', async (t) => {
  const { server, call, load } = await setScene(t);
  const { device, parameters } = await openDevice(t, server, { 0x0055: '00000055', 0x0075: '00', 0x0056: '00' });
  parameters.ignores.add(0x0055);
  const { data, wrong } = await load();
  assert.deepEqual(asJson(data)['current'], { sys_spdlimit: 85 });
  assert.deepEqual(wrong, [
    { id: '0x0056', trouble: 'length', bytes: 1 },
    { id: '0x0075', trouble: 'length', bytes: 1 },
  ]);
  const missing = await call('PUT', { deviceParams: { net_hbsec: 20 } });
  assert.deepEqual(
    [missing.status, asJson(missing.body)['message']],
    [422, 'The device does not have this parameter: net_hbsec'],
  );
  const kept = await call('PUT', { deviceParams: { sys_spdlimit: 90 } });
  const { kept: has, differs } = asJson(kept.body);
  assert.deepEqual([has, differs], [{ sys_spdlimit: 85 }, ['sys_spdlimit']], 'it said yes and did not');
  device.on(ASK_ALL_PARAMETERS, ({ header }) =>
    device.sendBody(
      0x0104,
      Uint8Array.of(header.serial >> 8, header.serial & 255, 9, 0, 0, 0, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0x55, 200),
    ),
  );
  const cut = await load();
  assert.deepEqual([asJson(cut['data'])['current'], cut['cut']], [{ net_hbsec: 9 }, true]);
  device.on(ASK_ALL_PARAMETERS, ({ header }) => device.reply(header, 1));
  assert.equal((await call('POST')).status, 422);
  device.close();
});

test('an answer in parts is one answer; a device that knows only the question for everything is asked that', async (t) => {
  const { server, call, load } = await setScene(t);
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, i): [number, string] => [0xe000 + i, 'ab'.repeat(20)]),
  );
  const { device, parameters } = await openDevice(t, server, { ...many, 0x0055: '00000055' });
  assert.deepEqual(asJson((await load())['data'])['current'], { sys_spdlimit: 85 });
  device.on(ASK_SOME_PARAMETERS, ({ header }) => device.reply(header, 1));
  assert.deepEqual(asJson((await call('PUT', { deviceParams: { sys_spdlimit: 90 } })).body)['kept'], {
    sys_spdlimit: 90,
  });
  assert.equal(parameters.set.length, 1);
});

test('what cannot be is refused before the device is asked; one that is away or leaves says so', async (t) => {
  const { server, call, isOnline } = await setScene(t);
  assert.equal((await call('POST')).status, 404);
  const { device, parameters } = await openDevice(t, server, { 0x0001: '0000001e', 0x0013: '31' });
  for (const deviceParams of [
    { net_hbsec: 31 },
    { net_hbsec: 0.5 },
    { net_hbsec: '20' },
    { no_such: 1 },
    { preosd_plate: 'A B' },
    {},
  ]) {
    const { status } = await call('PUT', { deviceParams });
    assert.equal(status, 400, JSON.stringify(deviceParams));
  }
  assert.deepEqual([parameters.asked, parameters.set], [[], []]);
  // A new server address: it takes it and goes.
  device.on(SET_PARAMETERS, ({ header }) => {
    device.reply(header);
    setImmediate(() => device.close());
  });
  const { status, body } = await call('PUT', { deviceParams: { net_server: '10.0.0.9' } });
  assert.deepEqual([status, asJson(body)['checked'], asJson(body)['kept']], [200, false, {}]);
  await isOnline(false);
});

test('[F-CMD-028] raw: bytes as they are, as many as there were; D16 sets one by its name', async (t) => {
  const { server, channel } = await setScene(t);
  const { parameters } = await openDevice(t, server, {
    0x0001: '0000001e',
    0xe001: 'beef',
    0x0076: '020000',
    0x007b: '2d32',
    0x0012: '313233',
    0x0016: 'ffff', // a password that is no text
  });
  const rows = asList((await channel.get('D14', { I: ID }))['Z']);
  assert.deepEqual(rows, [
    { k: 'net_hbsec', v: 30, h: { c: 'number', min: 1, max: 30, unit: 's', name: 'Heartbeat', prefix: '0x0001' } },
    { k: 'net_pass', v: '********', h: { c: 'text', max: 64, name: 'Dial-up password', prefix: '0x0012' } },
    { k: '0x0016', v: '', h: { c: 'text', name: 'JT/T 808', prefix: '0x0016' } },
    { k: '0x0076', v: '020000', h: { c: 'text', prefix: '0x0076', read: true } },
    { k: '0x007B', v: '2d32', h: { c: 'text', name: 'JT/T 1078', prefix: '0x007B' } },
    { k: '0xE001', v: 'beef', h: { c: 'text', prefix: '0xE001' } },
  ]);
  assert.equal((await channel.get('D16', { I: ID, A: 'net_hbsec', B: 20 }))['B'], 20);
  assert.equal((await channel.get('D16', { I: ID, A: '0xE001', B: 'CAFE' }))['B'], 'cafe');
  assert.deepEqual(
    [parameters.has.get(1)?.at(-1), Buffer.from(parameters.has.get(0xe001) ?? []).toString('hex')],
    [20, 'cafe'],
  );
  for (const [A, B, R] of [
    ['0xE001', 'cafe00', '400'],
    ['0xE001', 'xx', '400'],
    ['0xE002', 'cafe', '0'],
    ['0x0076', '020001', '400'],
    ['0x0012', '343536', '400'],
    ['net_hbsec', 31, '400'],
    ['nothing', 1, '400'],
  ] as const) {
    const [answer] = await channel.ask('D16', { I: ID, A, B });
    assert.equal(answer?.['R'], R, `${A} ${B}`);
  }
});

test('what only the vendor block has is told, set, read back and outlives a restart; a device without the block is never sent one', async (t) => {
  const { server, channel, call, load, current, isOnline } = await setScene(t);
  const options = {
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    channels: 2,
    intervalMs: 60_000,
    reconnectMs: 50,
    stateFile: join(await temporaryFolder(t), 'state.json'),
  };
  const start = async (vendorBlock: boolean): Promise<Vehicle> => {
    const vehicle = createVehicle({ ...options, vendorBlock });
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    await isOnline(true);
    return vehicle;
  };
  const plain = await start(false);
  assert.equal((await current())['sys_tz'], undefined);
  assert.equal((await call('PUT', { deviceParams: { sys_tz: 3600 } })).status, 422);
  assert.ok(plain.received.every(({ id }) => id !== TRANSPARENT_DOWN));
  await plain.stop();
  await isOnline(false);

  const first = await start(true);
  const before = await current();
  assert.deepEqual([before['sys_tz'], before['cam_rec'], before['net_wfpwd']], [28_800, [1, 1], '']);
  const deviceParams = { sys_tz: -18_000, cam_rec: [1, 0], net_wfpwd: 'geheim77', net_hbsec: 20 };
  const { status, body } = await call('PUT', { deviceParams, seen: { cam_rec: [1, 1] }, seenms: 0 });
  const kept = { sys_tz: -18_000, cam_rec: [1, 0], net_wfpwd: '********', net_hbsec: 20 };
  assert.deepEqual([status, asJson(body)['kept'], asJson(body)['differs']], [200, kept, []]);
  const refused = await call('PUT', { deviceParams: { cam_rec: [0, 0, 0] } });
  assert.equal(refused.status, 422, 'it has two cameras');
  const over = await call('PUT', { deviceParams: { cam_rec: [1, 1] }, seen: { cam_rec: [1, 1] }, seenms: 0 });
  assert.equal(over.status, 409, 'a list is compared by what is in it');
  await first.stop();
  await isOnline(false);
  await start(true);
  const after = await current();
  assert.deepEqual([after['sys_tz'], after['cam_rec']], [-18_000, [1, 0]]);
  assert.deepEqual((await load())['wrong'], []);
  const own = asList((await channel.get('D14', { I: ID }))['Z']).filter(({ h }) => asJson(h)['own'] === true);
  assert.equal(own.length, 7);
  assert.equal((await channel.get('D16', { I: ID, A: 'greeting', B: 'Hello' }))['B'], 'Hello');
  for (const [A, B] of [
    ['greeting', 'x'.repeat(21)],
    ['screen_off', 4],
    ['steps', [1, 100]],
    ['quiet_from', '24:00:00'],
  ] as const) {
    const [answer] = await channel.ask('D16', { I: ID, A, B });
    assert.equal(answer?.['R'], '400', A);
  }
  await until('the change stands in the log', async () => {
    const text = JSON.stringify(await logRows(server, '/gklog/accesslog'));
    assert.ok(!text.includes('geheim77'), text);
    // What is only a maker's may be a password: the log names it and tells no value.
    assert.ok(!text.includes('Hello'), text);
    return text.includes('28800 → -18000') && text.includes('1,1 → 1,0') && text.includes('greeting');
  });
});
