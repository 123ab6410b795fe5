// A vehicle against a scripted platform over real sockets: registers, reports, answers, sends video that carries its stamp.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, beforeEach, afterEach, test } from 'node:test';
import {
  decodeLocation,
  makeParameter,
  p8103SetParameters,
  p8104QueryParameters,
  p8106QueryGivenParameters,
  p8107QueryAttributes,
  p8201QueryLocation,
  p8300Text,
  p8500VehicleControl,
  p8800MediaReply,
  p8801Snapshot,
  t0104Parameters,
  t0107Attributes,
  t0200LocationReport,
  t0201LocationReply,
  t0702DriverCard,
  t0704LocationBatch,
  t0801MediaUpload,
  t0805SnapshotReply,
  vendorReadings,
} from '@outrider/jt808';
import {
  FrameAssembler,
  p9003QueryAvAttributes,
  p9101LiveRequest,
  p9102LiveControl,
  p9201PlaybackRequest,
  p9205QueryResources,
  p9206UploadRequest,
  Packetizer,
  PacketSplitter,
  t1003AvAttributes,
  t1205ResourceList,
} from '@outrider/jt1078';
import { encodeG711, isKeyFrame, readStamp } from '@outrider/media';
import { WheelClock } from '../clock.ts';
import { loadRoadNetwork } from '../drive/road-network.ts';
import { loadClips } from '../media/clip-store.ts';
import { ScriptedMediaPort, ScriptedPlatform } from '../testing/scripted-platform.ts';
import type { VehicleOptions } from './options.ts';
import { createVehicle } from './vehicle.ts';
import type { Vehicle } from './vehicle.ts';

const clips = loadClips();
const network = loadRoadNetwork();
const clock = new WheelClock();

let platform: ScriptedPlatform;
let media: ScriptedMediaPort;
let port = 0;
let mediaPort = 0;
const running: Vehicle[] = [];

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

const online = async (options: Partial<VehicleOptions> = {}): Promise<Vehicle> => {
  const vehicle = createVehicle({
    host: '127.0.0.1',
    port,
    clips,
    network,
    clock,
    intervalMs: 50,
    reconnectMs: 20,
    ...options,
  });
  running.push(vehicle);
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

/** Sockets need turns of the event loop, not time. */
const turnsUntil = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn += 1) {
    assert.ok(turn < 2_000_000, 'it never came');
    await new Promise(setImmediate);
  }
};

const live = (channel: number, dataType: number, streamType: number) => ({
  address: '127.0.0.1',
  tcpPort: mediaPort,
  udpPort: 0,
  channel,
  dataType,
  streamType,
});

for (const edition of ['2013', '2019'] as const) {
  test(`registers, authenticates and reports where it is (${edition})`, { timeout: 60_000 }, async () => {
    const vehicle = await online({ edition, phone: '13800000101' });
    await platform.next(0x0200);
    await platform.next(0x0200);
    assert.deepEqual(
      platform.messages.slice(0, 3).map(({ id }) => id),
      [0x0100, 0x0102, 0x0200],
    );
    assert.equal(platform.codec.identity?.layout, edition);
    assert.equal(vehicle.deviceId, '13800000101');
    const reports = platform.messages.filter(({ id }) => id === 0x0200).map(({ body }) => decodeLocation(body));
    const report = reports[0];
    assert.ok(report && Math.abs(report.latitude - 24.08) < 0.1 && Math.abs(report.longitude - 120.53) < 0.1);
    assert.deepEqual(
      report.items.map(({ id }) => id),
      [0x01, 0x02, 0x03, 0x25, 0x2a, 0x2b, 0x30, 0x31, 0x06, 0xe3, 0x51, 0xee],
    );
    const { storage, supplyV } = vendorReadings(report.items);
    assert.ok(storage !== undefined && supplyV !== undefined && supplyV > 20);
    assert.ok(!reports[1]?.items.some(({ id }) => id === 0xee), 'slow values are told now and then');
    const cards = platform.messages.filter(({ id }) => id === 0x0702);
    assert.deepEqual(
      cards.map(({ body }) => t0702DriverCard.decode(body, edition).certificate),
      ['C13800000101'],
    );
    await turnsUntil(() => (vehicle.reports[0]?.ackedMs ?? 0) > 0); // its second report may come before it hears the answer
    assert.equal(vehicle.reports[0]?.result, 0);
  });
}

test('a position without an answer is repeated with its serial', { timeout: 60_000 }, async () => {
  platform.results.set(0x0200, null);
  await online({ intervalMs: 60_000, answerTimeoutMs: 80 });
  const first = platform.messages.find(({ id }) => id === 0x0200) ?? (await platform.next(0x0200));
  const again = await platform.next(0x0200);
  assert.equal(again.serial, first.serial);
  assert.deepEqual(again.body, first.body);
});

test('positions taken without a link come later as a blind-area batch', { timeout: 60_000 }, async () => {
  const vehicle = await online({ intervalMs: 20, reconnectMs: 150 });
  platform.dropLink();
  const batch = t0704LocationBatch.decode((await platform.next(0x0704)).body, '2013');
  assert.equal(batch.type, 1);
  assert.ok(batch.items.length > 1);
  assert.equal(platform.links, 2);
  assert.equal(
    platform.messages.filter(({ id }) => id === 0x0100).length,
    1,
    'the code is kept: no second registration',
  );
  assert.equal(vehicle.dials, 2);
});

test('parameters stick and are answered as they were set', { timeout: 60_000 }, async () => {
  await online();
  const params = [makeParameter(0x0055, 77), makeParameter(0x0013, 'fleet.example')];
  assert.equal(await platform.ask(p8103SetParameters, { params }), 0);
  const { params: given } = await platform.query(p8106QueryGivenParameters, { ids: [0x0055, 0x0013] }, t0104Parameters);
  assert.deepEqual(
    given.map(({ id, raw }) => [id, raw]),
    params.map(({ id, raw }) => [id, raw]),
  );
  const all = await platform.query(p8104QueryParameters, {}, t0104Parameters);
  assert.ok(all.params.length > 30);
});

test('the report interval parameter takes effect', { timeout: 60_000 }, async () => {
  const vehicle = await online({ intervalMs: 60_000, parked: false });
  assert.equal(await platform.ask(p8103SetParameters, { params: [makeParameter(0x0029, 1)] }), 0);
  vehicle.track(null);
  await platform.next(0x0200);
});

test('answers questions about itself, its place and its doors', { timeout: 60_000 }, async () => {
  const vehicle = await online({ channels: 3 });
  const attributes = await platform.query(p8107QueryAttributes, {}, t0107Attributes);
  assert.equal(attributes.model, 'SIM-3CH');
  const av = await platform.query(p9003QueryAvAttributes, {}, t1003AvAttributes);
  assert.deepEqual([av.audioCodec, av.videoCodec, av.maxVideoChannels], [6, 98, 3]);
  const { replySerial, location } = await platform.query(p8201QueryLocation, {}, t0201LocationReply);
  assert.ok(replySerial !== null && location.time !== null);
  assert.equal(await platform.ask(p8300Text, { flags: 4, text: '前方施工 slow down' }), 0);
  assert.deepEqual(vehicle.memory.texts, ['前方施工 slow down']);
  const controlled = platform.next(0x0500);
  assert.equal(await platform.ask(p8500VehicleControl, { flags: 1 }), 0);
  const after8500 = t0201LocationReply.decode((await controlled).body, '2013');
  assert.equal((after8500.location.status >> 12) & 1, 1);
});

test('a message nobody knows is answered as not supported', { timeout: 60_000 }, async () => {
  await online();
  const unknown = { ...p8107QueryAttributes, id: 0x8fff };
  assert.equal(await platform.ask(unknown, {}), 3);
  assert.equal(await platform.ask({ ...p9101LiveRequest, encode: () => Uint8Array.of(9, 9) }, live(1, 0, 0)), 2);
});

test('live video begins with a key frame and every picture carries its stamp', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.equal(await platform.ask(p9101LiveRequest, live(2, 0, 1)), 0);
  await media.until(() => media.frames.filter(({ kind }) => kind === 'video').length >= 20);
  const video = media.frames.filter(({ kind }) => kind === 'video');
  const first = video[0];
  assert.ok(first && first.dataType === 0 && isKeyFrame(first.body, 'h264'));
  assert.equal(first.sim, vehicle.options.phone);
  for (const [i, frame] of video.entries()) {
    const stamp = readStamp(frame.body);
    assert.deepEqual([stamp?.deviceId, stamp?.channel, stamp?.frameNumber], [vehicle.deviceId, 2, i]);
    const before = video[i - 1];
    if (before) assert.ok((frame.timestampMs ?? 0n) > (before.timestampMs ?? 0n), 'timestamps rise');
  }
  assert.ok(
    media.frames.some(({ kind, payloadType, body }) => kind === 'audio' && payloadType === 6 && body.length === 320),
  );
  assert.equal(await platform.ask(p9102LiveControl, { channel: 2, command: 0, closeType: 0, streamType: 0 }), 0);
  await media.until(() => media.closed === 1);
  assert.equal(vehicle.cameras?.connectionCount, 0);
});

test('over UDP the same pictures come, a packet in each datagram', { timeout: 60_000 }, async () => {
  await online();
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const splitter = new PacketSplitter();
  const assembler = new FrameAssembler();
  const stamped = new Promise<number>((resolve) => {
    let pictures = 0;
    server.on('message', (datagram) => {
      const packets = splitter.push(new Uint8Array(datagram), performance.now());
      assert.equal(packets.length, 1);
      for (const packet of packets) {
        const frame = assembler.push(packet, performance.now());
        if (frame !== null && readStamp(frame.body) !== null) pictures += 1;
      }
      if (pictures === 10) resolve(pictures);
    });
  });
  const request = { ...live(1, 1, 1), tcpPort: 0, udpPort: server.address().port };
  assert.equal(await platform.ask(p9101LiveRequest, request), 0);
  assert.equal(await stamped, 10);
  assert.equal(await platform.ask(p9102LiveControl, { channel: 1, command: 0, closeType: 0, streamType: 0 }), 0);
  await new Promise<void>((resolve) => server.close(resolve));
});

test(
  'a stream switch keeps the connection and begins with a key frame of the other size',
  { timeout: 60_000 },
  async () => {
    await online();
    await platform.ask(p9101LiveRequest, live(1, 1, 1));
    await media.until(() => media.frames.length >= 3);
    assert.equal(await platform.ask(p9102LiveControl, { channel: 1, command: 1, closeType: 0, streamType: 0 }), 0);
    const small = clips.videoFor(1, 'sub').frames;
    const isSub = (body: Uint8Array): boolean =>
      small.some((frame) => Math.abs(frame.length - body.length) < 80 && startsLike(frame, body));
    await media.until(() => media.frames.some(({ dataType, body }) => dataType === 0 && !isSub(body)));
    assert.equal(media.connections, 1);
  },
);

/** Same parameter sets: the stamp comes behind them. */
const startsLike = (frame: Uint8Array, body: Uint8Array): boolean =>
  Buffer.compare(frame.subarray(0, 20), body.subarray(0, 20)) === 0;

test('talk is recorded and comes back', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  assert.equal(await platform.ask(p9101LiveRequest, live(1, 2, 0)), 0);
  await media.until(() => media.frames.length >= 1);
  const tone = Int16Array.from({ length: 320 }, (_, i) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * 500 * i) / 8000)),
  );
  const body = encodeG711('a', tone);
  const packetizer = new Packetizer();
  for (let i = 0; i < 12; i += 1) {
    const timestampMs = BigInt(i * 40);
    media.speak(
      packetizer.bytes({
        simDigits: vehicle.options.phone,
        channel: 1,
        dataType: 3,
        payloadType: 6,
        timestampMs,
        body,
      }),
    );
  }
  await media.until(
    () => vehicle.talkHeard.length >= 12 && media.frames.some((frame) => Buffer.compare(frame.body, body) === 0),
  );
  assert.equal(vehicle.talkHeard.length, 12);
  assert.equal(vehicle.talkHeard[0]?.pcm?.length, 320);
  const loudest = (pcm: Int16Array | null | undefined): number => Math.max(...(pcm ?? []).map(Math.abs));
  const whole = loudest(vehicle.talkHeard[0]?.pcm);
  vehicle.kept.settings.write({ enc_aog: 25 });
  const half = { simDigits: vehicle.options.phone, channel: 1, dataType: 3, payloadType: 6, timestampMs: 480n, body };
  media.speak(packetizer.bytes(half));
  await media.until(() => vehicle.talkHeard.length === 13);
  const played = loudest(vehicle.talkHeard[12]?.pcm);
  assert.ok(Math.abs(played / whole - 0.5) < 0.05, `${whole} is played at ${played}: half as loud`);
  assert.equal(await platform.ask(p9102LiveControl, { channel: 1, command: 4, closeType: 0, streamType: 0 }), 0);
  await media.until(() => media.closed === 1);
});

test('the disk is listed in files of five minutes and plays them', { timeout: 60_000 }, async () => {
  await online({ channels: 2 });
  const any = {
    startBcd: '000000000000',
    endBcd: '000000000000',
    alarmFlags: 0n,
    resourceType: 0,
    streamType: 0,
    storageType: 0,
  };
  const list = await platform.query(p9205QueryResources, { channel: 2, ...any }, t1205ResourceList);
  assert.equal(list.resources.length, list.total);
  assert.equal(list.total, 72);
  const file = list.resources.at(-1);
  assert.ok(file?.channel === 2 && file.sizeBytes > 0);
  const { startBcd, endBcd } = file;
  const request = {
    address: '127.0.0.1',
    tcpPort: mediaPort,
    udpPort: 0,
    channel: 2,
    resourceType: 0,
    streamType: 1,
    storageType: 1,
  };
  assert.equal(await platform.ask(p9201PlaybackRequest, { ...request, mode: 0, speedCode: 0, startBcd, endBcd }), 0);
  await media.until(() => media.frames.filter(({ kind }) => kind === 'video').length >= 5);
  assert.equal(media.frames[0]?.dataType, 0);
  assert.equal(
    await platform.ask(p9201PlaybackRequest, {
      ...request,
      mode: 0,
      speedCode: 0,
      startBcd: '200101000000',
      endBcd: '200101000100',
    }),
    1,
  );
});

test('an upload of what it has not recorded is refused', { timeout: 60_000 }, async () => {
  await online();
  const upload = {
    address: '127.0.0.1',
    port: 21,
    userName: 'u',
    password: 'p',
    path: '/',
    channel: 1,
    startBcd: '260101000000',
  };
  const rest = {
    endBcd: '260101010000',
    alarmFlags: 0n,
    resourceType: 0,
    streamType: 0,
    storageType: 0,
    conditions: 7,
  };
  assert.equal(await platform.ask(p9206UploadRequest, { ...upload, ...rest }), 1);
});

test('a snapshot is answered with its id and uploaded in sub-packages', { timeout: 60_000 }, async () => {
  await online();
  const picture = platform.next(0x0801);
  const settings = {
    interval: 0,
    save: 0,
    resolution: 2,
    quality: 1,
    brightness: 128,
    contrast: 64,
    saturation: 64,
    chroma: 128,
  };
  const reply = await platform.query(p8801Snapshot, { channel: 1, command: 1, ...settings }, t0805SnapshotReply);
  const upload = t0801MediaUpload.decode((await picture).body, '2013');
  assert.deepEqual(reply.mediaIds, [upload.mediaId]);
  assert.deepEqual(upload.data, clips.photo);
  const again = platform.nextPart(0x0801, 3);
  platform.send(p8800MediaReply, { mediaId: upload.mediaId ?? 0, packages: [3] });
  assert.deepEqual(await again, upload.data.subarray(2 * 1000 - 36, 3 * 1000 - 36), 'the third package, sent again');
});

test(
  'an active-safety alarm goes out with its item, SOS with its bit until it is answered',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online({ intervalMs: 60_000 });
    const withItem = platform.next(0x0200, ({ body }) => decodeLocation(body).items.some(({ id }) => id === 0x64));
    vehicle.sendAlarm('forward-collision');
    const safety = t0200LocationReport.decode((await withItem).body, '2013');
    assert.ok(safety.items.some(({ id, value }) => id === 0x64 && value !== undefined));
    const sos = platform.next(0x0200, ({ body }) => (decodeLocation(body).alarm & 1) === 1);
    vehicle.sendAlarm('sos');
    await sos;
    const { location } = await platform.query(p8201QueryLocation, {}, t0201LocationReply);
    assert.equal(location.alarm & 1, 0);
  },
);

after(() => assert.equal(running.length, 0));
