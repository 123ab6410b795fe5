// Jobs over their lives: limits, standing, dropping, breaking, trying again, and the end of the server.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../log.ts';
import { createManualClock } from '../manual-clock.ts';
import { Jobs, type JobsKit } from './jobs.ts';

type Job = { key: string; userId: number; deviceKey: number; createdMs: number };
type Outcome = 'over' | 'again' | Error;

/** Jobs that end when the test says so, as it says. */
const opened = (t: TestContext, more: Partial<JobsKit<Job, string>> = {}) => {
  const clock = createManualClock();
  const working = new Map<string, (outcome: Outcome) => void>();
  const stopped: string[] = [];
  const failed: unknown[] = [];
  const jobs = new Jobs<Job, string>({
    clock,
    log: silentLog,
    what: 'test',
    limits: { inAll: { count: 4, text: 'too many' }, perUser: { count: 2, text: 'too many of yours' }, atOnce: 2 },
    run: ({ key }, { signal, tell }) =>
      new Promise((resolve, reject) => {
        tell(`${key} runs`);
        working.set(key, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
        signal.addEventListener('abort', () => {
          void setImmediate().then(() => {
            stopped.push(`${key}: ${signal.reason.code}`);
            reject(signal.reason);
          });
        });
      }),
    failed: async (job, standing, why, error) => {
      failed.push([job.key, standing, why, error instanceof Error ? error.message : error]);
    },
    ...more,
  });
  t.after(() => jobs.close());
  const add = (key: string, userId = 1): void => {
    jobs.check(userId);
    jobs.add([{ key, userId, deviceKey: 1, createdMs: clock.now() }], () => `${key} waits`);
  };
  const end = async (key: string, outcome: Outcome): Promise<void> => {
    working.get(key)?.(outcome);
    await setImmediate();
  };
  const standings = (): string[] => jobs.list().map(({ standing }) => standing);
  return { jobs, clock, add, end, standings, stopped, failed };
};

test('a job runs, says how it stands, and leaves when it is over', async (t) => {
  const { jobs, add, end, standings } = opened(t);
  for (const [key, user] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ] as const)
    add(key, user);
  assert.deepEqual(standings(), ['a runs', 'b runs', 'c waits']);
  assert.deepEqual([jobs.running, jobs.waiting], [2, 1]);
  assert.deepEqual(
    jobs.list().map(({ isRunning }) => isRunning),
    [true, true, false],
  );
  await end('a', 'over');
  assert.deepEqual(standings(), ['b runs', 'c runs']);
  jobs.tell('b', 'half');
  assert.deepEqual([jobs.standing('b'), jobs.standing('a')], ['half', undefined]);
});

test('so many of one user and in all', async (t) => {
  const { jobs, add, end } = opened(t);
  for (const [key, user] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ] as const)
    add(key, user);
  assert.throws(() => add('d', 1), { code: 'limit_reached', message: 'too many of yours' });
  assert.throws(() => jobs.check(3, 2), { code: 'limit_reached', message: 'too many' });
  await end('a', 'over');
  add('d', 1);
  add('e', 2);
  assert.throws(() => add('f', 3), { message: 'too many' });
});

test('a dropped job is stopped and waited for, one of its key may follow at once', async (t) => {
  const { jobs, add, end, standings, stopped, failed } = opened(t);
  add('a');
  const dropped = jobs.drop('a', 'unknown');
  add('a');
  await dropped;
  assert.deepEqual([stopped, standings(), failed], [['a: conflict'], ['a runs'], []]);
  await end('a', 'over');
  assert.deepEqual(standings(), []);
});

test('a job that failed for now is tried again after its pause, at once when its device is back', async (t) => {
  const { jobs, clock, add, end, standings } = opened(t);
  add('a');
  jobs.tell('a', 'away');
  await end('a', 'again');
  assert.deepEqual([standings(), jobs.running, jobs.list()[0]?.isRunning], [['away'], 0, false]);
  clock.advance(70_000);
  assert.deepEqual([standings(), jobs.running], [['a runs'], 1]);
  await end('a', 'again');
  jobs.wake(1);
  assert.equal(jobs.running, 1);
});

test('a job that breaks ends with its reason and makes room; one whose end cannot be kept waits', async (t) => {
  const { add, end, standings, failed } = opened(t);
  for (const [key, user] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ] as const)
    add(key, user);
  await end('a', new Error('oh'));
  assert.deepEqual([failed, standings()], [[['a', 'a runs', 'broken', 'oh']], ['b runs', 'c runs']]);
  const other = opened(t, { failed: () => Promise.reject(new Error('no disk')) });
  other.add('a');
  await other.end('a', new Error('oh'));
  assert.deepEqual([other.standings(), other.jobs.running], [['a runs'], 0]);
});

test('a job that became too old is given up, with how it stood', async (t) => {
  const limits = { inAll: { count: 4, text: '' }, atOnce: 1, giveUpMs: 60_000 };
  const { clock, add, standings, failed } = opened(t, { limits, isReady: () => false });
  add('a');
  clock.advance(70_000);
  assert.deepEqual([failed, standings()], [[['a', 'a waits', 'too-old', null]], []]);
});

test('thousands that became too old are given up one in a turn, but those that are asked for again or dropped meanwhile', async (t) => {
  const limits = { inAll: { count: 4, text: '' }, atOnce: 1, giveUpMs: 60_000 };
  const { jobs, clock, add, failed } = opened(t, { limits, isReady: () => false });
  for (const key of ['a', 'b', 'c', 'd']) add(key);
  clock.advance(70_000);
  assert.deepEqual([failed.length, jobs.waiting], [1, 0]);
  add('c');
  await jobs.drop('d');
  for (let turn = 0; turn < 9; turn += 1) await setImmediate();
  assert.deepEqual([failed.map((each) => Array.isArray(each) && each[0]), jobs.waiting], [['a', 'b'], 1]);
});

test('what is held stops, waits and begins again when all are woken; what was over by then is over', async (t) => {
  let ready = true;
  const { jobs, add, end, standings, stopped } = opened(t, { isReady: () => ready });
  add('a');
  add('b');
  await end('b', 'over');
  ready = false;
  await jobs.hold(({ key }) => key === 'a');
  assert.deepEqual([stopped, jobs.running, jobs.waiting], [['a: unavailable'], 0, 1]);
  jobs.tell('a', 'a is held');
  ready = true;
  jobs.wakeAll();
  assert.deepEqual(standings(), ['a runs']);
  await end('a', 'over');
  assert.deepEqual(standings(), []);
});

test('the end of the server stops what runs, fails nothing, and leaves no timer', async (t) => {
  const { jobs, clock, add, standings, stopped, failed } = opened(t);
  for (const [key, user] of [
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ] as const)
    add(key, user);
  await jobs.close();
  assert.deepEqual([stopped, failed, clock.pending()], [['a: unavailable', 'b: unavailable'], [], 0]);
  assert.equal(standings().at(-1), 'c waits', 'nothing follows');
});

test('a job whose end cannot be kept is tried again, one that was dropped meanwhile is not', async (t) => {
  const ends: string[] = [];
  let refuses = true;
  const { jobs, clock, add, end, standings } = opened(t, {
    failed: async ({ key }, _standing, why) => {
      if (refuses) throw new Error('disk full');
      ends.push(`${key} ${why}`);
    },
  });
  add('a');
  add('b');
  await end('a', new Error('broken'));
  await end('b', new Error('broken'));
  assert.deepEqual([jobs.waiting, jobs.running], [2, 0]);
  await jobs.drop('b');
  await clock.advanceAsync(60_000);
  assert.deepEqual([standings(), jobs.running], [['a runs'], 1]);
  refuses = false;
  await end('a', new Error('broken'));
  assert.deepEqual([ends, jobs.waiting], [['a broken'], 0]);
});

test('that jobs became too old is kept as soon as it can be, but of one that was dropped or asked for again', async (t) => {
  const ends: string[] = [];
  let refuses = true;
  const { jobs, clock, add } = opened(t, {
    limits: { inAll: { count: 4, text: 'too many' }, giveUpMs: 30_000 },
    isReady: () => false,
    failed: async ({ key }, _standing, why) => {
      if (refuses) throw new Error('disk full');
      ends.push(`${key} ${why}`);
    },
  });
  for (const key of ['a', 'b', 'c', 'd']) add(key);
  await clock.advanceAsync(40_000);
  assert.deepEqual([jobs.waiting, ends], [0, []]);
  await jobs.drop('b');
  add('c');
  refuses = false;
  await clock.advanceAsync(10_000);
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  assert.deepEqual(ends.toSorted(), ['a too-old', 'd too-old']);
});
