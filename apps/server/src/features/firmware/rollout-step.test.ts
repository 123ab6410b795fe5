// Whom a roll-out tells next: one, then one in twenty, then all, and nobody once too many failed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT_ONCE, nextStep, type RolloutNow } from './rollout-step.ts';
import type { RolloutDeviceState } from './store/rollouts.ts';

const RUNNING: RolloutNow = { state: 'running', stage: 1, maxFailures: 0 };
const members = (states: Readonly<Partial<Record<RolloutDeviceState, number>>>) =>
  (['done', 'failed', 'running', 'planned'] as const)
    .flatMap((state) => Array.from({ length: states[state] ?? 0 }, () => state))
    .map((state, deviceKey) => ({ deviceKey, state }));
const all = (): boolean => true;

test('one is told first, and nobody else while it is under way', () => {
  assert.deepEqual(nextStep(RUNNING, members({ planned: 100 }), all), { state: 'running', stage: 1, start: [0] });
  assert.deepEqual(nextStep(RUNNING, members({ running: 1, planned: 99 }), all).start, []);
});

test('then one in twenty, then all of them, so many at a time', () => {
  const second = nextStep(RUNNING, members({ done: 1, planned: 99 }), all);
  assert.deepEqual([second.stage, second.start], [2, [1, 2, 3, 4, 5]]);
  const third = nextStep({ ...RUNNING, stage: 2 }, members({ done: 6, planned: 94 }), all);
  assert.deepEqual([third.stage, third.start.length], [3, AT_ONCE]);
  const full = nextStep({ ...RUNNING, stage: 3 }, members({ done: 6, running: AT_ONCE, planned: 74 }), all);
  assert.deepEqual(full.start, []);
  assert.equal(nextStep({ ...RUNNING, stage: 2 }, members({ done: 5, running: 1, planned: 94 }), all).stage, 2);
});

test('who is away is passed over, and has its turn later', () => {
  const isReady = (deviceKey: number): boolean => deviceKey === 7;
  assert.deepEqual(nextStep(RUNNING, members({ planned: 9 }), isReady).start, [7]);
  const waits = nextStep({ ...RUNNING, stage: 3 }, members({ done: 8, planned: 1 }), () => false);
  assert.deepEqual([waits.state, waits.start], ['running', []]);
});

test('it stops when more failed than may, is done when nothing is left, and a paused one does nothing', () => {
  assert.equal(nextStep(RUNNING, members({ failed: 1, planned: 9 }), all).state, 'stopped');
  const bears = { ...RUNNING, maxFailures: 1 };
  assert.deepEqual(nextStep(bears, members({ failed: 1, planned: 9 }), all), {
    state: 'running',
    stage: 2,
    start: [1],
  });
  assert.equal(nextStep({ ...bears, stage: 3 }, members({ done: 9, failed: 1 }), all).state, 'done');
  assert.deepEqual(nextStep({ ...RUNNING, state: 'paused' }, members({ planned: 9 }), all).start, []);
});
