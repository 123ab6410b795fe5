// When what is lacking is asked for, on a driven clock: only while it is on and the device is there, once, later where it did not come.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { RecoverDesk, type Tried } from './desk.ts';
import type { ChannelSpan, Recovered, Span } from './lacking.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const START_MS = Date.UTC(2026, 4, 5, 12);
type Piece = Span & { deviceKey: number; channel: number };

const setScene = (t: TestContext) => {
  const clock = createManualClock(START_MS);
  const bus = createLocalBus(silentLog);
  const scene = {
    on: true,
    online: [1] as number[],
    refusal: undefined as string | undefined,
    days: 30,
    stored: [] as ChannelSpan[],
    listed: [] as ChannelSpan[],
    questions: [] as Span[],
    asked: [] as Piece[],
    told: [] as Recovered[],
    answer: (piece: Piece, _signal: AbortSignal): Promise<Tried> => Promise.resolve({ footage: [piece], again: false }),
  };
  const desk = new RecoverDesk({
    bus,
    clock,
    log: silentLog,
    isOn: () => scene.on,
    isOnline: (deviceKey) => scene.online.includes(deviceKey),
    online: () => scene.online,
    planned: () => [1, 2].map((channel) => ({ channel, stream: 'main', sound: false })),
    keptDays: () => scene.days,
    spansWithGone: async (_, channel) => scene.stored.filter((span) => span.channel === channel),
    listed: async (_, startMs, endMs) => {
      scene.questions.push({ startMs, endMs });
      return scene.listed;
    },
    refusal: () => scene.refusal,
    fetch: (deviceKey, { channel }, { startMs, endMs }, signal) => {
      const piece = { deviceKey, channel, startMs, endMs };
      scene.asked.push(piece);
      return scene.answer(piece, signal);
    },
    recovered: async (_, what) => void scene.told.push(what),
  });
  t.after(() => desk.close());
  const pass = async (ms: number, stepMs = 10_000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) await clock.advanceAsync(stepMs);
  };
  return { clock, bus, scene, desk, pass };
};
/** Minutes before the start. */
const at = (channel: number, from: number, to: number): ChannelSpan => ({
  channel,
  startMs: START_MS - from * MINUTE_MS,
  endMs: START_MS - to * MINUTE_MS,
});
const minutes = (pieces: readonly Piece[]) =>
  pieces.map(({ channel, startMs, endMs }) => [
    channel,
    (START_MS - startMs) / MINUTE_MS,
    (START_MS - endMs) / MINUTE_MS,
  ]);

test('what is lacking and listed comes in pieces of two minutes, oldest first, and is told as one', async (t) => {
  const { scene, desk } = setScene(t);
  scene.stored = [at(1, 60, 43), at(1, 40, 10), at(2, 60, 10)];
  scene.listed = [at(1, 50, 41), at(2, 100, 50), at(2, 62, 0)];
  scene.on = false;
  desk.look();
  scene.on = true;
  desk.look();
  await turnsUntil('it was told', () => scene.told.length === 2);
  assert.deepEqual(minutes(scene.asked).slice(0, 3), [
    [2, 100, 98],
    [2, 98, 96],
    [2, 96, 94],
  ]);
  assert.deepEqual(minutes(scene.asked).slice(-1), [[1, 43, 41]]);
  assert.deepEqual(
    scene.told.map(({ channels, startMs, endMs }) => [channels, START_MS - startMs, START_MS - endMs]),
    [
      [[2], 100 * MINUTE_MS, 60 * MINUTE_MS],
      [[1], 43 * MINUTE_MS, 41 * MINUTE_MS],
    ],
  );
});

test('72 hours back and no further than recordings are kept, up to ten minutes ago', async (t) => {
  const { scene, desk, pass } = setScene(t);
  desk.look();
  await turnsUntil('it was asked', () => scene.questions.length === 1);
  scene.days = 1;
  await pass(16 * MINUTE_MS);
  await turnsUntil('it was asked again', () => scene.questions.length === 2);
  assert.deepEqual(
    scene.questions.map(({ startMs, endMs }) => (endMs - startMs) / MINUTE_MS),
    [72 * 60 - 10, 24 * 60 - 10],
  );
  assert.equal(scene.questions[0]?.endMs, START_MS - 10 * MINUTE_MS);
});

test('a device that lacks nothing is not asked', async (t) => {
  const { scene, desk, pass } = setScene(t);
  scene.stored = [at(1, 73 * 60, 0), at(2, 73 * 60, 0)];
  desk.look();
  await pass(5 * MINUTE_MS);
  assert.deepEqual([scene.questions, scene.asked], [[], []]);
});

test('what a device did not have is asked for again after six hours, what came and went again is not', async (t) => {
  const { scene, desk, pass } = setScene(t);
  scene.stored = [at(2, 73 * 60, -24 * 60)];
  scene.listed = [at(1, 30, 28), at(1, 20, 18)];
  scene.answer = async (piece) => ({ footage: minutes([piece])[0]?.[1] === 30 ? [piece] : [], again: false });
  desk.look();
  await turnsUntil('both were asked for', () => scene.asked.length === 2);
  await pass(5 * HOUR_MS, MINUTE_MS);
  assert.equal(scene.asked.length, 2);
  await pass(2 * HOUR_MS, MINUTE_MS);
  assert.deepEqual(minutes(scene.asked), [
    [1, 30, 28],
    [1, 20, 18],
    [1, 20, 18],
  ]);
});

test('what may come later, a refusal and an error of the device are tried again; what is broken waits for the next look', async (t) => {
  const { scene, desk, pass } = setScene(t);
  scene.stored = [at(2, 73 * 60, -24 * 60)];
  scene.listed = [at(1, 30, 28)];
  const answers = [
    async () => ({ footage: [], again: true }),
    () => Promise.reject(new AppError('device_timeout', 'Silence.')),
    () => Promise.reject(new Error('broken')),
  ];
  scene.answer = (piece) => (answers.shift() ?? (async () => ({ footage: [piece], again: false })))();
  scene.refusal = 'The data limit is reached.';
  desk.look();
  await pass(50_000);
  assert.deepEqual([scene.questions.length, scene.asked.length], [1, 0]);
  scene.refusal = undefined;
  for (const [tries, waitMs] of [1, 2, 3, 4].map((n) => [n, n * 4 * MINUTE_MS] as const)) {
    await pass(waitMs);
    assert.ok(scene.asked.length >= tries, `${tries} tries`);
  }
  assert.deepEqual([scene.asked.length, scene.told.length], [4, 1]);
});

test('a device that connects is looked at again a minute later; one that is away, switched off or dropped is not', async (t) => {
  const { bus, scene, desk, pass } = setScene(t);
  scene.stored = [at(2, 73 * 60, -24 * 60)];
  desk.look();
  await turnsUntil('it was asked', () => scene.questions.length === 1);
  const comes = () =>
    bus.publish('link.online', {
      deviceKey: 1,
      deviceId: '1',
      linkId: 1,
      protocol: '2013',
      transport: 'tcp',
      remoteAddress: '10.0.0.1',
      atMs: START_MS,
    });
  comes();
  await pass(3 * MINUTE_MS);
  assert.equal(scene.questions.length, 2);
  scene.online = [];
  comes();
  await pass(3 * MINUTE_MS);
  scene.online = [1];
  scene.on = false;
  comes();
  await pass(3 * MINUTE_MS);
  assert.equal(scene.questions.length, 2);
});

/** No piece is ever answered; gives how many were stopped. */
const neverAnswer = (scene: ReturnType<typeof setScene>['scene']): (() => number) => {
  let stopped = 0;
  scene.answer = (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        stopped += 1;
        reject(new AppError('conflict', 'cancelled'));
      }),
    );
  return () => stopped;
};

test('when recordings of a device are deleted, its job stops with the piece it is at, and a new look follows', async (t) => {
  const { bus, scene, desk, pass } = setScene(t);
  scene.stored = [at(2, 73 * 60, -24 * 60)];
  scene.listed = [at(1, 30, 24)];
  const stopped = neverAnswer(scene);
  desk.look();
  await turnsUntil('the first piece is asked for', () => scene.asked.length === 1);
  const deleted = (deviceKey: number) =>
    bus.publish('recordings.deleted', {
      deviceKey,
      deviceId: String(deviceKey),
      userName: 'ann',
      fromMs: 0,
      toMs: START_MS,
      everything: true,
      segments: 1,
      bytes: 1,
    });
  deleted(2);
  await pass(20_000);
  assert.equal(stopped(), 0, 'that was another device');
  deleted(1);
  await pass(10_000);
  assert.equal(stopped(), 1);
  assert.deepEqual([minutes(scene.asked), desk.metrics()['recover_devices_waiting']], [[[1, 30, 28]], 0]);
  // By then the index says that it was there.
  scene.stored.push(at(1, 73 * 60, -24 * 60));
  await pass(5 * MINUTE_MS);
  assert.deepEqual([scene.asked.length, scene.questions.length], [1, 1]);
});

test('two devices at once; switched off, what is being fetched stops, and the third is left alone', async (t) => {
  const { scene, desk, pass } = setScene(t);
  scene.online = [1, 2, 3];
  scene.listed = [at(1, 30, 28)];
  const stopped = neverAnswer(scene);
  desk.look();
  await turnsUntil('two are asked', () => scene.asked.length === 2);
  await pass(2 * MINUTE_MS);
  assert.deepEqual([scene.asked.length, desk.metrics()['recover_devices_waiting']], [2, 1]);
  scene.on = false;
  await desk.stop();
  await pass(2 * MINUTE_MS);
  assert.deepEqual([scene.asked.length, stopped(), desk.metrics()['recover_devices_waiting']], [2, 2, 0]);
});
