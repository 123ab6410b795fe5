// What one try at the footage of a plan comes to. The footage of the device is a port here that answers as the test says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../kernel/errors.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Footage, FootageSpan } from '../remote-playback/index.ts';
import { fetchFootage } from './footage.ts';
import type { PlannedFetch } from './store.ts';

const HOUR_MS = 3_600_000;
const never = (): never => assert.fail('nothing of that is asked');

const setScene = (answer: () => FootageSpan[] | AppError, changes: Partial<PlannedFetch> = {}) => {
  const clock = createManualClock();
  const footage: Footage = {
    async fetch() {
      const answered = answer();
      if (answered instanceof AppError) throw answered;
      return answered;
    },
    protect: () => Promise.resolve(),
    listed: never,
    kept: never,
    open: never,
    release: never,
  };
  const kit = { footage, clock, keepMs: HOUR_MS, sink: { begin: never }, folder: '', maxBytes: 0 };
  const nowMs = clock.now();
  const fetch: PlannedFetch = {
    id: 1,
    eventSerial: 1,
    kind: 'footage',
    deviceKey: 1,
    code: 19,
    eventMs: nowMs - 20_000,
    dueMs: nowMs,
    startMs: nowMs - 30_000,
    endMs: nowMs - 10_000,
    channels: [1],
    mainChannels: [],
    audio: false,
    createdMs: nowMs,
    state: 'waiting',
    message: '',
    tries: 0,
    triedMs: 0,
    ...changes,
  };
  return { clock, attempt: () => fetchFootage(kit, fetch, new AbortController().signal) };
};

test('what is deleted with everything of the device while it is fetched does not come again, however young the event is', async () => {
  const { attempt } = setScene(() => new AppError('conflict', 'The recordings of this device were deleted'));
  const message = 'The recordings of this device were deleted.';
  assert.deepEqual(await attempt(), { state: 'failed', message, again: false });
});

test('what the recorder does not list yet is asked for again for an hour', async () => {
  const { clock, attempt } = setScene(() => []);
  assert.deepEqual(await attempt(), { state: 'waiting', message: 'No Record', again: true });
  clock.advance(HOUR_MS);
  assert.deepEqual(await attempt(), { state: 'failed', message: 'No Record', again: false });
});

test('by a clock that is hours ahead that hour counts from when it was due', async () => {
  const nowMs = createManualClock().now();
  const endMs = nowMs + 5 * HOUR_MS;
  const { clock, attempt } = setScene(() => [], { startMs: endMs - 20_000, endMs, dueMs: nowMs });
  assert.equal((await attempt()).again, true);
  clock.advance(HOUR_MS);
  assert.deepEqual(await attempt(), { state: 'failed', message: 'No Record', again: false });
});
