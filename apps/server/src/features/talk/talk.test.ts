// The talk log: news of talks become entries, seen by those who may see the device; a stopped server leaves nothing open.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createTestAccess, testCaller } from '../../kernel/access/test-access.ts';
import type { Topics } from '../../kernel/topics.ts';
import { talkFeature } from './index.ts';

type News = Topics['talk.changed'];
const ALWAYS = { fromMs: 0, toMs: 1e15 };
const admin = testCaller();
const north = testCaller({ userId: 2, userName: 'north', level: 1 });

const setUp = async (t: TestContext) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const { db } = opened;
  t.after(() => opened.close());
  const log = createTestLog();
  const bus = createLocalBus(log);
  // Only even devices are of the north.
  const access = createTestAccess({}, (caller, deviceKey) => caller.level === 0 || deviceKey % 2 === 0);
  const start = () =>
    talkFeature({
      db,
      bus,
      clock: createManualClock(),
      log,
      access,
      days: 0,
      keyOf: (id) => Number(id.slice(1)),
      sound: { keep: false, folder: '/nowhere' },
      settings: { follow: () => () => undefined },
    });
  return { db, bus, log, start, talks: await start() };
};

const news = (changes: Partial<News> = {}): News => ({
  talkId: 'T1',
  userId: 1,
  userName: 'admin',
  address: '192.0.2.7',
  mode: 'talk',
  deviceKey: 1,
  deviceId: 'D1',
  state: 'connecting',
  message: '',
  startedMs: 1000,
  connectedMs: null,
  endedMs: null,
  spokenMs: 0,
  ...changes,
});

test('a talk is one entry that follows its states', async (t) => {
  const { bus, talks } = await setUp(t);
  const results = async () => (await talks.list(admin, ALWAYS, 10)).map(({ result }) => result);
  bus.publish('talk.changed', news());
  assert.deepEqual(await results(), ['open']);
  bus.publish('talk.changed', news({ state: 'playing', connectedMs: 1200 }));
  assert.deepEqual(await results(), ['open']);
  const end = news({ state: 'ended', connectedMs: 1200, endedMs: 9000, spokenMs: 4000.4 });
  bus.publish('talk.changed', end);
  bus.publish('talk.changed', end);
  const [entry, ...others] = await talks.list(admin, ALWAYS, 10);
  const { state: _state, ...rest } = end;
  assert.deepEqual({ ...entry }, { ...rest, id: 1, result: 'talked', spokenMs: 4000 });
  assert.equal(others.length, 0);
});

test('what came to nothing says why', async (t) => {
  const { bus, talks } = await setUp(t);
  for (const [i, state] of ['offline', 'refused', 'timeout', 'busy', 'limit', 'ended'].entries())
    bus.publish('talk.changed', news({ deviceKey: i, state, message: `is ${state}`, endedMs: 2000 }));
  const found = await talks.list(admin, ALWAYS, 10);
  assert.deepEqual(
    found.map(({ result, message }) => `${result}: ${message}`).toReversed(),
    ['offline', 'refused', 'timeout', 'busy', 'limit', 'ended'].map((state) => `${state}: is ${state}`),
  );
});

test('nobody sees talks with devices of other groups; pages stay full and nothing is left out or doubled', async (t) => {
  const { bus, talks } = await setUp(t);
  for (let i = 0; i < 1300; i += 1)
    bus.publish(
      'talk.changed',
      news({ talkId: `T${i}`, deviceKey: i, deviceId: `D${i}`, startedMs: 1000 + i, endedMs: 3000 }),
    );
  assert.equal((await talks.list(admin, ALWAYS, 2000)).length, 1300);
  const seen: string[] = [];
  for (let beforeId: number | undefined; ;) {
    const page = await talks.list(north, { ...ALWAYS, ...(beforeId !== undefined && { beforeId }) }, 300);
    seen.push(...page.map(({ deviceId }) => deviceId));
    beforeId = page.at(-1)?.id;
    if (page.length < 300) break;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 650 }, (_, i) => `D${1298 - 2 * i}`),
  );
});

test('found by time, device and user', async (t) => {
  const { bus, talks } = await setUp(t);
  bus.publish('talk.changed', news({ talkId: 'a', startedMs: 1000 }));
  bus.publish('talk.changed', news({ talkId: 'b', startedMs: 2000, deviceKey: 2 }));
  bus.publish('talk.changed', news({ talkId: 'c', startedMs: 3000, userName: 'bob' }));
  const ids = async (query: object) =>
    (await talks.list(admin, { ...ALWAYS, ...query }, 10)).map(({ talkId }) => talkId);
  assert.deepEqual(await ids({}), ['c', 'b', 'a']);
  assert.deepEqual(await ids({ fromMs: 1000, toMs: 3000 }), ['b', 'a']);
  assert.deepEqual(await ids({ deviceKey: 1 }), ['c', 'a']);
  assert.deepEqual(await ids({ userName: 'bob' }), ['c']);
});

test('what a stopped server left open is interrupted', async (t) => {
  const { bus, talks, start } = await setUp(t);
  bus.publish('talk.changed', news());
  await talks.close();
  bus.publish('talk.changed', news({ talkId: 'T2' }));
  const again = await start();
  assert.deepEqual(
    (await again.list(admin, ALWAYS, 10)).map(({ talkId, result }) => [talkId, result]),
    [['T1', 'interrupted']],
  );
});

test('a database that cannot be written is told; what it missed is stored with the next news', async (t) => {
  const { db, bus, log, talks } = await setUp(t);
  await db.schema.alterTable('talk_log').renameTo('away').execute();
  bus.publish('talk.changed', news());
  await assert.rejects(talks.list(admin, ALWAYS, 10));
  assert.deepEqual(
    log.lines.map(({ level, text }) => [level, text]),
    [['error', 'talks not logged']],
  );
  await db.schema.alterTable('away').renameTo('talk_log').execute();
  bus.publish('talk.changed', news({ talkId: 'T2' }));
  assert.deepEqual(
    (await talks.list(admin, ALWAYS, 10)).map(({ talkId }) => talkId),
    ['T2', 'T1'],
  );
});
