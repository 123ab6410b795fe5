// How many devices are asked at the same time, and how many in one turn of the event loop.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { MINUTE_MS, SECOND_MS, setSceneOn, signOf } from './test-scene.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const setScene = (t: TestContext) => setSceneOn(openSqlite(':memory:', MIGRATIONS), t);

test('at most 200 devices are asked at the same time, one in each turn of the event loop; the others follow', async (t) => {
  const { add, asked, pass, living, scene, store, clock } = await setScene(t);
  for (let key = 1; key <= 260; key += 1) {
    scene.online.add(key);
    scene.registered.add(key);
    add(key, signOf(1, 1));
  }
  living.requests.collect();
  for (let turn = 0; turn < 1000 && (await store.cursor()) < 260; turn += 1) await nextTurn();
  clock.advance(2 * SECOND_MS);
  const inTurn: number[] = [];
  living.requests.tick();
  living.requests.tick(); // what is queued is not queued again
  for (let turn = 0; turn < 300; turn += 1) {
    await nextTurn();
    inTurn.push(asked.length - inTurn.reduce((sum, count) => sum + count, 0));
  }
  assert.deepEqual([asked.length, living.requests.metrics()['alarm_file_sessions']], [200, 200]);
  assert.ok(Math.max(...inTurn) <= 2, `in one turn: ${inTurn.join(', ')}`);
  await pass(10 * SECOND_MS);
  assert.equal(asked.length, 200);
  await pass(2 * MINUTE_MS); // nothing came of them
  const firstAsked = new Set(asked.map(({ deviceKey }) => deviceKey));
  assert.equal(firstAsked.size, 260);
});

test('what devices begin by themselves counts too, also when it comes while others wait for their turn', async (t) => {
  const { add, asked, living, scene, store, clock } = await setScene(t);
  for (let key = 1; key <= 210; key += 1) {
    scene.registered.add(key);
    add(key, signOf(1, 1));
  }
  living.requests.collect();
  for (let turn = 0; turn < 1000 && (await store.cursor()) < 210; turn += 1) await nextTurn();
  scene.online = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  clock.advance(2 * SECOND_MS);
  living.requests.tick();
  for (let key = 11; key <= 210; key += 1) {
    const [{ alarmNumber } = { alarmNumber: '' }] = await store.openOf(key, 1);
    const upload = await living.requests.find(alarmNumber);
    await upload?.announce([{ name: 'a.jpg', sizeBytes: 5 }]);
  }
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  assert.equal(living.requests.metrics()['alarm_file_sessions'], 200);
  assert.equal(asked.length, 0);
});
