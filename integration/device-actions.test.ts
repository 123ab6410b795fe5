// What people have a recorder do beyond the standard: waking it up, formatting, deleting, asking what it is. Each is watched from outside:
// in what the recorder lists and reports afterwards, before and after its restart. What orders do in the queue is device-queue.test.ts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Right, rights } from '@outrider/contract';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, HOST, type Server, startDrivenServer, startServer, temporaryFolder } from './support/server.ts';
import { answerParameters, SET_PARAMETERS } from './support/parameter-device.ts';
import { limitedTime } from './support/limited-time.ts';
import { until } from './support/until.ts';
import { answerVendorBlock } from './support/vendor-device.ts';

const ID = '13800000001';
const TRANSPARENT = 0x8900;
const HOUR_S = 3600;
const [WRITE_SETTINGS, STORAGE, FORMAT, WAKE_UP_BLOCK] = [2, 3, 4, 6];
const WAKE_UP = 120;

const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const isOnline = (online = true): Promise<unknown> =>
    until(online ? 'it is on line' : 'it is away', async () => {
      const { Z } = await operator.get('Q05', { I: ID });
      return Number(asJson(Z)['status'] ?? 0) > 0 === online;
    });
  const folder = await temporaryFolder(t);
  /** The same recorder each time: what it keeps lies in its file. */
  const drive = async (options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
    const vehicle = createVehicle({
      host: HOST,
      port: server.ports.jt808,
      phone: ID,
      channels: 2,
      vendorBlock: true,
      reconnectMs: 50,
      stateFile: join(folder, 'state.json'),
      ...options,
    });
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    await vehicle.whenOnline();
    await isOnline();
    return vehicle;
  };
  return { server, operator, isOnline, drive };
};

const addUser = async (server: Server, name: string, granted: readonly Right[], groupIds = [1]): Promise<Channel> => {
  const { hash } = server.admin;
  const made = { name, passwordHash: hash, level: 1, rights: new Set(granted), expiresMs: null, groupIds };
  await server.app.users.add(made);
  return Channel.signedIn(server, { user: name, hash });
};
const resultOf = async (asked: Promise<Json[]>): Promise<unknown> => (await asked)[0]?.['R'];

/** How many recordings it lists that began in the two hours before now, asked through the server. */
const listed = async ({ ports, admin }: Server, beforeS: number): Promise<number> => {
  const input = { deviceid: ID, channels: [1, 2], from: beforeS - 2 * HOUR_S, to: beforeS };
  const { status, body } = await httpCall(ports.http, 'POST', '/gkdevice/recordlist', { account: admin, input });
  assert.equal(status, 200, JSON.stringify(body));
  return asList(asJson(body)['records']).length;
};
const parameters = async ({ ports, admin }: Server, set?: Json): Promise<Json> => {
  const path = `/gkserver/gkdevicesetup/${ID}`;
  const method = set === undefined ? 'POST' : 'PUT';
  const input = set === undefined ? {} : { deviceParams: set };
  const { status, body } = await httpCall(ports.http, method, path, { account: admin, input });
  assert.equal(status, 200, JSON.stringify(body));
  return set === undefined ? asJson(asJson(asJson(body)['data'])['current']) : asJson(body);
};

test('[A-DEVACT-008] the recorder obeys: its list of recordings is empty after format, its values are as from the factory after restore, both after its restart too; it restarts', async (t) => {
  const { server, operator, drive, isOnline } = await setScene(t);
  let vehicle = await drive();
  const nowS = Math.floor(Date.now() / 1000);
  assert.ok((await listed(server, nowS)) > 0, 'it has recorded before');
  const [formatted] = await operator.ask('D28', { I: ID });
  assert.deepEqual([formatted?.['R'], formatted?.['S']], ['1', 'done']);
  assert.equal(await listed(server, nowS), 0, 'nothing is left of before');

  await parameters(server, { sys_spdlimit: 42 });
  assert.equal((await parameters(server))['sys_spdlimit'], 42);
  assert.equal((await operator.get('D23', { I: ID }))['S'], 'done');
  assert.equal((await parameters(server))['sys_spdlimit'], 85);

  await vehicle.stop();
  await isOnline(false);
  vehicle = await drive();
  assert.equal(await listed(server, nowS), 0, 'nor after its restart');
  assert.equal((await parameters(server))['sys_spdlimit'], 85);
  const dials = vehicle.dials;
  assert.equal((await operator.get('D22', { I: ID }))['S'], 'done');
  await until('it restarted', () => vehicle.dials > dials && vehicle.online);
});

test('[A-DEVACT-010] wake-up is D12 with 120: a sleeping recorder reports at once, a queued one when it is back; without the right nothing is sent', async (t) => {
  const { server, operator, drive, isOnline } = await setScene(t);
  const [away] = await operator.ask('D12', { I: ID, A: WAKE_UP });
  assert.equal(away?.['R'], '404');
  const [kept] = await operator.ask('D12', { I: ID, A: WAKE_UP, W: 1 });
  assert.deepEqual([kept?.['R'], kept?.['S']], ['2', 'waiting']);
  const asleep = { parked: true, intervalMs: 3_600_000 };
  const vehicle = await drive(asleep);
  const woken = (): number => vehicle.log.texts(500, 0).filter((line) => line.endsWith('woken up')).length;
  await until('what waited woke it up', () => woken() === 1);
  const before = vehicle.reports.length;
  const [told] = await operator.ask('D12', { I: ID, A: WAKE_UP });
  assert.deepEqual([told?.['R'], told?.['I'], told?.['S']], ['1', ID, 'done']);
  assert.equal(vehicle.reports.length, before + 1, 'it reports at once');
  assert.equal(await resultOf(operator.ask('D12', { I: ID, A: 119 })), '400', 'no other number');

  const asked = vehicle.received.length;
  const steering = await addUser(server, 'steering', ['F_ptz']);
  const waking = await addUser(server, 'waking', ['F_lmdvrs_wakeup']);
  afterwards(t, () => [steering, waking].forEach((channel) => channel.close()));
  assert.equal(await resultOf(steering.ask('D12', { I: ID, A: WAKE_UP })), '403');
  assert.equal(await resultOf(waking.ask('D12', { I: ID, C: 1, A: 'UP' })), '403', 'nor does its right turn cameras');
  assert.equal(await resultOf(steering.ask('D12', { I: ID, A: 'UP' })), '400', 'a camera has a number');
  assert.equal(vehicle.received.length, asked, 'the recorder heard of none of that');
  assert.equal(await resultOf(waking.ask('D12', { I: ID, A: WAKE_UP })), '1');
  assert.equal(woken(), 3);
  await vehicle.stop();
  await isOnline(false);
});

test('each result of a recorder is told as what it is: failed, not known, busy, silent; a disk that is named is formatted alone', async (t) => {
  const { server, operator } = await setScene(t);
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const answers = {
    storage: {
      json: {
        disks: [
          { name: 'hdd', totalMb: 10, usedMb: 1 },
          { name: 'sd', totalMb: 10, usedMb: 1 },
        ],
      },
    },
    format: { result: 0 } as { result: number; json?: unknown },
    'wake-up': { result: 3 },
  };
  const asked = answerVendorBlock(device, answers);
  await device.signOn();
  const formats = (): unknown[] => asked.filter(({ command }) => command === FORMAT).map(({ json }) => json);
  assert.equal(await resultOf(operator.ask('D28', { I: ID })), '1');
  assert.deepEqual(formats(), [{ disk: 'hdd' }, { disk: 'sd' }]);
  assert.equal(await resultOf(operator.ask('D28', { I: ID, A: 'sd' })), '1');
  assert.deepEqual(formats().slice(2), [{ disk: 'sd' }]);
  answers.format = { result: 1, json: { why: 'the disk is locked' } };
  const [refused] = await operator.ask('D28', { I: ID, A: 'sd' });
  assert.deepEqual([refused?.['R'], refused?.['Z']], ['422', 'The device refused: the disk is locked']);
  assert.equal(await resultOf(operator.ask('D12', { I: ID, A: WAKE_UP })), '0', 'it says that it does not know that');
  const { body } = await httpCall(server.ports.http, 'GET', '/gkdevice/orders', { account: server.admin });
  assert.deepEqual(
    asList(body).map(({ kind, state, outcome }) => [kind, state, outcome]),
    [
      ['wakeup', 'refused', 'device_unsupported'],
      ['format', 'refused', 'device_refused'],
      ['format', 'done', 'done'],
      ['format', 'done', 'done'],
    ],
  );
});

test('a recorder that does not say that it knows the vendor block is never sent one', async (t) => {
  const { server, operator } = await setScene(t);
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const asked = answerVendorBlock(device, { storage: {}, format: {}, 'wake-up': {} }, false);
  await device.signOn();
  for (const [code, letters] of [
    ['D28', {}],
    ['D12', { A: WAKE_UP }],
    ['D06', {}],
    ['D17', { A: 'syslog' }],
  ] as const)
    assert.equal(await resultOf(operator.ask(code, { I: ID, ...letters })), '0', code);
  assert.deepEqual([(await operator.get('D20', { I: ID }))['Z'], asked], [[], []]);
  assert.equal(await resultOf(operator.ask('D26', { I: ID, A: '41' })), '1', 'a serial port is not the block');
});

test('[F-CMD-022] D05, D06 and D14 answer with their code, signed in or with user and password of their own, which must be right and may see the device', async (t) => {
  const { server, operator, drive } = await setScene(t);
  await drive();
  const stranger = await Channel.open(server.ports.command);
  afterwards(t, () => stranger.close());
  const own = { U: server.admin.user, P: server.admin.hash };
  for (const code of ['D05', 'D06', 'D14']) {
    for (const [channel, letters] of [
      [operator, {}],
      [stranger, own],
    ] as const) {
      const [told] = await channel.ask(code, { I: ID, ...letters });
      assert.deepEqual([told?.['M'], told?.['R'], told?.['I']], [code, '1', ID]);
    }
    assert.equal(await resultOf(stranger.ask(code, { I: ID })), '401', `${code} signs nobody in`);
  }
  const { Z: attributes } = await operator.get('D05', { I: ID });
  assert.deepEqual([asJson(attributes)['model'], asJson(attributes)['vendorBlock']], ['SIM-2CH', 1]);
  const [disk] = asList(asJson((await operator.get('D06', { I: ID }))['Z'])['disks']);
  assert.equal(disk?.['name'], 'sd1');
  assert.ok(Number(disk?.['usedMb']) > 0);
  await operator.get('D28', { I: ID });
  const { Z: after } = await operator.get('D06', { I: ID });
  assert.ok(Number(asList(asJson(after)['disks'])[0]?.['usedMb']) < Number(disk?.['usedMb']), 'as full as it is now');
  const raw = asList((await operator.get('D14', { I: ID }))['Z']);
  assert.ok(raw.some(({ k }) => k === 'net_hbsec'));

  const { hash } = server.admin;
  const elsewhere = await server.app.groups.add(1, 'elsewhere');
  const outside = await addUser(server, 'outside', rights, [elsewhere]);
  outside.close();
  for (const code of ['D05', 'D06', 'D14'])
    assert.equal(
      await resultOf(stranger.ask(code, { I: ID, U: 'outside', P: hash })),
      '404',
      `${code} of another group`,
    );
});

test('[F-CMD-029] D17 sends one command of the vendor block, D20 tells which the device knows: both answer with their code and R', async (t) => {
  const { server, operator, drive, isOnline } = await setScene(t);
  assert.equal(await resultOf(operator.ask('D20', { I: ID })), '404', 'away, and never asked');
  const vehicle = await drive();
  const [known] = await operator.ask('D20', { I: ID });
  assert.deepEqual([known?.['M'], known?.['R']], ['D20', '1']);
  const names = asList(known?.['Z']).map(({ code, name }) => `${String(code)} ${String(name)}`);
  assert.ok(names.includes('4 format') && names.includes('6 wake-up'), names.join());
  assert.ok(Array.isArray(known?.['S']) && known['S'].includes('sys_tz'));

  const [set] = await operator.ask('D17', { I: ID, A: 'write-settings', B: { settings: { sys_tz: 3600 } } });
  assert.deepEqual([set?.['M'], set?.['R'], set?.['A']], ['D17', '1', 'write-settings']);
  const read = await operator.get('D17', { I: ID, A: 1, B: { names: ['sys_tz'] } });
  assert.deepEqual([read['A'], read['Z']], ['read-settings', { settings: { sys_tz: 3600 } }]);
  assert.equal(vehicle.kept.settings.values.sys_tz, 3600);
  const nowS = Math.floor(Date.now() / 1000);
  assert.equal(await resultOf(operator.ask('D17', { I: ID, A: 'format', B: { disk: 'sd1' } })), '1');
  assert.equal(await listed(server, nowS), 0);
  for (const [letters, result] of [
    [{ A: 'explode' }, '400'],
    [{ A: 'write-face', B: {} }, '400'],
    [{ A: 'write-settings', B: { settings: { sys_tz: 99_999 } } }, '422'],
  ] as const)
    assert.equal(await resultOf(operator.ask('D17', { I: ID, ...letters })), result, letters.A);

  const reader = await addUser(server, 'reader', ['F_rmdvrs']);
  afterwards(t, () => reader.close());
  for (const [name, result] of [
    ['storage', '1'],
    ['write-settings', '403'],
    ['format', '403'],
    ['syslog', '403'],
    ['wake-up', '403'],
  ] as const)
    assert.equal(await resultOf(reader.ask('D17', { I: ID, A: name })), result, name);
  await vehicle.stop();
  await isOnline(false);
  assert.deepEqual((await operator.get('D20', { I: ID }))['Z'], known?.['Z'], 'away: what it said last');
  assert.equal(await resultOf(operator.ask('D17', { I: ID, A: 'storage' })), '404');
});

test('[A-RIGHTS-003] D17 tells and sets settings as gkdevicesetup does: each by its own right, passwords as a mask; the access log keeps their names', async (t) => {
  const { server, operator } = await setScene(t);
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const has = { sys_tz: 3600, net_wfssid: 'depot', net_wfpwd: 'geheim', net_ftplogin: '', of_its_own: 7 };
  const answers = {
    'read-settings': { json: { settings: has, more: 'geheim' } as unknown },
    'write-settings': { json: { settings: has, refused: { net_wfpwd: 'too short', sys_tz: 'no' } } },
    'write-own': { json: { v: 1 } },
  };
  const asked = answerVendorBlock(device, answers);
  await device.signOn();
  const written = (): unknown[] => asked.filter(({ command }) => command === WRITE_SETTINGS).map(({ json }) => json);
  const people = {
    door: await addUser(server, 'door', ['F_rmdvrs']),
    wifi: await addUser(server, 'wifi', ['F_rmdvrs', 'F_rmdvrs_raw', 'F_rmdvrs_wifi']),
  };
  afterwards(t, () => Object.values(people).forEach((channel) => channel.close()));
  const read = async (channel: Channel): Promise<unknown> => (await channel.get('D17', { I: ID, A: 1 }))['Z'];
  assert.deepEqual(await read(people.door), { settings: {} });
  const wifi = { net_wfssid: 'depot', net_wfpwd: '********', of_its_own: 7 };
  assert.deepEqual(await read(people.wifi), { settings: wifi });
  assert.deepEqual(await read(operator), {
    settings: { ...has, net_wfpwd: '********' },
  });
  answers['read-settings'] = { json: ['geheim'] };
  assert.equal(await resultOf(operator.ask('D17', { I: ID, A: 1 })), '422', 'no other form is passed on');

  const write = async (channel: Channel, B: Json) =>
    (await channel.ask('D17', { I: ID, A: 'write-settings', B }))[0] ?? {};
  for (const [B, result] of [
    [{ settings: { net_wfssid: 'x', sys_tz: 0 } }, '403'],
    [{ settings: {} }, '400'],
    [{ settings: ['net_wfpwd'] }, '400'],
    [{}, '400'],
  ] as const)
    assert.equal((await write(people.wifi, B))['R'], result, JSON.stringify(B));
  assert.deepEqual(written(), [], 'nothing of that was sent');
  const set = await write(people.wifi, { settings: { net_wfpwd: 'verschwiegen' }, more: 1 });
  assert.deepEqual([set['R'], set['Z']], ['1', { settings: wifi, refused: { net_wfpwd: 'too short' } }]);
  assert.equal((await write(people.wifi, { settings: { net_wfpwd: '********', net_wfssid: 'yard' } }))['R'], '1');
  assert.equal((await write(people.wifi, { settings: { net_wfpwd: '********' } }))['R'], '1');
  assert.deepEqual(
    written(),
    [{ settings: { net_wfpwd: 'verschwiegen' } }, { settings: { net_wfssid: 'yard' } }],
    'the mask changes nothing',
  );
  await operator.get('D17', { I: ID, A: 'write-own', B: { k: 'pin', v: 'verschwiegen' } });

  const kept = (await logRows(server, '/gklog/accesslog')).filter(({ method }) => method === 'D17');
  assert.ok(!JSON.stringify(kept).includes('verschwiegen'));
  const [own, masked] = kept.map(({ data }) => asJson(asJson(data)['body']));
  assert.deepEqual([own?.['A'], own?.['B'], masked?.['B']], ['write-own', { k: 'pin' }, { settings: ['net_wfpwd'] }]);
});

test('a list that the recorder is still looking for holds up no order', async (t) => {
  const { server, operator, drive } = await setScene(t);
  const vehicle = await drive({ faults: { slowListS: 600 } });
  const nowS = Math.floor(Date.now() / 1000);
  const list = listed(server, nowS).then(
    () => true,
    () => false,
  );
  await until('it is asked for its list', () => vehicle.received.some(({ id }) => id === 0x9205));
  for (const [code, letters] of [
    ['D21', { A: 'Call home' }],
    ['D24', { C: 1 }],
    ['D26', { A: '41' }],
    ['D28', {}],
  ] as const)
    assert.equal((await operator.get(code, { I: ID, ...letters }))['S'], 'done', code);
  assert.equal((await parameters(server))['sys_spdlimit'], 85, 'nor its parameters');
  await vehicle.stop();
  await list;
});

test('a photo order names its picture when it has come, and of the older pages too', async (t) => {
  const { server, operator, drive } = await setScene(t);
  await drive();
  const account = server.admin;
  const ordersBelow = async (input: Json = {}): Promise<Json[]> =>
    asList((await httpCall(server.ports.http, 'GET', '/gkdevice/orders', { account, input })).body);
  const [first, second] = [await operator.get('D24', { I: ID, C: 2 }), await operator.get('D24', { I: ID, C: 1 })];
  const picturesOf = async (order: Json, input?: Json): Promise<Json[]> =>
    asList((await ordersBelow(input)).find(({ id }) => id === order['O'])?.['pictures']);
  const [picture] = await until('both pictures came', async () => {
    const [one, other] = [await picturesOf(first), await picturesOf(second)];
    return one.length === 1 && other.length === 1 && one;
  });
  const { status } = await fetch(`http://${HOST}:${server.ports.http}/gkevent/file/${String(picture?.['file'])}`, {
    headers: { authorization: `Basic ${Buffer.from(`${account.user}:${account.hash}`).toString('base64')}` },
  });
  assert.equal(status, 200);
  const listedFiles = await httpCall(server.ports.http, 'POST', '/gkevent/files', { account, input: { deviceid: ID } });
  const file = asList(listedFiles.body).find(({ id }) => id === picture?.['file']);
  assert.deepEqual([file?.['channel'], file?.['cause']], [2, 'order'], 'that of its channel');
  assert.deepEqual(await picturesOf(first, { before: second['O'] }), [picture]);
});

test('nothing that a recorder says in the block is kept as a message of it', async (t) => {
  const { server, operator } = await setScene(t);
  const device = await Device.dial(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const asked = answerVendorBlock(device, { storage: { json: { disks: [] } } });
  await device.signOn();
  assert.deepEqual(asJson((await operator.get('D06', { I: ID }))['Z'])['disks'], []);
  assert.ok(asked.some(({ command }) => command === STORAGE));
  assert.ok(asked.every(({ command }) => command !== WAKE_UP_BLOCK));
  const nowS = Math.floor(Date.now() / 1000);
  const input = { deviceid: ID, start: nowS - HOUR_S, end: nowS + HOUR_S };
  const kept = await httpCall(server.ports.http, 'POST', '/gkdevice/devicemessages', { account: server.admin, input });
  assert.deepEqual(kept.body, []);
  assert.equal(device.received.filter(({ header }) => header.messageId === TRANSPARENT).length, 0);
});

test('[F-ERR-022] a settings write to a recorder that is away is R 2, to one that does not answer 408: both are kept, none is a failure', async (t) => {
  const server = await startDrivenServer(t, {}, { keeper: cheapKeeper });
  const time = limitedTime(server.clock, 200);
  const { waiting } = time;
  const operator = await Channel.signedIn(server, server.admin, waiting);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const save = async (net_hbsec: number): Promise<Json> => {
    const input = { deviceParams: { net_hbsec } };
    let told: Json | undefined;
    const asked = httpCall(server.ports.http, 'PUT', `/gkserver/gkdevicesetup/${ID}`, { account: server.admin, input });
    void asked.then(({ status, body }) => (told = { status, ...asJson(body) }));
    return until('the write is answered', () => told, waiting);
  };
  const away = await save(11);
  assert.deepEqual([away['status'], away['hasError'], away['result']], [200, 0, '2']);
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting });
  afterwards(t, () => device.close());
  time.leftMs = 19_000;
  const beforeMs = server.clock.now();
  const silent = await save(12); // it hears everything and says nothing
  const tookMs = server.clock.now() - beforeMs;
  time.leftMs = Infinity;
  assert.ok(tookMs >= 10_000 && tookMs < 20_000, `who saves hears of it while he waits: ${tookMs} ms`);
  assert.deepEqual([silent['status'], silent['hasError'], silent['result']], [200, 0, '408']);
  device.close();
  // From here on the recorder answers: time must not run away from it, or it is asked again.
  const gently = { ...waiting, between: () => server.clock.advance(20) };
  const back = await Device.dial(server.ports.jt808, { phone: ID, authCode: device.authCode, waiting: gently });
  afterwards(t, () => back.close());
  const told = answerParameters(back, { 0x0001: '0000001e' });
  await back.signOn();
  await until('it has the newer value', () => Buffer.from(told.has.get(1) ?? []).readUInt32BE() === 12, gently);
  // The older one was under way when the newer came, and nothing was told yet.
  const times = told.set.map(([parameter]) => Buffer.from(parameter?.raw ?? []).readUInt32BE());
  assert.deepEqual(times, [12], 'the newest, once');
  assert.equal(back.received.filter(({ header }) => header.messageId === SET_PARAMETERS).length, 0);
});
