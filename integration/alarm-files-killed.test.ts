// Files of alarms through kills: between 0x1212 and 0x9212 the server dies. What was called complete is on disk, byte for byte, and
// what is sent again because the answer was missed is kept once.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import {
  activeSafetyItem,
  makeAlarmSign,
  p9208AttachmentRequest,
  t1212FileComplete,
  type AlarmSign,
} from '@outrider/jt808';
import { openAccounts } from '../apps/server/src/app.ts';
import { createFileRows, type StoredFile } from '../apps/server/src/features/file-store/store.ts';
import { Device, locationAt } from './support/device.ts';
import { fileOf, FileSender, type SentFile } from './support/file-sender.ts';
import { Channel } from './support/operator.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
/** From the 0x1212 to the kill, ms. */
const DELAYS_MS = [0, 2, 5, 10, 20, 40, 80, 200];

type Sent = { sign: AlarmSign; alarmNumber: string; file: SentFile; acknowledged: boolean };

const alarmed = async (device: Device, time: number): Promise<{ sign: AlarmSign; alarmNumber: string }> => {
  const sign = makeAlarmSign({ terminalId: '0000101', time, sequence: 0, attachments: 1 }, 16);
  const item = activeSafetyItem(0x65, {
    alarmId: time / 1000,
    flag: 0,
    type: 3,
    level: 1,
    fatigue: 0,
    reserved: new Uint8Array(4),
    speedKmh: 50,
    altitude: 20,
    latitude: 24.1,
    longitude: 120.6,
    time,
    vehicleStatus: 1,
    alarmSign: sign,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  device.on(0x9208, (frame) => {
    const { alarmSign, alarmNumber } = p9208AttachmentRequest.decode(frame.body, '2013');
    const isOwn = Buffer.compare(alarmSign.raw, sign.raw) === 0;
    device.reply(frame.header, isOwn ? 0 : 1); // those of former lives wait for the end
    if (isOwn) resolve(alarmNumber ?? '');
  });
  await device.locate(locationAt(time, { items: [item] }));
  return { sign, alarmNumber: await promise };
};

const rowsOf = async (data: string): Promise<StoredFile[]> => {
  const accounts = await openAccounts(data);
  const rows = await createFileRows(accounts.opened.db).list({ limit: 1000 });
  await accounts.close();
  return rows;
};

/** Everything that was called complete is there, whole, once. */
const assertKept = async (data: string, sent: readonly Sent[]): Promise<void> => {
  const rows = await rowsOf(data);
  for (const { file, acknowledged } of sent) {
    // oxlint-disable no-await-in-loop -- a handful
    const own = rows.filter(({ name }) => name === file.name);
    assert.ok(own.length <= 1, `${file.name} is kept ${own.length} times`);
    if (!acknowledged) continue;
    assert.equal(own.length, 1, `${file.name} was called complete`);
    const [row] = own;
    const hash = createHash('sha256').update(file.data).digest();
    assert.deepEqual(Buffer.from(row?.hash ?? []), hash);
    assert.notEqual(row?.eventSerial, null);
    const path = row?.path ?? '';
    const places = [path.slice(0, 2), 'incoming'].map((folder) => join(data, 'files', folder, path));
    // A file may be moved from one place to the other meanwhile.
    const content = await until(`${file.name} on disk`, async () => {
      const contents = await Promise.all(places.map((place) => readFile(place).catch(() => undefined)));
      return contents.find((bytes) => bytes !== undefined);
    });
    // oxlint-enable no-await-in-loop
    assert.equal(Buffer.compare(content, file.data), 0);
  }
};

test('kill -9 between 0x1212 and 0x9212: nothing called complete is missing, nothing is kept twice', async (t) => {
  const data = await temporaryFolder(t);
  let server = await ServerProcess.start(t, data);
  const { admin } = server;
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 4 });
  operator.close();
  const sent: Sent[] = [];
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 1_000_000;
  for (const [life, delayMs] of DELAYS_MS.entries()) {
    // oxlint-disable no-await-in-loop -- one life after the other
    const link = await Device.online(server.ports.jt808, { phone: ID });
    const alarm = await alarmed(link, startMs + life * 10_000);
    const file = fileOf(`00_65_6503_${life}_kill.jpg`, 0, 300_000 + life);
    const one: Sent = { ...alarm, file, acknowledged: false };
    sent.push(one);
    const sender = await FileSender.dial(server.ports.files, ID);
    assert.equal(await sender.announce(alarm.sign, alarm.alarmNumber, [file]), 0);
    await sender.start(file);
    sender.send(file);
    sender.say(t1212FileComplete, file);
    await pause(delayMs);
    await server.kill();
    one.acknowledged = sender.received.some(({ header, body }) => header.messageId === 0x9212 && body.at(-2) === 0);
    sender.close();
    link.close();
    server = await ServerProcess.start(t, data, { admin });
    await assertKept(data, sent);
    // oxlint-enable no-await-in-loop
  }
  assert.ok(
    sent.some(({ acknowledged }) => !acknowledged),
    'the kills met files on their way',
  );
  // The device missed answers: it sends everything once more.
  const link = await Device.online(server.ports.jt808, { phone: ID });
  for (const one of sent) {
    // oxlint-disable no-await-in-loop -- one after the other
    const sender = await FileSender.dial(server.ports.files, ID);
    assert.equal(await sender.announce(one.sign, one.alarmNumber, [one.file], 1), 0);
    assert.equal((await sender.whole(one.file)).result, 0);
    one.acknowledged = true;
    sender.close();
    // oxlint-enable no-await-in-loop
  }
  link.close();
  await assertKept(data, sent);
  assert.equal((await rowsOf(data)).length, DELAYS_MS.length);
  assert.deepEqual(server.errors(), []);
});
