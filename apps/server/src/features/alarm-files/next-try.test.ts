// When a device is asked again: growing pauses, progress, a list too short, logins, and the end of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterLogin, begun, type Ending, ended, isDue, type Tries } from './next-try.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const fresh: Tries = { tries: 0, failures: 0, lastTryMs: 0, nextTryMs: 0 };

/** Asks and asks again with these endings, the last one for ever; gives the pauses in minutes until it is over. */
const pausesOf = (...endings: Ending[]): number[] => {
  const pauses: number[] = [];
  let tries = fresh;
  let nowMs = 0;
  for (let i = 0; i < 200; i += 1) {
    tries = begun(tries, nowMs);
    const next = ended(tries, endings[Math.min(i, endings.length - 1)] ?? 'nothing', 0, nowMs);
    if (next === 'over') return pauses;
    pauses.push((next.nextTryMs - nowMs) / MINUTE_MS);
    nowMs = next.nextTryMs;
    tries = next;
  }
  throw new Error('it never ends');
};

test('pauses grow from half a minute to a day; the ninth try that brings nothing is the last', () => {
  assert.deepEqual(pausesOf('nothing'), [0.5, 2, 10, 30, 120, 360, 720, 1440]);
});

test('a try that brought a file begins the pauses again; sixty tries are enough in any case', () => {
  assert.deepEqual(pausesOf('nothing', 'nothing', 'some', 'nothing').slice(0, 5), [0.5, 2, 0.5, 0.5, 2]);
  assert.equal(pausesOf('some').length, 59);
});

test('where the device lists fewer files than announced it is asked twice more', () => {
  assert.deepEqual(pausesOf('short'), [0.5, 2]);
});

test('a device that left before it could answer has not failed', () => {
  assert.equal(pausesOf('offline').length, 59);
  assert.deepEqual(pausesOf('nothing', 'nothing', 'offline', 'nothing').slice(0, 4), [0.5, 2, 2, 10]);
});

test('what is older than a week is not asked for again', () => {
  const tries = begun(fresh, 8 * 24 * HOUR_MS);
  assert.equal(ended(tries, 'nothing', 0, 8 * 24 * HOUR_MS), 'over');
});

test('a server that is killed during a try comes back to it after the pause of a failed one', () => {
  assert.deepEqual(begun({ ...fresh, failures: 2 }, 1000), {
    tries: 1,
    failures: 2,
    lastTryMs: 1000,
    nextTryMs: 1000 + 10 * MINUTE_MS,
  });
});

test('a login brings the next try forward, but not at each of many logins', () => {
  assert.equal(afterLogin({ lastTryMs: 0, nextTryMs: 24 * HOUR_MS }, HOUR_MS), HOUR_MS + 5000);
  assert.equal(afterLogin({ lastTryMs: HOUR_MS, nextTryMs: 24 * HOUR_MS }, HOUR_MS + 1000), HOUR_MS + 2 * MINUTE_MS);
  assert.equal(afterLogin({ lastTryMs: 0, nextTryMs: HOUR_MS + 100 }, HOUR_MS), HOUR_MS + 100);
});

test('what would wait for longer than a day, or begins a login, does not wait for a clock that was set back', () => {
  const nowMs = 100 * HOUR_MS;
  const due = [-1, 0, 1, 24 * HOUR_MS, 25 * HOUR_MS].map((afterMs) => isDue(nowMs + afterMs, nowMs));
  assert.deepEqual(due, [true, true, false, false, true]);
  const back = afterLogin({ lastTryMs: nowMs + 5 * HOUR_MS, nextTryMs: nowMs + 6 * HOUR_MS }, nowMs);
  assert.equal(back, nowMs + 2 * MINUTE_MS);
});
