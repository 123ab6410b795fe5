// Sessions over memory and disk, on both databases: those in use are in memory, any other is read by its token, none that ended comes
// back; what another process opens, ends and extends; and what holds while the disk takes nothing.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addUser, eachStore } from '../../adapters/test-stores.ts';
import { AppError } from '../../kernel/errors.ts';
import { createTestLog, silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { newSecret } from './secrets.ts';
import { createSessions } from './sessions.ts';
import { type StoredSession, createSessionStore } from './store.ts';

const HERE = '192.0.2.1';
/** Ends between two sweeps. */
const LIFETIME_MS = 3_601_000;
/** What another process did is known here after so long. */
const RECHECK_MS = 10_000;

/** A store that counts what is looked for, waits where it is told to, and takes nothing while the disk is full. */
const opened = async (t: TestContext, { db }: { db: Database }) => {
  const clock = createManualClock();
  const [ann, bob] = [await addUser(db, 'ann'), await addUser(db, 'bob')];
  const disk = {
    full: false,
    lost: false,
    reads: 0,
    read: 0,
    written: 0,
    compared: 0,
    busy: Promise.resolve(),
    ofUser: Promise.resolve(),
  };
  const real = createSessionStore(db);
  const unlessFull = async (write: () => Promise<void>): Promise<void> => {
    if (disk.full) throw new AppError('disk_full', 'full');
    await write();
    disk.written += 1;
  };
  const store: typeof real = {
    ...real,
    async findByToken(hash): Promise<StoredSession | undefined> {
      disk.reads += 1;
      const found = await real.findByToken(hash);
      await disk.busy;
      disk.read += 1;
      return found;
    },
    async readOfUser(userId): Promise<StoredSession[]> {
      await disk.ofUser;
      return real.readOfUser(userId);
    },
    async readEnds(ids): Promise<Map<string, number>> {
      disk.compared += 1;
      if (disk.lost) throw new Error('the database does not answer');
      const ends = await real.readEnds(ids);
      await disk.busy;
      return ends;
    },
    insert: (session) => unlessFull(() => real.insert(session)),
    extend: (...asked) => unlessFull(() => real.extend(...asked)),
    remove: (ids) => unlessFull(() => real.remove(ids)),
    removeExpired: (byMs) => unlessFull(() => real.removeExpired(byMs)),
    removeExpiredLinks: (byMs) => unlessFull(() => real.removeExpiredLinks(byMs)),
  };
  const start = async (maxInMemory = 100, log = silentLog) => {
    const kit = { store, clock, log, lifetimeMs: LIFETIME_MS, maxInMemory };
    const sessions = await createSessions(kit);
    t.after(() => sessions.close());
    return sessions;
  };
  return { clock, disk, start, real, ann, bob };
};

eachStore('a session of before the start is read when its token comes, once, and is as it was', async (t, database) => {
  const { clock, disk, start, ann } = await opened(t, database);
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

eachStore(
  'a token that opens nothing is read once in five minutes, one that cannot be a token never, few at a time',
  async (t, database) => {
    const { clock, disk, start } = await opened(t, database);
    const sessions = await start();
    const token = newSecret();
    for (const each of [token, token, '', 'x'.repeat(42), "' or 1=1"])
      assert.equal(await sessions.find(each), undefined);
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
  },
);

eachStore(
  'the longest unused sessions leave memory and come back by their token; one in use stays',
  async (t, database) => {
    const { disk, start, ann, bob } = await opened(t, database);
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
  },
);

eachStore(
  'what ends, ends on disk too: sessions of an account that are not in memory, also while they are being read',
  async (t, database) => {
    const { disk, start, ann, bob } = await opened(t, database);
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
    await turnsUntil('both rows were read', () => disk.read === 3);
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
  },
);

eachStore('an account has so many sessions, those on disk among them; the oldest go', async (t, database) => {
  const { clock, start, real, ann } = await opened(t, database);
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

eachStore(
  'while nothing can be written people sign in and out, and the rows follow when it can be',
  async (t, database) => {
    const { clock, disk, start, ann } = await opened(t, database);
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
    const { written } = disk;
    clock.advance(15_000);
    await turnsUntil('the rows follow', () => disk.written === written + 2);
    const restarted = await start();
    const found = await Promise.all([before, meanwhile, left].map(({ token }) => restarted.find(token)));
    assert.deepEqual(
      found.map((each) => each?.id),
      [undefined, meanwhile.id, undefined],
    );
  },
);

eachStore('a start with a full disk is a start', async (t, database) => {
  const { disk, start, ann } = await opened(t, database);
  disk.full = true;
  const sessions = await start();
  const session = await sessions.create(ann, HERE);
  assert.equal(sessions.isLive(session.id), true);
});

eachStore(
  'what another process opens is found here, what it ends and extends holds here ten seconds later',
  async (t, database) => {
    const { clock, start, ann } = await opened(t, database);
    const [here, there] = [await start(), await start()];
    const [ended, extended] = [await there.create(ann, HERE), await there.create(ann, HERE)];
    const own = await here.create(ann, HERE);
    for (const { id, token } of [ended, extended, own]) assert.equal((await here.find(token))?.id, id);
    clock.advance(1000);
    await there.end(ended.id);
    await there.extend(extended.id);
    await there.endAll(ann, extended.id);
    assert.equal(here.isLive(ended.id), true, 'in use, and not compared yet');
    clock.advance(RECHECK_MS - 1000);
    await turnsUntil('those in use are compared with their rows', () => !here.isLive(ended.id) && !here.isLive(own.id));
    assert.equal((await here.find(extended.token))?.expiresMs, extended.expiresMs + 1000);
    assert.deepEqual([await here.find(ended.token), await here.find(own.token)], [undefined, undefined]);
  },
);

eachStore(
  'a session that nobody used for a while is read again before it is let in, once for all who ask',
  async (t, database) => {
    const { clock, disk, start, ann } = await opened(t, database);
    const [here, there] = [await start(), await start()];
    const [ended, kept] = [await here.create(ann, HERE), await here.create(ann, HERE)];
    await here.find(kept.token);
    assert.equal(disk.compared, 0, 'its row was written just now');
    await there.end(ended.id);
    clock.advance(RECHECK_MS);
    await turnsUntil('the one in use is compared', () => disk.compared === 1);
    clock.advance(RECHECK_MS);
    assert.equal(disk.compared, 1, 'nobody used it since');
    const many = await Promise.all([ended, ended, ended, kept, kept].map(({ token }) => here.find(token)));
    assert.deepEqual(
      many.map((each) => each?.id),
      [undefined, undefined, undefined, kept.id, kept.id],
    );
    assert.equal(disk.compared, 3);
  },
);

eachStore(
  'what changed here while rows were being compared is left alone; without an answer what is in memory holds',
  async (t, database) => {
    const { clock, disk, start, ann } = await opened(t, database);
    const log = createTestLog();
    const [here, there] = [await start(100, log), await start()];
    const session = await here.create(ann, HERE);
    clock.advance(1000);
    await there.find(session.token);
    await there.extend(session.id); // over which the time given here counts
    const { promise, resolve } = Promise.withResolvers<void>();
    disk.busy = promise;
    clock.advance(RECHECK_MS - 1000);
    const asked = here.find(session.token);
    await turnsUntil('its row is being read', () => disk.compared === 1);
    await here.extend(session.id);
    resolve();
    const extendedMs = session.expiresMs + RECHECK_MS;
    assert.equal((await asked)?.expiresMs, extendedMs);
    await there.end(session.id);
    disk.lost = true;
    clock.advance(RECHECK_MS);
    assert.equal((await here.find(session.token))?.id, session.id);
    assert.ok(log.lines.some(({ text }) => text === 'sessions not compared with their rows'));
    disk.lost = false;
    assert.equal(await here.find(session.token), undefined);
  },
);
