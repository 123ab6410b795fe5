// Orders to devices over real sockets: told what became of them, kept for a device that is away, and still there after the server was killed.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Right } from '@outrider/contract';
import { p8105Control, p8300Text } from '@outrider/jt808';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asJson, asList, httpCall, type Json } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import {
  type Account,
  cheapKeeper,
  HOST,
  type Server,
  startDrivenServer,
  startServer,
  temporaryFolder,
} from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000001';
const TEXT = 0x8300;
const CONTROL = 0x8105;
const PATH = '/gkdevice/orders';

type Place = Pick<Server, 'ports' | 'admin'>;
const listed = async ({ ports, admin }: Place, account: Account = admin, input: Json = {}): Promise<Json[]> =>
  asList((await httpCall(ports.http, 'GET', PATH, { account, input })).body);
const inState = (place: Place, id: unknown, state: string): Promise<Json> =>
  until(`order ${String(id)} is ${state}`, async () =>
    (await listed(place)).find((order) => order['id'] === id && order['state'] === state),
  );
const textOf = ({ body }: { body: Uint8Array }): string => p8300Text.decode(body, '2013').text;
const resultOf = async (asked: Promise<Json[]>): Promise<unknown> => (await asked)[0]?.['R'];

const operate = async (t: TestContext, place: Place, ...ids: string[]): Promise<Channel> => {
  const operator = await Channel.signedIn(place);
  afterwards(t, () => operator.close());
  for (const id of ids) await operator.get('D01', { I: id, C: 2 });
  return operator;
};
const drive = async (t: TestContext, place: Place, phone = ID): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port: place.ports.jt808, phone, channels: 2 });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const isOnline = (operator: Channel, id = ID): Promise<boolean> =>
  until('the device is on line', async () => Number(asJson((await operator.get('Q05', { I: id }))['Z'])['status']) > 0);

test('[F-CMD-030] [A-DEVACT-009] a text reaches the driver, signed in or with name and hash of its own, which sign nobody in', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server);
  await isOnline(operator);
  const told = await operator.get('D21', { I: ID, A: '前方施工', F: 3 });
  assert.deepEqual([told['I'], told['S']], [ID, 'done']);
  assert.deepEqual(vehicle.memory.texts, ['前方施工']);
  const flags = vehicle.received.filter(({ id }) => id === TEXT).map(({ body }) => body[0]);
  assert.deepEqual(flags, [0b101], 'urgent and shown, not read aloud');

  const stranger = await Channel.open(server.ports.command);
  afterwards(t, () => stranger.close());
  const own = { U: server.admin.user, P: server.admin.hash };
  assert.equal(await resultOf(stranger.ask('D21', { I: ID, A: 'second', ...own })), '1');
  assert.deepEqual(vehicle.memory.texts, ['前方施工', 'second']);
  assert.equal(await resultOf(stranger.ask('Q01')), '401', 'nobody is signed in by that');
  assert.equal(await resultOf(stranger.ask('D21', { I: ID, A: 'third' })), '401');
  assert.equal(await resultOf(stranger.ask('D21', { I: ID, A: 'third', U: own.U })), '400');
  const wrong = { ...own, P: toPasswordHash('Wrong-1') };
  assert.equal(await resultOf(operator.ask('D21', { I: ID, A: 'third', ...wrong })), '401', 'not as who signed in');
  for (let i = 0; i < 5; i += 1) await stranger.ask('D21', { I: ID, A: 'third', ...wrong });
  assert.equal(await resultOf(stranger.ask('D21', { I: ID, A: 'third', ...wrong })), '429', 'slowed down as Q02 is');
  assert.deepEqual(vehicle.memory.texts, ['前方施工', 'second']);
});

test('what the device says is told: done, refused, not supported, silent, away', async (t) => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(50) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting });
  afterwards(t, () => device.close());
  for (const [result, expected] of [
    [0, '1'],
    [1, '422'],
    [3, '0'],
  ] as const) {
    const asked = resultOf(operator.ask('D21', { I: ID, A: 'hi' }));
    device.reply((await device.take(TEXT)).header, result);
    assert.equal(await asked, expected);
  }
  const [silent] = await operator.ask('D21', { I: ID, A: 'hi' });
  assert.deepEqual([silent?.['R'], silent?.['S']], ['408', 'expired']);
  const [kept] = await operator.ask('D21', { I: ID, A: 'hi', W: 1 });
  assert.deepEqual([kept?.['R'], kept?.['S']], ['408', 'waiting']);
  device.close();
  const status = async (): Promise<unknown> => asJson((await operator.get('Q05', { I: ID }))['Z'])['status'];
  await until('it is away', async () => (await status()) === 0, waiting);
  assert.equal(await resultOf(operator.ask('D22', { I: ID })), '404');
  assert.deepEqual(
    (await listed(server)).map(({ kind, state, outcome }) => [kind, state, outcome]).toReversed(),
    [
      ['text', 'done', 'done'],
      ['text', 'refused', 'device_refused'],
      ['text', 'refused', 'device_unsupported'],
      ['text', 'expired', 'device_timeout'],
      ['text', 'waiting', ''],
    ],
    'a refused restart of a device that is away is no order',
  );
});

test('a camera does not wait for an order that is not answered', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => device.close());
  const text = operator.ask('D21', { I: ID, A: 'hi' });
  const { header } = await device.take(TEXT);
  const moved = resultOf(operator.ask('D12', { I: ID, C: 1, A: 'STOP' }));
  device.reply((await device.take(0x9301)).header);
  assert.equal(await moved, '1');
  assert.equal(
    operator.lines.some(({ M }) => M === 'D21'),
    false,
    'the text still waits',
  );
  device.reply(header);
  assert.equal(await resultOf(text), '1');
});

test('an order for a device that is away is stored (R 2), and done when it is back; others are cancelled or replaced', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const [text] = await operator.ask('D21', { I: ID, A: 'Call home', W: 1 });
  assert.deepEqual([text?.['R'], text?.['S']], ['2', 'waiting']);
  const [unwanted] = await operator.ask('D21', { I: ID, A: 'never', W: 1 });
  const [restart] = await operator.ask('D22', { I: ID, W: 1 });
  const [again] = await operator.ask('D22', { I: ID, W: 1 });
  const cancel = { account: server.admin, input: { id: unwanted?.['O'], action: 'cancel' } };
  assert.equal((await httpCall(server.ports.http, 'PUT', PATH, cancel)).status, 200);
  assert.equal((await httpCall(server.ports.http, 'PUT', PATH, cancel)).status, 409);
  const vehicle = await drive(t, server);
  await inState(server, text?.['O'], 'done');
  const done = await inState(server, again?.['O'], 'done');
  assert.deepEqual([done['username'], done['tries']], ['admin', 1]);
  assert.equal((await inState(server, restart?.['O'], 'cancelled'))['outcome'], 'replaced');
  assert.equal((await inState(server, unwanted?.['O'], 'cancelled'))['message'], 'By admin');
  assert.deepEqual(vehicle.memory.texts, ['Call home']);
  assert.equal(vehicle.received.filter(({ id }) => id === CONTROL).length, 1, 'restarted once');
});

test('orders outlast a server that is killed: what waits is sent once, what was confirmed is not, and nothing harmful twice', async (t) => {
  const data = await temporaryFolder(t);
  const before = await ServerProcess.start(t, data);
  const operator = await operate(t, before, ID, '13800000002');
  const there = await Device.online(before.ports.jt808, { phone: '13800000002' });
  afterwards(t, () => there.close());
  const confirmed = operator.get('D21', { I: there.id, A: 'confirmed', W: 1 });
  there.reply((await there.take(TEXT)).header);
  await confirmed;
  const [kept] = await operator.ask('D21', { I: ID, A: 'kept', W: 1 });
  assert.equal(kept?.['R'], '2');
  operator.send(JSON.stringify({ M: 'D22', I: there.id, W: 1 }));
  await there.take(CONTROL);
  await before.kill();

  const { admin } = before;
  const after = await ServerProcess.start(t, data, { admin });
  const states = (await listed(after)).map(({ detail, kind, state, outcome }) => [detail || kind, state, outcome]);
  assert.deepEqual(states.toReversed(), [
    ['confirmed', 'done', 'done'],
    ['kept', 'waiting', ''],
    ['reboot', 'expired', 'unknown'],
  ]);
  const [first, second] = [
    await Device.online(after.ports.jt808, { phone: ID }),
    await Device.online(after.ports.jt808, { phone: there.id, authCode: there.authCode }),
  ];
  afterwards(t, () => first.close());
  afterwards(t, () => second.close());
  const frame = await first.take(TEXT);
  assert.equal(textOf(frame), 'kept');
  first.reply(frame.header);
  await inState({ ports: after.ports, admin }, kept['O'], 'done');
  const now = await Channel.signedIn({ ports: after.ports, admin });
  afterwards(t, () => now.close());
  const last = now.get('D21', { I: there.id, A: 'last' });
  const next = await second.take(TEXT);
  assert.equal(textOf(next), 'last', 'neither the confirmed text nor the restart came before it');
  second.reply(next.header);
  await last;
  assert.deepEqual(
    second.received.filter(({ header }) => header.messageId === CONTROL),
    [],
  );
  assert.deepEqual(after.errors(), []);
});

test('each order asks for its own right, in the list and for cancelling too, and for a device in reach', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await operate(t, server, ID);
  const hash = toPasswordHash('Sesame-1');
  const add = async (name: string, granted: readonly Right[], groupIds: number[]): Promise<Account> => {
    const account = { name, passwordHash: hash, level: 1, rights: new Set(granted), expiresMs: null, groupIds };
    await server.app.users.add(account);
    return { user: name, hash };
  };
  const asks = [
    ['D21', 'F_lmdvrs_textdevice', { A: 'hi' }],
    ['D22', 'F_lmdvrs_reboot', {}],
    ['D23', 'F_lmdvrs_restore', {}],
    ['D24', 'P_live', { C: 1 }],
    ['D25', 'F_gps', {}],
    ['D26', 'F_lmdvrs_mcu', { A: '0D 0A' }],
  ] as const;
  for (const [code, right] of asks) {
    const account = await add(`only${code}`, [right], [1]);
    const channel = await Channel.signedIn(server, account);
    for (const [other, , letters] of asks)
      assert.equal(
        await resultOf(channel.ask(other, { I: ID, W: 1, ...letters })),
        other === code ? '2' : '403',
        other,
      );
    const seen = await listed(server, account);
    assert.ok(seen.length > 0 && seen.every((order) => order['kind'] === seen[0]?.['kind']), code);
    channel.close();
  }
  assert.equal(await resultOf(operator.ask('D27', { I: ID, A: 'lock' })), '404', 'doors are never kept for later');
  const [text] = await operator.ask('D21', { I: ID, A: 'x', W: 1 });
  const input = { id: text?.['O'], action: 'cancel' };
  const rights: Right[] = ['F_lmdvrs_textdevice', 'F_lmdvrs_reboot'];
  for (const account of [await add('outside', rights, []), await add('without', ['F_lmdvrs_reboot'], [1])]) {
    assert.equal((await httpCall(server.ports.http, 'PUT', PATH, { account, input })).status, 404, account.user);
    const kinds = (await listed(server, account)).map(({ kind }) => kind);
    assert.equal(kinds.includes('text'), false, account.user);
  }
  assert.equal(
    (await httpCall(server.ports.http, 'GET', PATH, { account: { user: 'outside', hash }, input: { deviceid: ID } }))
      .status,
    404,
  );
});

test('each order stands in the access log, with what came of it and without secrets', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  await operator.ask('D21', { I: ID, A: 'Call home', W: 1, U: server.admin.user, P: server.admin.hash });
  await operator.ask('D21', { I: ID, A: 'Now' });
  const [restart] = await operator.ask('D22', { I: ID, W: 1 });
  await httpCall(server.ports.http, 'PUT', PATH, {
    account: server.admin,
    input: { id: restart?.['O'], action: 'cancel' },
  });
  const input = { afterUpdatetime: 0, beforeUpdatetime: 4_000_000_000, deviceid: ID };
  const rows = await until('all rows are written', async () => {
    const { body } = await httpCall(server.ports.http, 'POST', '/gklog/accesslog', { account: server.admin, input });
    const about = asList(body).filter(({ method }) => ['D21', 'D22', 'PUT'].includes(String(method)));
    return about.length >= 4 && about;
  });
  assert.deepEqual(
    rows.map(({ action, result, data }) => [action, result, asJson(asJson(data)['body'])]).toReversed(),
    [
      ['Send text to device', 'stored', { I: ID, A: 'Call home', W: 1, U: 'admin' }],
      ['Send text to device', 'device_offline', { I: ID, A: 'Now' }],
      ['Restart device', 'stored', { I: ID, W: 1 }],
      ['Cancel order to device', 'done', { id: restart?.['O'], action: 'cancel' }],
    ],
  );
  assert.equal(JSON.stringify(rows).includes(server.admin.hash), false);
});

test('the other orders do what they say: restore, photo, position, doors, what hangs on the device', async (t) => {
  const server = await startServer(t);
  const operator = await operate(t, server, ID);
  const vehicle = await drive(t, server);
  await isOnline(operator);
  const bodies = (id: number): string[] =>
    vehicle.received.filter((message) => message.id === id).map(({ body }) => Buffer.from(body).toString('hex'));
  await operator.get('D25', { I: ID });
  assert.deepEqual(bodies(0x8201), ['']);
  const photo = await operator.get('D24', { I: ID, C: 2 });
  const { message } = await inState(server, photo['O'], 'done');
  const number = /^Picture (\d+)$/.exec(String(message))?.[1];
  assert.ok(number);
  const input = { deviceid: ID, kind: 'photo' };
  const picture = await until('the picture is kept', async () => {
    const { body } = await httpCall(server.ports.http, 'POST', '/gkevent/files', { account: server.admin, input });
    return asList(body).find(({ name }) => String(name).includes(`_ch2_${number}`));
  });
  assert.deepEqual([picture['channel'], picture['cause']], [2, 'order']);
  assert.equal(await resultOf(operator.ask('D24', { I: ID, C: 9 })), '404');
  await operator.get('D26', { I: ID, A: '41 54 0d' });
  await operator.get('D26', { I: ID, A: 'AT+X' });
  assert.deepEqual(bodies(0x8900), ['4141540d', '4141542b58']);
  await operator.get('D27', { I: ID, A: 'unlock' });
  await operator.get('D27', { I: ID, A: 'lock' });
  assert.deepEqual(bodies(0x8500), ['00', '01']);
  await operator.get('D23', { I: ID });
  const controls = vehicle.received.filter(({ id }) => id === CONTROL);
  assert.deepEqual(
    controls.map(({ body }) => p8105Control.decode(body, '2013').command),
    [5],
  );
});
