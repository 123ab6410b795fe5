// What a playback does next, case by case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStep, type Standing } from './next-step.ts';

const standing = (change: Partial<Standing> = {}): Standing => ({
  next: 'ready',
  nextMs: 1000,
  growing: false,
  blocked: false,
  doneMs: 900,
  ...change,
});

test('first what is not known is read, of all channels at once', () => {
  const channels = [standing({ next: 'unread' }), standing(), standing({ next: 'unread' })];
  assert.deepEqual(nextStep(channels, 5000, true), { do: 'read', channels: [0, 2] });
});

test('the earliest frame within the horizon goes out; whose socket is full is passed over', () => {
  const channels = [standing({ nextMs: 1200 }), standing({ nextMs: 1100, blocked: true }), standing({ nextMs: 1300 })];
  assert.deepEqual(nextStep(channels, 5000, true), { do: 'send', channel: 0 });
  assert.deepEqual(nextStep(channels, 1200, true), { do: 'send', channel: 0 }, 'the horizon itself is within');
  assert.deepEqual(nextStep([standing({ nextMs: 1200 })], 1200, true), { do: 'send', channel: 0 });
  assert.deepEqual(nextStep(channels, 1150, true), { do: 'wait' });
  assert.deepEqual(nextStep(channels, 1000, true), { do: 'wait' });
});

test('a pause that all channels share is skipped; not while one of them is still being recorded', () => {
  const channels = [standing({ nextMs: 90_000 }), standing({ next: 'over', doneMs: 4000 })];
  assert.deepEqual(nextStep(channels, 4000, true), { do: 'skip', fromMs: 4000, toMs: 90_000 });
  assert.deepEqual(nextStep(channels, 3999, true), { do: 'wait' }, 'the clock does not get there yet');
  const growing = [standing({ nextMs: 90_000 }), standing({ next: 'over', growing: true })];
  assert.deepEqual(nextStep(growing, 4000, true), { do: 'wait' });
  const short = [standing({ nextMs: 5900, doneMs: 4000 })];
  assert.deepEqual(nextStep(short, 4000, true), { do: 'wait' }, 'an irregular stream');
  assert.deepEqual(nextStep(short, 4000, false), { do: 'skip', fromMs: 4000, toMs: 5900 }, 'nothing runs yet');
  assert.deepEqual(
    nextStep(short, 3000, false),
    { do: 'skip', fromMs: 3000, toMs: 5900 },
    'nor gets to where it began',
  );
});

test('with nothing left there is only waiting', () => {
  assert.deepEqual(nextStep([standing({ next: 'over' })], 5000, true), { do: 'wait' });
});
