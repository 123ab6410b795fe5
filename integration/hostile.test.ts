// Hostile bytes on every port of a server in a process of its own: it lives, stays within its memory, serves the next honest
// device, and says whom it refused and why.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { encodePacket } from '@outrider/jt1078';
import { GENERAL_RESULT, encodeFrame, t0002Heartbeat } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { type Unit, hostileStreams, hostileUnits } from './support/hostile-bytes.ts';
import { asJson, asList, httpCall } from './support/operator.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { RawSocket, sendDatagrams } from './support/socket.ts';
import { until } from './support/until.ts';

const MEGABYTE = 1024 * 1024;
/** What a flood may leave behind in the process: garbage not collected yet, not the flood itself. */
const MAX_GROWTH = 160 * MEGABYTE;
const CONNECTIONS = 150;

const startTarget = async (t: TestContext): Promise<ServerProcess> => ServerProcess.start(t, await temporaryFolder(t));

let nextPhone = 13_900_000_000;

/** The server runs, made no mistake of its own, and a new device gets in and is answered. */
const assertServes = async (server: ServerProcess): Promise<void> => {
  assert.ok(server.running, 'the process lives');
  assert.deepEqual(server.errors(), []);
  nextPhone += 1;
  const device = await Device.online(server.ports.jt808, { phone: String(nextPhone) });
  assert.equal(await device.locate(locationAt(Date.now())), GENERAL_RESULT.done);
  device.close();
};

const reasonsOf = async (server: ServerProcess, port: number, transport = 'tcp'): Promise<Set<unknown>> => {
  const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/connectrecorder', { account: server.admin });
  const entries = asList(asJson(body)['refusals']).filter((e) => e['port'] === port && e['transport'] === transport);
  return new Set(entries.map(({ reason }) => reason));
};

/** Each stream on a connection of its own, in pieces; some are half-closed, some cut. */
const attack = async (port: number, streams: readonly Unit[]): Promise<void> => {
  const attackers: RawSocket[] = [];
  for (const [i, stream] of streams.entries()) {
    const attacker = await RawSocket.connect(port);
    attackers.push(attacker);
    const middle = Math.floor(stream.length / 2);
    await attacker.write(stream.subarray(0, middle));
    await attacker.write(stream.subarray(middle));
    if (i % 3 === 0) attacker.destroy();
    else attacker.end();
  }
  await until('all attackers are gone', () => attackers.every(({ closed }) => closed));
};

/** Bytes of one kind without end, until the server has had enough or the megabytes are through. */
const flood = async (port: number, piece: Uint8Array, megabytes: number): Promise<void> => {
  const attacker = await RawSocket.connect(port);
  for (let sent = 0; sent < megabytes * MEGABYTE && !attacker.closed; sent += piece.length) await attacker.write(piece);
  attacker.destroy();
};

const phone = fc.constantFrom('013800000101', '013900000009', '000000000000', '0a0b0c0d0e0f');
const anyBody = fc.uint8Array({ maxLength: 400 });
const terminalIds = [
  0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0100, 0x0102, 0x0104, 0x0107, 0x0108, 0x0200, 0x0201, 0x0500, 0x0608,
  0x0700, 0x0702, 0x0704, 0x0800, 0x0801, 0x0802, 0x0805, 0x0900, 0x1003, 0x1005, 0x1205, 0x1206, 0x1210, 0x8001,
  0x9101, 0xffff,
];
const word = fc.nat(0xffff);
/** Frames that pass flags and checksum, with any id and body, some of them parts of messages of any size. */
const frames: fc.Arbitrary<Unit> = fc
  .record({
    phone,
    messageId: fc.constantFrom(...terminalIds),
    serial: word,
    total: word,
    index: word,
    split: fc.nat(4),
    body: anyBody,
  })
  .map(({ total, index, split, body, ...head }) =>
    encodeFrame(
      {
        layout: '2013',
        versionFlag: false,
        protocolVersion: null,
        ...head,
        ...(split === 0 && { packageTotal: total, packageIndex: index }),
      },
      body,
    ),
  );

/** Media packets that pass the header checks, for cameras nobody asked. */
const packets: fc.Arbitrary<Unit> = fc
  .record({
    simDigits: fc.constantFrom('013800000101', '00000000013800000101'),
    channel: fc.nat(255),
    dataType: fc.nat(4),
    subpackage: fc.nat(3),
    payloadType: fc.nat(127),
    marker: fc.boolean(),
    sequence: word,
    timestampMs: fc.bigInt(0n, 0xffff_ffff_ffff_ffffn),
    lastIFrameIntervalMs: word,
    lastFrameIntervalMs: word,
    body: anyBody,
  })
  .map(encodePacket);

test('hostile bytes on the JT/T 808 port over TCP', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  await attack(server.ports.jt808, hostileStreams(frames, CONNECTIONS));
  await assertServes(server);
  await flood(server.ports.jt808, new Uint8Array(64 * 1024).fill(0x55), 64);
  await flood(server.ports.jt808, new Uint8Array(64 * 1024).fill(0x7e), 16);
  await flood(server.ports.jt808, Uint8Array.of(0x7e, ...new Uint8Array(8000)), 64);
  await attack(server.ports.jt808, [Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(400))]);
  await assertServes(server);
  for (const reason of ['not JT/T 808', 'not authenticated'])
    await until(`it is listed: ${reason}`, async () => (await reasonsOf(server, server.ports.jt808)).has(reason));
  await server.untilMemoryBelow(before + MAX_GROWTH);
});

test('hostile bytes on the JT/T 808 port over UDP', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  await sendDatagrams(server.ports.jt808, hostileUnits(frames, 3000));
  await until('the refusal is listed', async () =>
    (await reasonsOf(server, server.ports.jt808, 'udp')).has('not JT/T 808'),
  );
  await assertServes(server);
  const device = await Device.online(server.ports.jt808, { phone: '13811111111', transport: 'udp' });
  afterwards(t, () => device.close());
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  await server.untilMemoryBelow(before + MAX_GROWTH);
});

test('an authenticated device that sends nonsense in every message keeps its link and harms nobody', async (t) => {
  const server = await startTarget(t);
  const device = await Device.online(server.ports.jt808);
  const bodies = fc.sample(fc.uint8Array({ maxLength: 900 }), { numRuns: 12, seed: 9 });
  // A logout ends the link as it should, and so do five wrong codes.
  for (const id of terminalIds.filter((each) => each !== 0x0003 && each !== 0x0102)) {
    for (const body of bodies) device.sendBody(id, body);
    assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, `after 0x${id.toString(16)}`);
  }
  device.close();
  await assertServes(server);
});

for (const room of ['mediaLive', 'mediaPlayback'] as const) {
  test(`hostile bytes on the port ${room} over TCP and UDP`, async (t) => {
    const server = await startTarget(t);
    const before = await server.memory();
    const port = server.ports[room];
    await attack(port, hostileStreams(packets, CONNECTIONS));
    await flood(port, new Uint8Array(64 * 1024).fill(0x30), 64);
    const [honest] = fc.sample(packets, { numRuns: 1, seed: 3 });
    await flood(port, honest ?? new Uint8Array(0), 1);
    await attack(port, [encodeFrame(heartbeatOf('013800000101'), new Uint8Array(0))]);
    await sendDatagrams(port, hostileUnits(packets, 2000));
    const refusals = ['media nobody asked for', 'not JT/T 1078'];
    for (const reason of refusals)
      await until(`datagrams are listed: ${reason}`, async () => (await reasonsOf(server, port, 'udp')).has(reason));
    for (const reason of refusals)
      await until(`it is listed: ${reason}`, async () => (await reasonsOf(server, port)).has(reason));
    await assertServes(server);
    await server.untilMemoryBelow(before + MAX_GROWTH);
  });
}

const heartbeatOf = (number: string) =>
  ({ layout: '2013', versionFlag: false, protocolVersion: null, phone: number, messageId: 0x0002, serial: 0 }) as const;

test('hostile bytes on the files port', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  await attack(server.ports.files, hostileStreams(frames, CONNECTIONS));
  await flood(server.ports.files, new Uint8Array(64 * 1024).fill(0x30), 32);
  await assertServes(server);
  for (const reason of ['file nobody asked for', 'not an active-safety upload'])
    await until(`it is listed: ${reason}`, async () => (await reasonsOf(server, server.ports.files)).has(reason));
  await server.untilMemoryBelow(before + MAX_GROWTH);
});

test('the list of refused connections is bounded however many come', async (t) => {
  const server = await startTarget(t);
  const strangers = Array.from({ length: 500 }, (_, i) =>
    encodeFrame({ ...heartbeatOf(String(i).padStart(12, '0')) }, new Uint8Array(0)),
  );
  await attack(server.ports.jt808, strangers);
  const { body } = await httpCall(server.ports.http, 'GET', '/gkserver/connectrecorder', { account: server.admin });
  assert.equal(asList(asJson(body)['refusals']).length, 200);
  await assertServes(server);
});

const registerBody = new Uint8Array(40).fill(0x20);
const registerOf = (number: number): Uint8Array =>
  encodeFrame({ ...heartbeatOf(String(number).padStart(12, '0')), messageId: 0x0100 }, registerBody);

test('one sender that registers under thousands of numbers over UDP keeps no other device out', async (t) => {
  const server = await startTarget(t);
  const before = await server.memory();
  const numbers = Array.from({ length: 21_000 }, (_, i) => registerOf(600_000_000 + i));
  await sendDatagrams(server.ports.jt808, numbers);
  const device = await Device.dial(server.ports.jt808, { phone: '13811111111', transport: 'udp' });
  afterwards(t, () => device.close());
  // The kernel may drop datagrams while the flood is worked off: a device repeats itself.
  await until('an honest register is answered', () => {
    device.sendBody(0x0100, registerBody);
    return device.received.some(({ header }) => header.messageId === 0x8100);
  });
  // A new number is refused while the disk is behind with those before it; a device tries again.
  await until('it is let in', () =>
    device.signOn().then(
      () => true,
      () => false,
    ),
  );
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  await assertServes(server);
  await server.untilMemoryBelow(before + MAX_GROWTH);
});

test('one connection that registers under one number after the other is cut', async (t) => {
  const server = await startTarget(t);
  const attacker = await RawSocket.connect(server.ports.jt808);
  for (let number = 0; number < 20_000 && !attacker.closed; number += 50)
    await attacker.write(Buffer.concat(Array.from({ length: 50 }, (_, i) => registerOf(700_000_000 + number + i))));
  await attacker.untilClosed();
  assert.ok((await reasonsOf(server, server.ports.jt808)).has('another number on this link'));
  await assertServes(server);
});
