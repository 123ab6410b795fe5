// Areas that devices have confirmed, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createDeviceAreaStore, type HeldArea } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const held = (deviceKey: number, areaId: number, radiusm = 100, setBy = '王小明'): HeldArea => ({
  deviceKey,
  kind: 'circle',
  areaId,
  area: { kind: 'circle', id: areaId, lat: 1.5, lng: -2.25, radiusm, name: '車場' },
  setMs: NOW_MS,
  setBy,
});

eachStore(
  'areas of devices: one of each kind and number, replaced as a kind, gone with their device',
  async (_t, { db }) => {
    const store = createDeviceAreaStore(db);
    await store.save([]);
    await store.save([held(1, 2), held(1, 0xffffffff), held(2, 2)]);
    await store.save([held(1, 2, 300, 'ann')]);
    assert.deepEqual(await store.of(1), [held(1, 2, 300, 'ann'), held(1, 0xffffffff)]);
    await store.remove(1, 'route', []);
    await store.remove(1, 'circle', [2]);
    assert.deepEqual(await store.of(1), [held(1, 0xffffffff)]);
    await store.replace(1, 'circle', [held(1, 5)]);
    assert.deepEqual([await store.of(1), await store.of(2)], [[held(1, 5)], [held(2, 2)]]);
    await store.removeDevices([1, 9]);
    assert.deepEqual([await store.of(1), await store.of(2)], [[], [held(2, 2)]]);
  },
);
