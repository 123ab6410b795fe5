// Spans of links on both databases: in order page by page, ended where a killed server left them, forgotten.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createDeviceUsageStore, type LinkSpan } from './store.ts';

const span = (deviceKey: number, beginMs: number, endMs: number | null): LinkSpan => ({ deviceKey, beginMs, endMs });

eachStore('spans come in order, a page at a time, and what stands can be ended', async (_t, { db }) => {
  const store = createDeviceUsageStore(db);
  await store.save([span(3, 100, 200), span(1, 100, null), span(2, 50, 60)]);
  await store.save([span(1, 100, 150)]);
  const all = [span(2, 50, 60), span(1, 100, 150), span(3, 100, 200)];
  assert.deepEqual(await store.page({ fromMs: 0, toMs: 101 }, undefined, 9), all);
  assert.deepEqual(await store.page({ fromMs: 60, toMs: 100 }, undefined, 9), []);
  const ofOne = { fromMs: 0, toMs: 101, deviceKeys: [2, 9] };
  assert.deepEqual(
    await store.page(ofOne, undefined, 9),
    all.filter(({ deviceKey }) => deviceKey === 2),
  );
  assert.deepEqual(await store.page({ ...ofOne, deviceKeys: [] }, undefined, 9), []);
  const first = await store.page({ fromMs: 0, toMs: 101 }, undefined, 2);
  assert.deepEqual(first, all.slice(0, 2));
  assert.deepEqual(await store.page({ fromMs: 0, toMs: 101 }, first[1], 2), all.slice(2));
  assert.equal(await store.forget(100, 5), 1);
  assert.equal(await store.forget(101, 1), 1);
  await store.removeDevices([3]);
  assert.deepEqual(await store.page({ fromMs: 0, toMs: 101 }, undefined, 9), []);
});

eachStore('what a killed server left standing ends where links were seen last', async (_t, { db }) => {
  const store = createDeviceUsageStore(db);
  await store.save([span(1, 100, null), span(2, 500, null), span(3, 10, 20)]);
  await store.saveSeen(200);
  await store.saveSeen(300);
  await store.endStanding();
  assert.deepEqual(await store.page({ fromMs: 0, toMs: 1000 }, undefined, 9), [
    span(3, 10, 20),
    span(1, 100, 300),
    span(2, 500, 500),
  ]);
});
