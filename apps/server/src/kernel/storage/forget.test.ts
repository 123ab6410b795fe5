import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { turnsUntil } from '../turns-until.ts';
import { forgetInSteps, startForgetting } from './forget.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEADY_MS = 600_000;

test('steps are small, smaller when they take long, and others have their turn between them', async () => {
  let [left, nowMs, turns] = [1000, 0, 0];
  const limits: number[] = [];
  let others = true;
  const haveTurn = (): void => {
    turns += 1;
    if (others) setImmediate(haveTurn);
  };
  setImmediate(haveTurn);
  const step = (limit: number): Promise<number> => {
    limits.push(limit);
    nowMs += limit > 40 ? 9 : 1;
    const removed = Math.min(limit, left);
    left -= removed;
    return Promise.resolve(removed);
  };
  assert.equal(await forgetInSteps({ monotonic: () => nowMs }, step), 1000);
  others = false;
  assert.equal(left, 0);
  assert.deepEqual(limits.slice(0, 5), [32, 64, 32, 64, 32]);
  assert.ok(turns > 0);
  left = 1000;
  let steps = 0;
  assert.equal(await forgetInSteps({ monotonic: () => 0 }, step, () => (steps += 1) <= 2), 96, 'ended early');
});

test('ten minutes after the start and every hour, one run at a time, counted; a failure is told and tried again', async () => {
  const clock = createManualClock();
  const log = createTestLog();
  const asked: number[] = [];
  const waits: { resolve: (gone: number) => void; reject: (error: Error) => void }[] = [];
  const forgetting = startForgetting({
    clock,
    log,
    what: 'things',
    days: 3,
    forget: (beforeMs) => {
      asked.push(clock.now() - beforeMs);
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waits.push({ resolve, reject });
      return promise;
    },
  });
  clock.advance(STEADY_MS - 1);
  assert.deepEqual(asked, []);
  clock.advance(1);
  assert.deepEqual(asked, [3 * DAY_MS]);
  clock.advance(HOUR_MS);
  assert.equal(asked.length, 1, 'the first one is under way');
  waits[0]?.resolve(7);
  await turnsUntil('counted', () => forgetting.count() === 7);
  clock.advance(HOUR_MS);
  waits[1]?.reject(new Error('disk'));
  await turnsUntil('told', () => log.lines.some(({ text }) => text === 'old things not forgotten'));
  clock.advance(HOUR_MS);
  assert.equal(asked.length, 3);
  const closing = forgetting.close();
  waits[2]?.resolve(1);
  await closing;
  clock.advance(HOUR_MS);
  assert.equal(asked.length, 3);
  assert.equal(clock.pending(), 0);
});

test('0 days: nothing is ever forgotten', async () => {
  const clock = createManualClock();
  const asked: number[] = [];
  const forget = (beforeMs: number): Promise<number> => Promise.resolve(asked.push(beforeMs));
  const forgetting = startForgetting({ clock, log: createTestLog(), what: 'things', days: 0, forget });
  clock.advance(HOUR_MS);
  await forgetting.close();
  assert.deepEqual(asked, []);
});

test('days that change count at once: a run for the former ones ends, 0 forgets nothing', async () => {
  const clock = createManualClock();
  const asked: { days: number; goesOn: () => boolean }[] = [];
  const waits: (() => void)[] = [];
  let days = 9;
  const forgetting = startForgetting({
    clock,
    log: createTestLog(),
    what: 'things',
    days: () => days,
    forget: (beforeMs, goesOn) => {
      asked.push({ days: (clock.now() - beforeMs) / DAY_MS, goesOn });
      const { promise, resolve } = Promise.withResolvers<number>();
      waits.push(() => resolve(0));
      return promise;
    },
  });
  clock.advance(STEADY_MS);
  assert.deepEqual([asked[0]?.days, asked[0]?.goesOn()], [9, true]);
  days = 4;
  forgetting.again();
  assert.equal(asked[0]?.goesOn(), false, 'what is kept otherwise now');
  assert.equal(asked.length, 1, 'one at a time');
  waits[0]?.();
  await turnsUntil('asked again', () => asked.length === 2);
  assert.equal(asked[1]?.days, 4);
  waits[1]?.();
  days = 0;
  forgetting.again();
  clock.advance(HOUR_MS);
  await forgetting.close();
  assert.equal(asked.length, 2);
});

test('a clock that has just been set is not believed, at the start as later; what somebody sets counts at once', async () => {
  const clock = createManualClock();
  const startMs = clock.now();
  const asked: number[] = [];
  const forgetting = startForgetting({
    clock,
    log: createTestLog(),
    what: 'things',
    days: 1,
    forget: (beforeMs) => Promise.resolve(asked.push(beforeMs + DAY_MS - startMs) && 0),
  });
  clock.jumpTo(startMs + 4000 * DAY_MS);
  await clock.advanceAsync(STEADY_MS - 20_000);
  clock.jumpTo(startMs); // the time server is there
  await clock.advanceAsync(STEADY_MS);
  assert.deepEqual(asked, []);
  await clock.advanceAsync(20_000);
  assert.deepEqual(asked, [STEADY_MS + 20_000]);
  await clock.advanceAsync(HOUR_MS - 40_000);
  clock.jumpTo(startMs + 4000 * DAY_MS);
  await clock.advanceAsync(STEADY_MS);
  assert.equal(asked.length, 1);
  forgetting.again();
  assert.equal(asked.length, 2);
  await forgetting.close();
});
