// Talk lines over loopback with a driven clock: the bytes of a packet, which connection counts, ports that run out, every end.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DATA_TYPE, encodePacket, SUBPACKAGE } from '@outrider/jt1078';
import { fromHex, toHex } from '@outrider/jt808';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import type { TalkEnd, TalkFrame, TalkKind } from '../link.ts';
import type { RefusalReport } from '../ports.ts';
import { Traffic } from '../traffic.ts';
import type { TalkLine } from './talk-line.ts';
import { TalkLines } from './talk-lines.ts';

const HOST = '127.0.0.1';
/** 0x00123456789A: the timestamps in the golden packets. */
const START_MS = 0x123456789a;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const setUp = (t: TestContext, talkPorts: readonly [number, number] = [0, 0]) => {
  const clock = createManualClock(START_MS);
  const refusals: RefusalReport[] = [];
  const lines = new TalkLines({
    clock,
    log: silentLog,
    refusals: { add: (report) => void refusals.push(report) },
    host: HOST,
    mediaSource: 'asked',
    talkPorts,
    traffic: new Traffic(),
  });
  t.after(() => lines.close());
  const open = async (kind: TalkKind = 'talk', deviceKey = 1, cancelled?: AbortSignal) => {
    const news: string[] = [];
    const frames: TalkFrame[] = [];
    const ends: TalkEnd[] = [];
    const { line, port } = await lines.open(
      {
        deviceKey,
        deviceId: `D${deviceKey}`,
        kind,
        channel: 1,
        terminalId: '13800000101',
        simDigits: '013800000101',
        linkAddress: HOST,
        sink: {
          connected: () => void news.push('connected'),
          lost: () => void news.push('lost'),
          frame: (frame) => void frames.push(frame),
          ended: () => undefined,
        },
      },
      (end) => void ends.push(end),
      cancelled,
    );
    return { line, port, news, frames, ends };
  };
  return { clock, lines, refusals, open };
};

/** A device's side of a connection. */
const dial = async (t: TestContext, port: number, from = HOST) => {
  const socket: Socket = createConnection({ port, host: HOST, localAddress: from });
  const heard: Buffer[] = [];
  let closed = false;
  socket.on('data', (bytes: Buffer) => void heard.push(bytes));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    closed = true;
  });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return { socket, hex: () => toHex(Buffer.concat(heard)), closed: () => closed };
};

const block = { payloadType: 6, body: Uint8Array.of(0xd5, 0xd5, 0x2a, 0xaa), durationMs: 40 };
/** Laid out by hand from the table of 5.1: magic, 81, M|PT, sequence, SIM, channel, type|flag, time, length, body. */
const golden = (sequence: string, sim: string, channel: string, time: string, pt = '86'): string =>
  ['30316364', '81', pt, sequence, sim, channel, '30', time, '0004', 'd5d52aaa'].join('');
/** A packet of a device, G.711A. */
const ofDevice = (sim: string, channel = '01', sequence = '0000'): Uint8Array =>
  fromHex(golden(sequence, sim, channel, '0000000000000001'));

test(
  'packets downward: 26-byte header, own sequence from 0, time by the duration, M and PT',
  { timeout: 60_000 },
  async (t) => {
    const { open } = setUp(t);
    const { line, port, news } = await open();
    const device = await dial(t, port);
    await turnsUntil('what the device said', () => news.length === 1);
    line.write(block);
    line.write({ ...block, payloadType: 26 });
    const expected =
      golden('0000', '013800000101', '01', '000000123456789a') +
      golden('0001', '013800000101', '01', '00000012345678c2', '9a');
    await turnsUntil('what the device said', () => device.hex().length >= expected.length);
    assert.equal(device.hex(), expected);
  },
);

test(
  'SIM and channel are taken over from the packets of the device, ten bytes of SIM too',
  { timeout: 60_000 },
  async (t) => {
    const { open } = setUp(t);
    const { line, port, frames } = await open();
    const device = await dial(t, port);
    const long = '00000000013800000101';
    for (const sequence of ['0000', '0001', '0002']) device.socket.write(ofDevice(long, '21', sequence));
    await turnsUntil('what the device said', () => frames.length === 3);
    assert.deepEqual(
      [frames[0]?.payloadType, frames[0]?.codec, toHex(frames[0]?.body ?? new Uint8Array(0))],
      [6, 'g711a', 'd5d52aaa'],
    );
    line.write(block);
    const expected = golden('0000', long, '21', '000000123456789a');
    await turnsUntil('what the device said', () => device.hex().length >= expected.length);
    assert.equal(device.hex(), expected);
  },
);

test('a frame of more sound than two seconds is left out, and the next is heard', { timeout: 60_000 }, async (t) => {
  const { open } = setUp(t);
  const { port, frames } = await open();
  const device = await dial(t, port);
  const packet = (sequence: number, subpackage: number, bytes: number): Uint8Array =>
    encodePacket({
      simDigits: '013800000101',
      channel: 1,
      dataType: DATA_TYPE.audio,
      subpackage,
      payloadType: 6,
      marker: true,
      sequence,
      timestampMs: 1n,
      lastIFrameIntervalMs: null,
      lastFrameIntervalMs: null,
      body: new Uint8Array(bytes).fill(0xd5),
    });
  device.socket.write(packet(0, SUBPACKAGE.first, 900));
  for (let sequence = 1; sequence < 72; sequence += 1) device.socket.write(packet(sequence, SUBPACKAGE.middle, 900));
  device.socket.write(packet(72, SUBPACKAGE.last, 736));
  device.socket.write(packet(73, SUBPACKAGE.atomic, 320));
  await turnsUntil('what the device said', () => frames.some(({ body }) => body.length === 320));
  assert.deepEqual(
    frames.map(({ body }) => body.length),
    [320],
  );
});

test(
  'a terminal that never sends is bound by its port; the one at the address of the link counts more',
  { timeout: 60_000 },
  async (t) => {
    const { open } = setUp(t);
    const { line, port, news } = await open('broadcast');
    const stranger = await dial(t, port, '127.0.0.2');
    await turnsUntil('what the device said', () => news.length === 1);
    const device = await dial(t, port);
    await turnsUntil('what the device said', () => stranger.closed());
    assert.deepEqual(news, ['connected', 'connected']);
    const late = await dial(t, port, '127.0.0.2');
    line.write(block);
    await turnsUntil('what the device said', () => device.hex().length > 0);
    assert.equal(late.hex(), '', 'somebody who found the port hears nothing');
  },
);

test(
  'a stranger with the right number from elsewhere takes over no talk, and hears nothing of it',
  { timeout: 60_000 },
  async (t) => {
    const { open, refusals } = setUp(t);
    const { line, port, frames, news } = await open();
    const device = await dial(t, port);
    device.socket.write(ofDevice('013800000101'));
    device.socket.write(ofDevice('013800000101', '01', '0001'));
    await turnsUntil('what the device said', () => frames.length >= 1);
    const stranger = await dial(t, port, '127.0.0.2');
    stranger.socket.write(ofDevice('013800000101'));
    await turnsUntil('what the device said', () => stranger.closed());
    line.write(block);
    await turnsUntil('what the device said', () => device.hex().length > 0);
    assert.equal(stranger.hex(), '');
    assert.deepEqual(news, ['connected']);
    assert.partialDeepStrictEqual(refusals, [{ address: '127.0.0.2', reason: 'talk from another address' }]);
  },
);

test('a second connection of the device takes over a talk once the first is silent', { timeout: 60_000 }, async (t) => {
  const { open, clock } = setUp(t);
  const { line, port, frames } = await open();
  const first = await dial(t, port);
  for (const sequence of ['0000', '0001', '0002']) first.socket.write(ofDevice('013800000101', '01', sequence));
  await turnsUntil('what the device said', () => frames.length === 3);
  const second = await dial(t, port);
  for (const sequence of ['0000', '0001', '0002']) second.socket.write(ofDevice('013800000101', '01', sequence));
  line.write(block);
  await turnsUntil('what the device said', () => first.hex().length > 0);
  assert.equal(frames.length, 3, 'what a second connection says beside the first is not heard');
  clock.advance(2_000);
  second.socket.write(ofDevice('013800000101', '01', '0003'));
  second.socket.write(ofDevice('013800000101', '01', '0004'));
  await turnsUntil('what the device said', () => frames.length > 3);
  await turnsUntil('what the device said', () => first.closed());
});

test('candidates that wait on a talk port make room for the address of the link', { timeout: 60_000 }, async (t) => {
  const { open } = setUp(t);
  const { line, port, news } = await open();
  for (let i = 2; i < 8; i += 1) await dial(t, port, `127.0.0.${i}`);
  const device = await dial(t, port);
  await turnsUntil('what the device said', () => news.length === 2);
  line.write(block);
  await turnsUntil('what the device said', () => device.hex().length > 0);
});

test('a connection that speaks as another terminal is refused and reported', { timeout: 60_000 }, async (t) => {
  const { open, refusals } = setUp(t);
  const { port, frames, ends } = await open();
  const stranger = await dial(t, port, '127.0.0.2');
  stranger.socket.write(ofDevice('013800000999'));
  await turnsUntil('what the device said', () => stranger.closed());
  assert.partialDeepStrictEqual(refusals, [
    { transport: 'tcp', port, address: '127.0.0.2', terminal: '013800000999', reason: 'media nobody asked for' },
  ]);
  assert.deepEqual([frames, ends], [[], []]);
});

test('JT/T 808 and garbage on a talk port are refused, the device is still awaited', { timeout: 60_000 }, async (t) => {
  const { open, refusals } = setUp(t);
  const { port, news, ends } = await open();
  for (const bytes of [fromHex('7e0002000001380000010100007e'), new Uint8Array(2048).fill(1)]) {
    const stranger = await dial(t, port);
    stranger.socket.write(bytes);
    await turnsUntil('what the device said', () => stranger.closed());
  }
  assert.deepEqual(
    refusals.map(({ reason }) => reason),
    ['JT/T 808 on a talk port', 'not JT/T 1078'],
  );
  await dial(t, port);
  await turnsUntil('what the device said', () => news.at(-1) === 'connected');
  assert.deepEqual(ends, []);
});

test('a device that does not dial in within 15 seconds ends the line', { timeout: 60_000 }, async (t) => {
  const { clock, open } = setUp(t);
  const { ends } = await open();
  clock.advance(14_999);
  assert.deepEqual(ends, []);
  clock.advance(1);
  assert.deepEqual(ends, ['timeout']);
});

test('after its connection broke the device has five seconds to dial again', { timeout: 60_000 }, async (t) => {
  const { clock, open } = setUp(t);
  const { port, news, ends } = await open();
  const first = await dial(t, port);
  await turnsUntil('what the device said', () => news.length === 1);
  first.socket.destroy();
  await turnsUntil('what the device said', () => news.length === 2);
  clock.advance(4_999);
  const second = await dial(t, port);
  await turnsUntil('what the device said', () => news.length === 3);
  clock.advance(60_000);
  second.socket.destroy();
  await turnsUntil('what the device said', () => news.length === 4);
  assert.deepEqual([news, ends], [['connected', 'lost', 'connected', 'lost'], []]);
  clock.advance(5_000);
  assert.deepEqual(ends, ['hung-up']);
});

test('a talk may be silent, a device that is only listened to may not', { timeout: 60_000 }, async (t) => {
  const { clock, open } = setUp(t);
  const talk = await open('talk', 1);
  const listen = await open('listen', 2);
  for (const { port } of [talk, listen]) await dial(t, port);
  await turnsUntil('what the device said', () => talk.news.length + listen.news.length === 2);
  clock.advance(15_000);
  assert.deepEqual([talk.ends, listen.ends], [[], ['silent']]);
});

test('a device that reads nothing is ended, and what it leaves unread is bounded', { timeout: 60_000 }, async (t) => {
  const { clock, open, lines } = setUp(t);
  const { line, port, news, ends } = await open();
  const device = await dial(t, port);
  device.socket.pause();
  await turnsUntil('what the device said', () => news.length === 1);
  const long = { ...block, body: new Uint8Array(900) };
  // The kernel's buffers take some megabytes before the process keeps anything.
  await turnsUntil('a full buffer', () => !line.write(long));
  clock.advance(29_999);
  line.write(long);
  assert.deepEqual(ends, []);
  clock.advance(1);
  line.write(long);
  assert.deepEqual(ends, ['hung-up']);
  assert.ok((lines.metrics()['talk_packets_dropped'] ?? 0) >= 3);
});

test('one talk per device: a second is a conflict until the first is forgotten', { timeout: 60_000 }, async (t) => {
  const { open, lines } = setUp(t);
  const { line } = await open();
  await assert.rejects(open(), (error) => error instanceof AppError && error.code === 'conflict');
  line.close();
  lines.forget(line);
  await open();
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

test(
  'a pool that is used up waits, and takes the port of a device that is connected',
  { timeout: 60_000 },
  async (t) => {
    const port = await freePort();
    const { open, lines } = setUp(t, [port, port]);
    const first = await open('broadcast', 1);
    let second: { line: TalkLine; port: number; news: string[] } | null = null;
    const waiting = open('broadcast', 2).then((opened) => {
      second = opened;
      return opened;
    });
    await nextTurn();
    assert.equal(second, null);
    const device = await dial(t, port);
    const taken = await waiting;
    assert.equal(taken.port, port);
    await dial(t, port);
    await turnsUntil('what the device said', () => taken.news.length === 1);
    first.line.write(block);
    await turnsUntil('what the device said', () => device.hex().length > 0);
    assert.equal(lines.metrics()['talk_ports'], 1);
  },
);

test('a released port serves the next in the queue; who gives up waiting is told', { timeout: 60_000 }, async (t) => {
  const port = await freePort();
  const { open } = setUp(t, [port, port]);
  const first = await open('talk', 1);
  const impatient = new AbortController();
  const gaveUp = assert.rejects(open('talk', 2, impatient.signal), { code: 'limit_reached' });
  const patient = open('talk', 3);
  impatient.abort();
  await gaveUp;
  first.line.close();
  assert.equal((await patient).port, port);
});

test('a port that another program holds is passed over', { timeout: 60_000 }, async (t) => {
  const port = await freePort();
  const other = createServer().listen(port, HOST);
  await once(other, 'listening');
  t.after(() => other.close());
  // A range, since any other program of this machine may hold the next one too.
  const { open } = setUp(t, [port, port + 50]);
  const opened = await open();
  assert.ok(opened.port > port && opened.port <= port + 50, `${opened.port} after ${port}`);
});

test('closing leaves no timer, no port and no connection', { timeout: 60_000 }, async (t) => {
  const { clock, lines, open } = setUp(t);
  const { port, news, ends } = await open();
  const device = await dial(t, port);
  await turnsUntil('what the device said', () => news.length === 1);
  await open('talk', 2);
  lines.close();
  await turnsUntil('what the device said', () => device.closed());
  assert.deepEqual([clock.pending(), lines.metrics()['talk_ports'], ends], [0, 0, ['stopped']]);
});
