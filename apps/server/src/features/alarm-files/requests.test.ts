// When devices are asked, on a driven clock and a real database: one alarm of a device at a time, again, given up, after a restart, and
// what an alarm with several events makes of it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { IncomingFile } from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import { MINUTE_MS, SECOND_MS, setSceneOn, signOf } from './test-scene.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const setScene = (t: TestContext) => setSceneOn(openSqlite(':memory:', MIGRATIONS), t);

const DAY_MS = 86_400_000;

test('an alarm is asked for once its report was answered; several events of one alarm make one request', async (t) => {
  const { add, asked, pass, living, store } = await setScene(t);
  add(1, signOf(1, 3));
  add(1, signOf(1, 2, 9)); // the same alarm: its count and reserved bytes are no part of it
  add(1, 'not a sign');
  add(2, signOf(1, 3)); // another device
  living.requests.collect();
  living.requests.collect();
  assert.deepEqual(asked, []);
  await pass(2 * SECOND_MS);
  assert.deepEqual(
    asked.map(({ deviceKey, alarmSign }) => [deviceKey, alarmSign]),
    [
      [1, signOf(1, 3)],
      [2, signOf(1, 3)],
    ],
  );
  assert.equal(new Set(asked.map(({ alarmNumber }) => alarmNumber)).size, 2);
  assert.equal(await store.cursor(), 4);
  assert.deepEqual([(await store.openOf(1, 10)).length, (await store.openOf(2, 10)).length], [1, 1]);
});

test('one alarm of a device at a time: the second is asked for when nothing comes of the first', async (t) => {
  const { add, asked, pass, living } = await setScene(t);
  add(1, signOf(1, 1));
  add(1, signOf(2, 1));
  living.requests.collect();
  await pass(30 * SECOND_MS);
  assert.equal(asked.length, 1);
  await pass(40 * SECOND_MS);
  assert.deepEqual(
    asked.slice(0, 2).map(({ alarmSign }) => alarmSign),
    [signOf(1, 1), signOf(2, 1)],
  );
});

test('a device that refuses is asked nine times over two days, then it is given up and the reason stays', async (t) => {
  const { add, asked, pass, living, scene, store, clock } = await setScene(t);
  scene.answer = new AppError('device_refused', 'The device refused: failed');
  add(1, signOf(1, 1));
  living.requests.collect();
  const startMs = clock.now();
  await pass(3 * DAY_MS, 5 * SECOND_MS);
  const minutes = asked.map(({ atMs }) => Math.round((atMs - startMs) / MINUTE_MS));
  assert.equal(asked.length, 9);
  assert.deepEqual(minutes.slice(0, 5), [0, 1, 3, 13, 43]);
  const [request] = await store.ofEvents([1]);
  assert.deepEqual([request?.state, request?.message, request?.tries], ['given-up', 'The device refused: failed', 9]);
  assert.equal(living.requests.metrics()['alarm_files_given_up_total'], 1);
});

test('a device that is away waits without a try; back, it is asked within seconds', async (t) => {
  const { add, asked, pass, living, scene } = await setScene(t);
  scene.online.delete(1);
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(10 * MINUTE_MS, 10 * SECOND_MS);
  assert.equal(asked.length, 0);
  scene.online.add(1);
  living.requests.online(1);
  await pass(6 * SECOND_MS);
  assert.equal(asked.length, 1);
});

test('what waits for hours is asked for soon after a login; a device that left before it could answer has not failed', async (t) => {
  const { add, asked, pass, living, scene, store } = await setScene(t);
  scene.answer = new AppError('device_refused', 'no');
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(50 * MINUTE_MS, 5 * SECOND_MS);
  assert.equal(asked.length, 5); // the next one in two hours
  scene.answer = new AppError('device_offline', 'gone');
  living.requests.online(1);
  await pass(6 * SECOND_MS);
  assert.equal(asked.length, 6);
  const [request] = await store.ofEvents([1]);
  assert.deepEqual([request?.failures, request?.tries], [5, 6]);
});

test('a clock of ours that is set back by days keeps nothing waiting for so long', async (t) => {
  const { add, asked, pass, living, clock, scene } = await setScene(t);
  const beforeMs = clock.now();
  clock.jumpTo(beforeMs + 5 * DAY_MS);
  scene.answer = new AppError('device_refused', 'no');
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  assert.equal(asked.length, 1);
  clock.jumpTo(beforeMs);
  await pass(10 * SECOND_MS);
  assert.equal(asked.length, 2);
});

test('after a restart what is open is asked for under the same number; what was looked through is not looked at again', async (t) => {
  const { add, asked, pass, living, start } = await setScene(t);
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  await living.requests.close();
  living.requests = await start();
  await pass(MINUTE_MS);
  assert.equal(asked.length, 2);
  assert.equal(asked[0]?.alarmNumber, asked[1]?.alarmNumber);
});

test('a number is good for files while its device is registered, and for two weeks', async (t) => {
  const { add, asked, pass, living, scene, clock } = await setScene(t);
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  const number = asked[0]?.alarmNumber ?? '';
  assert.equal((await living.requests.find(number))?.alarmSign, signOf(1, 1));
  assert.equal(await living.requests.find(number.toLowerCase()), undefined);
  scene.registered.delete(1);
  assert.equal(await living.requests.find(number), undefined);
  scene.registered.add(1);
  clock.jumpTo(clock.now() + 15 * DAY_MS);
  assert.equal(await living.requests.find(number), undefined);
});

test('a try ends when its connection does and nothing more comes; files that were listed and not brought keep it open', async (t) => {
  const { add, asked, pass, living, store } = await setScene(t);
  add(1, signOf(1, 2), 2);
  living.requests.collect();
  await pass(2 * SECOND_MS);
  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  const photo = { name: 'a.jpg', sizeBytes: 5 };
  await upload?.announce([photo, { name: 'b.mp4', sizeBytes: 6 }]);
  await upload?.kept(photo, { id: 7, bytes: 5, sha256: '', eventSerial: 1, repeated: false });
  await pass(5 * MINUTE_MS);
  assert.equal(asked.length, 1, 'while it is connected it is not asked');
  upload?.closed();
  await pass(2 * MINUTE_MS);
  assert.equal(asked.length, 2);
  const [request] = await store.ofEvents([1]);
  assert.deepEqual(
    [request?.state, request?.failures, request?.message],
    ['open', 0, 'The device did not send everything'],
  );
  const again = await living.requests.find(asked[1]?.alarmNumber ?? '');
  await again?.announce([photo, { name: 'b.mp4', sizeBytes: 6 }]);
  await again?.kept({ name: 'b.mp4', sizeBytes: 6 }, null);
  const [done] = await store.ofEvents([1]);
  assert.equal(done?.state, 'done');
});

test('a device is asked again after a try whose end the disk did not take', async (t) => {
  const { add, asked, pass, living, store, scene } = await setScene(t);
  const { saveTries } = store;
  scene.answer = new AppError('device_refused', 'no');
  let failures = 0;
  store.saveTries = async (eventSerial, tries, trouble) => {
    if (trouble.message === 'no' && failures === 0) {
      failures += 1;
      throw new AppError('disk_full', 'The disk is full.');
    }
    await saveTries(eventSerial, tries, trouble);
  };
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  assert.deepEqual([asked.length, failures], [1, 1]);
  assert.equal(living.requests.metrics()['alarm_file_sessions'], 0);
  await pass(20 * MINUTE_MS, 5 * SECOND_MS);
  assert.ok(asked.length > 1, 'it was never asked again');
});

test('files that are all there make a request done, also when the disk did not take that at first', async (t) => {
  const { add, asked, pass, living, store } = await setScene(t);
  const { saveState } = store;
  let failures = 0;
  store.saveState = async (eventSerial, state, trouble) => {
    if (failures > 0) return saveState(eventSerial, state, trouble);
    failures += 1;
    throw new AppError('disk_full', 'The disk is full.');
  };
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  const photo = { name: 'a.jpg', sizeBytes: 5 };
  await upload?.announce([photo]);
  await assert.rejects(async () => upload?.kept(photo, null), { code: 'disk_full' });
  upload?.closed();
  await pass(5 * MINUTE_MS, 5 * SECOND_MS);
  const [request] = await store.ofEvents([1]);
  assert.deepEqual([request?.state, asked.length, failures], ['done', 1, 1]);
});

test('a file is said to be kept once that is on disk, and not before', async (t) => {
  const { add, asked, pass, living, scene, store } = await setScene(t);
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  const photo = { name: 'a.jpg', sizeBytes: 5 };
  await upload?.announce([photo]);
  const keptAtSync: (boolean | undefined)[] = [];
  scene.synced = async () => {
    keptAtSync.push((await store.files(1))[0]?.kept);
    throw new AppError('unavailable', 'The server cannot write to its disk now.');
  };
  await assert.rejects(async () => upload?.kept(photo, null), { code: 'unavailable' });
  assert.deepEqual(keptAtSync, [true]);
  assert.equal((await store.ofEvents([1]))[0]?.state, 'open');
  await assert.rejects(async () => upload?.begin({ ...photo, kind: 'photo', channel: 1 }), { code: 'unavailable' });
  scene.synced = async () => undefined;
  await upload?.kept(photo, null);
  assert.equal((await store.ofEvents([1]))[0]?.state, 'done');
});

test('many alarms at once are taken over a few in each turn of the event loop', async (t) => {
  const { add, living, store } = await setScene(t);
  const { addAll } = store;
  const inTurn: number[] = [];
  let turn = 0;
  store.addAll = async (requests, nextTryMs, cursor) => {
    inTurn[turn] = (inTurn[turn] ?? 0) + requests.length;
    await addAll(requests, nextTryMs, cursor);
  };
  for (let i = 1; i <= 120; i += 1) add(1, signOf(i, 1));
  living.requests.collect();
  for (; turn < 1000 && (await store.cursor()) < 120; turn += 1) await nextTurn();
  assert.equal(
    inTurn.reduce((sum, count) => sum + count, 0),
    120,
  );
  assert.ok(Math.max(...inTurn.filter((count) => count > 0)) <= 50, `in one turn: ${inTurn.join(', ')}`);
});

/** A file of so many bytes in memory: what is written comes from its beginning on. */
const incomingOf = (bytes: number): IncomingFile => {
  let has = 0;
  return {
    missing: () => (has >= bytes ? [] : [{ offset: has, bytes: bytes - has }]),
    write: async (offset, written) => void (has = Math.max(has, offset + written.length)),
    finish: async () => ({ id: 1, bytes, sha256: '', eventSerial: 1, repeated: false }),
    abandon: async () => undefined,
  };
};

test('how far a request is can be told at each moment, and anyone who looks on hears of each change', async (t) => {
  const { add, asked, pass, living, scene, changed, clock } = await setScene(t);
  const shown = async () => {
    const [one] = await living.requests.progress([1, 2]);
    return [one?.state, one?.reason, one?.online, one?.announced, one?.arrived, one?.size, one?.received, one?.tries];
  };
  const heard = (): number => changed.splice(0).filter(([serialno, key]) => serialno === 1 && key === 1).length;
  assert.deepEqual(await living.requests.progress([1]), []);
  scene.online.delete(1);
  add(1, signOf(1, 2), 2);
  living.requests.collect();
  await pass(2 * SECOND_MS);
  assert.deepEqual(await shown(), ['waiting', '', false, 2, 0, 0, 0, 0]);
  assert.equal(heard(), 1);
  scene.online.add(1);
  living.requests.online(1);
  await pass(2 * SECOND_MS);
  assert.deepEqual(await shown(), ['asked', '', true, 2, 0, 0, 0, 1]);
  assert.equal(heard(), 2, 'it is back, it was asked');

  scene.begin = async () => incomingOf(80);
  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  const files = [
    { name: 'a.jpg', sizeBytes: 20 },
    { name: 'b.mp4', sizeBytes: 80 },
  ] as const;
  await upload?.announce(files);
  assert.deepEqual(await shown(), ['receiving', '', true, 2, 0, 100, 0, 1]);
  assert.equal(heard(), 1);
  await upload?.kept(files[0], null);
  const incoming = await upload?.begin({ ...files[1], kind: 'video', channel: 1 });
  heard();
  await incoming?.write(0, new Uint8Array(30));
  assert.deepEqual(await shown(), ['receiving', '', true, 2, 1, 100, 50, 1]);
  assert.equal(heard(), 0, 'not of each packet');
  clock.advance(2 * SECOND_MS);
  await incoming?.write(30, new Uint8Array(10));
  assert.deepEqual([(await shown())[6], heard()], [60, 1]);

  upload?.closed();
  assert.deepEqual(await shown(), ['asked', '', true, 2, 1, 100, 20, 1]);
  await pass(65 * SECOND_MS);
  assert.deepEqual(await shown(), ['waiting', 'broke-off', true, 2, 1, 100, 20, 1]);
  assert.equal(heard(), 2, 'it hung up, and the try was over');
  scene.online.delete(1);
  living.requests.offline(1);
  await pass(SECOND_MS);
  assert.equal(heard(), 1, 'it went away');

  await (await living.requests.find(asked[0]?.alarmNumber ?? ''))?.kept(files[1], null);
  assert.deepEqual(await shown(), ['done', '', false, 2, 2, 100, 100, 1]);
});

test('what was given up is asked for again when somebody wants it, from the beginning; nothing else is', async (t) => {
  const { add, asked, pass, living, scene, start } = await setScene(t);
  scene.answer = new AppError('device_timeout', 'The device did not answer');
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  await pass(3 * DAY_MS, 5 * SECOND_MS);
  const [before] = await living.requests.progress([1]);
  assert.deepEqual([before?.state, before?.reason, before?.nexttry, asked.length], ['given-up', 'no-answer', null, 9]);

  scene.online.delete(1);
  await living.requests.askAgain(1);
  await living.requests.close();
  living.requests = await start(); // it is not forgotten
  await pass(MINUTE_MS);
  const [waiting] = await living.requests.progress([1]);
  assert.deepEqual([waiting?.state, waiting?.tries, asked.length], ['waiting', 0, 9]);
  scene.online.add(1);
  living.requests.online(1);
  await pass(6 * SECOND_MS);
  assert.equal(asked.length, 10);
  await pass(MINUTE_MS);
  assert.equal(asked.length, 11, 'and once more after half a minute');

  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  await upload?.announce([{ name: 'a.jpg', sizeBytes: 5 }]);
  await upload?.kept({ name: 'a.jpg', sizeBytes: 5 }, null);
  await assert.rejects(living.requests.askAgain(1), { code: 'conflict' });
});

test('files of a given-up alarm that was asked for again are taken for two weeks from then', async (t) => {
  const { add, asked, pass, living, scene, clock } = await setScene(t);
  scene.answer = new AppError('device_refused', 'no');
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(3 * DAY_MS, 5 * SECOND_MS);
  clock.jumpTo(clock.now() + 20 * DAY_MS);
  const number = asked[0]?.alarmNumber ?? '';
  assert.equal(await living.requests.find(number), undefined);
  await living.requests.askAgain(1);
  await pass(2 * SECOND_MS);
  assert.equal((await living.requests.find(number))?.deviceKey, 1);
  assert.equal((await living.requests.progress([1]))[0]?.state, 'given-up', 'what is so old is asked for once');
});

test('a server that could not keep the files does not blame the device; one that asks nobody says so', async (t) => {
  const { add, asked, pass, living, scene, start } = await setScene(t);
  add(1, signOf(1, 1));
  living.requests.collect();
  await pass(2 * SECOND_MS);
  const upload = await living.requests.find(asked[0]?.alarmNumber ?? '');
  await upload?.announce([{ name: 'a.jpg', sizeBytes: 5 }]);
  await assert.rejects(async () => upload?.begin({ name: 'a.jpg', sizeBytes: 5, kind: 'photo', channel: 1 }));
  upload?.closed();
  await pass(65 * SECOND_MS);
  assert.equal((await living.requests.progress([1]))[0]?.reason, 'not-kept');
  await living.requests.close();
  scene.enabled = false;
  living.requests = await start();
  const [off] = await living.requests.progress([1]);
  assert.deepEqual([off?.state, off?.reason, off?.nexttry], ['waiting', 'switched-off', null]);
  await assert.rejects(living.requests.askAgain(1), { code: 'conflict' });
});
