// The messages of one device as engineers see them, bytes and events of their own: by the very messages that /testdev sends. The page is
// e2e/testdev.spec.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Frame, t0002Heartbeat, toHex } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { logRows } from './support/logs.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { startServer } from './support/server.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000970';

type Line = { code: unknown; id: unknown; hex: string; fields: string; at: number };
const isLine = ({ M, R }: Json): boolean => /^DB[3-6]$/.test(String(M)) && R === undefined;
const linesOf = ({ lines }: Channel): Line[] =>
  lines.filter(isLine).map(({ M, T, Z }) => {
    const { id, hex, fields } = asJson(Z);
    return { code: M, id, hex: String(hex), fields: String(fields), at: Number(T) };
  });

/** A registered recorder, an operator, and a socket on which nobody signed in. */
const setUp = async (t: Parameters<typeof startServer>[0]) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 2 });
  const socket = await Channel.open(server.ports.command);
  const device = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => [operator, socket, device].forEach((each) => each.close()));
  const { user: U, hash: P } = server.admin;
  const line = (id: string, code: string): Promise<Line> =>
    until(`${code} ${id}`, () => linesOf(socket).find((each) => each.id === id && each.code === code) ?? false);
  return { server, operator, device, socket, line, own: { U, P } };
};

test('[E-WS-007] ws: DB1 shows the bytes of a restart that another asks for and of its answer, heartbeats, and the signalling of pictures apart', async (t) => {
  const { server, operator, device, socket, line, own } = await setUp(t);
  assert.equal((await socket.ask('DB1', { I: ID })).at(0)?.['R'], '401', 'nobody signed in');
  assert.equal((await socket.ask('DB1', { ...own, I: 'NONE' })).at(0)?.['R'], '0');
  const eve = { name: 'eve', passwordHash: own.P, level: 1, rights: null, expiresMs: null, groupIds: [1] };
  await server.app.users.add(eve);
  assert.equal((await socket.ask('DB1', { U: 'eve', P: own.P, I: ID })).at(0)?.['R'], '403', 'level 0 alone');
  await device.ask(t0002Heartbeat, {});
  assert.deepEqual(linesOf(socket), [], 'nothing before it is asked for');
  await socket.get('DB1', { ...own, I: ID });

  const restarts: Frame[] = [];
  device.on(0x8105, (frame) => {
    restarts.push({ ...frame, raw: frame.raw.slice() });
    device.reply(frame.header, 0);
  });
  await operator.get('D22', { I: ID });
  const [restart] = restarts;
  assert.ok(restart);
  const { raw, header } = restart;
  const sent = await line('8105', 'DB3');
  assert.equal(sent.hex, toHex(raw));
  assert.match(sent.fields, /"command":4/);
  assert.ok(Math.abs(sent.at - Date.now()) < 60_000);
  const answer = await line('0001', 'DB4');
  assert.match(answer.fields, new RegExp(`"replySerial":${header.serial},"replyId":33029,"result":0`));
  assert.match(answer.hex, /^7e0001[0-9a-f]+7e$/);
  await device.ask(t0002Heartbeat, {});
  assert.match((await line('0002', 'DB4')).hex, /^7e0002/);

  device.on(0x9101, (frame) => device.reply(frame.header, 0));
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, { channel: 1 });
  afterwards(t, () => viewer.close());
  assert.match((await line('9101', 'DB5')).hex, /^7e9101/);
  assert.match((await line('0001', 'DB6')).fields, /"replyId":37121/);
});

test('a device that comes again is still watched, its codes are not shown, and who asks for another one sees no more of it', async (t) => {
  const { server, operator, device, socket, line, own } = await setUp(t);
  await socket.get('DB1', { ...own, I: ID });
  device.close();
  const again = await Device.online(server.ports.jt808, { phone: ID });
  afterwards(t, () => again.close());
  const code = Buffer.from(again.authCode).toString('hex');
  assert.ok(code.length > 8);
  assert.match((await line('8100', 'DB3')).hex, /^7e8100[0-9a-f]{24}00\*\*(?:\*\*)+7e$/);
  assert.match((await line('0102', 'DB4')).hex, /^7e0102[0-9a-f]{20}\*\*(?:\*\*)+7e$/);
  assert.match((await line('0102', 'DB4')).fields, /^\{"authCode":"\*\*\*"/);
  assert.doesNotMatch(JSON.stringify(socket.lines), new RegExp(`${code}|${again.authCode}`));
  await again.ask(t0002Heartbeat, {});
  await line('0002', 'DB4');
  await operator.get('D01', { I: 'OTHER', C: 1 });
  await socket.get('DB1', { ...own, I: 'OTHER' });
  const before = linesOf(socket).length;
  await again.ask(t0002Heartbeat, {});
  await socket.get('DB1', { ...own, I: 'OTHER' });
  assert.equal(linesOf(socket).length, before);
});

test('a device over UDP is watched as well, whether it came before or comes later', async (t) => {
  const { server, operator, device, socket, line, own } = await setUp(t);
  device.close();
  await until('it is away', async () => asJson((await operator.get('Q05', { I: ID }))['Z'])['status'] === 0);
  const { authCode } = device;
  const udp = await Device.online(server.ports.jt808, { phone: ID, transport: 'udp', authCode });
  afterwards(t, () => udp.close());
  await socket.get('DB1', { ...own, I: ID });
  await udp.ask(t0002Heartbeat, {});
  assert.match((await line('0002', 'DB4')).hex, /^7e0002/);
  const later = await Device.online(server.ports.jt808, { phone: ID, transport: 'udp', authCode });
  afterwards(t, () => later.close());
  assert.match((await line('0102', 'DB4')).hex, /\*\*7e$/);
});

test('an account that is lowered ends what is shown by R 0, and a socket that closes leaves no watch', async (t) => {
  const { server, device, socket, own } = await setUp(t);
  const eve = { name: 'eve', passwordHash: own.P, level: 0, rights: null, expiresMs: null, groupIds: [] };
  const user = await server.app.users.add(eve);
  const theirs = await Channel.open(server.ports.command);
  afterwards(t, () => theirs.close());
  await theirs.get('DB1', { U: 'eve', P: own.P, I: ID });
  await socket.get('DB1', { ...own, I: ID });
  const isOver = ({ lines }: Channel): boolean => lines.some(({ M, R, N }) => M === 'DB1' && R === '0' && !N);
  await server.app.users.change(user.id, { level: 1 });
  await until('it is told', () => isOver(theirs));
  const seen = linesOf(theirs).length;
  await device.ask(t0002Heartbeat, {});
  await until('the other sees it', () => linesOf(socket).some(({ id }) => id === '0002'));
  assert.equal(linesOf(theirs).length, seen);
  assert.ok(!isOver(socket));
  socket.close();
  await until('nobody watches', () => server.app.metrics()['trace_watches'] === 0);
});

test('DB2 sends the very bytes to the device, frames an id and a body, refuses what is no hexadecimal, and leaves a row', async (t) => {
  const { server, device, socket, line, own } = await setUp(t);
  await socket.get('DB1', { ...own, I: ID });
  const whole = '7e820400000138000009700009';
  const sum =
    whole
      .slice(2)
      .match(/../g)
      ?.reduce((all, byte) => all ^ Number.parseInt(byte, 16), 0) ?? 0;
  const frame = `${whole}${sum.toString(16).padStart(2, '0')}7e`;
  const taken = device.take(0x8204);
  assert.equal((await socket.get('DB2', { ...own, I: ID, Z: frame.replaceAll(/(..)/g, '$1 ').trim() }))['Z'], frame);
  assert.equal(toHex((await taken).raw), frame);
  assert.equal((await line('8204', 'DB3')).hex, frame);
  const text = device.take(0x8300);
  const { Z } = await socket.get('DB2', { ...own, I: ID, Z: '8300 01 4142' });
  const got = await text;
  assert.deepEqual([toHex(got.raw), toHex(got.body)], [Z, '014142']);
  const refused = async (letters: Json): Promise<unknown> =>
    (await socket.ask('DB2', { I: ID, ...letters })).at(0)?.['R'];
  assert.equal(await refused({ Z: '8204' }), '401');
  for (const bad of ['82 0', 'zz', '', '00'.repeat(1201)]) assert.equal(await refused({ ...own, Z: bad }), '400', bad);
  const rows = await logRows(server, '/gklog/accesslog', { action: 'Send bytes to device' });
  const kept = rows.map(({ deviceid, data, username }) => [deviceid, asJson(asJson(data)['body'])['Z'], username]);
  assert.ok(
    kept.some((row) => JSON.stringify(row) === JSON.stringify([ID, '8300 01 4142', 'admin'])),
    JSON.stringify(rows),
  );
  assert.ok(!JSON.stringify(rows).includes(own.P));
  device.close();
  await until('it is away', async () => (await refused({ ...own, Z: '8204' })) === '404');
});

test('DB7 makes an event, and one for each input, that are stored as made on the server and told to who hears of events', async (t) => {
  const { server, operator, socket, own } = await setUp(t);
  const { user, hash } = server.admin;
  const heard: Json[] = [];
  const events = new WebSocket(`ws://127.0.0.1:${server.ports.stream}/event.cgi?user=${user}&password=${hash}`);
  afterwards(t, () => events.close());
  events.addEventListener('message', ({ data }) => heard.push(asJson(JSON.parse(String(data)))));
  await until('it is open', () => events.readyState === WebSocket.OPEN);
  const { Z } = await socket.get('DB7', { ...own, I: ID, R: '0101', E: 13, Z: 'Only a test' });
  assert.ok(Array.isArray(Z) && Z.length === 3);
  await until('all are told', () => heard.filter(({ cmd }) => cmd === 'new').length === 3);
  const told = heard.map(({ appdevid, message, sourcetype, deviceid }) => [appdevid, message, sourcetype, deviceid]);
  assert.deepEqual(
    told,
    [13, 5, 7].map((code) => [code, 'Only a test', 2, ID]),
  );
  const stored = async (): Promise<unknown[]> => {
    const asked = { account: server.admin, input: { deviceid: ID, appdevids: [13, 5, 7, 20] } };
    const { body } = await httpCall(server.ports.http, 'POST', '/gkevent/eventquery', asked);
    return asList(body).map(({ appdevid, message, sourcetype }) => [appdevid, message, sourcetype]);
  };
  assert.deepEqual(
    await stored(),
    [13, 5, 7].map((code) => [code, 'Only a test', 2]),
  );
  await socket.get('DB7', { ...own, I: ID, R: '0000', E: 20, Z: 'quiet' });
  assert.deepEqual((await stored()).at(-1), [20, 'quiet', 2]);
  for (const bad of [{ R: '01' }, { R: '0102' }, { E: 100 }, { Z: 'x'.repeat(201) }, { E: -1 }])
    assert.equal((await socket.ask('DB7', { ...own, I: ID, R: '0000', E: 13, Z: '', ...bad })).at(0)?.['R'], '400');
  assert.equal((await operator.ask('DB7', { I: 'NONE', R: '0000', E: 13, Z: '' })).at(0)?.['R'], '404');
  assert.equal(heard.filter(({ cmd }) => cmd === 'new').length, 3);
});

test('echo and ping answer who signed in', async (t) => {
  const { operator, socket } = await setUp(t);
  assert.equal((await operator.get('echo', { Z: 'ho' }))['Z'], 'ho');
  assert.equal((await operator.get('echo'))['Z'], null);
  assert.ok(Math.abs(Number((await operator.get('ping'))['T']) - Date.now()) < 60_000);
  assert.equal((await socket.ask('ping')).at(0)?.['R'], '401');
});
