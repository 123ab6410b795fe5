// What was acknowledged is on disk: through kills under load and with a full disk.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { GENERAL_RESULT, encodeLocation, t0002Heartbeat, t0704LocationBatch } from '@outrider/jt808';
import { AttachmentLoad } from './support/attachment-load.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { prepareDisk } from './support/full-disk.ts';
import type { Load } from './support/load.ts';
import { trackOf } from './support/operator.ts';
import { PART_BYTES, PictureLoad, pictureOf, uploadOf } from './support/picture-load.ts';
import { RecordingLoad } from './support/recording-load.ts';
import { PositionLoad, registerDevices, SosLoad } from './support/report-loads.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { readStoredFiles } from './support/stored-files.ts';
import { until } from './support/until.ts';

const HOUR_MS = 3_600_000;
/** A few in every run; KILLS=100 by hand. */
const KILLS = Number(process.env['KILLS'] ?? 4);
const ACKNOWLEDGED_PER_LIFE = 1500;
const SHOWN = 5;
/** A life ends when each load had its share, on a machine that may have much else to do. */
const WAITING = { deadlineMs: 120_000 };

/** Everything that may be acknowledged and must then be there. A message that is newly answered adds its load here. */
const allLoads = (data: string, startMs: number): Load[] => [
  new PositionLoad(13_800_000_101, 8, startMs),
  new SosLoad('SOS events', 13_800_000_201, 3, startMs),
  new SosLoad('SOS events replayed', 13_800_000_301, 3, startMs, { replays: true }),
  new AttachmentLoad(data, 13_800_000_901, startMs),
  new PictureLoad(data, 13_800_000_401, startMs - 10 * 24 * HOUR_MS),
  new RecordingLoad(data, 13_800_000_501),
];

const total = (loads: readonly Load[]): number => loads.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

const assertNothingLost = async (server: ServerProcess, loads: readonly Load[]): Promise<void> => {
  for (const load of loads) {
    const { acknowledged, lost, surplus } = await load.check(server);
    const of = `of ${acknowledged} acknowledged`;
    assert.equal(lost.length, 0, `${load.name}: ${lost.length} ${of} are gone: ${lost.slice(0, SHOWN).join(', ')}`);
    assert.equal(surplus.length, 0, `${load.name}: ${surplus.length} too many: ${surplus.slice(0, SHOWN).join(', ')}`);
  }
};

/** Lives under load, each ended by SIGKILL; then one that lets everything settle. */
const runLives = async (t: TestContext, packsOften: boolean): Promise<ServerProcess> => {
  const data = await temporaryFolder(t);
  const loads = allLoads(data, Math.floor((Date.now() - 6 * HOUR_MS) / HOUR_MS) * HOUR_MS);
  let server = await ServerProcess.start(t, data, { packsOften });
  const { admin } = server;
  for (const load of loads) await load.prepare(server);
  for (let life = 0; life < KILLS; life += 1) {
    const before = loads.map(({ acknowledged }) => acknowledged);
    const all = total(loads);
    const living = server;
    await Promise.all(loads.map((load) => load.connect(living)));
    await until(
      'enough acknowledgements of each load',
      () =>
        total(loads) - all >= ACKNOWLEDGED_PER_LIFE &&
        loads.every((load, i) => load.acknowledged >= (before[i] ?? 0) + load.perLife),
      WAITING,
    );
    await server.kill();
    server = await ServerProcess.start(t, data, { admin, packsOften });
    await assertNothingLost(server, loads);
  }
  assert.ok(
    loads.some(({ settled }) => !settled),
    'the kills met something on its way',
  );
  const last = server;
  await Promise.all(loads.map((load) => load.connect(last)));
  for (const load of loads) load.stop();
  await until('everything is answered', () => loads.every(({ settled }) => settled), WAITING);
  await assertNothingLost(last, loads);
  assert.deepEqual(last.errors(), []);
  for (const { name, acknowledged, remark } of loads)
    t.diagnostic(`${KILLS} kills: ${acknowledged} ${name}, none lost${remark === undefined ? '' : `; ${remark}`}`);
  return last;
};

test('kill -9 under load, again and again: nothing acknowledged is missing, nothing is stored twice', async (t) => {
  await runLives(t, false);
});

test('kill -9 in the middle of packing repeats only work', async (t) => {
  const last = await runLives(t, true);
  await until('tracks are packed', async () => (await last.metric('positions_packed')) > 0);
  assert.deepEqual(last.errors(), []);
});

const storedTimes = async (server: ServerProcess, id: string, fromMs: number): Promise<number[]> => {
  const points = await trackOf(server.ports.http, server.admin, id, fromMs, fromMs + 20 * HOUR_MS);
  return points.map(({ time }) => Number(time) * 1000);
};

test('with a full disk nothing is acknowledged and the server lives; with space again the repeats are stored once', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const pid = server.child.pid ?? 0;
  const id = '13800000101';
  await registerDevices(server, [id]);
  const device = await Device.online(server.ports.jt808, { phone: id });
  afterwards(t, () => device.close());
  const startMs = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS;
  const report = (i: number) => locationAt(startMs + i * 1000);
  assert.equal(await device.locate(report(0)), GENERAL_RESULT.done);

  await disk.fill(pid);
  const unanswered: number[] = [];
  const split = device.codec.encodeBody(
    0x0704,
    t0704LocationBatch.encode({ type: 1, items: Array.from({ length: 40 }, (_, i) => report(100 + i)) }, '2013'),
    400,
  );
  await until('a commit fails', async () => {
    const i = unanswered.length + 1;
    if (i < 50) unanswered.push(device.sendBody(0x0200, encodeLocation(report(i))));
    return (await server.metric('commits_failed')) > 0;
  });
  const failed = await server.metric('commits_failed');
  for (const frame of split.frames) device.write(frame);
  await until('the batch cannot be stored either', async () => (await server.metric('commits_failed')) > failed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'the server lives');
  assert.equal(device.hasAnswerTo(split.serial), false);
  const refused = unanswered.filter((serial) => !device.hasAnswerTo(serial));
  assert.ok(refused.length > 0);
  assert.equal((await storedTimes(server, id, startMs)).length, 1 + unanswered.length - refused.length);

  await disk.free(pid);
  const again: number[] = [];
  await until('a position is stored again', () => {
    again.push(device.sendBody(0x0200, encodeLocation(report(60))));
    return again.some((serial) => device.hasAnswerTo(serial));
  });
  for (let i = 1; i <= unanswered.length; i += 1) assert.equal(await device.locate(report(i)), GENERAL_RESULT.done);
  for (const frame of split.frames) device.write(frame);
  assert.equal(await device.answerTo(split.serial), GENERAL_RESULT.done);
  const times = await storedTimes(server, id, startMs);
  assert.equal(new Set(times).size, times.length);
  assert.equal(times.length, 1 + unanswered.length + 1 + 40);
  assert.ok(server.running);
});

test('with a full disk a picture is refused, not acknowledged; with space again it is kept once', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const pid = server.child.pid ?? 0;
  const id = '13800000101';
  await registerDevices(server, [id]);
  const device = await Device.online(server.ports.jt808, { phone: id });
  afterwards(t, () => device.close());
  const [first, second] = [1, 2].map((mediaId) => pictureOf(id, mediaId, Date.now() - HOUR_MS));
  assert.ok(first && second);
  device.sendBody(0x0801, uploadOf(first), PART_BYTES);
  await device.take(0x8800);

  await disk.fill(pid);
  const { serial, frames } = device.codec.encodeBody(0x0801, uploadOf(second), PART_BYTES);
  for (const frame of frames.slice(1)) device.write(frame);
  device.write(frames[0] ?? new Uint8Array(0)); // its own answer is that of the whole
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.failed);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'the server lives');
  assert.equal(device.received.filter(({ header }) => header.messageId === 0x8800).length, 0);
  assert.ok(server.running);

  await disk.free(pid);
  await until('the picture is kept', async () => {
    device.sendBody(0x0801, uploadOf(second), PART_BYTES);
    return device.received.some(({ header }) => header.messageId === 0x8800);
  });
  const { listed } = await until('what was sent meanwhile has settled', async () => {
    const stored = await readStoredFiles(server, data);
    return stored.unlisted === 0 && stored;
  });
  assert.deepEqual(
    listed.map(({ sha256, sound }) => [sha256, sound]),
    [second, first].map(({ sha256 }) => [sha256, true]),
  );
});
