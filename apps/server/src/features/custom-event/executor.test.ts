// When tasks are fetched and fetched again: one of a device, only while it is online, with growing pauses, not for ever. The device is
// a port here that does what the test says.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AppError } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Footage, FootageRequest, FootageSpan } from '../remote-playback/index.ts';
import { Executor } from './executor.ts';
import { createCustomEventStore, type StoredRequest } from './store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
type Answer = (request: FootageRequest) => FootageSpan[] | AppError;

const all: Answer = ({ fromMs, toMs }) => [{ startMs: fromMs, endMs: toMs }];
const refusing =
  (code: 'device_offline' | 'not_found' | 'device_timeout', text: string): Answer =>
  () =>
    new AppError(code, text);

const setScene = async (t: TestContext) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const clock = createManualClock();
  const bus = createLocalBus(silentLog);
  const store = createCustomEventStore(opened.db);
  const asked: FootageRequest[] = [];
  const kept: { channel: number; untilMs: number }[] = [];
  const scene = { answer: all, online: true, on: true, order: 'oldest' as 'oldest' | 'newest' };
  const footage: Footage = {
    async fetch(request) {
      asked.push(request);
      await new Promise(setImmediate);
      const answered = scene.answer(request);
      if (answered instanceof AppError) throw answered;
      return answered;
    },
    listed: async () => [],
    kept: () => Promise.resolve([]),
    open: () => Promise.reject(new Error('nothing is read here')),
    release: () => Promise.resolve(),
    protect: ({ channel }, _fromMs, _toMs, untilMs) => {
      kept.push({ channel, untilMs });
      return Promise.resolve();
    },
  };
  const told = new Set<() => void>();
  const rule = {
    isOn: () => scene.on,
    order: () => scene.order,
    hear(changed: () => void) {
      told.add(changed);
      return () => void told.delete(changed);
    },
  };
  const executor = new Executor({
    store,
    footage,
    bus,
    clock,
    log: silentLog,
    isOnline: () => scene.online,
    rule,
    keepMs: DAY_MS,
  });
  t.after(() => executor.close());
  const add = async (changes: Partial<StoredRequest> = {}): Promise<number> => {
    const request = {
      deviceKey: 1,
      deviceId: 'A',
      startMs: 0,
      endMs: 25 * MINUTE_MS,
      channels: [1, 2],
      mainChannels: [2],
      audio: true,
      userName: 'ann',
      createdMs: clock.now(),
      ...changes,
    };
    const [id = 0] = await store.add([request]);
    const added = await store.find(id);
    assert.ok(added);
    executor.add([added]);
    return id;
  };
  /** Lets everything happen that needs no time. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 40; i += 1) await new Promise(setImmediate);
  };
  const state = async (id: number) => {
    await settle();
    const request = await store.find(id);
    return [request?.state, request?.message, request?.progress];
  };
  const backOnline = (deviceKey: number): void => {
    const link = {
      deviceId: 'A',
      linkId: 1,
      protocol: 'jt808',
      transport: 'tcp',
      remoteAddress: '',
      atMs: clock.now(),
    } as const;
    bus.publish('link.online', { deviceKey, ...link });
  };
  const turn = (on: boolean): void => {
    scene.on = on;
    for (const tell of told) tell();
  };
  return { clock, store, executor, asked, kept, scene, add, settle, state, backOnline, turn };
};

test('each channel is fetched in pieces of ten minutes in its stream, and all of it is kept', async (t) => {
  const { asked, kept, add, state, store, clock } = await setScene(t);
  const id = await add();
  assert.deepEqual(await state(id), ['done', '', 100]);
  assert.deepEqual(
    asked.map(({ channel, stream, audio, fromMs, toMs }) => [
      channel,
      stream,
      audio,
      fromMs / MINUTE_MS,
      toMs / MINUTE_MS,
    ]),
    [
      [1, 'sub', true, 0, 10],
      [1, 'sub', true, 10, 20],
      [1, 'sub', true, 20, 25],
      [2, 'main', true, 0, 10],
      [2, 'main', true, 10, 20],
      [2, 'main', true, 20, 25],
    ],
  );
  assert.ok(kept.length === 6 && kept.every(({ untilMs }) => untilMs === clock.now() + DAY_MS));
  assert.deepEqual((await store.find(id))?.footage, [
    { channel: 1, startMs: 0, endMs: 25 * MINUTE_MS, stream: 'sub' },
    { channel: 2, startMs: 0, endMs: 25 * MINUTE_MS, stream: 'main' },
  ]);
});

test('the other stream is taken where the one asked for was not recorded; a channel with neither leaves a part', async (t) => {
  const { scene, add, state, store } = await setScene(t);
  scene.answer = (request) =>
    request.channel === 1 && request.stream === 'main' ? all(request) : new AppError('not_found', 'No Record');
  const id = await add({ endMs: MINUTE_MS });
  assert.deepEqual(await state(id), ['partial', 'Nothing is recorded on channel 2.', 100]);
  assert.deepEqual((await store.find(id))?.footage, [{ channel: 1, startMs: 0, endMs: MINUTE_MS, stream: 'main' }]);
  scene.answer = refusing('not_found', 'No Record');
  assert.deepEqual(await state(await add()), ['failed', 'No Record', 100]);
});

test('a device that fails is tried again after one, two, four minutes, and at once when it connects', async (t) => {
  const { scene, clock, asked, add, state, backOnline, settle } = await setScene(t);
  scene.answer = refusing('device_timeout', 'The device sends no video');
  const id = await add();
  assert.deepEqual(await state(id), ['waiting', 'The device sends no video', 0]);
  for (const [minutes, tries] of [
    [0.9, 1],
    [0.3, 2],
    [1.7, 2],
    [0.5, 3],
    [3.5, 3],
    [0.7, 4],
  ] as const) {
    clock.advance(minutes * MINUTE_MS);
    await settle();
    assert.equal(asked.length, tries, `after ${minutes} more minutes`);
  }
  scene.answer = all;
  backOnline(2);
  await settle();
  assert.equal(asked.length, 4, 'another device connected');
  backOnline(1);
  assert.deepEqual(await state(id), ['done', '', 100]);
});

test('[A-EVPARAM-001] unit: switched off, what is fetched stops and nothing begins; on again, what is newest goes first where it should', async (t) => {
  const { scene, asked, add, state, settle, turn, executor, clock } = await setScene(t);
  scene.answer = (request) => {
    request.signal?.throwIfAborted();
    return all(request);
  };
  const first = await add({ endMs: 100 * MINUTE_MS });
  turn(false);
  await settle();
  const so = asked.length;
  assert.ok(so > 0 && so < 20, 'it had begun, and was not over');
  const { state: held, message } = executor.standing(first) ?? {};
  assert.deepEqual([held, message], ['waiting', 'Fetching footage is switched off.']);
  clock.advance(MINUTE_MS);
  const second = await add({ endMs: MINUTE_MS, channels: [3] });
  clock.advance(10 * MINUTE_MS);
  await settle();
  assert.equal(asked.length, so);
  scene.order = 'newest';
  turn(true);
  await settle();
  assert.equal(asked[so]?.channel, 3);
  assert.deepEqual(
    [await state(second), await state(first)],
    [
      ['done', '', 100],
      ['done', '', 100],
    ],
  );
});

test('nothing is asked of an absent device; after fourteen days the task fails', async (t) => {
  const { scene, clock, asked, add, state } = await setScene(t);
  scene.online = false;
  const id = await add();
  clock.advance(13 * DAY_MS);
  assert.deepEqual(await state(id), ['waiting', 'waiting for footage download', 0]);
  clock.advance(DAY_MS + MINUTE_MS);
  assert.deepEqual(await state(id), ['failed', 'The device was away for too long.', 0]);
  assert.equal(asked.length, 0);
});

test('one task of a device at a time, those of others beside it; a dropped task is stopped', async (t) => {
  const { asked, add, executor, settle } = await setScene(t);
  const [first] = await Promise.all([
    add({ endMs: MINUTE_MS }),
    add({ endMs: MINUTE_MS }),
    add({ deviceKey: 2, endMs: MINUTE_MS }),
  ]);
  assert.deepEqual(
    asked
      .map(({ deviceKey }) => deviceKey)
      .slice(0, 2)
      .toSorted((a, b) => a - b),
    [1, 2],
  );
  void executor.drop(first);
  await settle();
  assert.equal(asked[0]?.signal.aborted, true);
  assert.equal(executor.standing(first), undefined);
});

test('what was fetched is not called failed where only that could not be kept: it is kept later', async (t) => {
  const { clock, store, add, state, settle } = await setScene(t);
  const kept = { ...store };
  let updates = 0;
  store.update = (...given) => ((updates += 1) === 1 ? Promise.reject(new Error('disk full')) : kept.update(...given));
  const id = await add();
  assert.equal((await state(id))[0], 'waiting');
  await settle();
  await clock.advanceAsync(MINUTE_MS);
  assert.equal((await state(id))[0], 'done');
});
