// By what a recorder reports: parameters that the platform set, else its options.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeParameter } from '@outrider/jt808';
import { ParameterStore } from './parameter-store.ts';
import { reportPlan, type ReportState } from './report-plan.ts';

const FACTORY = [0x20, 0x27, 0x28, 0x29, 0x2c, 0x2e, 0x2f].map((id, i) => makeParameter(id, i === 0 ? 0 : 10 * i));
const plan = (set: Readonly<Record<number, number>>, state: Partial<ReportState> = {}) => {
  const store = new ParameterStore(FACTORY);
  assert.equal(store.set(Object.entries(set).map(([id, value]) => makeParameter(Number(id), value))), 'done');
  return reportPlan(store, { intervalMs: 500 }, { asleep: false, emergency: false, ...state });
};
const asleep = { asleep: true };
const emergency = { emergency: true };

test('as it left the factory it reports by its options, asleep six times as seldom', () => {
  assert.deepEqual(plan({}), { intervalMs: 500, distanceM: null });
  assert.deepEqual(plan({}, asleep), { intervalMs: 3000, distanceM: null });
  assert.deepEqual(plan({}, emergency), { intervalMs: 500, distanceM: null });
  assert.deepEqual(plan({}, { ...asleep, ...emergency }), { intervalMs: 500, distanceM: null });
});

test('an interval that was set counts for what the vehicle does', () => {
  const set = { 0x27: 40, 0x28: 7, 0x29: 20 };
  assert.equal(plan(set).intervalMs, 20_000);
  assert.equal(plan(set, asleep).intervalMs, 40_000);
  assert.equal(plan(set, emergency).intervalMs, 7000);
  assert.equal(plan(set, { ...asleep, ...emergency }).intervalMs, 7000);
  assert.equal(plan({ 0x29: 1 }).intervalMs, 1000);
});

test('by distance alone, by both', () => {
  const set = { 0x2c: 300, 0x2e: 900, 0x2f: 50 };
  assert.deepEqual(plan({ ...set, 0x20: 1 }), { intervalMs: null, distanceM: 300 });
  assert.deepEqual(plan({ ...set, 0x20: 2 }), { intervalMs: 500, distanceM: 300 });
  assert.deepEqual(plan({ ...set, 0x20: 1 }, asleep), { intervalMs: null, distanceM: 900 });
  assert.deepEqual(plan({ ...set, 0x20: 1 }, { ...asleep, ...emergency }), { intervalMs: null, distanceM: 50 });
  assert.deepEqual(plan({ 0x2c: 1, 0x20: 1 }), { intervalMs: null, distanceM: 1 });
});

test('a recorder that has no such parameters reports by its options, and each 500 m where that is asked', () => {
  const bare = (factory: Parameters<typeof makeParameter>[]) =>
    reportPlan(
      new ParameterStore(factory.map((each) => makeParameter(...each))),
      { intervalMs: 700 },
      { asleep: false, emergency: false },
    );
  assert.deepEqual(bare([]), { intervalMs: 700, distanceM: null });
  assert.deepEqual(bare([[0x20, 2]]), { intervalMs: 700, distanceM: 500 });
});
