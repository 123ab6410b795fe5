// When what plans want is fetched, on a driven clock and a real database: one look for many hints, again after passing failures, given up
// by age, asked again.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventSources } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { othersTurns, turnsUntil } from '../../kernel/turns-until.ts';
import { DownloadFault } from '../download/index.ts';
import { FetchDesk, type Tried } from './fetch-desk.ts';
import { createDownloadPlanStore, type PlannedFetch } from './store.ts';
import { planOf } from './test-plan.ts';
import type { PlannedEvent } from './wanted.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const DONE: Tried = { state: 'done', message: '', again: false };

/** `workMs`: how long each piece of work seems to take. */
const setScene = async (t: TestContext, workMs = 0) => {
  const clock = createManualClock();
  let workedMs = 0;
  const bus = createLocalBus(silentLog);
  const opened = openSqlite(':memory:', MIGRATIONS);
  const store = createDownloadPlanStore(opened.db);
  const scene = {
    plan: planOf({ preoffset: 0, postoffset: 1 }),
    online: true,
    on: true,
    takesLate: true,
    looks: 0,
    tries: [] as PlannedFetch[],
    spans: [] as number[][],
    spanSet: () => undefined as unknown,
    attempt: (): Promise<Tried> => Promise.resolve(DONE),
  };
  const events: PlannedEvent[] = [];
  const told = new Set<() => void>();
  const turn = (on: boolean): void => {
    scene.on = on;
    for (const tell of told) tell();
  };
  const desk = new FetchDesk({
    bus,
    clock: { ...clock, monotonic: () => clock.monotonic() + (workedMs += workMs) },
    log: silentLog,
    store,
    planFor: () => scene.plan,
    events: {
      planned: async (after, limit) => {
        scene.looks += 1;
        return events.filter(({ serialno }) => serialno > after).slice(0, limit);
      },
      one: async (serial) => events.find(({ serialno }) => serialno === serial),
      setSpan: async (...span) => {
        scene.spans.push(span);
        scene.spanSet();
      },
    },
    device: () => ({ channels: [1, 2, 3, 4], utcOffsetMinutes: 0, accOn: false }),
    isOnline: () => scene.online,
    rule: {
      isOn: () => scene.on,
      order: () => 'oldest',
      hear(changed) {
        told.add(changed);
        return () => void told.delete(changed);
      },
    },
    takesLate: () => scene.takesLate,
    refusal: () => undefined,
    attempt: (fetch) => {
      scene.tries.push(fetch);
      return scene.attempt();
    },
  });
  t.after(async () => {
    await desk.close();
    await opened.close();
  });
  await desk.start();
  const add = (deviceMs = clock.now(), sourceType: number = eventSources.realTime): void => {
    const serialno = events.length + 1;
    events.push({ serialno, deviceKey: 1, code: 19, deviceMs, receivedMs: deviceMs, sourceType, accOn: null });
    desk.look();
  };
  const pass = async (ms: number, steps = 1): Promise<void> => {
    for (let step = 0; step < steps; step += 1) await clock.advanceAsync(ms / steps);
  };
  /** Lets much time pass at once, and then the looks at what is too old and what is due. */
  const skip = async (ms: number): Promise<void> => {
    clock.jumpTo(clock.now() + ms);
    await pass(11_000, 11);
  };
  const row = async (): Promise<PlannedFetch | undefined> => (await store.newest(1))[0];
  return { clock, bus, store, scene, events, desk, add, pass, skip, row, turn };
};

test('many hints are one look more', async (t) => {
  const { bus, scene } = await setScene(t);
  await turnsUntil('the first look', () => scene.looks === 1);
  const stored = { deviceKey: 1, code: 19, deviceMs: 0, alarmSign: null, attachments: 0 };
  for (let serialno = 1; serialno <= 500; serialno += 1) bus.publish('event.stored', { serialno, ...stored });
  await turnsUntil('the next look', () => scene.looks === 2);
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  assert.equal(scene.looks, 2);
});

test('while hundreds of events are looked at others have their turns', async (t) => {
  const { scene, add } = await setScene(t, 5);
  await turnsUntil('the first look', () => scene.looks === 1);
  const others = othersTurns(t);
  const turns = new Set<number>();
  scene.spanSet = () => turns.add(others());
  for (let i = 0; i < 120; i += 1) add();
  await turnsUntil('all are looked at', () => scene.spans.length === 120);
  assert.equal(turns.size, 120);
});

test('for what came late nothing is fetched by itself where that is switched off, but when it is asked for', async (t) => {
  const { scene, clock, add, pass, desk } = await setScene(t);
  add(clock.now(), eventSources.recover);
  await pass(20_000, 20);
  await turnsUntil('it was tried', () => scene.tries.length === 1);
  scene.takesLate = false;
  add(clock.now(), eventSources.recover);
  add();
  await pass(20_000, 20);
  await turnsUntil('the other was tried', () => scene.tries.length === 2);
  assert.deepEqual(
    scene.tries.map(({ eventSerial }) => eventSerial),
    [1, 3],
  );
  assert.equal(await desk.ask(2), true);
  await pass(20_000, 20);
  await turnsUntil('it was tried too', () => scene.tries.length === 3);
});

test('a full disk, and a clip that found too little room, are tried again; what is broken is not', async (t) => {
  const { scene, add, pass, row } = await setScene(t);
  const failures = [
    new AppError('disk_full', 'The disk is full.'),
    new DownloadFault('CREATE FAIL', 'Too little room.', { wantsRoom: true }),
    new AppError('device_timeout', 'Silence.'),
    new DownloadFault('CREATE FAIL', 'Broken.'),
  ];
  scene.attempt = () => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure);
  };
  add();
  const seen: unknown[] = [];
  for (const [tries, pauseS] of [10, 70, 130, 250].entries()) {
    await pass(pauseS * 1000, pauseS / 10);
    await turnsUntil('it was tried', () => scene.tries.length > tries);
    const { state, message } = (await row()) ?? {};
    seen.push([state, message]);
  }
  assert.deepEqual(seen, [
    ['waiting', 'The disk is full.'],
    ['waiting', 'Too little room.'],
    ['waiting', 'Silence.'],
    ['failed', 'It could not be fetched, see the log.'],
  ]);
  await pass(10 * MINUTE_MS, 10);
  assert.equal(scene.tries.length, 4, 'not again behind what is broken');
});

test('photos come also while footage is switched off, which is fetched when it is on again', async (t) => {
  const { scene, add, pass, turn, store } = await setScene(t);
  scene.plan = planOf({ mediatype: '5' });
  turn(false);
  add();
  await pass(20_000, 20);
  await turnsUntil('the photos were tried', () => scene.tries.length > 0);
  await pass(20_000, 20);
  const states = async () => (await store.newest(9)).map(({ kind, state }) => `${kind} ${state}`).toSorted();
  assert.deepEqual(await states(), ['footage waiting', 'photos done']);
  turn(true);
  await turnsUntil('the footage was tried', () => scene.tries.length > 1);
  await pass(1000);
  assert.deepEqual(await states(), ['footage done', 'photos done']);
});

test('what waits for a moment decades ahead is tried at once, and ages like the rest', async (t) => {
  const { clock, scene, store, desk, pass, skip, row } = await setScene(t);
  const eventMs = Date.UTC(2099, 0, 1);
  const span = { startMs: eventMs, endMs: eventMs + MINUTE_MS };
  const wanted = { kind: 'footage' as const, deviceKey: 1, code: 19, channels: [1], mainChannels: [], audio: false };
  const add = (eventSerial: number) =>
    store.add([{ ...wanted, eventSerial, eventMs, ...span, dueMs: span.endMs, createdMs: clock.now() }]);
  scene.online = false;
  await add(1);
  await desk.start();
  await pass(2000, 2);
  assert.equal((await row())?.state, 'waiting');
  await skip(14 * DAY_MS);
  assert.deepEqual([(await row())?.state, scene.tries.length], ['failed', 0]);
  scene.online = true;
  await add(2);
  await desk.start();
  await pass(2000, 2);
  await turnsUntil('it was tried', () => scene.tries.length === 1);
});

test('photos are given up after hours, footage after two weeks', async (t) => {
  const { scene, add, pass, skip, store } = await setScene(t);
  scene.plan = planOf({ mediatype: '5' });
  scene.online = false;
  add();
  await pass(1000);
  const states = async () => (await store.newest(9)).map(({ kind, state }) => `${kind} ${state}`).toSorted();
  await skip(5 * HOUR_MS);
  assert.deepEqual(await states(), ['footage waiting', 'photos waiting']);
  await skip(2 * HOUR_MS);
  assert.deepEqual(await states(), ['footage waiting', 'photos failed']);
  await skip(13 * DAY_MS);
  assert.deepEqual(await states(), ['footage waiting', 'photos failed']);
  await skip(DAY_MS);
  assert.deepEqual(await states(), ['footage failed', 'photos failed']);
});

test('what is asked for again is as old as the asking', async (t) => {
  const { clock, scene, add, pass, skip, desk, row, store } = await setScene(t);
  add();
  await pass(5000, 5);
  await turnsUntil('it was fetched', () => scene.tries.length === 1);
  await skip(30 * DAY_MS);
  assert.equal((await row())?.state, 'done');
  scene.online = false;
  assert.equal(await desk.ask(1), true);
  const askedMs = clock.now();
  await skip(HOUR_MS);
  const { state, createdMs } = (await row()) ?? {};
  assert.deepEqual([state, createdMs], ['waiting', askedMs]);
  scene.online = true;
  await pass(11_000, 11);
  await turnsUntil('it was fetched again', () => scene.tries.length === 2);
  assert.equal((await store.ofEvents([1])).length, 1);
  assert.equal(await desk.ask(9), false, 'no such event');
});

test('asked for again after hours, footage comes once more and photos do not; where photos are all there is, nothing is', async (t) => {
  const { scene, add, pass, skip, desk, store } = await setScene(t);
  const tried = async (count: number): Promise<void> => {
    await pass(20_000, 20);
    await turnsUntil('so much was tried', () => scene.tries.length >= count);
    assert.equal(scene.tries.length, count);
  };
  scene.plan = planOf({ mediatype: '5' });
  add();
  await tried(2);
  scene.plan = planOf({ mediatype: '4' });
  add();
  await tried(3);
  assert.deepEqual([await desk.ask(1), await desk.ask(2)], [true, true]);
  await tried(6);
  await skip(6 * HOUR_MS);
  assert.deepEqual([await desk.ask(1), await desk.ask(2)], [true, false]);
  await tried(7);
  await tried(7);
  assert.equal(scene.tries.at(-1)?.kind, 'footage');
  assert.ok((await store.newest(9)).every(({ state }) => state === 'done'));
  // Nobody had asked for the next one: it is as late.
  add(0);
  await pass(1000);
  assert.deepEqual([await desk.ask(3), (await store.ofEvents([3])).length], [false, 0]);
});

test('photos that are asked for late are given up six hours after the event', async (t) => {
  const { scene, clock, add, pass, skip, desk, row } = await setScene(t);
  scene.plan = planOf({ mediatype: '4' });
  scene.online = false;
  add(clock.now() - 4 * HOUR_MS);
  await pass(1000);
  await skip(HOUR_MS);
  assert.equal((await row())?.state, 'waiting');
  assert.equal(await desk.ask(1), true);
  await skip(HOUR_MS);
  assert.equal((await row())?.state, 'failed');
});

test('the seconds that the list says are those of what is fetched', async (t) => {
  const { scene, add, pass } = await setScene(t);
  scene.plan = planOf({ preoffset: 20, postoffset: 10, maxbackupsecs: 22 });
  add();
  await pass(1000);
  await turnsUntil('the span is set', () => scene.spans.length === 1);
  scene.plan = planOf({ mediatype: '4' });
  add();
  await pass(1000);
  assert.deepEqual(scene.spans, [[1, 20, 2]]);
});

test('what was fetched is not fetched once more where only that could not be kept', async (t) => {
  const { store, scene, add, pass, row } = await setScene(t);
  const { update } = store;
  let refused = 0;
  let refuses = true;
  store.update = (...given) => {
    if (!refuses) return update(...given);
    refused += 1;
    return Promise.reject(new AppError('unavailable', 'disk full'));
  };
  add();
  await pass(20_000, 20);
  await turnsUntil('it could not be kept', () => refused === 1);
  assert.deepEqual([(await row())?.state, scene.tries.length], ['waiting', 1]);
  refuses = false;
  await pass(5 * MINUTE_MS, 30);
  const kept = await row();
  assert.deepEqual([kept?.state, kept?.tries, scene.tries.length], ['done', 1, 1]);
});
