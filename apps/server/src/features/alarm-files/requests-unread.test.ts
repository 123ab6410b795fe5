// Requests that cannot be read in the moment in which it is worked out when their device is due next.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { AppError } from '../../kernel/errors.ts';
import { MINUTE_MS, SECOND_MS, setSceneOn, signOf } from './test-scene.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

test('a device whose next try could not be read is asked again', async (t) => {
  const { add, asked, pass, living, scene, store } = await setSceneOn(openSqlite(':memory:', MIGRATIONS), t);
  const { openOf } = store;
  add(1, signOf(1, 1));
  scene.answer = new AppError('device_timeout', 'no answer');
  living.requests.collect();
  for (let turn = 0; turn < 100 && (await store.cursor()) < 1; turn += 1) await nextTurn();
  let reads = 0;
  store.openOf = (...of) => {
    reads += 1;
    return reads === 2 ? Promise.reject(new Error('disk broken')) : openOf(...of);
  };
  await pass(5 * SECOND_MS);
  assert.deepEqual([asked.length, reads], [1, 2]);
  await pass(90 * MINUTE_MS, 10 * SECOND_MS);
  assert.ok(asked.length > 1);
});
