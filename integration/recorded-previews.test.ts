// Pictures for the pointer on a timeline: the key picture nearest to a second, byte for byte as the recorder sent it, and nothing where
// there is none, for nobody who may not see it, and not more than the server has time for.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { rights } from '@outrider/contract';
import { inspectVideoFrame, readStamp } from '@outrider/media';
import { loadClips, loadH265Clips } from '../apps/simulator/src/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { type Footage, putFootage } from '../e2e/support/recorded.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, httpCall, type Json } from './support/operator.ts';
import { numberOf, Recorder } from './support/recorder.ts';
import { type Account, type Server, startDrivenServer, startServer } from './support/server.ts';
import { until } from './support/until.ts';

const ID = 'TRK-1';
const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** A whole second some days ago. */
const START = Math.floor(Date.now() / SECOND) * SECOND - 3 * DAY;

type Asked = { deviceid?: string; channel?: number; atMs?: number; account?: Account | undefined };

const ask = (server: Pick<Server, 'ports' | 'admin'>, asked: Asked = {}) => {
  const { deviceid = ID, channel = 1, atMs = START } = asked;
  const account = 'account' in asked ? asked.account : server.admin;
  const input = { deviceid, channel, at: Math.floor(atMs / SECOND) };
  return httpCall(server.ports.http, 'POST', '/gkdevice/recordedpreview', { account, input });
};

type Picture = { timeMs: number; codec: string; body: Buffer };
const pictureIn = (body: unknown): Picture | null => {
  const { picture } = asJson(body);
  if (picture === null) return null;
  const { timeMs, codec, data } = asJson(picture);
  return { timeMs: Number(timeMs), codec: String(codec), body: Buffer.from(String(data), 'base64') };
};
/** The picture of that second; one question after the other, as a pointer does. */
const near = async (server: Pick<Server, 'ports' | 'admin'>, asked: Asked): Promise<Picture | null> => {
  const { status, body } = await ask(server, asked);
  assert.equal(status, 200, JSON.stringify(body).slice(0, 200));
  return pictureIn(body);
};

const recorded = async (t: TestContext, ...footage: (Partial<Footage> & { startMs: number; endMs: number })[]) => {
  const server = await startServer(t, { recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 4 });
  for (const each of footage) await putFootage(server.app, server.data, { deviceId: ID, channels: [1], ...each });
  return { server };
};

const addAccount = async (server: Server, name: string, granted: readonly string[], groupIds: number[], days = 0) => {
  const passwordHash = toPasswordHash('Sesame-1');
  const own = new Set(rights.filter((right) => granted.includes(right)));
  const { id } = await server.app.users.add({
    name,
    passwordHash,
    level: 3,
    rights: own,
    expiresMs: null,
    groupIds,
  });
  if (days > 0) await server.app.users.change(id, { retentionDays: days });
  return { user: name, hash: passwordHash } satisfies Account;
};

test('the nearest key picture with its parameter sets, in H.264 and in H.265, from every channel of its own', async (t) => {
  const span = { startMs: START, endMs: START + 60 * SECOND };
  const { server } = await recorded(
    t,
    { ...span, channels: [1, 2] },
    { ...span, channels: [3], stream: 'main', clips: loadH265Clips(loadClips()) },
  );
  for (const channel of [1, 2]) {
    const found = await near(server, { channel, atMs: START + 17 * SECOND });
    assert.ok(found !== null);
    assert.deepEqual([found.timeMs, found.codec], [START + 17 * SECOND, 'h264']);
    const stamp = readStamp(found.body, 'h264');
    assert.deepEqual([stamp?.channel, stamp?.captureMs, stamp?.deviceId], [channel, found.timeMs, ID]);
    const info = inspectVideoFrame(found.body, 'h264');
    assert.ok(info?.key === true && info.parameterSets !== undefined && info.hasPicture);
  }
  const h265 = await near(server, { channel: 3, atMs: START + 30 * SECOND });
  assert.ok(h265 !== null);
  assert.equal(h265.codec, 'h265');
  assert.ok(Math.abs(h265.timeMs - START - 30 * SECOND) <= 2 * SECOND);
  const info = inspectVideoFrame(h265.body, 'h265');
  assert.ok(info?.key === true && info.parameterSets !== undefined && info.hasPicture);
});

test('what lies far from any picture, has sound only, or is no channel, has none; a gap shows what is near on its other side', async (t) => {
  const { server } = await recorded(
    t,
    { startMs: START, endMs: START + 20 * SECOND },
    { startMs: START + 60 * SECOND, endMs: START + 80 * SECOND },
    { startMs: START, endMs: START + 20 * SECOND, channels: [2], pictures: false },
  );
  const timeAt = async (seconds: number, channel = 1): Promise<number | undefined> => {
    const found = await near(server, { channel, atMs: START + seconds * SECOND });
    return found === null ? undefined : (found.timeMs - START) / SECOND;
  };
  assert.equal(await timeAt(-40), undefined, 'long before');
  assert.equal(await timeAt(-4), 0, 'just before');
  assert.equal(await timeAt(40), undefined, 'in the middle of the gap');
  assert.equal(await timeAt(55), 60, 'shortly before it goes on');
  assert.equal(await timeAt(200), undefined, 'long after');
  assert.equal(await timeAt(10, 2), undefined, 'sound only');
  assert.equal(await timeAt(10, 3), undefined, 'nothing of this channel');
});

test('what a recorder sends now is there a moment later, while it is still being written', async (t) => {
  const id = '13800000101';
  const server = await startDrivenServer(t, { recordByDefault: 'full', recordReserve: 0 });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: id, C: 1 });
  const recorder = await Recorder.online(server.ports);
  afterwards(t, () => recorder.close());
  const between = (): void => server.clock.advance(4);
  await until('the device dials in', () => recorder.cameras.length > 0, { between });
  for (let number = 1; number <= 100; number += 1) recorder.camera.send(number, { key: number % 25 === 1 });
  const numberAt = async (): Promise<number> => {
    const found = await near(server, { deviceid: id, atMs: server.clock.now() });
    return found === null ? 0 : numberOf(found.body);
  };
  await until('the newest key picture', async () => (await numberAt()) === 76, {
    between: () => server.clock.advance(100),
  });
});

test('only who may play, sees the device, and looks back so far', async (t) => {
  const { server } = await recorded(t, { startMs: START, endMs: START + 20 * SECOND });
  const may = await addAccount(server, 'may', ['P_lopb'], [1]);
  const without = await addAccount(server, 'without', ['P_repb'], [1]);
  const outside = await addAccount(server, 'outside', ['P_lopb'], []);
  const at = { atMs: START + 10 * SECOND };
  assert.notEqual(await near(server, { ...at, account: may }), null);
  const statusOf = async (account: Account | undefined, more: Asked = {}): Promise<number> =>
    (await ask(server, { ...at, ...more, account })).status;
  assert.deepEqual(
    [
      await statusOf(undefined),
      await statusOf(without),
      await statusOf(outside),
      await statusOf(may, { deviceid: 'NO' }),
    ],
    [401, 403, 404, 404],
  );
  const bounded = await addAccount(server, 'bounded', ['P_lopb'], [1], 1);
  assert.equal(await statusOf(bounded), 403, 'from before what it may look at');
});

test('twelve a second and no more: who asks in a rush is told so, and others are not held up', async (t) => {
  const { server } = await recorded(t, { startMs: START, endMs: START + 20 * SECOND });
  const other = await addAccount(server, 'other', ['P_lopb'], [1]);
  const beganMs = performance.now();
  const rush = await Promise.all(Array.from({ length: 60 }, () => ask(server, { atMs: START + 10 * SECOND })));
  const statuses = rush.map(({ status }) => status);
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join(' '));
  const seconds = Math.ceil((performance.now() - beganMs) / SECOND);
  assert.ok(statuses.filter((status) => status === 200).length <= 12 * (seconds + 1), statuses.join(' '));
  const refused: Json[] = rush.filter(({ status }) => status === 429).map(({ body }) => asJson(body));
  assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['limit_reached']));
  assert.notEqual(await near(server, { atMs: START + 10 * SECOND, account: other }), null);
  await until('the rush is over', async () => (await ask(server, { atMs: START })).status === 200);
});
