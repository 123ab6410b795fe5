// Bytes of days and what was told of them, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createDataUseStore } from './store.ts';

eachStore('data use: days add up, months are summed, old days go and dropped devices too', async (_t, { db }) => {
  const store = createDataUseStore(db);
  const of = (deviceKey: number, inBytes: number, outBytes: number) => ({ deviceKey, inBytes, outBytes });
  await store.add('2026-01-31', [of(1, 1000, 0)]);
  await store.add('2026-02-01', [of(1, 10, 1), of(2, 5_000_000_000, 0)]);
  await store.add('2026-02-01', [of(1, 20, 2)]);
  await store.add('2026-02-28', [of(1, 100, 0)]);
  await store.add('2026-02-28', []);
  const sums = async (month: string) => (await store.sumsOfMonth(month)).toSorted((a, b) => a.deviceKey - b.deviceKey);
  assert.deepEqual(await sums('2026-02'), [
    { deviceKey: 1, bytes: 133 },
    { deviceKey: 2, bytes: 5_000_000_000 },
  ]);
  assert.deepEqual(await sums('2026-01'), [{ deviceKey: 1, bytes: 1000 }]);
  assert.deepEqual(await sums('2026-03'), []);

  const february = { firstDay: '2026-02-01', lastDay: '2026-02-28' };
  const keysOf = async (deviceKeys?: readonly number[]) =>
    (await store.page({ ...february, deviceKeys }, undefined, 9)).map(({ deviceKey, day }) => `${day} ${deviceKey}`);
  assert.deepEqual(await keysOf(), ['2026-02-01 1', '2026-02-01 2', '2026-02-28 1']);
  assert.deepEqual(await keysOf([2, 9]), ['2026-02-01 2']);
  assert.deepEqual(await keysOf([]), []);

  await store.saveWarning({ deviceKey: 1, month: '2026-02', percent: 80 });
  await store.saveWarning({ deviceKey: 1, month: '2026-02', percent: 100 });
  assert.deepEqual(await store.warnings(), [{ deviceKey: 1, month: '2026-02', percent: 100 }]);

  assert.equal(await store.forget('2026-02-28', 2), 2, 'no more than it is allowed at once');
  assert.equal(await store.forget('2026-02-28', 2), 1);
  assert.deepEqual(await sums('2026-02'), [{ deviceKey: 1, bytes: 100 }]);
  await store.removeDevices([1, 9]);
  assert.deepEqual([await sums('2026-02'), await store.warnings()], [[], []]);
});
