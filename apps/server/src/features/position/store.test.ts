// Last positions, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import type { Position } from '../../kernel/topics.ts';
import { createLastPositionStore } from './store.ts';

const position: Position = {
  timeMs: null,
  receivedMs: 1_800_000_000_000,
  latitude: -25.0301,
  longitude: 121.5,
  altitudeM: 3,
  speedKmh: 60.5,
  headingDeg: 359,
  alarm: 0xffff_ffff,
  status: 3,
  fixed: true,
  accOn: true,
  replayed: false,
  coreHash: 1,
  items: new Uint8Array(0),
};

eachStore(
  'last positions: the newest save of a device counts, many go at once, items stay behind',
  async (_t, { db }) => {
    const store = createLastPositionStore(db);
    const all = Array.from({ length: 600 }, (_, i) => ({ deviceKey: i + 1, impossible: i % 2 === 0, position }));
    await store.save(all);
    const moved = { ...position, latitude: 1, mileageKm: 12.25, items: Uint8Array.of(1, 2) };
    await store.save([{ deviceKey: 3, impossible: false, position: moved }]);
    const loaded = new Map((await store.load()).map((row) => [row.deviceKey, row]));
    assert.equal(loaded.size, 600);
    assert.deepEqual(loaded.get(600), all[599]);
    assert.deepEqual(loaded.get(3), {
      deviceKey: 3,
      impossible: false,
      position: { ...moved, items: new Uint8Array(0) },
    });
    await store.remove([3, 600, 9999]);
    const left = (await store.load()).map(({ deviceKey }) => deviceKey);
    assert.deepEqual([left.length, left.includes(3), left.includes(600)], [598, false, false]);
  },
);
