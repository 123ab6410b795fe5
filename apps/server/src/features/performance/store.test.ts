// Minutes of meters, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createPerformanceStore, type PerformanceMinute } from './store.ts';

eachStore(
  'minutes of meters: one row a minute and server, the newest first, a page at a time, forgotten',
  async (_t, { db }) => {
    const store = createPerformanceStore(db);
    const minute = (atMs: number, gms: string, count = 1): PerformanceMinute => ({
      atMs,
      gms,
      meters: { command: [count, 2.5, 1.25] },
    });
    for (const each of [minute(1000, 'a'), minute(2000, 'b'), minute(2000, 'a', 7), minute(3000, 'a')])
      await store.save(each);
    await store.save(minute(2000, 'a', 8));
    const all = [minute(3000, 'a'), minute(2000, 'a', 8), minute(2000, 'b'), minute(1000, 'a')];
    assert.deepEqual(await store.page(0, undefined, 9), all);
    assert.deepEqual(await store.page(0, all[0], 1), all.slice(1, 2));
    assert.deepEqual(await store.page(0, all[1], 9), all.slice(2));
    assert.deepEqual(await store.page(1999, undefined, 9), all.slice(0, 3), 'behind a moment');
    assert.deepEqual(await store.page(2000, undefined, 9), all.slice(0, 1));
    assert.equal(await store.forget(2000, 9), 1);
    assert.equal(await store.forget(3000, 1), 1);
    assert.deepEqual((await store.page(0, undefined, 9)).length, 2);
  },
);
