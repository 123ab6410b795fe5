// Files of active-safety alarms over real sockets: asked for by themselves, resumed, checked, kept with their event, and refused where
// nobody asked. The simulator is the recorder that behaves, and the one that misbehaves in known ways.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { p9208AttachmentRequest, type AlarmSign, type AttachmentRequest } from '@outrider/jt808';
import { createApp } from '../apps/server/src/app.ts';
import { createAlarmFileStore, type FileRequest } from '../apps/server/src/features/alarm-files/store.ts';
import { createEventStore } from '../apps/server/src/features/event/store.ts';
import { createFileRows, type StoredFile } from '../apps/server/src/features/file-store/store.ts';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { createVehicle, type Vehicle, type VehicleOptions } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { fileOf, FileSender } from './support/file-sender.ts';
import { asJson, asList, Channel, httpCall, type Json } from './support/operator.ts';
import { newSign, phoneCall } from './support/safety-alarm.ts';
import { HOST, startDrivenServer, startServer, temporaryFolder, testConfig, type Server } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const PHOTO = fileOf('00_65_6502_0_X.jpg', 0, 40_000);
const CLIP = fileOf('02_65_6502_0_X.mp4', 2, 300_000);

const register = async (server: Server): Promise<void> => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
};
const filesIn = (server: Server): Promise<StoredFile[]> => createFileRows(server.app.db.db).list({ limit: 100 });
const refusalsOf = async ({ ports, admin }: Server): Promise<Json[]> => {
  const { body } = await httpCall(ports.http, 'GET', '/gkserver/connectrecorder', { account: admin });
  return asList(asJson(body)['refusals']).map(asJson);
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hashOf = ({ hash }: StoredFile): string => Buffer.from(hash).toString('hex');

/** A simulated vehicle that reports only when asked to. */
const startVehicle = async (
  t: TestContext,
  server: Server,
  options: Partial<VehicleOptions> = {},
): Promise<Vehicle> => {
  await register(server);
  const quiet = { parked: true, intervalMs: 3_600_000, alarms: false };
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, phone: `0${ID}`, ...quiet, ...options });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
const requestsIn = async (server: Server): Promise<FileRequest[]> => {
  const events = await createEventStore(server.app.db.db).withFiles(0, 100);
  const serials = events.map(({ serialno }) => serialno);
  return serials.length === 0 ? [] : createAlarmFileStore(server.app.db.db).ofEvents(serials);
};
const untilRequest = (server: Server, what: string, fits: (request: FileRequest) => boolean): Promise<FileRequest> =>
  until(what, async () => (await requestsIn(server)).find(fits));

type Asked = { device: Device; sign: AlarmSign; request: AttachmentRequest; alarmNumber: string };

/** A recorder that raised an alarm and was asked for its files. */
const alarmed = async (
  t: TestContext,
  server: Server & { clock?: { advance: (ms: number) => void } },
  attachments = 2,
): Promise<Asked> => {
  await register(server);
  const between = () => server.clock?.advance(100);
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting: { between } });
  afterwards(t, () => device.close());
  const sign = newSign(attachments);
  await device.locate(locationAt(sign.time ?? 0, { items: [phoneCall(sign)] }));
  return asked(device, sign);
};
/** The next 0x9208, answered. */
const asked = async (device: Device, sign: AlarmSign): Promise<Asked> => {
  const frame = await device.take(0x9208);
  const request = p9208AttachmentRequest.decode(frame.body, device.edition);
  device.reply(frame.header);
  return { device, sign, request, alarmNumber: request.alarmNumber ?? '' };
};
const dial = async (t: TestContext, server: Server, phone = ID): Promise<FileSender> => {
  const sender = await FileSender.dial(server.ports.files, phone);
  afterwards(t, () => sender.close());
  return sender;
};

test('an alarm of the simulator ends with its photo, clip and data on its event, nobody pressing anything', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server);
  vehicle.sendAlarm('phone-call');
  const request = await untilRequest(server, 'everything is there', ({ state }) => state === 'done');
  const files = await filesIn(server);
  assert.deepEqual(files.map(({ kind, mimeType }) => `${kind} ${mimeType}`).toSorted(), [
    'data application/octet-stream',
    'photo image/jpeg',
    'video video/mp4',
  ]);
  const events = await createEventStore(server.app.db.db).withFiles(0, 10);
  assert.deepEqual([events.length, events[0]?.serialno, events[0]?.attachments], [1, request.eventSerial, 3]);
  for (const { eventSerial, alarmSign, takenMs, source } of files) {
    assert.deepEqual([eventSerial, alarmSign, source], [request.eventSerial, request.alarmSign, 'active safety']);
    assert.equal(takenMs, events[0]?.deviceMs);
  }
  await until('the vehicle heard that all of it is kept', () => vehicle.attachments.completed === 1);
  assert.deepEqual([request.tries, vehicle.received.filter(({ id }) => id === 0x9208).length], [1, 1]);
  assert.deepEqual(await refusalsOf(server), []);
});

test('each of several alarms gets its own files; one without files is not asked for any', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server);
  for (const name of ['forward-collision', 'smoking', 'harsh-braking'] as const) vehicle.sendAlarm(name);
  vehicle.sendAlarm('sos');
  await until('all three are done', async () => {
    const requests = await requestsIn(server);
    return requests.length === 3 && requests.every(({ state }) => state === 'done');
  });
  const files = await filesIn(server);
  const perEvent = new Map<number | null, number>();
  for (const { eventSerial } of files) perEvent.set(eventSerial, (perEvent.get(eventSerial) ?? 0) + 1);
  assert.deepEqual([...perEvent.values()], [3, 3, 3]);
  assert.equal(vehicle.received.filter(({ id }) => id === 0x9208).length, 3);
});

test('[fault break] a connection that breaks in the middle is gone on with; nothing is kept twice', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server, { faults: { files: 'break' } });
  vehicle.sendAlarm('distracted');
  await untilRequest(server, 'everything is there', ({ state }) => state === 'done');
  assert.equal((await filesIn(server)).length, 3);
  await until('the vehicle is done', () => vehicle.attachments.completed === 1);
});

test('[fault length] a file that is shorter than announced is not called complete: refused with its reason, and asked for again', async (t) => {
  const server = await startDrivenServer(t);
  const vehicle = await startVehicle(t, server, { faults: { files: 'length' } });
  vehicle.sendAlarm('smoking');
  const forward = { between: () => server.clock.advance(200) };
  await until(
    'it is refused',
    async () => (await refusalsOf(server)).find((each) => each['reason'] === 'file not complete'),
    forward,
  );
  const isAsked = () => vehicle.received.filter(({ id }) => id === 0x9208).length > 1;
  await until('it is asked for again', isAsked, { between: () => server.clock.advance(1000) });
  assert.deepEqual(await filesIn(server), []);
  assert.equal(vehicle.attachments.completed, 0);
});

test('[fault sign] files under the sign of another alarm are refused', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server, { faults: { files: 'sign' } });
  vehicle.sendAlarm('smoking');
  await until('the vehicle is turned away', () => vehicle.attachments.failed === 1);
  const [entry] = await refusalsOf(server);
  assert.deepEqual(
    [entry?.['reason'], entry?.['detail'], entry?.['terminal']],
    ['file nobody asked for', 'alarm sign of another alarm', ID],
  );
  assert.deepEqual(await filesIn(server), []);
});

test('[fault silent] a device that says yes and does not come is asked again, and why is kept', async (t) => {
  const server = await startDrivenServer(t);
  const vehicle = await startVehicle(t, server, { faults: { files: 'silent' } });
  vehicle.sendAlarm('smoking');
  const count = () => vehicle.received.filter(({ id }) => id === 0x9208).length;
  await until('it is asked', () => count() === 1, { between: () => server.clock.advance(200) });
  await until('it is asked again', () => count() === 2, { between: () => server.clock.advance(1000) });
  const [request] = await requestsIn(server);
  assert.deepEqual(
    [request?.state, request?.failures, request?.message],
    ['open', 1, 'The device said yes and sent nothing'],
  );
});

test('[fault stray] files that nobody asked for are refused and shown, those of the alarm are kept', async (t) => {
  const server = await startServer(t);
  const vehicle = await startVehicle(t, server, { faults: { files: 'stray' } });
  vehicle.sendAlarm('smoking');
  await untilRequest(server, 'everything is there', ({ state }) => state === 'done');
  await until('the stray upload is turned away', () => vehicle.attachments.failed === 1);
  assert.equal((await filesIn(server)).length, 3);
  const refusals = await refusalsOf(server);
  assert.ok(refusals.every((entry) => entry['reason'] === 'file nobody asked for'));
  assert.equal(
    refusals.reduce((sum, { count }) => sum + Number(count), 0),
    2,
    'the stray upload, and once the files beside those asked for',
  );
});

test('the request names our files port, the alarm as it came, and a number of 24 letters and digits that is never the same', async (t) => {
  const server = await startServer(t);
  const { device, sign, request, alarmNumber } = await alarmed(t, server);
  assert.deepEqual([request.host, request.tcpPort, request.udpPort], [HOST, server.ports.files, 0]);
  assert.deepEqual([...request.alarmSign.raw], [...sign.raw]);
  assert.match(alarmNumber, /^[0-9A-Z]{24}$/);
  const sender = await dial(t, server);
  await sender.announce(sign, alarmNumber, [PHOTO, CLIP]);
  for (const file of [PHOTO, CLIP])
    // oxlint-disable-next-line no-await-in-loop -- file by file
    assert.equal((await sender.whole(file)).result, 0);
  const other = newSign(1);
  await device.locate(locationAt(other.time ?? 0, { items: [phoneCall(other)] }));
  assert.notEqual((await asked(device, other)).alarmNumber, alarmNumber);
});

test('a stranger who does not know the number gets nothing in, whatever else he knows', async (t) => {
  const server = await startServer(t);
  const { sign, alarmNumber } = await alarmed(t, server);
  for (const number of [
    '',
    '000000000000000000000000',
    `${alarmNumber.slice(0, 23)}${alarmNumber.endsWith('0') ? '1' : '0'}`,
  ]) {
    // oxlint-disable no-await-in-loop -- one stranger after the other
    const stranger = await dial(t, server);
    assert.equal(await stranger.announce(sign, number, [PHOTO]), 1);
    stranger.send(PHOTO);
    await until('he is cut off', () => stranger.closed);
  }
  const early = await dial(t, server);
  early.send(PHOTO);
  await until('bytes without a list are cut off', () => early.closed);
  const neighbour = await dial(t, server, '13800000999');
  assert.equal(await neighbour.announce(sign, alarmNumber, [PHOTO]), 1, 'the number of another device');
  // oxlint-enable no-await-in-loop
  assert.deepEqual(await filesIn(server), []);
  const reasons = new Set((await refusalsOf(server)).map((entry) => entry['reason']));
  assert.deepEqual([...reasons], ['file nobody asked for']);
});

test('after a break only the missing ranges are asked for; a newer connection takes over from one that hangs', async (t) => {
  const server = await startServer(t);
  const { sign, alarmNumber } = await alarmed(t, server);
  const first = await dial(t, server);
  await first.announce(sign, alarmNumber, [PHOTO, CLIP]);
  assert.equal((await first.whole(PHOTO)).result, 0);
  await first.start(CLIP);
  first.send(CLIP, 0, 100_000);
  first.send(CLIP, 150_000, 50_000);
  await until('the pieces are there', async () => {
    const { body } = await httpCall(server.ports.http, 'GET', '/metrics', { account: server.admin });
    return /^outrider_alarm_upload_bytes_total 190000$/m.test(String(body));
  });
  const second = await dial(t, server); // the first one never hung up
  assert.equal(await second.announce(sign, alarmNumber, [CLIP], 1), 0);
  await until('the first connection is ended', () => first.closed);
  await second.start(CLIP);
  const reply = await second.complete(CLIP);
  assert.deepEqual(reply.missing, [
    { offset: 100_000, length: 50_000 },
    { offset: 200_000, length: 100_000 },
  ]);
  for (const { offset, length } of reply.missing) second.send(CLIP, offset, length);
  assert.deepEqual(await second.complete(CLIP), { name: CLIP.name, type: 2, result: 0, missing: [] });
  const files = await filesIn(server);
  assert.deepEqual(files.map(hashOf).toSorted(), [PHOTO, CLIP].map(({ data }) => sha256(data)).toSorted());
});

test('a list in sub-packages is answered part by part; broken frames and bytes between them cost nothing', async (t) => {
  const server = await startServer(t);
  const { sign, alarmNumber } = await alarmed(t, server, 1);
  const sender = await dial(t, server);
  const long = Array.from({ length: 40 }, (_, i) => ({ name: `00_65_6502_${i}_${'long'.repeat(6)}.jpg`, size: 5 }));
  assert.equal(await sender.announce(sign, alarmNumber, long), 0);
  sender.write(Uint8Array.of(0x7e, 1, 2, 3, 0x7e, 0, 0, 0));
  const file = fileOf(long[0]?.name ?? '', 0, 5);
  assert.equal((await sender.whole(file)).result, 0);
  assert.equal((await filesIn(server)).length, 1);
});

test('limits: a file larger than allowed is refused, more than 64 files are, and a silent connection is closed', async (t) => {
  const limits: Partial<Config> = { alarmFileSize: 1 };
  const server = await startDrivenServer(t, limits);
  const { sign, alarmNumber } = await alarmed(t, server);
  const sender = await dial(t, server);
  const large = { name: 'large.mp4', type: 2, size: 1024 * 1024 + 1 };
  assert.equal(await sender.announce(sign, alarmNumber, [large, PHOTO]), 0);
  assert.equal(await sender.start(large), 1);
  assert.equal((await sender.whole(PHOTO)).result, 0, 'the others are taken');
  await until('silence ends it', () => sender.closed, { between: () => server.clock.advance(1000) });
  const greedy = await dial(t, server);
  const many = Array.from({ length: 65 }, (_, i) => ({ name: `${i}.jpg`, size: 1 }));
  assert.equal(await greedy.announce(sign, alarmNumber, many), 1);
  const mute = await dial(t, server);
  await until('who says nothing is closed', () => mute.closed, { between: () => server.clock.advance(1000) });
  const reasons = (await refusalsOf(server)).map((entry) => entry['reason']);
  assert.deepEqual(reasons.toReversed(), ['file too large', 'too many files', 'not an active-safety upload']);
});

test('a file of which the device says nothing more is not complete: the alarm is asked for again, under the same number', async (t) => {
  const server = await startDrivenServer(t);
  const { device, sign, alarmNumber } = await alarmed(t, server);
  const sender = await dial(t, server);
  await sender.announce(sign, alarmNumber, [PHOTO, CLIP]);
  assert.equal((await sender.whole(PHOTO)).result, 0);
  sender.close();
  const again = await asked(device, sign);
  assert.equal(again.alarmNumber, alarmNumber);
  const back = await dial(t, server);
  await back.announce(sign, alarmNumber, [PHOTO, CLIP]);
  await back.start(PHOTO);
  assert.equal((await back.complete(PHOTO)).result, 0, 'what is kept is not needed again');
  assert.equal((await back.whole(CLIP)).result, 0);
  await untilRequest(server, 'it is done', ({ state }) => state === 'done');
  assert.equal((await filesIn(server)).length, 2);
});

test('a restart forgets nothing: the device is asked for the rest when it is back, what was kept stays', async (t) => {
  const data = await temporaryFolder(t);
  const clock = createManualClock();
  const start = async (): Promise<Server & { clock: typeof clock }> => {
    const app = await createApp(testConfig(data), { log: silentLog, clock });
    afterwards(t, () => app.close());
    return {
      app,
      ports: app.ports,
      data,
      clock,
      admin: { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') },
    };
  };
  const before = await start();
  const { device, sign, alarmNumber } = await alarmed(t, before);
  const sender = await dial(t, before);
  await sender.announce(sign, alarmNumber, [PHOTO, CLIP]);
  assert.equal((await sender.whole(PHOTO)).result, 0);
  await sender.start(CLIP);
  sender.send(CLIP, 0, 100_000);
  device.close();
  sender.close();
  await before.app.close();
  const after = await start();
  const back = await Device.online(after.ports.jt808, { phone: ID, waiting: { between: () => clock.advance(100) } });
  afterwards(t, () => back.close());
  assert.equal((await asked(back, sign)).alarmNumber, alarmNumber);
  const rest = await dial(t, after);
  await rest.announce(sign, alarmNumber, [PHOTO, CLIP]);
  assert.equal((await rest.complete(PHOTO)).result, 0);
  assert.equal((await rest.whole(CLIP)).result, 0);
  const files = await filesIn(after);
  assert.deepEqual(files.map(hashOf).toSorted(), [PHOTO, CLIP].map((file) => sha256(file.data)).toSorted());
});

test('mediaSource link: who knows the number and comes from elsewhere brings nothing in', async (t) => {
  const server = await startServer(t, { mediaSource: 'link' });
  const { sign, alarmNumber } = await alarmed(t, server);
  const elsewhere = await FileSender.dial(server.ports.files, ID, '127.0.0.9');
  afterwards(t, () => elsewhere.close());
  assert.equal(await elsewhere.announce(sign, alarmNumber, [PHOTO]), 1);
  const own = await dial(t, server);
  assert.equal(await own.announce(sign, alarmNumber, [PHOTO]), 0);
  const [entry] = await refusalsOf(server);
  assert.equal(entry?.['detail'], `from 127.0.0.9, its link is at ${HOST}`);
});

test('alarmFiles off: nothing is asked', async (t) => {
  const server = await startDrivenServer(t, { alarmFiles: false });
  const vehicle = await startVehicle(t, server);
  vehicle.sendAlarm('smoking');
  await until('the request waits', async () => (await requestsIn(server)).length === 1, {
    between: () => server.clock.advance(100),
  });
  for (let i = 0; i < 20; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- seconds go by
    await server.clock.advanceAsync(1000);
  assert.equal(vehicle.received.filter(({ id }) => id === 0x9208).length, 0);
});
