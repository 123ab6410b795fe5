// Small messages of recorders: 'done' only for what is on disk, what was sent is there to be read, a repeat is not counted twice.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { t1005PassengerFlow, t1206UploadFinished } from '@outrider/jt1078';
import {
  encodeFrame,
  GENERAL_RESULT,
  t0108UpgradeResult,
  t0301EventReport,
  t0302Answer,
  t0303NewsOrder,
  t0700RecorderReply,
  t0701Waybill,
  t0702DriverCard,
  t0705CanFrames,
  t0800MediaEvent,
  t0900TransparentUp,
  t0901CompressedReport,
  t0a00TerminalRsaKey,
  t1300TextReply,
  t6006TextReport,
} from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, asList, httpCall, type Json } from './support/operator.ts';
import { type Server, startServer, temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { prepareDisk } from './support/full-disk.ts';

const ID = '13800000101';
const FLOW = { startBcd: '260101080000', endBcd: '260101081500', boarded: 12, alighted: 4 };
const CARD = {
  status: 1,
  time: Date.UTC(2026, 0, 1, 8),
  cardResult: 0,
  name: '王小明',
  certificate: 'A123456789',
  issuer: '臺中',
  validUntil: '20301231',
};

const register = async (server: Pick<Server, 'ports' | 'admin'>): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
};
const online = async (t: TestContext, server: Pick<Server, 'ports'>): Promise<Device> => {
  const device = await Device.online(server.ports.jt808);
  afterwards(t, () => device.close());
  return device;
};
/** The same frame each time, as a device repeats it. */
const flowFrame = (device: Device, serial: number): Uint8Array =>
  encodeFrame(
    { layout: '2013', messageId: 0x1005, versionFlag: false, protocolVersion: null, phone: device.phone, serial },
    t1005PassengerFlow.encode(FLOW, '2013'),
  );
const ask = async (server: Pick<Server, 'ports' | 'admin'>, path: string): Promise<Json[]> => {
  const nowS = Math.floor(Date.now() / 1000);
  const input = { deviceid: ID, start: nowS - 3600, end: nowS + 3600 };
  return asList((await httpCall(server.ports.http, 'POST', path, { account: server.admin, input })).body);
};
const messages = (server: Pick<Server, 'ports' | 'admin'>) => ask(server, '/gkdevice/devicemessages');
const cards = (server: Pick<Server, 'ports' | 'admin'>) => ask(server, '/gkdevice/drivercards');

test('passenger counts, transparent data and notices are kept as they were read, newest first', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  assert.equal(await device.ask(t1005PassengerFlow, FLOW), GENERAL_RESULT.done);
  assert.equal(
    await device.ask(t0900TransparentUp, { type: 0x41, content: Uint8Array.of(1, 2, 255) }),
    GENERAL_RESULT.done,
  );
  assert.equal(
    await device.ask(t0800MediaEvent, { mediaId: 5, type: 0, format: 0, event: 3, channel: 2 }),
    GENERAL_RESULT.done,
  );
  assert.deepEqual(
    (await messages(server)).map(({ kind, content }) => [kind, JSON.parse(String(content))]),
    [
      ['media-event', { mediaId: 5, type: 0, format: 0, event: 3, channel: 2 }],
      ['transparent', { type: 0x41, content: '0102ff' }],
      ['passengers', FLOW],
    ],
  );
});

test('what a driver and a tracker say unasked is kept as it was read: events, answers, news, waybills, CAN frames, packed data, keys, texts', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  const frames = [{ canId: 0x18fe_f100, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }];
  const key = new Uint8Array(128).fill(7);
  const results = [
    await device.ask(t0301EventReport, { eventId: 9 }),
    await device.ask(t0302Answer, { replySerial: 5, answerId: 2 }),
    await device.ask(t0303NewsOrder, { type: 3, action: 1 }),
    await device.ask(t0701Waybill, { data: Buffer.from('STATUS,OK') }),
    await device.ask(t0705CanFrames, { time: '0801020030', frames }),
    await device.ask(t0901CompressedReport, { data: Uint8Array.of(0x1f, 0x8b) }),
    await device.ask(t0a00TerminalRsaKey, { e: 65_537, n: key }),
    await device.ask(t1300TextReply, { replySerial: 6, text: '里程 12' }),
    await device.ask(t6006TextReport, { encoding: 1, text: '版本 2' }),
  ];
  assert.deepEqual(
    results,
    results.map(() => GENERAL_RESULT.done),
  );
  const kept = (await messages(server)).toReversed();
  assert.deepEqual(
    kept.map(({ kind, content }) => [kind, JSON.parse(String(content))]),
    [
      ['driver-event', { eventId: 9 }],
      ['driver-answer', { replySerial: 5, answerId: 2 }],
      ['news-order', { type: 3, action: 1 }],
      ['waybill', { length: 9, data: Buffer.from('STATUS,OK').toString('hex') }],
      ['can-frames', { count: 1, time: '0801020030', frames: [{ canId: 0x18fe_f100, data: '0102030405060708' }] }],
      ['compressed', { length: 2, data: '1f8b' }],
      ['device-key', { e: 65_537, n: Buffer.from(key).toString('hex') }],
      ['text-reply', { replySerial: 6, text: '里程 12' }],
      ['text-reply', { encoding: 1, text: '版本 2' }],
    ],
  );
});

test('cards put in and taken out are kept with name, licence and times', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  assert.equal(await device.ask(t0702DriverCard, CARD), GENERAL_RESULT.done);
  assert.equal(await device.ask(t0702DriverCard, { status: 1, time: CARD.time + 60_000, cardResult: 4 }), 0);
  assert.equal(await device.ask(t0702DriverCard, { status: 2, time: CARD.time + 120_000 }), GENERAL_RESULT.done);
  const seconds = CARD.time / 1000;
  assert.deepEqual(
    (await cards(server)).map(({ action, time, name, licence, issuer, validuntil }) => [
      action,
      time,
      name,
      licence,
      issuer,
      validuntil,
    ]),
    [
      ['out', seconds + 120, '', '', '', ''],
      ['unread', seconds + 60, '', '', '', ''],
      ['in', seconds, '王小明', 'A123456789', '臺中', '20301231'],
    ],
  );
});

test('a count sent again, on this link or on the next, is answered and counted once', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  const frame = flowFrame(device, 777);
  for (let i = 0; i < 3; i += 1) device.write(frame);
  for (let i = 0; i < 3; i += 1) assert.equal(await device.answerTo(777), GENERAL_RESULT.done);
  device.close();
  const again = await online(t, server);
  assert.equal(await again.ask(t1005PassengerFlow, FLOW), GENERAL_RESULT.done);
  assert.equal((await messages(server)).length, 1);
  assert.equal(await again.ask(t1005PassengerFlow, { ...FLOW, boarded: 13 }), GENERAL_RESULT.done);
  assert.equal((await messages(server)).length, 2);
});

test('of a device that nobody registered nothing is kept and nothing is done; too large is not supported; unread is malformed', async (t) => {
  const server = await startServer(t);
  const stranger = await online(t, server);
  stranger.write(flowFrame(stranger, 555));
  assert.equal(await stranger.answerTo(555), GENERAL_RESULT.failed);
  assert.equal(await stranger.ask(t0702DriverCard, CARD), GENERAL_RESULT.failed);
  await register(server);
  stranger.write(flowFrame(stranger, 555));
  assert.equal(await stranger.answerTo(555), GENERAL_RESULT.done);
  assert.equal((await messages(server)).length, 1, 'a failed one is no repeat');
  const large = t0900TransparentUp.encode({ type: 0x41, content: new Uint8Array(70_000) }, '2013');
  const { serial, frames } = stranger.codec.encodeBody(0x0900, large, 1000);
  for (const frame of frames.slice(1)) stranger.write(frame);
  stranger.write(frames[0] ?? new Uint8Array(0)); // its own answer is that of the whole
  assert.equal(await stranger.answerTo(serial), GENERAL_RESULT.notSupported);
  assert.equal(await stranger.answerTo(stranger.sendBody(0x1005, Uint8Array.of(1))), GENERAL_RESULT.malformed);
  assert.equal((await messages(server)).length, 1);
});

const EVENT = { mediaId: 5, type: 0, format: 0, event: 3, channel: 2 };
const keptIds: readonly [name: string, id: number, body: Uint8Array][] = [
  ['an upgrade result', t0108UpgradeResult.id, t0108UpgradeResult.encode({ type: 0, result: 0 }, '2013')],
  [
    'recorder data',
    t0700RecorderReply.id,
    t0700RecorderReply.encode({ replySerial: 1, command: 2, data: new Uint8Array(8) }, '2013'),
  ],
  ['a card', t0702DriverCard.id, t0702DriverCard.encode(CARD, '2013')],
  ['a media event', t0800MediaEvent.id, t0800MediaEvent.encode(EVENT, '2013')],
  [
    'transparent data',
    t0900TransparentUp.id,
    t0900TransparentUp.encode({ type: 1, content: new Uint8Array(9) }, '2013'),
  ],
  ['passengers', t1005PassengerFlow.id, t1005PassengerFlow.encode(FLOW, '2013')],
  ['an upload result', t1206UploadFinished.id, t1206UploadFinished.encode({ replySerial: 1, result: 0 }, '2013')],
];

for (const [name, id, body] of keptIds)
  test(`${name} in parts: the first and the last one are answered by what became of the whole`, async (t) => {
    const server = await startServer(t);
    const device = await online(t, server);
    const { serial, frames } = device.codec.encodeBody(id, body, Math.ceil(body.length / 2));
    assert.equal(frames.length, 2);
    const send = async (): Promise<number[]> => {
      for (const frame of frames) device.write(frame);
      return [await device.answerTo(serial), await device.answerTo(serial + 1)];
    };
    assert.deepEqual(await send(), [GENERAL_RESULT.failed, GENERAL_RESULT.failed], 'nobody registered it');
    await register(server);
    assert.deepEqual(await send(), [GENERAL_RESULT.done, GENERAL_RESULT.done]);
    assert.equal((await messages(server)).length + (await cards(server)).length, 1);
  });

test('parts of what cannot be read, or is too large, are not acknowledged', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  const send = async (body: Uint8Array, splitLength: number): Promise<number[]> => {
    const { serial, frames } = device.codec.encodeBody(0x0900, body, splitLength);
    for (const frame of frames) device.write(frame);
    return [await device.answerTo(serial), await device.answerTo(serial + frames.length - 1)];
  };
  const { notSupported } = GENERAL_RESULT;
  assert.deepEqual(await send(new Uint8Array(70_000), 1000), [notSupported, notSupported]);
  const flow = device.codec.encodeBody(0x1005, Uint8Array.of(1, 2), 1);
  for (const frame of flow.frames) device.write(frame);
  assert.equal(await device.answerTo(flow.serial), GENERAL_RESULT.malformed);
  assert.equal(await device.answerTo(flow.serial + 1), GENERAL_RESULT.malformed);
  assert.equal((await messages(server)).length, 0);
});

test('a card without a time that is put in again is kept again; the same frame again is not', async (t) => {
  const server = await startServer(t);
  await register(server);
  const device = await online(t, server);
  // As terminals of 2011 send it: no status, no time.
  const body = t0702DriverCard.encode(
    { name: CARD.name, idCard: '', certificate: CARD.certificate, issuer: CARD.issuer },
    '2011',
  );
  assert.equal(await device.answerTo(device.sendBody(0x0702, body)), GENERAL_RESULT.done);
  const { serial, frames } = device.codec.encodeBody(0x0702, body);
  for (let i = 0; i < 2; i += 1) {
    for (const frame of frames) device.write(frame);
    assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
  }
  assert.equal((await cards(server)).length, 2);
});

test('with a full disk nothing small is acknowledged either', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const pid = server.child.pid ?? 0;
  await register(server);
  const device = await online(t, server);
  assert.equal(await device.ask(t1005PassengerFlow, FLOW), GENERAL_RESULT.done);
  await disk.fill(pid);
  // What fits into the last page of the log may still be kept: whatever is answered 'done' must be there afterwards.
  const done = new Set([12]);
  let failed = false;
  for (let boarded = 100; boarded < 400 && !failed; boarded += 1) {
    const result = await device.ask(t1005PassengerFlow, { ...FLOW, boarded });
    if (result === GENERAL_RESULT.done) done.add(boarded);
    failed = result === GENERAL_RESULT.failed;
  }
  assert.ok(failed, 'the disk was full');
  await server.kill();
  await disk.free(pid).catch(() => undefined);
  const database = new DatabaseSync(join(data, 'outrider.sqlite'), { readOnly: true });
  const there = database
    .prepare('SELECT content FROM device_messages')
    .all()
    .map(({ content }) => (JSON.parse(String(content)) as { boarded: number }).boarded);
  database.close();
  for (const boarded of done) assert.ok(there.includes(boarded), `${boarded} was answered and is gone`);
});
