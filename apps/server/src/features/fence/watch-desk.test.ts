// What zones still need of the journal of positions, whose packing outlasts a power cut at once; the cursor of zones does when it
// is synchronised.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { JournalFixes } from '../position/index.ts';
import { createZoneStore } from './store.ts';
import { WatchDesk } from './watch-desk.ts';
import { circleShape } from './zone-shape.ts';
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

const setScene = async (t: TestContext) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const clock = createManualClock();
  const watch = new ZoneWatch();
  const journal = { lastId: 0 };
  const disk = { isBroken: false, syncs: 0 };
  let meanwhile = async (): Promise<void> => undefined;
  let mayPack = (): Promise<number | null> => assert.fail('nobody is asked');
  const desk = new WatchDesk({
    bus: createLocalBus(silentLog),
    clock,
    log: silentLog,
    store: createZoneStore(opened.db),
    watch,
    journal: {
      read: async () => ({ sums: null, packedId: 0, lastId: journal.lastId }),
      rowsAfter: async () => [],
      keep: async () => undefined,
      onDeleting: () => undefined,
      fixesAfter: async (id) => ({ fixes: NO_FIXES, lastId: id < journal.lastId ? journal.lastId : null }),
      onPacking: (ask) => void (mayPack = ask),
    },
    writing: { within: () => assert.fail('no event'), announce: () => assert.fail('no event') },
    isRegistered: () => true,
    readAgain: async () => undefined,
    isBehind: () => false,
    synced: async () => {
      disk.syncs += 1;
      if (disk.isBroken) throw new Error('no disk');
      await meanwhile();
    },
  });
  t.after(async () => {
    await desk.close();
    await opened.close();
  });
  await desk.start();
  const whileSyncing = (action: () => Promise<void>): void => {
    meanwhile = action;
  };
  const watchZone = (): void =>
    watch.set({
      kind: 'fence',
      slot: 1,
      title: 'yard',
      shape: circleShape({ lat: 1, lng: 2, radiusM: 100 }),
      devices: Uint32Array.of(1),
      triggerIn: true,
      triggerOut: true,
      sinceId: 0,
    });
  return { clock, watchZone, journal, disk, mayPack: () => mayPack(), whileSyncing };
};

test('rows are packed up to a cursor that outlasts a power cut, and none where that is not sure', async (t) => {
  const { clock, watchZone, journal, disk, mayPack } = await setScene(t);
  journal.lastId = 7;
  await clock.advanceAsync(LOOK_MS);
  assert.equal(await mayPack(), null, 'nothing is watched');
  watchZone();
  await clock.advanceAsync(LOOK_MS);
  disk.syncs = 0;
  assert.deepEqual([await mayPack(), disk.syncs], [7, 1]);
  disk.isBroken = true;
  assert.equal(await mayPack(), 0);
  disk.isBroken = false;
  assert.equal(await mayPack(), 7);
});

test('the cursor that was synchronised counts, not one that moved meanwhile', async (t) => {
  const { clock, watchZone, journal, mayPack, whileSyncing } = await setScene(t);
  journal.lastId = 7;
  watchZone();
  await clock.advanceAsync(LOOK_MS);
  whileSyncing(async () => {
    journal.lastId = 9;
    await clock.advanceAsync(LOOK_MS);
  });
  assert.deepEqual([await mayPack(), await mayPack()], [7, 9]);
});
