// The disks as an administrator is told of them: what the file system says, what recording writes and when it stops, and the room that
// files of devices take.
import assert from 'node:assert/strict';
import { statfs } from 'node:fs/promises';
import { test } from 'node:test';
import { t0801MediaUpload } from '@outrider/jt808';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList } from './support/operator.ts';
import { Recorder } from './support/recorder.ts';
import { restarted } from './support/restarted.ts';
import { temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const ID = '13800000101';
const MEGABYTE = 1024 * 1024;
const FRAME = 200_000;
const FRAMES = 50;
const FIELDS = [
  'disks',
  'footageUsedSize',
  'footageFullSize',
  'snapshotUsedSize',
  'snapshotFullSize',
  'sdUsedSize',
  'sdFullSize',
  'autouploadUsedSize',
  'autouploadFullSize',
  'rootUsableSize',
];

test('[E-ENT-026 E-HTTP-054] the disks of recordings are told with their sizes, what was recorded and what was written in a minute, which ends with the recording', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 4, 5, 2));
  const waiting = { between: () => clock.advance(10) };
  const { start } = await restarted(t);
  const [first, second] = [await temporaryFolder(t), await temporaryFolder(t)];
  const environment = {
    OUTRIDER_RECORD_BY_DEFAULT: 'full',
    OUTRIDER_RECORD_RESERVE: '7',
    OUTRIDER_RECORD_MODE: 'capacity',
    OUTRIDER_RECORD_FOLDERS: [first, second].join(','),
  };
  let server = await start(environment, { clock });
  const ask = async () => asJson((await server.ask('GET', '/api/diskinfo')).body);
  const disks = async (): Promise<readonly [Json, Json]> => {
    const [one = {}, other = {}] = asList((await ask())['disks']);
    return [one, other];
  };
  assert.deepEqual(Object.keys(await ask()), FIELDS);
  const { blocks, bavail, bsize } = await statfs(first);
  const [before, empty] = await disks();
  const { path, status, full_size: full, reserve, used, minMB } = before;
  assert.deepEqual([path, status, full, reserve, used, minMB], [first, 'normal', (blocks * bsize) / MEGABYTE, 7, 0, 0]);
  assert.ok(Math.abs(Number(before['free_size']) - (bavail * bsize) / MEGABYTE) < 2000, 'others write there too');
  assert.equal(empty['path'], second);

  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const recorder = await Recorder.online(server.ports, { waiting });
  await until('the recorder dials in', () => recorder.cameras.length === 1, waiting);
  for (let number = 1; number <= FRAMES; number += 1)
    recorder.camera.send(number, { key: number % 10 === 1, bytes: FRAME });
  const written = (FRAMES * FRAME) / MEGABYTE;
  await until('all of it is written', async () => Number((await disks())[0]['minMB']) >= written, waiting);
  const [filling, idle] = await disks();
  assert.ok(Number(filling['minMB']) < written * 1.1, 'and not more than that');
  assert.ok(Number(filling['used']) >= written);
  assert.deepEqual([idle['used'], idle['minMB']], [0, 0], 'the other one has nothing of it');

  recorder.close();
  for (let passed = 0; passed < 90_000; passed += 250) await clock.advanceAsync(250);
  const [stopped] = await disks();
  assert.equal(stopped['minMB'], 0);
  assert.ok(Number(stopped['used']) >= written);
  await server.close();
  server = await start(environment, { clock });
  assert.ok(Number((await disks())[0]['used']) >= written, 'also after a restart');

  // A picture that was asked for takes its room; one that came by itself has its own.
  const snapshots = async (): Promise<number> => Number((await ask())['snapshotUsedSize']) * MEGABYTE;
  assert.equal(await snapshots(), 0);
  const device = await Device.online(server.ports.jt808, { phone: ID, waiting });
  afterwards(t, () => device.close());
  const send = async (mediaId: number, event: number, bytes: number): Promise<void> => {
    const data = Uint8Array.from({ length: bytes }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : i & 0x7f));
    const location = locationAt(Date.UTC(2026, 4, 5, 2));
    const body = t0801MediaUpload.encode({ mediaId, type: 0, format: 0, event, channel: 1, location, data }, '2013');
    device.sendBody(0x0801, body, 500);
    await device.take(0x8800);
  };
  await send(1, 0, 3000);
  await send(2, 3, 4000);
  assert.equal(Math.round(await snapshots()), 3000);
});
