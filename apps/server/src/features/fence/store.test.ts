// Fences, planned routes, who is inside and the cursor, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createZoneStore, type DeviceZone, type StoredFence, type StoredRoute } from './store.ts';

const NOW_MS = 1_800_000_000_000;
const nothing = (): Promise<void> => Promise.resolve();
const fence = (slot: number, changes: Partial<StoredFence> = {}): StoredFence => ({
  slot,
  enabled: true,
  title: '車場',
  lat: 24.0786,
  lng: -120.5285,
  radiusM: 200,
  triggerIn: true,
  triggerOut: false,
  colour: 'blue',
  sinceId: 2 ** 40,
  updatedMs: NOW_MS,
  updatedBy: 'ann',
  ...changes,
});
const route = (slot: number): StoredRoute => ({
  slot,
  enabled: true,
  title: '七號',
  latlngs: [
    { lat: 1.5, lng: 2 },
    { lat: 1.6, lng: 2 },
  ],
  lat: 1.4995,
  lng: 1.9995,
  width: 10,
  height: 1010,
  accuracy: 0.0001,
  data: Uint8Array.from([0, 255, 128]),
  colour: '',
  sinceId: 7,
  updatedMs: NOW_MS,
  updatedBy: '王小明',
});
const state = (deviceKey: number, slot = 1): DeviceZone => ({
  kind: 'fence',
  slot,
  deviceKey,
  state: { base: 'out', past: [{ ms: NOW_MS, inside: true }] },
  openSerialno: null,
});

eachStore(
  'a fence is saved over the version that was seen, with its devices; who was inside can be forgotten',
  async (_t, { db }) => {
    const store = createZoneStore(db);
    const save = { beforeMs: 0, devices: [9, 3], forgetStates: false };
    assert.equal(await store.saveFence(fence(1), save, nothing), true);
    assert.deepEqual(await store.fences(), [fence(1)]);
    assert.deepEqual(await store.devicesOf({ kind: 'fence', slot: 1 }), [3, 9]);
    assert.deepEqual(await store.devicesOf({ kind: 'route', slot: 1 }), []);
    assert.deepEqual(await store.deviceCounts('fence'), new Map([[1, 2]]));
    await store.transaction((transaction) => transaction.saveStates([state(3), state(9), state(3, 2)]));
    const later = fence(1, { title: 'Yard', enabled: false, updatedMs: NOW_MS + 1000 });
    assert.equal(
      await store.saveFence(later, { ...save, beforeMs: NOW_MS - 1000 }, nothing),
      false,
      'that version is over',
    );
    assert.equal(await store.saveFence(later, { ...save, beforeMs: NOW_MS, devices: null }, nothing), true);
    assert.deepEqual([await store.fence(1), (await store.states()).length], [later, 3]);
    const last = fence(1, { updatedMs: NOW_MS + 2000 });
    const emptied = { beforeMs: NOW_MS + 1000, devices: [], forgetStates: true };
    await assert.rejects(store.saveFence(last, emptied, () => Promise.reject(new Error('no'))));
    assert.deepEqual([await store.fence(1), (await store.states()).length], [later, 3], 'all of it or nothing');
    assert.equal(await store.saveFence(last, emptied, nothing), true);
    assert.deepEqual([await store.devicesOf({ kind: 'fence', slot: 1 }), await store.states()], [[], [state(3, 2)]]);
    assert.equal(await store.fence(5), undefined);
  },
);

eachStore('a route keeps its bitmap byte by byte; lists leave it out', async (_t, { db }) => {
  const store = createZoneStore(db);
  assert.equal(await store.saveRoute(route(4), { beforeMs: 0, devices: [1], forgetStates: true }, nothing), true);
  const { data: _, ...listed } = route(4);
  assert.deepEqual(await store.routes(), [listed]);
  const found = await store.route(4);
  assert.deepEqual([...(found?.data ?? [])], [0, 255, 128]);
});

eachStore(
  'cursor, states and who was looked at change together or not at all; of dropped devices nothing stays',
  async (_t, { db }) => {
    const store = createZoneStore(db);
    await store.saveFence(fence(1), { beforeMs: 0, devices: [1, 2], forgetStates: false }, nothing);
    await store.transaction(async (transaction) => {
      assert.equal(await transaction.moveCursor(0, 40), true);
      await transaction.saveSeen([1, 2], 40);
      await transaction.saveStates([state(1), state(2)]);
    });
    await assert.rejects(
      store.transaction(async (transaction) => {
        assert.equal(await transaction.moveCursor(40, 50), true);
        await transaction.saveSeen([1], 50);
        await transaction.removeStates([state(1)]);
        throw new Error('no');
      }),
    );
    assert.equal(await store.moveCursor(0, 60), false);
    assert.deepEqual([await store.cursor(), (await store.states()).length], [40, 2]);
    await store.transaction(async (transaction) => {
      await transaction.saveStates([{ ...state(1), openSerialno: 12 }]);
      await transaction.removeStates([state(2)]);
      await transaction.saveSeen([1], 41);
    });
    assert.deepEqual(await store.states(), [{ ...state(1), openSerialno: 12 }]);
    assert.deepEqual(
      new Map((await store.seen()).map((row) => [row.deviceKey, row.journalId])),
      new Map([
        [1, 41],
        [2, 40],
      ]),
    );
    await store.removeDevices([1]);
    assert.deepEqual(
      [await store.states(), await store.seen(), await store.devicesOf({ kind: 'fence', slot: 1 })],
      [[], [{ deviceKey: 2, journalId: 40 }], [2]],
    );
  },
);
