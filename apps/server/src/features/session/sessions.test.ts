// Sessions while the disk takes nothing: they hold in memory, and their rows follow.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { userFeature } from '../user/index.ts';
import { createSessions } from './sessions.ts';
import { createSessionStore } from './store.ts';

const HERE = '192.0.2.1';
const keeper = { keep: (hash: string) => Promise.resolve(hash), check: () => Promise.resolve(true) };

test('while nothing can be written people sign in and out, and the rows follow when it can be', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const { db } = opened;
  const clock = createManualClock();
  const users = await userFeature({ db, bus: createLocalBus(silentLog), clock, keeper });
  const ann = { name: 'ann', passwordHash: '', level: 0, rights: null, expiresMs: null, groupIds: [] };
  const { id } = await users.add(ann);
  const disk = { full: false };
  const real = createSessionStore(db);
  const unlessFull = async (write: () => Promise<void>): Promise<void> => {
    if (disk.full) throw new AppError('disk_full', 'full');
    await write();
  };
  const store: typeof real = {
    ...real,
    insert: (session) => unlessFull(() => real.insert(session)),
    extend: (...asked) => unlessFull(() => real.extend(...asked)),
    remove: (ids) => unlessFull(() => real.remove(ids)),
    removeLinks: (which) => unlessFull(() => real.removeLinks(which)),
  };
  const kit = { store, clock, log: silentLog, lifetimeMs: 3_600_000 };
  const sessions = await createSessions(kit);
  t.after(() => sessions.close());

  const before = await sessions.create(id, HERE);
  disk.full = true;
  const meanwhile = await sessions.create(id, HERE);
  const left = await sessions.create(id, HERE);
  assert.equal(sessions.find(meanwhile.token)?.userId, id);
  await sessions.extend(meanwhile.id);
  await sessions.end(before.id);
  await sessions.end(left.id);
  assert.equal(sessions.isLive(before.id), false);
  clock.advance(15_000);
  await nextTurn();
  disk.full = false;
  clock.advance(15_000);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  const restarted = await createSessions(kit);
  t.after(() => restarted.close());
  assert.deepEqual(
    [before, meanwhile, left].map((each) => restarted.isLive(each.id)),
    [false, true, false],
  );
  assert.equal(restarted.count(), 1);
});

test('a start with a full disk knows the sessions of before', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const real = createSessionStore(opened.db);
  const full = (): Promise<void> => Promise.reject(new AppError('disk_full', 'full'));
  const store = { ...real, insert: full, extend: full, remove: full, removeLinks: full };
  const sessions = await createSessions({ store, clock: createManualClock(), log: silentLog, lifetimeMs: 1000 });
  sessions.close();
});
