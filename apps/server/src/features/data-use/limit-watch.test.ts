// What is told of a limit, once each, over restarts, failures, months and changes of the limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { LimitWatch } from './limit-watch.ts';
import type { DataWarning } from './store.ts';

const MB = 1024 * 1024;
const DEVICE = 7;

const setUp = async () => {
  const state = { used: 0, limitBytes: 10 * MB, month: '2026-02', full: false };
  const warnings = new Map<number, DataWarning>();
  const told: string[] = [];
  const turned: number[] = [];
  const open = async () => {
    const watch = await LimitWatch.open({
      clock: createManualClock(),
      log: silentLog,
      store: {
        warnings: async () => [...warnings.values()],
        saveWarning: async (warning) => void warnings.set(warning.deviceKey, warning),
      },
      limited: () => [{ deviceKey: DEVICE, limitBytes: state.limitBytes }],
      usedBy: () => state.used,
      month: () => state.month,
      turned: (deviceKey) => void turned.push(deviceKey),
    });
    watch.tellBy(async (_deviceKey, text) => {
      if (state.full) throw new Error('no room');
      told.push(text);
    });
    return watch;
  };
  let watch = await open();
  const at = async (used: number): Promise<void> => {
    state.used = used;
    watch.tick();
    await watch.close();
  };
  return { state, told, turned, at, restart: async () => void (watch = await open()) };
};

test('80 and 100 per cent are told once each, also over a restart, and again in the next month', async () => {
  const { state, told, turned, at, restart } = await setUp();
  await at(8 * MB - 1);
  assert.deepEqual(told, []);
  await at(8 * MB);
  await at(9 * MB);
  assert.deepEqual(told, ['80 % of the data of this month are used, of 10 MB']);
  await restart();
  await at(9 * MB);
  assert.equal(told.length, 1);
  await at(10 * MB);
  await at(11 * MB);
  assert.deepEqual(told.slice(1), ['Data limit reached: 10 MB of this month are used']);
  assert.deepEqual(turned, [DEVICE]);
  state.month = '2026-03';
  await at(0);
  assert.deepEqual(turned, [DEVICE, DEVICE]);
  await at(8 * MB);
  assert.equal(told.length, 3);
});

test('what could not be stored is told later; a higher limit begins again', async () => {
  const { state, told, at } = await setUp();
  state.full = true;
  await at(10 * MB);
  assert.deepEqual(told, []);
  state.full = false;
  await at(10 * MB);
  assert.equal(told.length, 1);
  state.limitBytes = 20 * MB;
  await at(10 * MB);
  await at(16 * MB);
  assert.equal(told.at(-1), '80 % of the data of this month are used, of 20 MB');
});
