// How many bytes devices send and are sent, by the server's own count and by the counters of the devices' sockets: on every port, over TCP and
// UDP, over a restart and a kill.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { DATA_TYPE, encodePacket, p9101LiveRequest, PAYLOAD_TYPE, Packetizer } from '@outrider/jt1078';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { firmwareImage, linkOf, storeFirmware, untilStatus } from './support/firmware.ts';
import { Channel } from './support/operator.ts';
import { picture } from './support/recorder.ts';
import { HOST, type Server, startDrivenServer, startServer } from './support/server.ts';
import { Talker } from './support/talk.ts';
import { until } from './support/until.ts';
import { Viewer } from './support/viewer.ts';

const ID = '13800000101';

type Use = { in: number; out: number };

/** What stands in the main database, by a reader of its own: one row a day. */
const storedUse = (data: string): (Use & { day: string })[] => {
  const database = new DatabaseSync(join(data, 'outrider.sqlite'));
  try {
    const rows = database.prepare('SELECT day, in_bytes, out_bytes FROM data_use ORDER BY device_key, day').all();
    return rows.map((row) => ({
      day: String(row['day']),
      in: Number(row['in_bytes']),
      out: Number(row['out_bytes']),
    }));
  } finally {
    database.close();
  }
};
const sumOf = (uses: readonly Use[]): Use => ({
  in: uses.reduce((sum, use) => sum + use.in, 0),
  out: uses.reduce((sum, use) => sum + use.out, 0),
});

const hasSocket = (message: unknown): message is { socket: Socket } =>
  typeof message === 'object' && message !== null && 'socket' in message && message.socket instanceof Socket;

/** Every TCP socket that somebody opens in this process, to ask its counters. */
const watchSockets = (t: TestContext): { to: (fits: (port: number) => boolean) => Use } => {
  const sockets: { socket: Socket; port: () => number }[] = [];
  const add = (message: unknown): void => {
    if (!hasSocket(message)) return;
    const { socket } = message;
    let port = 0;
    socket.once('connect', () => {
      port = socket.remotePort ?? 0;
    });
    sockets.push({ socket, port: () => port });
  };
  subscribe('net.client.socket', add);
  t.after(() => void unsubscribe('net.client.socket', add));
  return {
    to: (fits) =>
      sumOf(
        sockets
          .filter(({ port }) => fits(port()))
          .map(({ socket }) => ({ in: socket.bytesWritten, out: socket.bytesRead })),
      ),
  };
};

/** What was on its way when a socket was destroyed may be missing; each of the parts is larger. */
const assertWithin = (bytes: number, counted: Use, carried: Use): void => {
  for (const way of ['in', 'out'] as const) {
    const off = Math.abs(counted[way] - carried[way]);
    assert.ok(off <= bytes, `${way}: ${counted[way]} counted, ${carried[way]} carried`);
  }
};

/** What was on its way has come: for so many looks in a row the sockets read nothing more. */
const QUIET_LOOKS = 30;
const allRead = async (read: () => number): Promise<void> => {
  let [last, looks] = [-1, 0];
  await until('nothing more comes', () => {
    const now = read();
    looks = now === last ? looks + 1 : 0;
    last = now;
    return looks >= QUIET_LOOKS;
  });
};

const register = async (server: Server): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
};

test('reports, pictures, talk and files over TCP: the count of a device is that of its sockets', async (t) => {
  const server = await startServer(t);
  const sockets = watchSockets(t);
  await register(server);
  const quiet = { parked: true, intervalMs: 1000, alarms: false };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${ID}`, ...quiet });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  vehicle.sendAlarm('phone-call');
  const viewer = await Viewer.open(server.ports.stream, server.admin, ID, {});
  afterwards(t, () => viewer.close());
  await viewer.until('pictures', () => viewer.videos.length > 50);
  viewer.close();
  const talker = await Talker.open(server.ports.stream, server.admin, { deviceid: ID });
  await talker.whenState(ID, 'playing');
  for (let said = 0; said < 20; said += 1) talker.sayTone(440);
  await until('the tone is heard', () => vehicle.talkHeard.length >= 20);
  talker.close();
  const { jt808, mediaLive, files } = server.ports;
  const web = Object.values(server.ports)
    .flat()
    .filter((port) => ![jt808, mediaLive, files].includes(port));
  const isTalk = (port: number): boolean => port !== 0 && ![jt808, mediaLive, files, ...web].includes(port);
  await until('files are sent', () => sockets.to((port) => port === files).in > 50_000);
  // A vehicle that stops destroys its sockets, and what waits in them is counted by the server alone.
  await allRead(() => sockets.to((port) => port === mediaLive || port === files || isTalk(port)).out);
  await vehicle.stop();
  // Nor is what a server that closes has not read yet.
  const open = ['links', 'media_connections', 'alarm_upload_connections'];
  await until('all of it was read', () => open.every((name) => server.app.metrics()[name] === 0));
  await server.app.close();

  const [use, ...others] = storedUse(server.data);
  assert.ok(use);
  assert.deepEqual(others, []);
  const carried = sockets.to((port) => [jt808, mediaLive, files].includes(port) || isTalk(port));
  const parts = [jt808, mediaLive, files].map((wanted) => sockets.to((port) => port === wanted));
  for (const [i, part] of [...parts, sockets.to(isTalk)].entries())
    assert.ok(part.in > 400, `part ${i} carried something: ${part.in}`);
  assertWithin(200, use, carried);
});

/** Datagrams of a socket, both ways. */
const countDatagrams = (socket: UdpSocket): Use => {
  const use = { in: 0, out: 0 };
  const send = socket.send.bind(socket);
  socket.on('message', (bytes) => void (use.out += bytes.length));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one way in which it is called here
  socket.send = ((bytes: Uint8Array, port: number, address: string) => {
    use.in += bytes.length;
    send(bytes, port, address);
  }) as UdpSocket['send'];
  return use;
};

test('reports and pictures over UDP count as well, and are on disk a minute later', async (t) => {
  const server = await startDrivenServer(t);
  const { clock, ports, data, admin } = server;
  const waiting = { between: () => clock.advance(10) };
  await register(server);
  let link: Use = { in: 0, out: 0 };
  const watch = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'socket' in message)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this channel of Node's carries
      link = countDatagrams(message.socket as UdpSocket);
  };
  subscribe('udp.socket', watch);
  const device = await Device.online(ports.jt808, { phone: ID, transport: 'udp', waiting });
  unsubscribe('udp.socket', watch);
  afterwards(t, () => device.close());
  const media = createSocket('udp4').bind(0, HOST);
  afterwards(t, () => media.close());
  afterwards(t, () => server.app.close()); // while the device is there to be told
  await once(media, 'listening');
  const pictures = countDatagrams(media);
  const packets = new Packetizer();
  let timestampMs = 1000n;
  const send = (number: number): void => {
    timestampMs += 40n;
    const about = { simDigits: `0${ID}`, channel: 1, dataType: DATA_TYPE.videoI, payloadType: PAYLOAD_TYPE.h264 };
    for (const packet of packets.packets({ ...about, timestampMs, body: picture(number, { key: true, bytes: 3000 }) }))
      media.send(encodePacket(packet), ports.mediaLive, HOST);
  };
  let asked = false;
  device.on(0x9101, (frame) => {
    asked = p9101LiveRequest.decode(frame.body, '2013').channel === 1;
    device.reply(frame.header);
  });
  device.on(0x9102, (frame) => device.reply(frame.header));
  const viewer = await Viewer.open(ports.stream, admin, ID, { waiting });
  afterwards(t, () => viewer.close());
  await until('pictures', () => viewer.videos.length >= 20, {
    between: () => {
      clock.advance(10);
      if (asked && timestampMs < 2500n) send(Number(timestampMs));
    },
  });
  assert.equal(await device.locate(locationAt(clock.now())), 0);
  clock.advance(60_000); // what a server that is killed now leaves behind
  const carried = sumOf([link, pictures]);
  const use = await until('it is stored', () => {
    const stored = sumOf(storedUse(data));
    return stored.in + stored.out >= 0.99 * (carried.in + carried.out) && stored;
  });
  assert.ok(pictures.in > 50_000, `${pictures.in} bytes of pictures`);
  assertWithin(50, use, carried);
});

test('the firmware that a device fetches is data of it', async (t) => {
  const server = await startServer(t);
  const sockets = watchSockets(t);
  await register(server);
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: ID, channels: 1, clips: null });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  const operator = await Channel.signedIn(server);
  const image = firmwareImage('outrider-0.2.0', 500_000);
  const link = linkOf(server, await storeFirmware(server, operator, image));
  assert.equal((await operator.ask('D09', { I: ID, A: link }))[0]?.['R'], '1');
  await untilStatus(operator, ID, 'done');
  operator.close();
  await vehicle.stop();
  await server.app.close();
  const use = sumOf(storedUse(server.data));
  const link808 = sockets.to((port) => port === server.ports.jt808);
  assert.ok(link808.in > 100 && link808.out < 10_000);
  assertWithin(image.length / 100, use, { in: link808.in, out: link808.out + image.length });
});

test('what nobody asked for, and what strangers send, is no data of a device', async (t) => {
  const server = await startDrivenServer(t);
  const { clock, ports, data } = server;
  const waiting = { between: () => clock.advance(10) };
  await register(server);
  const device = await Device.online(ports.jt808, { phone: ID, waiting });
  afterwards(t, () => device.close());
  const stranger = new Socket();
  afterwards(t, () => stranger.destroy());
  stranger.on('error', () => undefined).connect(ports.mediaLive, HOST);
  const closed = new Promise((resolve) => {
    stranger.once('close', resolve);
  });
  const packets = new Packetizer();
  const about = { simDigits: `0${ID}`, channel: 1, dataType: DATA_TYPE.videoI, payloadType: PAYLOAD_TYPE.h264 };
  stranger.write(packets.bytes({ ...about, timestampMs: 1n, body: picture(1, { key: true, bytes: 100_000 }) }));
  await closed;
  clock.advance(60_000);
  const [use] = await until('the link is stored', () => {
    const rows = storedUse(data);
    return rows.length > 0 && rows;
  });
  assert.ok(use !== undefined && use.in > 50 && use.in < 1000, `${use?.in} bytes`);
});
