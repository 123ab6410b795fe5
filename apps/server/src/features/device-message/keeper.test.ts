// Small messages are bounded for each device and by days, and not kept of devices that nobody registered.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Keeper } from './keeper.ts';
import { createDeviceMessageStore } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const DAY_MS = 86_400_000;

const scene = (t: TestContext) => {
  const opened = openSqlite(':memory:', MIGRATIONS);
  const clock = createManualClock();
  const store = createDeviceMessageStore(opened.db);
  let synced = 0;
  const keeper = new Keeper({
    clock,
    log: silentLog,
    store,
    days: 2,
    synced: async () => void (synced += 1),
    isRegistered: (deviceKey) => deviceKey !== 99,
  });
  t.after(async () => {
    await keeper.close();
    await opened.close();
  });
  const keep = (i: number, deviceKey = 1): Promise<void> =>
    keeper.keep({
      deviceKey,
      kind: 'passengers',
      receivedMs: clock.now(),
      content: String(i),
      body: new Uint8Array(1),
      mark: String(i),
    });
  const contents = async (deviceKey = 1): Promise<number[]> =>
    (await store.messages(deviceKey, 0, Number.MAX_SAFE_INTEGER, 10_000)).map(({ content }) => Number(content));
  return { clock, store, keeper, keep, contents, synced: () => synced };
};

test('of one device the newest 5000 stay, of another all', async (t) => {
  const { keep, contents } = scene(t);
  await keep(1, 2);
  for (let i = 1; i <= 5501; i += 1) await keep(i);
  const kept = await contents();
  assert.equal(kept.length, 5000);
  assert.deepEqual([Math.max(...kept), Math.min(...kept)], [5501, 502]);
  assert.deepEqual(await contents(2), [1]);
});

test('each is synchronised before it is said to be kept, a repeat too; old ones go by days', async (t) => {
  const { keep, keeper, contents, clock, synced } = scene(t);
  await keep(1);
  await keep(1);
  assert.deepEqual([keeper.kept, keeper.repeated, synced()], [1, 1, 2]);
  await clock.advanceAsync(DAY_MS);
  await clock.advanceAsync(55 * 60_000);
  const nowMs = clock.now();
  clock.jumpTo(nowMs + 1000 * DAY_MS);
  await clock.advanceAsync(9 * 60_000);
  assert.deepEqual(await contents(), [1], 'a clock that was just set is not believed');
  clock.jumpTo(nowMs);
  await keep(2);
  await clock.advanceAsync(DAY_MS + 3_600_000);
  assert.deepEqual(await contents(), [2]);
  await assert.rejects(keep(3, 99), { code: 'not_found' });
});

test('old ones go a few in each turn of the event loop', async (t) => {
  const { keep, clock, store, contents } = scene(t);
  for (let i = 1; i <= 300; i += 1) await keep(i);
  const { forgetBefore } = store;
  const inTurn: number[] = [];
  let turn = 0;
  store.forgetBefore = async (beforeMs, limit) => {
    const gone = await forgetBefore(beforeMs, limit);
    inTurn[turn] = (inTurn[turn] ?? 0) + gone;
    return gone;
  };
  clock.advance(3 * DAY_MS);
  const total = (): number => inTurn.reduce((sum, count) => sum + count, 0);
  for (; turn < 1000 && total() < 300; turn += 1) await nextTurn();
  assert.deepEqual(await contents(), []);
  assert.ok(Math.max(...inTurn.filter((count) => count > 0)) <= 100, `in one turn: ${inTurn.join(', ')}`);
});
