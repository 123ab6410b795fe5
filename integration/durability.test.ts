// What was acknowledged is on disk: through kills under load, a full disk and a reader that looks in between.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { GENERAL_RESULT, encodeLocation, t0002Heartbeat, t0704LocationBatch } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { prepareDisk } from './support/full-disk.ts';
import { Channel, trackOf } from './support/operator.ts';
import { temporaryFolder } from './support/server.ts';
import { ServerProcess } from './support/server-process.ts';
import { Sender } from './support/sender.ts';
import { until } from './support/until.ts';

const HOUR_MS = 3_600_000;
const KILLS = 4;
const SENDERS = 12;
const ACKNOWLEDGED_PER_LIFE = 1500;

const total = (senders: readonly Sender[]): number =>
  senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

const register = async (server: ServerProcess, ids: readonly string[]): Promise<void> => {
  const operator = await Channel.signedIn(server);
  for (const I of ids) await operator.get('D01', { I, C: 4 });
  operator.close();
};

const storedTimes = async (server: ServerProcess, id: string, fromMs: number): Promise<number[]> => {
  const points = await trackOf(server.ports.http, server.admin, id, fromMs, fromMs + 20 * HOUR_MS);
  return points.map(({ time }) => Number(time) * 1000);
};

/** What is in `wanted` and not in `there`. */
const missing = (wanted: ReadonlySet<number>, there: ReadonlySet<number>): number[] =>
  [...wanted].filter((each) => !there.has(each));

const assertNothingLost = async (server: ServerProcess, senders: readonly Sender[], startMs: number): Promise<void> => {
  for (const sender of senders) {
    const times = await storedTimes(server, sender.id, startMs);
    const stored = new Set(times);
    assert.equal(stored.size, times.length, `${sender.id}: nothing is stored twice`);
    assert.deepEqual(missing(sender.acknowledged, stored), [], `${sender.id}: acknowledged and gone`);
    assert.deepEqual(missing(stored, sender.sent), [], `${sender.id}: stored and never sent`);
  }
};

/** Lives under load, each ended by SIGKILL; then one that lets everything settle. */
const runLives = async (t: TestContext, packsOften: boolean): Promise<ServerProcess> => {
  const data = await temporaryFolder(t);
  const startMs = Math.floor((Date.now() - 6 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const senders = Array.from({ length: SENDERS }, (_, i) => new Sender(String(13_800_000_101 + i), startMs));
  let server = await ServerProcess.start(t, data, { packsOften });
  const { admin } = server;
  await register(
    server,
    senders.map(({ id }) => id),
  );
  for (let life = 0; life < KILLS; life += 1) {
    const before = total(senders);
    const { jt808 } = server.ports;
    await Promise.all(senders.map((sender) => sender.connect(jt808)));
    await until('enough acknowledgements', () => total(senders) - before >= ACKNOWLEDGED_PER_LIFE);
    await server.kill();
    server = await ServerProcess.start(t, data, { admin, packsOften });
    await assertNothingLost(server, senders, startMs);
  }
  assert.ok(
    senders.some(({ settled }) => !settled),
    'the kills met reports on their way',
  );
  const last = server;
  await Promise.all(senders.map((sender) => sender.connect(last.ports.jt808)));
  for (const sender of senders) sender.stop();
  await until('everything is answered', () => senders.every(({ settled }) => settled));
  await assertNothingLost(last, senders, startMs);
  assert.deepEqual(last.errors(), []);
  return last;
};

test('kill -9 under load, four times: nothing acknowledged is missing, nothing is stored twice', async (t) => {
  await runLives(t, false);
});

test('kill -9 in the middle of packing repeats only work', async (t) => {
  const last = await runLives(t, true);
  await until('tracks are packed', async () => (await last.metric('positions_packed')) > 0);
  assert.deepEqual(last.errors(), []);
});

test('with a full disk nothing is acknowledged and the server lives; with space again the repeats are stored once', async (t) => {
  const data = await temporaryFolder(t);
  const disk = prepareDisk(t, data);
  const server = await ServerProcess.start(t, data);
  const pid = server.child.pid ?? 0;
  const id = '13800000101';
  await register(server, [id]);
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
