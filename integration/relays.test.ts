// What is passed on: positions to another platform, which is a second Outrider here, and heartbeats as datagrams to an address. Each effect is
// looked for at the other side, before and after a restart.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import {
  FrameSplitter,
  LinkCodec,
  p8001GeneralReply,
  p8100RegisterReply,
  t0002Heartbeat,
  t0102Authenticate,
  t0200LocationReport,
  toHex,
} from '@outrider/jt808';
import type { Bus } from '../apps/server/src/kernel/bus.ts';
import type { Position } from '../apps/server/src/kernel/topics.ts';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { fastServerClock } from './support/fast-clock.ts';
import { Channel, type Json, asJson, trackOf } from './support/operator.ts';
import { SAVED, restarted } from './support/restarted.ts';
import { HOST } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const GPS = '/gkserver/gpsrelay';
const HEARTBEAT = '/gkserver/hbrelay';
const OWN = /This is this server/;

/** Everybody who gets datagrams, in hex. */
const listener = async (t: TestContext) => {
  const socket = createSocket('udp4');
  const came: string[] = [];
  socket.on('message', (bytes) => came.push(toHex(bytes)));
  socket.bind(0, HOST);
  await once(socket, 'listening');
  afterwards(t, () => new Promise<void>((done) => socket.close(() => done())));
  return { came, addr: `${HOST}:${socket.address().port}` };
};

const register = async (server: Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
};

test('[A-RELAY-003 A-RELAY-004] http: heartbeats and reports go on as they came, one datagram each, also after a restart', async (t) => {
  const { start } = await restarted(t);
  const { came, addr } = await listener(t);
  let server = await start();
  await register(server);
  assert.deepEqual(await server.load(HEARTBEAT), { enable: 0, addr: '', fixed: {} });
  assert.deepEqual(await server.save(HEARTBEAT, { enable: 1, addr: 'nowhere' }), [
    400,
    'addr: Type an address and a port, as 192.0.2.10:5000.',
  ]);
  const [status, words] = await server.save(HEARTBEAT, { enable: 1, addr: `localhost:${server.ports.jt808}` });
  assert.equal(status, 400);
  assert.match(String(words), OWN);
  assert.deepEqual(await server.save(HEARTBEAT, { enable: 1, addr }), SAVED);
  assert.deepEqual(await server.load(HEARTBEAT), { enable: 1, addr, fixed: {} });

  let device = await Device.online(server.ports.jt808);
  const report = locationAt(Date.now());
  const beat = device.codec.encode(t0002Heartbeat, {}).frames[0] ?? new Uint8Array(0);
  device.write(beat);
  await until('the heartbeat arrives', () => came.length === 1);
  assert.equal(came.pop(), toHex(beat));
  assert.equal(await device.ask(t0200LocationReport, report), 0);
  await until('the report arrives', () => came.length === 1);
  assert.match(came.pop() ?? '', /^7e0200/);
  const { heartbeat } = asJson((await server.ask('GET', '/gkserver/relaystate')).body);
  assert.deepEqual(heartbeat, { sent: 2, dropped: 0, trouble: '' });
  const { authCode } = device;
  device.close();
  await server.close();

  server = await start();
  device = await Device.online(server.ports.jt808, { authCode });
  device.send(t0002Heartbeat, {});
  await until('the heartbeat arrives', () => came.length === 1);
  assert.match(came.pop() ?? '', /^7e0002/);
  assert.deepEqual(await server.save(HEARTBEAT, { enable: 0, addr }), SAVED);
  assert.equal(await device.ask(t0200LocationReport, report), 0);
  await server.save(HEARTBEAT, { enable: 1, addr });
  device.send(t0002Heartbeat, {});
  await until('the heartbeat arrives', () => came.length > 0);
  assert.match(came.join(), /^7e0002\w+$/, 'nothing came of what was reported while it was off');
  device.close();
});

test('[A-RELAY-001 A-RELAY-002] http: another server shows the fleet where it is; what it missed comes when it is back, also after a restart', async (t) => {
  // Twenty times as fast: five seconds are waited before a server that was away is tried again.
  const clock = fastServerClock(20);
  const here = await restarted(t);
  const there = await restarted(t);
  const told: Position[] = [];
  /** From its start on: what waits for it comes as soon as it listens. */
  const watchBus = (bus: Bus): Bus => {
    bus.subscribe('position.accepted', ({ position }) => told.push(position));
    return bus;
  };
  let other = await there.start({}, { watchBus });
  const { jt808: port } = other.ports;
  await register(other);
  let server = await here.start({}, { clock });
  await register(server);
  assert.deepEqual(await server.load(GPS), { enable: 0, ip: '', port: 0, fixed: {} });
  const nowhere = await server.save(GPS, { enable: 1, ip: '', port });
  assert.deepEqual(nowhere, [400, 'ip: Type the address of the other server.']);
  const [status, words] = await server.save(GPS, { enable: 1, ip: HOST, port: server.ports.jt808 });
  assert.equal(status, 400);
  assert.match(String(words), OWN);
  const relay = { enable: 1, ip: HOST, port };
  assert.deepEqual(await server.save(GPS, relay), SAVED);
  assert.deepEqual(await server.load(GPS), { ...relay, fixed: {} });

  let device = await Device.online(server.ports.jt808);
  const startMs = Math.floor(Date.now() / 1000) * 1000;
  /** Reports that the vehicle is `step` seconds and so many times 11 m further. */
  const report = (step: number): Promise<number> =>
    device.ask(
      t0200LocationReport,
      locationAt(startMs + step * 1000, {
        latitude: 24 + step / 10_000,
        speedKmh: 61.5,
        altitude: 0xffff - 4,
        alarm: 1,
        direction: 271,
        items: [{ id: 0x01, raw: Uint8Array.of(0, 0, 0x30, 0x39) }],
      }),
    );
  const track = (): Promise<Json[]> => trackOf(other.ports.http, other.admin, ID, startMs, startMs + 100_000);
  /** The steps that the other server knows. */
  const known = async (): Promise<string> => {
    const points = await track();
    return points.map(({ lat }) => Math.round((Number(lat) - 24) * 10_000)).join(' ');
  };
  const state = async () => asJson(asJson((await server.ask('GET', '/gkserver/relaystate')).body)['gps']);

  assert.equal(await report(1), 0);
  await until('the other server has it', async () => (await known()) === '1');
  const { lng, speed, dir } = (await track())[0] ?? {};
  assert.deepEqual([lng, speed, dir], [120.6, 61.5, 271]);
  await until('it is told there', () => told.length > 0);
  assert.deepEqual([told[0]?.altitudeM, told[0]?.mileageKm, told[0]?.alarm], [-5, 1234.5, 1]);
  await until('it was answered', async () => (await state())['sent'] === 1);
  assert.deepEqual(await state(), { connected: 1, waiting: 0, sent: 1, dropped: 0, trouble: '' });

  await other.close();
  for (const step of [2, 3, 4]) assert.equal(await report(step), 0); // oxlint-disable-line no-await-in-loop -- in order
  await until('they wait', async () => (await state())['waiting'] === 3 && (await state())['trouble'] !== '');
  told.length = 0;
  other = await there.start({ OUTRIDER_JT808_PORT: String(port) }, { watchBus });
  await until('what it missed has come', async () => (await known()) === '1 2 3 4');
  await until('all of it is told there', () => told.length >= 3);
  assert.deepEqual(
    told.map(({ replayed }) => replayed),
    [true, true, true],
  );

  const { authCode } = device;
  device.close();
  await server.close();
  server = await here.start({}, { clock });
  device = await Device.online(server.ports.jt808, { authCode });
  assert.equal(await report(5), 0);
  await until('it goes on after a restart', async () => (await known()) === '1 2 3 4 5');
  assert.deepEqual(await server.save(GPS, { ...relay, enable: 0 }), SAVED);
  assert.equal(await report(6), 0);
  assert.deepEqual(await server.save(GPS, relay), SAVED);
  assert.equal(await report(7), 0);
  await until('it is on again', async () => (await known()).endsWith('7'));
  assert.equal(await known(), '1 2 3 4 5 7', 'nothing came of what was reported while it was off');
  assert.equal((await state())['dropped'], 0);
  device.close();
  await until('the vehicle is gone there too', async () => (await state())['connected'] === 0);
});

/** A platform that registers a number once in its life, and notes what it was asked. */
const strictPlatform = async (t: TestContext) => {
  const codes = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer((socket) => {
    const splitter = new FrameSplitter();
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const event of splitter.push(chunk)) {
        if (event.kind !== 'frame') continue;
        const { header, body } = event;
        const { phone, serial: replySerial, messageId: replyId } = header;
        const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone });
        if (replyId !== t0002Heartbeat.id) asked.push(replyId.toString(16)); // where a busy machine leaves time for one
        const reply = (frames: readonly Uint8Array[]): void => void socket.write(Buffer.concat(frames));
        if (replyId === 0x0100) {
          const result = codes.has(phone) ? 3 : 0;
          if (result === 0) codes.set(phone, `code of ${phone}`);
          const given = result === 0 ? { authCode: `code of ${phone}` } : {};
          reply(codec.encode(p8100RegisterReply, { replySerial, result, ...given }).frames);
          continue;
        }
        const isKnown =
          replyId !== 0x0102 || t0102Authenticate.decode(body, codec.edition).authCode === codes.get(phone);
        reply(codec.encode(p8001GeneralReply, { replySerial, replyId, result: isKnown ? 0 : 1 }).frames);
      }
    });
  });
  const port = await listenOn(server, HOST, 0, 'test');
  afterwards(t, () => closeServer(server));
  return { port, codes, asked };
};

test('a vehicle is registered once at the other server: its code outlasts its absence and a restart; where that is impossible it is said', async (t) => {
  const clock = fastServerClock(20);
  const { start } = await restarted(t);
  const { port, codes, asked } = await strictPlatform(t);
  let server = await start({}, { clock });
  await register(server);
  assert.deepEqual(await server.save(GPS, { enable: 1, ip: HOST, port }), SAVED);
  const state = async () => asJson(asJson((await server.ask('GET', '/gkserver/relaystate')).body)['gps']);
  let device = await Device.online(server.ports.jt808);
  const { authCode } = device;
  let atMs = Date.now() - 60_000;
  const report = () => device.ask(t0200LocationReport, locationAt((atMs += 1000))); // the same second again is no news
  const reported = async (sent: number): Promise<void> => {
    assert.equal(await report(), 0);
    await until('it is there', async () => (await state())['sent'] === sent);
  };
  await reported(1);
  assert.deepEqual(asked.splice(0), ['100', '102', '200']);

  device.close();
  await until('it has left there', async () => (await state())['connected'] === 0);
  device = await Device.online(server.ports.jt808, { authCode });
  await reported(2);
  assert.deepEqual(asked.splice(0), ['102', '200'], 'back after it was away');

  device.close();
  await server.close();
  server = await start({}, { clock });
  device = await Device.online(server.ports.jt808, { authCode });
  await reported(1);
  assert.deepEqual(asked.splice(0), ['102', '200'], 'after a restart');

  // Another code counts there: ours is forgotten, and a new one is not given.
  device.close();
  await until('it has left there', async () => (await state())['connected'] === 0);
  for (const phone of codes.keys()) codes.set(phone, 'another');
  device = await Device.online(server.ports.jt808, { authCode });
  assert.equal(await report(), 0);
  await until('it is said', async () =>
    /has 13800000101 already and gives no new code \(result 3\)/.test(String((await state())['trouble'])),
  );
  assert.deepEqual(asked.splice(0), ['102', '100']);
  codes.clear();
  await until('it is registered again, minutes later', async () => (await state())['sent'] === 2);
  assert.deepEqual(asked, ['100', '102', '704'], 'what waited comes late');
  device.close();
});
