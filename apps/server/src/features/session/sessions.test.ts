// Sessions over memory and disk: those in use are in memory, any other is read by its token, none that ended comes back; and what holds
// while the disk takes nothing.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { userFeature } from '../user/index.ts';
import { newSecret } from './secrets.ts';
import { createSessions } from './sessions.ts';
import { type StoredSession, createSessionStore } from './store.ts';

const HERE = '192.0.2.1';
/** Ends between two sweeps. */
const LIFETIME_MS = 3_601_000;
const keeper = { keep: (hash: string) => Promise.resolve(hash), check: () => Promise.resolve(true) };

/** A store that counts what is looked for, waits where it is told to, and takes nothing while the disk is full. */
const opened = async (t: TestContext) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => database.close());
  const { db } = database;
  const clock = createManualClock();
  const users = await userFeature({ db, bus: createLocalBus(silentLog), clock, keeper });
  const account = { passwordHash: '', level: 0, rights: null, expiresMs: null, groupIds: [] };
  const ann = await users.add({ ...account, name: 'ann' });
  const bob = await users.add({ ...account, name: 'bob' });
  const disk = { full: false, reads: 0, busy: Promise.resolve(), ofUser: Promise.resolve() };
  const real = createSessionStore(db);
  const unlessFull = async (write: () => Promise<void>): Promise<void> => {
    if (disk.full) throw new AppError('disk_full', 'full');
    await write();
  };
  const store: typeof real = {
    ...real,
    async findByToken(hash): Promise<StoredSession | undefined> {
      disk.reads += 1;
      const found = await real.findByToken(hash);
      await disk.busy;
      return found;
    },
    async readOfUser(userId): Promise<StoredSession[]> {
      await disk.ofUser;
      return real.readOfUser(userId);
    },
    insert: (session) => unlessFull(() => real.insert(session)),
    extend: (...asked) => unlessFull(() => real.extend(...asked)),
    remove: (ids) => unlessFull(() => real.remove(ids)),
    removeExpired: (byMs) => unlessFull(() => real.removeExpired(byMs)),
    removeLinks: (which) => unlessFull(() => real.removeLinks(which)),
  };
  const start = async (maxInMemory = 100) => {
    const kit = { store, clock, log: silentLog, lifetimeMs: LIFETIME_MS, maxInMemory };
    const sessions = await createSessions(kit);
    t.after(() => sessions.close());
    return sessions;
  };
  return { clock, disk, start, real, ann: ann.id, bob: bob.id };
};

test('a session of before the start is read when its token comes, once, and is as it was', async (t) => {
  const { clock, disk, start, ann } = await opened(t);
  const first = await start();
  const session = await first.create(ann, HERE);
  const sessions = await start();
  assert.deepEqual([sessions.metrics()['sessions'], disk.reads, sessions.isLive(session.id)], [0, 0, false]);
  const [found, again] = await Promise.all([sessions.find(session.token), sessions.find(session.token)]);
  assert.deepEqual([found?.id, found?.userId, found?.expiresMs], [session.id, ann, session.expiresMs]);
  assert.deepEqual([again?.id, sessions.isLive(session.id)], [session.id, true]);
  await sessions.find(session.token);
  assert.equal(disk.reads, 1);
  const other = await start();
  await clock.advanceAsync(LIFETIME_MS - 1000);
  clock.advance(1000);
  assert.deepEqual([await sessions.find(session.token), sessions.isLive(session.id)], [undefined, false]);
  assert.equal(await other.find(session.token), undefined, 'nor is it read once it is over');
});

test('a token that opens nothing is read once in five minutes, one that cannot be a token never, few at a time', async (t) => {
  const { clock, disk, start } = await opened(t);
  const sessions = await start();
  const token = newSecret();
  for (const each of [token, token, '', 'x'.repeat(42), "' or 1=1"]) assert.equal(await sessions.find(each), undefined);
  assert.equal(disk.reads, 1);
  clock.advance(5 * 60_000);
  await sessions.find(token);
  assert.equal(disk.reads, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.busy = promise;
  const many = Array.from({ length: 64 }, () => sessions.find(newSecret()));
  await assert.rejects(sessions.find(newSecret()), { code: 'limit_reached' });
  resolve();
  await Promise.all(many);
  assert.equal(await sessions.find(newSecret()), undefined);
  assert.equal(sessions.metrics()['session_reads_refused_total'], 1);
});

test('the longest unused sessions leave memory and come back by their token; one in use stays', async (t) => {
  const { disk, start, ann, bob } = await opened(t);
  const sessions = await start(2);
  const [a, b] = [await sessions.create(ann, HERE), await sessions.create(bob, HERE)];
  assert.equal(sessions.isLive(a.id), true);
  const c = await sessions.create(bob, HERE);
  assert.deepEqual(
    [a, b, c].map(({ id }) => sessions.isLive(id)),
    [true, false, true],
  );
  assert.equal((await sessions.find(b.token))?.id, b.id);
  assert.deepEqual([disk.reads, sessions.metrics()['sessions']], [1, 2]);
  disk.full = true;
  const unstored = await sessions.create(ann, HERE);
  for (const { token } of [a, b, c]) await sessions.find(token);
  assert.equal(sessions.isLive(unstored.id), true, 'has no row to come back from');
});

test('what ends, ends on disk too: sessions of an account that are not in memory, also while they are being read', async (t) => {
  const { disk, start, ann, bob } = await opened(t);
  const before = await start();
  const [old, older, kept, other] = [
    await before.create(ann, HERE),
    await before.create(ann, HERE),
    await before.create(ann, HERE),
    await before.create(bob, HERE),
  ];
  const sessions = await start();
  await sessions.find(kept.token);
  const here = await sessions.create(ann, HERE);
  const [row, ofUser] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(disk, { busy: row.promise, ofUser: ofUser.promise });
  const readBefore = sessions.find(old.token);
  await nextTurn();
  const ending = sessions.endAll(ann, kept.id);
  assert.equal(sessions.isLive(here.id), false, 'what is in memory ends at once');
  const opening = sessions.create(ann, HERE);
  row.resolve();
  const readMeanwhile = sessions.find(older.token);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  ofUser.resolve();
  await ending;
  assert.deepEqual([await readBefore, await readMeanwhile], [undefined, undefined]);
  const fresh = await opening;
  const ids = async () =>
    Promise.all([old, kept, other, fresh].map(async ({ token }) => (await sessions.find(token)) !== undefined));
  assert.deepEqual(await ids(), [false, true, true, true]);
  await sessions.end(other.id);
  assert.deepEqual(await ids(), [false, true, false, true]);
  const restarted = await start();
  const left = await Promise.all([old, kept, other, fresh].map(({ token }) => restarted.find(token)));
  assert.deepEqual(
    left.map((each) => each?.id),
    [undefined, kept.id, undefined, fresh.id],
  );
});

test('an account has so many sessions, those on disk among them; the oldest go', async (t) => {
  const { clock, start, real, ann } = await opened(t);
  const before = await start(10);
  for (let i = 0; i < 200; i += 1) {
    clock.advance(1);
    await before.create(ann, HERE);
  }
  const [oldest, next] = await real.readOfUser(ann);
  const sessions = await start(10);
  clock.advance(1);
  await sessions.create(ann, HERE);
  const left = await real.readOfUser(ann);
  assert.deepEqual([left.length, left[0]?.id, oldest?.id === left[0]?.id], [200, next?.id, false]);
});

test('while nothing can be written people sign in and out, and the rows follow when it can be', async (t) => {
  const { clock, disk, start, ann } = await opened(t);
  const sessions = await start();
  const before = await sessions.create(ann, HERE);
  disk.full = true;
  const meanwhile = await sessions.create(ann, HERE);
  const left = await sessions.create(ann, HERE);
  assert.equal((await sessions.find(meanwhile.token))?.userId, ann);
  await sessions.extend(meanwhile.id);
  await sessions.end(before.id);
  await sessions.end(left.id);
  assert.equal(sessions.isLive(before.id), false);
  assert.equal(await sessions.find(before.token), undefined, 'though its row is there yet');
  clock.advance(15_000);
  await nextTurn();
  disk.full = false;
  clock.advance(15_000);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  const restarted = await start();
  const found = await Promise.all([before, meanwhile, left].map(({ token }) => restarted.find(token)));
  assert.deepEqual(
    found.map((each) => each?.id),
    [undefined, meanwhile.id, undefined],
  );
});

test('a start with a full disk is a start', async (t) => {
  const database = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => database.close());
  const { db } = database;
  const real = createSessionStore(db);
  const full = (): Promise<void> => Promise.reject(new AppError('disk_full', 'full'));
  const store = { ...real, insert: full, extend: full, remove: full, removeExpired: full, removeLinks: full };
  const sessions = await createSessions({ store, clock: createManualClock(), log: silentLog, lifetimeMs: 1000 });
  sessions.close();
});
