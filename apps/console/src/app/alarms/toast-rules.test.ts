// Which toasts a batch of pushes raises, whatever comes in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventPush } from '@outrider/contract';
import { MORE_ID, MOST_CALLS, MOST_SHOWN, noToasts, planToasts, withoutToast } from './toast-rules.ts';

const push = (cmd: EventPush['cmd'], serialno: number, deviceid = 'TRK-1'): EventPush => ({
  cmd,
  serialno,
  deviceid,
  appdevid: 13,
  eventname: 'Over speed',
  notifytext: '',
  notifycolor: '#FFFFFF',
  message: '',
  eventtime: '',
  eventtimeutc: 1_790_000_000_000,
  vehiclex: null,
  vehicley: null,
  speed: 0,
  sourcetype: 0,
});
const pushes = (count: number): EventPush[] => Array.from({ length: count }, (_, n) => push('new', n));
const kinds = (steps: readonly { kind: string }[]): string[] => steps.map(({ kind }) => kind);

test('a storm shows a few and counts the rest, over several batches too', () => {
  const first = planToasts(noToasts, pushes(100), MOST_SHOWN);
  assert.deepEqual(kinds(first.steps), [...Array.from({ length: MOST_SHOWN }, () => 'alarm'), 'more']);
  assert.deepEqual(first.steps.at(-1), { kind: 'more', count: 100 - MOST_SHOWN });
  const second = planToasts(first.state, [push('new', 500)], MOST_SHOWN);
  assert.deepEqual(second.steps, [{ kind: 'more', count: 101 - MOST_SHOWN }]);
});

test('a closed toast frees its place; a closed count begins again', () => {
  const { state } = planToasts(noToasts, pushes(10), MOST_SHOWN);
  const freed = withoutToast(withoutToast(state, 'alarm-0'), MORE_ID);
  assert.deepEqual(kinds(planToasts(freed, [push('new', 77)], MOST_SHOWN).steps), ['alarm']);
  assert.deepEqual(planToasts(withoutToast(state, MORE_ID), [push('new', 78)], MOST_SHOWN).steps, [
    { kind: 'more', count: 1 },
  ]);
});

test('inattentive, alarms and recoveries raise nothing, calls do', () => {
  const { steps } = planToasts(noToasts, [push('new', 1), push('cover', 1), push('call', 2)], 0);
  assert.deepEqual(kinds(steps), ['call']);
});

test('a recovery takes the place of its alarm, also when nobody looks any more', () => {
  const { state } = planToasts(noToasts, [push('new', 1)], MOST_SHOWN);
  const [step] = planToasts(state, [push('cover', 1)], 0).steps;
  assert.deepEqual([step?.kind, step?.kind === 'recovery' && step.id], ['recovery', 'alarm-1']);
  assert.deepEqual(kinds(planToasts(noToasts, [push('cover', 9)], MOST_SHOWN).steps), ['recovery']);
});

test('a device calls once at a time, and only so many do', () => {
  const callers = Array.from({ length: MOST_CALLS + 1 }, (_, n) => push('call', n, `TRK-${n}`));
  const { state, steps } = planToasts(noToasts, [...callers, push('call', 99, 'TRK-0')], MOST_SHOWN);
  assert.equal(kinds(steps).filter((kind) => kind === 'call').length, MOST_CALLS + 1);
  assert.deepEqual([state.calls.length, state.more], [MOST_CALLS, 1]);
});
