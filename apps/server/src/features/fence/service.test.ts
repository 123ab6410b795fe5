// A zone that is saved and cannot be read back in the same moment: it is watched as soon as it can.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { JournalFixes } from '../position/index.ts';
import { emptyFence, ZoneEditor, Zones } from './service.ts';
import { createZoneStore } from './store.ts';
import { WatchDesk } from './watch-desk.ts';
import { ZoneWatch } from './zone-watch.ts';

const LOOK_MS = 5000;
const NO_FIXES: JournalFixes = {
  deviceKey: new Uint32Array(0),
  time: new Uint32Array(0),
  received: new Uint32Array(0),
  lat: new Int32Array(0),
  lng: new Int32Array(0),
  speed: new Uint16Array(0),
  replayed: new Uint8Array(0),
};

test('a fence whose devices could not be read is watched at the next look', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const clock = createManualClock();
  const watch = new ZoneWatch();
  const stored = createZoneStore(opened.db);
  let reads = 0;
  const disk = { failsFrom: Number.MAX_SAFE_INTEGER };
  const store: typeof stored = {
    ...stored,
    devicesOf: (name) => {
      reads += 1;
      return reads >= disk.failsFrom ? Promise.reject(new Error('disk broken')) : stored.devicesOf(name);
    },
  };
  const zones = new Zones({ clock, store, watch });
  await zones.read();
  let mayPack = (): Promise<number | null> => assert.fail('nobody is asked');
  const writing = {
    within: () => ({ add: () => assert.fail('no event'), recovered: () => assert.fail('no event') }),
    announce: () => assert.fail('no event'),
  };
  const desk = new WatchDesk({
    bus: createLocalBus(silentLog),
    clock,
    log: silentLog,
    store,
    watch,
    journal: {
      read: async () => ({ sums: null, packedId: 0, lastId: 0 }),
      rowsAfter: async () => [],
      keep: async () => undefined,
      onDeleting: () => undefined,
      fixesAfter: async () => ({ fixes: NO_FIXES, lastId: null }),
      onPacking: (ask) => void (mayPack = ask),
    },
    writing,
    isRegistered: () => true,
    readAgain: () => zones.read(),
    isBehind: () => zones.isBehind,
    synced: () => Promise.resolve(),
  });
  t.after(async () => {
    await desk.close();
    await opened.close();
  });
  await desk.start();
  const editor = new ZoneEditor({ clock, store, watch, desk, writing, zones });
  const { updatedMs: _ms, updatedBy: _by, sinceId: _id, ...values } = emptyFence(1);
  disk.failsFrom = 2; // the one before the save is read
  const saving = editor.saveFence(
    { ...values, enabled: true, title: 'yard', lat: 24, lng: 120, radiusM: 100, triggerIn: true },
    { edit: { by: 'ann' }, devices: () => [7], present: () => ({}) },
  );
  await assert.rejects(saving, /disk broken/);
  assert.deepEqual([reads, watch.size, zones.fences.size], [2, 0, 0]);
  assert.equal(await mayPack(), 0, 'rows that it needs stay');
  await clock.advanceAsync(LOOK_MS);
  assert.deepEqual([watch.size, zones.isBehind], [0, true], 'still broken');
  disk.failsFrom = Number.MAX_SAFE_INTEGER;
  await clock.advanceAsync(LOOK_MS);
  await desk.run(() => Promise.resolve());
  assert.deepEqual([watch.size, [...zones.fences.keys()], zones.isBehind], [1, [1], false]);
});
