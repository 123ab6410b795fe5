// Events of links: what is stored of them, through a restart and a disk that takes nothing for a while.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { createTestLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { LinkEvents } from './link-events.ts';
import { createEventStore, type EventStore } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

const openDb = (t: TestContext): Database => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  return opened.db;
};

const open = (t: TestContext, store: EventStore) => {
  const log = createTestLog();
  const clock = createManualClock();
  const links = new LinkEvents({
    bus: createLocalBus(log),
    clock,
    log,
    store,
    device: (key) => ({
      id: `device ${key}`,
      registered: key < 90,
      utcOffsetMinutes: 0,
      placeZone: null,
      videoLossIntervalS: 0,
    }),
  });
  t.after(() => links.close());
  return { links, clock, log };
};

const settled = async (): Promise<void> => {
  for (let i = 0; i < 200; i += 1) await nextTurn();
};

const storedEvents = async (db: Database): Promise<string[]> => {
  type Row = { serialno: number; device_key: number; code: number; note: string };
  const rows = await db.$extendTables<{ events: Row }>().selectFrom('events').selectAll().orderBy('serialno').execute();
  return rows.map(({ device_key, code, note }) => `${device_key} ${code} ${note}`);
};

test('a device comes, goes and comes from elsewhere; one that is not registered leaves nothing', async (t) => {
  const db = openDb(t);
  const { links } = open(t, createEventStore(db));
  await links.start([]);
  links.online(1, '10.0.0.1', 1);
  links.online(99, '10.0.0.9', 1);
  links.offline(1, 'silent', 2);
  links.online(1, '10.0.0.1', 3);
  links.online(1, '10.0.0.2', 4);
  await settled();
  assert.deepEqual(await storedEvents(db), [
    '1 0 10.0.0.1',
    '1 3 silent',
    '1 0 10.0.0.1',
    '1 0 10.0.0.2',
    '1 1 10.0.0.2',
  ]);
});

test('devices that were on line when the server was killed are off line at the next start, before they come again', async (t) => {
  const db = openDb(t);
  const first = open(t, createEventStore(db));
  await first.links.start([]);
  first.links.online(1, '10.0.0.1', 1);
  first.links.online(2, '10.0.0.2', 1);
  first.links.online(3, '10.0.0.3', 1);
  first.links.offline(3, 'silent', 2);
  await settled();
  await first.links.close();
  const before = (await storedEvents(db)).length;
  const second = open(t, createEventStore(db));
  second.links.online(2, '10.0.0.8', 3);
  await second.links.start([{ deviceKey: 1, address: '10.0.0.1', atMs: 3 }]);
  await settled();
  assert.deepEqual((await storedEvents(db)).slice(before), [
    '1 3 server restarted',
    '2 3 server restarted',
    '1 0 10.0.0.1',
    '2 0 10.0.0.8',
    '2 1 10.0.0.8',
  ]);
});

test('while nothing can be stored changes wait, and are stored once when it can', async (t) => {
  const db = openDb(t);
  const store = createEventStore(db);
  let full = true;
  const { links, clock, log } = open(t, {
    ...store,
    transaction: (action) => (full ? Promise.reject(new Error('disk full')) : store.transaction(action)),
  });
  await links.start([]);
  const devices = Array.from({ length: 80 }, (_, i) => i + 1);
  for (const key of devices) links.online(key, '10.0.0.1', 1);
  await settled();
  clock.advance(20_000);
  await settled();
  assert.deepEqual(await storedEvents(db), []);
  assert.equal(log.lines.length, 1, 'said once');
  full = false;
  clock.advance(5000);
  await settled();
  assert.deepEqual(
    await storedEvents(db),
    devices.map((key) => `${key} 0 10.0.0.1`),
  );
  assert.equal(links.dropped, 0);
});
