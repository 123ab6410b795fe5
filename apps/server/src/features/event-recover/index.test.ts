// What the desk asks of recordings and footage: also what is gone from every lane, and nothing more while everything is being deleted.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { laneOf } from '../recording/index.ts';
import type { Footage, FootageRequest } from '../remote-playback/index.ts';
import { createSettings } from '../settings/index.ts';
import { eventRecoverFeature } from './index.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 4, 5, 12);

const setScene = async (t: TestContext, fetch: Footage['fetch']) => {
  const clock = createManualClock(START_MS);
  const bus = createLocalBus(silentLog);
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const outside = () => ({ value: '1', by: null }); // enabled
  const settings = await createSettings({ db: opened.db, bus, clock, log: silentLog, outside });
  const looked: (readonly number[])[] = [];
  const asked: FootageRequest[] = [];
  const footage: Footage = {
    fetch(request) {
      asked.push(request);
      return fetch(request);
    },
    listed: async () => [{ channel: 1, startMs: START_MS - 30 * MINUTE_MS, endMs: START_MS - 20 * MINUTE_MS }],
    kept: async () => [],
    open: () => Promise.reject(new Error('nothing is read here')),
    protect: async () => undefined,
    release: async () => undefined,
  };
  const feature = eventRecoverFeature({
    bus,
    clock,
    log: silentLog,
    settings,
    isOnline: () => true,
    online: () => [1],
    refusal: () => undefined,
    recordings: {
      planned: () => [{ channel: 1, stream: 'main', sound: false }],
      keptDays: () => 0,
      reader: {
        spansWithGone: async (_, channels) => {
          looked.push(channels);
          return [];
        },
      },
    },
    isRegistered: () => true,
    footage,
    recovered: async () => undefined,
  });
  t.after(() => feature.close());
  return { clock, looked, asked };
};

test('what is gone counts, of the channel and of whatever was fetched of it', async (t) => {
  const { looked } = await setScene(t, async ({ fromMs, toMs }) => [{ startMs: fromMs, endMs: toMs }]);
  await turnsUntil('it looked', () => looked.length === 1);
  const lanes = (['main', 'sub'] as const).flatMap((stream) =>
    [true, false].map((audio) => laneOf({ channel: 1, stream, audio })),
  );
  assert.deepEqual(looked, [[1, ...lanes]]);
});

test('a piece that ends because everything of the device is being deleted is not followed by the next one', async (t) => {
  const deleted = new AppError('conflict', 'The recordings of this device were deleted');
  const { clock, asked } = await setScene(t, () => Promise.reject(deleted));
  await turnsUntil('the first piece was asked for', () => asked.length > 0);
  for (let s = 0; s < 50; s += 10) await clock.advanceAsync(10_000);
  assert.equal(asked.length, 1);
});
