// Each fault does to the wire what its name says, and nothing is lost by it: what is answered in the end was sent in full.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, test } from 'node:test';
import {
  decodeLocation,
  FrameSplitter,
  LinkCodec,
  makeParameter,
  p8001GeneralReply,
  p8103SetParameters,
  p8106QueryGivenParameters,
  p9208AttachmentRequest,
  p9212FileCompleteReply,
  t0104Parameters,
  t0200LocationReport,
  t0704LocationBatch,
  t1210AttachmentList,
} from '@outrider/jt808';
import type { AttachmentList } from '@outrider/jt808';
import { p9101LiveRequest } from '@outrider/jt1078';
import { inspectVideoFrame } from '@outrider/media';
import { WheelClock } from '../clock.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import type { Faults } from '../faults.ts';
import { createFleet } from '../fleet.ts';
import { loadClips } from '../media/clip-store.ts';
import { ScriptedMediaPort, ScriptedPlatform } from '../testing/scripted-platform.ts';
import type { VehicleOptions } from './options.ts';
import { createVehicle } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const shared = { clips: loadClips(), network: loadRoadNetwork(), clock: new WheelClock() };
const DAY_S = 86_400;

let platform: ScriptedPlatform;
let media: ScriptedMediaPort;
let port = 0;
let mediaPort = 0;
const running: { stop: () => Promise<void> }[] = [];

beforeEach(async () => {
  platform = new ScriptedPlatform();
  media = new ScriptedMediaPort();
  port = await platform.listen();
  mediaPort = await media.listen();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((vehicle) => vehicle.stop()));
  platform.close();
  media.close();
});

const start = (faults: Faults, options: Partial<VehicleOptions> = {}): Vehicle => {
  const base = { host: '127.0.0.1', port, intervalMs: 30, reconnectMs: 20, answerTimeoutMs: 400 };
  const vehicle = createVehicle({ ...base, ...shared, faults, ...options });
  running.push(vehicle);
  vehicle.start();
  return vehicle;
};

const live = () => ({ address: '127.0.0.1', tcpPort: mediaPort, udpPort: 0, channel: 1, dataType: 1, streamType: 1 });

/** Resolves after `count` further location reports. */
const reports = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await platform.next(0x0200);
};

test(
  'bad-checksum: the platform rejects frames, and gets each right when it is repeated',
  { timeout: 60_000 },
  async () => {
    const vehicle = start({ badChecksum: 0.4 });
    await vehicle.whenOnline();
    await reports(20);
    assert.ok(platform.rejected > 0);
    assert.ok(vehicle.reports.some(({ ackedMs }) => ackedMs !== null));
  },
);

test('half-frames: some frames never end, the ones after them still arrive', { timeout: 60_000 }, async () => {
  const vehicle = start({ halfFrames: true });
  await vehicle.whenOnline();
  await reports(30);
  assert.ok(platform.rejected > 0, 'a half frame runs into the next one');
});

test('garbage: bytes between frames do not keep the vehicle from being understood', { timeout: 60_000 }, async () => {
  const vehicle = start({ garbage: true });
  await vehicle.whenOnline();
  await reports(30);
});

test('subpackage-all: everything comes in parts and is whole when joined', { timeout: 60_000 }, async () => {
  const vehicle = start({ subpackageAll: true }, { edition: '2019' });
  await vehicle.whenOnline();
  const { body, serial } = await platform.next(0x0200);
  assert.ok(decodeLocation(body).time !== null);
  assert.ok(serial >= 4, 'each message took more than one serial');
});

test('clock-offset: the device is a day ahead', { timeout: 60_000 }, async () => {
  start({ clockOffsetS: DAY_S });
  const { body } = await platform.next(0x0200);
  const ahead = (decodeLocation(body).time ?? 0) - Date.now();
  assert.ok(Math.abs(ahead - DAY_S * 1000) < 60_000, `${ahead} ms ahead`);
});

test(
  'no-gps: reports come without a place; speed-limit: the limit that it breaks is its own',
  { timeout: 60_000 },
  async () => {
    const vehicle = start({ noGps: true, speedLimitKmh: 30 });
    await vehicle.whenOnline();
    const { status, latitude, longitude, speedKmh } = decodeLocation((await platform.next(0x0200)).body);
    assert.deepEqual([(status ?? 0) & 2, latitude, longitude, speedKmh], [0, 0, 0, 0]);
    const { params } = await platform.query(p8106QueryGivenParameters, { ids: [0x0055] }, t0104Parameters);
    assert.deepEqual([...(params[0]?.raw ?? [])], [0, 0, 0, 30]);
  },
);

test('h265: main streams of that vehicle only are H.265', () => {
  const faults = (index: number): Faults => (index === 0 ? { h265: true } : {});
  const fleet = createFleet({ host: '127.0.0.1', port, ...shared, vehicles: 2, faults });
  const codecs = fleet.vehicles.map(({ options: { clips } }) =>
    (['main', 'sub'] as const).map((stream) => clips?.videoFor(2, stream).codec),
  );
  assert.deepEqual(codecs, [
    ['h265', 'h264'],
    ['h264', 'h264'],
  ]);
});

test('hd: only the second camera of that vehicle has 720 lines, in its main stream', () => {
  const faults = (index: number): Faults => (index === 0 ? { hd: true } : {});
  const fleet = createFleet({ host: '127.0.0.1', port, ...shared, vehicles: 2, faults });
  const sizes = fleet.vehicles.map(({ options: { clips } }) =>
    [1, 2].map((channel) => {
      const clip = clips?.videoFor(channel, 'main');
      const info = inspectVideoFrame(clip?.frames[0] ?? new Uint8Array(0), 'h264');
      return [clip?.height, info?.width, info?.height];
    }),
  );
  assert.deepEqual(sizes, [
    [
      [576, 704, 576],
      [720, 1280, 720],
    ],
    [
      [576, 704, 576],
      [576, 704, 576],
    ],
  ]);
});

test('slow: a throttled link queues, but stays in order', { timeout: 60_000 }, async () => {
  const vehicle = start({ slowBytesPerS: 4000 }, { answerTimeoutMs: 5000 });
  await vehicle.whenOnline();
  await reports(10);
  const serials = platform.messages.map(({ serial }) => serial);
  assert.deepEqual(
    serials,
    serials.toSorted((a, b) => a - b),
  );
});

test('cut: the link breaks by itself and comes back with what it stored', { timeout: 60_000 }, async () => {
  const vehicle = start({ cutEveryS: 1 }, { reconnectMs: 200 });
  const batch = await platform.next(0x0704);
  assert.ok(t0704LocationBatch.decode(batch.body, '2013').items.length > 0);
  assert.ok(vehicle.dials >= 2);
});

test('cut: a live stream is dialled again and goes on with a key frame', { timeout: 60_000 }, async () => {
  const vehicle = start({ cutEveryS: 1 }, { reconnectMs: 100 });
  await vehicle.whenOnline();
  assert.equal(await platform.ask(p9101LiveRequest, live()), 0);
  await media.until(() => media.closed === 1);
  const before = media.frames.length;
  await media.until(() => media.connections === 2 && media.frames.length > before);
  assert.equal(media.frames[before]?.dataType, 0);
});

test('never-video: yes is said, but nothing connects', { timeout: 60_000 }, async () => {
  const vehicle = start({ neverVideo: 'no-connect' });
  await vehicle.whenOnline();
  assert.equal(await platform.ask(p9101LiveRequest, live()), 0);
  await reports(5);
  assert.equal(media.connections, 0);
});

test('never-video=no-data: it connects and sends nothing', { timeout: 60_000 }, async () => {
  const vehicle = start({ neverVideo: 'no-data' });
  await vehicle.whenOnline();
  assert.equal(await platform.ask(p9101LiveRequest, live()), 0);
  await media.until(() => media.connections === 1);
  await reports(5);
  assert.equal(media.frames.length, 0);
});

test(
  "yesterday's track comes as blind-area batches before anything of today is missing",
  { timeout: 60_000 },
  async () => {
    const vehicle = start({}, { yesterday: true });
    await vehicle.whenOnline();
    assert.ok(vehicle.reporter.storedCount > 800);
    const times: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const { items, type } = t0704LocationBatch.decode((await platform.next(0x0704)).body, '2013');
      assert.equal(type, 1);
      times.push(...items.map(({ time }) => time ?? 0));
    }
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const age = Date.now() - (times[0] ?? 0);
    assert.ok(age > 15 * 3_600_000 && age < 41 * 3_600_000, `${age} ms old`);
  },
);

test('parameters and code survive a restart in a state file', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(`${tmpdir()}/simulator-`);
  try {
    const stateFile = `${folder}/vehicle.json`;
    const first = start({}, { stateFile });
    await first.whenOnline();
    await platform.ask(p8103SetParameters, { params: [makeParameter(0x0055, 66)] });
    await first.stop();
    const registrations = platform.messages.filter(({ id }) => id === 0x0100).length;
    const second = start({}, { stateFile });
    await second.whenOnline();
    const { params } = await platform.query(p8106QueryGivenParameters, { ids: [0x0055] }, t0104Parameters);
    assert.deepEqual([...(params[0]?.raw ?? [])], [0, 0, 0, 66]);
    assert.equal(platform.messages.filter(({ id }) => id === 0x0100).length, registrations);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('over UDP the same vehicle registers and reports', { timeout: 60_000 }, async () => {
  const server = createSocket('udp4');
  const codec = new LinkCodec();
  const got: number[] = [];
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const enough = new Promise<void>((resolve) => {
    server.on('message', (datagram, peer) => {
      for (const event of new FrameSplitter().push(datagram)) {
        assert.equal(event.kind, 'frame', 'a datagram holds whole frames');
        if (event.kind !== 'frame') continue;
        codec.learn(event.header);
        const { messageId, serial } = event.header;
        got.push(messageId);
        const reply = { replySerial: serial, replyId: messageId, result: 0 };
        const body =
          messageId === 0x0100
            ? Uint8Array.of(serial >> 8, serial & 0xff, 0, 0x41)
            : p8001GeneralReply.encode(reply, '2013');
        const { frames } = codec.encodeBody(messageId === 0x0100 ? 0x8100 : 0x8001, body);
        for (const frame of frames) server.send(frame, peer.port, peer.address);
        if (got.filter((id) => id === 0x0200).length === 3) resolve();
      }
    });
  });
  // Nothing is repeated here, whatever this machine does meanwhile.
  const vehicle = start({}, { transport: 'udp', port: server.address().port, answerTimeoutMs: 30_000 });
  await enough;
  await vehicle.stop();
  await new Promise<void>((resolve) => server.close(resolve));
  assert.deepEqual(got.slice(0, 3), [0x0100, 0x0102, 0x0200]);
});

/** An attachment port of a few lines: answers, cuts chunks by their length, says once that a range is missing. */
const attachmentPort = async () => {
  const files = new Map<string, Uint8Array>();
  const lists: AttachmentList[] = [];
  let refusals = 1;
  const { promise: end, resolve: ended } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    const codec = new LinkCodec();
    const splitter = new FrameSplitter();
    let pending = Buffer.alloc(0);
    const take = (bytes: Buffer): void => {
      for (const event of splitter.push(bytes)) {
        if (event.kind !== 'frame') continue;
        const { messageId, serial } = event.header;
        codec.learn(event.header);
        if (messageId === 0x1210) lists.push(t1210AttachmentList.decode(event.body, '2013'));
        const complete = { name: '', type: 0, result: 0, missing: [] as { offset: number; length: number }[] };
        if (messageId === 0x1212) {
          const length = event.body[0] ?? 0;
          complete.name = Buffer.from(event.body.subarray(1, 1 + length)).toString('latin1');
          complete.type = event.body[1 + length] ?? 0;
          if (refusals > 0) complete.missing.push({ offset: 100, length: 50 });
          complete.result = refusals > 0 ? 1 : 0;
          if (refusals > 0) files.get(complete.name)?.fill(0, 100, 150);
          refusals -= 1;
        }
        const { frames } =
          messageId === 0x1212
            ? codec.encode(p9212FileCompleteReply, complete)
            : codec.encode(p8001GeneralReply, { replySerial: serial, replyId: messageId, result: 0 });
        for (const frame of frames) socket.write(frame);
      }
    };
    socket.on('data', (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length > 0) {
        if (pending[0] === 0x7e) {
          const close = pending.indexOf(0x7e, 1);
          if (close < 0) return;
          const frame = pending.subarray(0, close + 1);
          pending = pending.subarray(close + 1);
          take(frame);
          continue;
        }
        if (pending.length < 62 || pending.length < 62 + pending.readUInt32BE(58)) return;
        const name = pending.toString('latin1', 4, 54).replace(/\0+$/, '');
        const [offset, length] = [pending.readUInt32BE(54), pending.readUInt32BE(58)];
        const file = files.get(name) ?? new Uint8Array(lists[0]?.files.find((entry) => entry.name === name)?.size ?? 0);
        file.set(pending.subarray(62, 62 + length), offset);
        files.set(name, file);
        pending = pending.subarray(62 + length);
      }
    });
    socket.on('close', () => ended());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // a listening TCP server has no other kind of address
  return { port: address.port, files, lists, end, close: () => server.close() };
};

test('0x9208 brings the files of an alarm, a missing range a second time', { timeout: 60_000 }, async () => {
  const attachments = await attachmentPort();
  const vehicle = start({}, { intervalMs: 60_000 });
  await vehicle.whenOnline();
  const coming = platform.next(0x0200, ({ body }) => decodeLocation(body).items.some(({ id }) => id === 0x65));
  vehicle.sendAlarm('phone-call');
  const { items } = t0200LocationReport.decode((await coming).body, '2013');
  const value = items.find(({ id }) => id === 0x65)?.value;
  assert.ok(value !== undefined && 'alarmSign' in value);
  const request = {
    host: '127.0.0.1',
    tcpPort: attachments.port,
    udpPort: 0,
    alarmNumber: 'A1B2',
    alarmSign: value.alarmSign,
  };
  assert.equal(await platform.ask(p9208AttachmentRequest, request), 0);
  await attachments.end;
  attachments.close();
  assert.equal(attachments.lists[0]?.alarmNumber, 'A1B2');
  assert.equal(attachments.files.size, 3);
  for (const [name, bytes] of attachments.files) {
    if (name.endsWith('.jpg')) assert.deepEqual(bytes, shared.clips.photo);
  }
  assert.equal(vehicle.attachments.completed, 1);
  const unknown = {
    ...request,
    alarmSign: { ...request.alarmSign, raw: request.alarmSign.raw.map((byte) => byte ^ 1) },
  };
  assert.equal(await platform.ask(p9208AttachmentRequest, unknown), 1);
});

test('a fleet stops whole: no link, no timer, no answer owed', { timeout: 60_000 }, async () => {
  const clock = new WheelClock();
  const fleet = createFleet({
    host: '127.0.0.1',
    port,
    vehicles: 20,
    connectRate: 2000,
    ...shared,
    clock,
    clips: null,
    intervalMs: 50,
  });
  running.push(fleet);
  fleet.start();
  await Promise.all(fleet.vehicles.map((vehicle) => vehicle.whenOnline()));
  assert.deepEqual(new Set(fleet.vehicles.map(({ deviceId }) => deviceId)).size, 20);
  assert.equal(fleet.counters().online, 20);
  await fleet.stop();
  assert.equal(fleet.counters().online, 0);
  await fleet.stop();
  const sent = fleet.counters().sent;
  await new Promise<void>((resolve) => {
    shared.clock.after(150, resolve);
  });
  assert.equal(fleet.counters().sent, sent);
  assert.equal(clock.waiting, 0);
});
