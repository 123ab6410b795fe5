import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { type CheckLimits, CheckQueue, type CheckTurn } from './check-queue.ts';

const limits: CheckLimits = {
  running: 2,
  runningStrangers: 1,
  waiting: 4,
  strangersFree: 3,
  strangerEveryMs: 100,
  slowAfter: 5,
  slowWithinMs: 60_000,
  slowEveryMs: 1000,
};
const known: CheckTurn = { known: true, by: 'browser' };
const knownPlace: CheckTurn = { known: true, by: 'place' };
const stranger = (failures: number): CheckTurn => ({ known: false, failures });
const settled = () => new Promise((resolve) => setImmediate(resolve));

const start = (changes: Partial<CheckLimits> = {}) => {
  const clock = createManualClock();
  const queue = new CheckQueue(clock, { ...limits, ...changes });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  /** A check that lasts until the test ends it. */
  const held = (name: string, turn: CheckTurn) =>
    queue.run(turn, () => {
      begun.push(name);
      return new Promise<boolean | undefined>((resolve) => ends.push(() => resolve(undefined)));
    });
  /** One that is over at once. */
  const quick = (name: string, turn: CheckTurn, right = false) =>
    queue.run(turn, () => {
      begun.push(name);
      return Promise.resolve(right ? true : undefined);
    });
  return { clock, queue, begun, ends, held, quick };
};

test('strangers have one place; a known one finds the other free, and goes before all strangers', async () => {
  const { begun, ends, held } = start();
  for (const name of ['a', 'b']) void held(name, stranger(0));
  void held('known', known);
  assert.deepEqual(begun, ['a', 'known']);
  void held('known 2', known);
  ends.shift()?.();
  await settled();
  assert.deepEqual(begun, ['a', 'known', 'known 2'], 'also before the stranger who came first');
});

test('strangers come up by how often their address failed, and the last in order is refused when too many wait', async () => {
  const { begun, ends, held, queue } = start({ strangersFree: 10 });
  void held('first', stranger(0));
  const worst = held('worst', stranger(9));
  void held('bad', stranger(5));
  void held('new', stranger(0));
  void held('new too', stranger(0));
  await assert.rejects(held('worse than all', stranger(10)), { code: 'limit_reached' });
  void held('newest', stranger(0));
  await assert.rejects(worst, { code: 'limit_reached' });
  for (let i = 0; i < 4; i += 1) {
    ends[i]?.();
    await settled();
  }
  assert.deepEqual(begun, ['first', 'new', 'new too', 'newest', 'bad']);
  assert.deepEqual(queue.metrics(), { sign_in_checks_waiting: 0, sign_in_checks_refused_total: 2 });
});

test('wrong ones of strangers are paced when they are many, and slower when they go on; known ones are not', async () => {
  const { begun, clock, quick } = start();
  for (let i = 0; i < 3; i += 1) await quick(`free ${i}`, stranger(i));
  const fourth = quick('fourth', stranger(3));
  await quick('known', known);
  assert.equal(begun.includes('fourth'), false);
  clock.advance(100);
  await fourth;
  const fifth = quick('fifth', stranger(4));
  clock.advance(100);
  await fifth;
  const slow = quick('slow', stranger(5));
  clock.advance(900);
  await settled();
  assert.equal(begun.includes('slow'), false, 'five were wrong within the minute');
  clock.advance(100);
  await slow;
  clock.advance(60_000);
  for (let i = 0; i < 3; i += 1) await quick('free again', stranger(0));
  assert.equal(clock.pending(), 0);
});

test('wrong ones from a known place make strangers slow as their own do, those of a known browser do not', async () => {
  for (const [turn, begun] of [
    [known, 4],
    [knownPlace, 3],
  ] as const) {
    const stage = start();
    for (let i = 0; i < 3; i += 1) await stage.quick('free', stranger(0));
    for (let i = 0; i < 3; i += 1) await stage.quick('wrong', turn);
    const next = stage.quick('next', stranger(0)).catch(() => undefined); // refused at the end where it still waits
    stage.clock.advance(100);
    await settled();
    assert.equal(stage.begun.filter((name) => name !== 'wrong').length, begun);
    stage.queue.close();
    await next;
  }
});

test('who is right costs a stranger’s turn nothing', async () => {
  const { begun, quick } = start();
  for (let i = 0; i < 50; i += 1) await quick('right', stranger(0), true);
  assert.equal(begun.length, 50);
});

test('a check that breaks gives its place back, and the end refuses what waits', async () => {
  const { queue, held, clock } = start({ running: 1 });
  await assert.rejects(
    queue.run(known, () => Promise.reject(new Error('broke'))),
    /broke/,
  );
  void held('running', known);
  const waiting = held('waiting', known);
  queue.close();
  await assert.rejects(waiting, { code: 'limit_reached' });
  assert.equal(clock.pending(), 0);
});
