// Of a device that the directory dropped nothing stays in memory: neither its last position nor what was newest.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { testPosition } from '../../kernel/test-position.ts';
import type { Position } from '../../kernel/topics.ts';
import { positionFeature } from './index.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const START_MS = Date.UTC(2026, 0, 1);

const report = (second: number): Position => testPosition({ timeMs: START_MS + second * 1000, coreHash: second });

test('a device that is gone leaves no last position, and an old report under its key is the newest', async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'outrider-gone-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const clock = createManualClock(START_MS);
  const bus = createLocalBus(silentLog);
  const feature = await positionFeature({
    db: opened.db,
    bus,
    clock,
    log: silentLog,
    devices: { seen: () => assert.fail('nobody asks'), isRegistered: () => false },
    dataFolder,
  });
  const current: boolean[] = [];
  bus.subscribe('position.accepted', (accepted) => current.push(accepted.current));
  const store = async (second: number): Promise<void> => {
    const stored = feature.sink.store(1, 'D', [report(second)]);
    clock.advance(40);
    await stored;
    await nextTurn();
  };
  await store(20);
  await store(10);
  assert.equal([...feature.last()].length, 1);
  bus.publish('device.gone', { deviceKey: 1, deviceId: 'D' });
  assert.deepEqual([...feature.last()], []);
  await store(10.5);
  assert.deepEqual(current, [true, false, true]);
  await feature.close();
});
