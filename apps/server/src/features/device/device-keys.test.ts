// Keys that are never given twice, over restarts and over several servers, and what follows for devices that were dropped.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { createTestLog, silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DeviceKeys } from './device-keys.ts';
import { DroppedDevices } from './dropped-devices.ts';
import { createDeviceStore, type DeviceStore } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const synced = (): Promise<void> => Promise.resolve();
const nextTurns = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await nextTurn();
};

const openStore = (t: TestContext): DeviceStore => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  return createDeviceStore(opened.db);
};

const takeAll = async (keys: DeviceKeys, count: number): Promise<number[]> => {
  const taken: number[] = [];
  while (taken.length < count) {
    await keys.ready();
    const key = keys.take();
    assert.ok(key !== undefined);
    taken.push(key);
  }
  return taken;
};

test('no key is given twice: not by two servers over one store, and not after a start', async (t) => {
  const store = openStore(t);
  const [one, two] = [
    new DeviceKeys({ store, log: silentLog, synced }),
    new DeviceKeys({ store, log: silentLog, synced }),
  ];
  const [first, second] = await Promise.all([takeAll(one, 1500), takeAll(two, 1500)]);
  const later = await takeAll(new DeviceKeys({ store, log: silentLog, synced }), 10);
  assert.deepEqual(first.slice(0, 3), [1, 2, 3]);
  const all = [...first, ...second, ...later];
  assert.equal(new Set(all).size, all.length);
  assert.ok(Math.min(...later) > Math.max(...first, ...second));
});

test('before half a block is left the next one is there, so that nobody waits', async (t) => {
  const keys = new DeviceKeys({ store: openStore(t), log: silentLog, synced });
  await keys.ready();
  for (let i = 0; i < 501; i += 1) assert.ok(keys.take() !== undefined);
  await nextTurns();
  for (let i = 0; i < 999; i += 1) assert.ok(keys.take() !== undefined);
});

test('a disk that takes nothing gives no key, says so once, and gives one again when it works', async () => {
  let broken = true;
  const log = createTestLog();
  const store = { takeKeys: () => (broken ? Promise.reject(new Error('full')) : Promise.resolve(7)) };
  const keys = new DeviceKeys({ store, log, synced });
  await assert.rejects(keys.ready(), { code: 'unavailable' });
  assert.equal(keys.take(), undefined);
  await nextTurns();
  assert.equal(log.lines.length, 1);
  broken = false;
  await keys.ready();
  assert.equal(keys.take(), 7);
});

test('a block that a power cut could take back is not given out', async () => {
  const store = { takeKeys: () => Promise.resolve(7) };
  const keys = new DeviceKeys({ store, log: silentLog, synced: () => Promise.reject(new Error('disk')) });
  await assert.rejects(keys.ready(), { code: 'unavailable' });
  assert.equal(keys.take(), undefined);
});

test('rooms remove what they keep of a dropped device when its last reports have come in; who fails is asked again', async (t) => {
  const store = openStore(t);
  const clock = createManualClock();
  const log = createTestLog();
  const asked: number[][] = [];
  const dropped = new DroppedDevices({ store, clock, log });
  t.after(() => dropped.close());
  let broken = true;
  const failing = { forgetDevices: () => (broken ? Promise.reject(new Error('disk')) : Promise.resolve()) };
  const room = { forgetDevices: (keys: readonly number[]) => Promise.resolve(void asked.push([...keys])) };
  await store.drop({ key: 3, id: 'A' }, clock.now() - 1);
  dropped.start([failing, room]);
  await nextTurns();
  assert.deepEqual(asked, [[3]], 'at once: nothing of it is on its way after a start');
  await store.drop({ key: 4, id: 'B' }, clock.now() + 45_000);
  broken = false;
  clock.advance(60_000);
  await nextTurns();
  assert.deepEqual(asked, [[3], [3]], 'the newer one has reports on their way');
  clock.advance(60_000);
  await nextTurns();
  assert.deepEqual(asked, [[3], [3], [4]]);
  clock.advance(60_000);
  await nextTurns();
  assert.equal(asked.length, 3);
  assert.equal(log.lines.length, 1);
});

test('a folder of an earlier version goes on above every key that is known, and what was left of dropped devices goes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-keys-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [path, before] = [join(folder, 'a.sqlite'), join(folder, 'migrations')];
  mkdirSync(before);
  for (const name of readdirSync(MIGRATIONS))
    if (name < '0160') copyFileSync(join(MIGRATIONS, name), join(before, name));
  await openSqlite(path, before).close();
  const old = new DatabaseSync(path);
  old.exec("INSERT INTO last_positions VALUES (41, 0, '{}')");
  old.exec("INSERT INTO stream_log VALUES (1, 'ann', 5057, 'D', 1, 'GMS', 'Liveview ask', 1, 1, 1)");
  old.close();
  const opened = openSqlite(path, MIGRATIONS);
  t.after(() => opened.close());
  const store = createDeviceStore(opened.db);
  assert.deepEqual(await store.dropped(0, 0, 10), [41]);
  assert.ok((await store.takeKeys(1)) > 5057);
});
