// From the newest places that were known before the start, and the zone of a device's clock, to what counts as new.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { eventSources } from '@outrider/contract';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { Position } from '../../kernel/topics.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import type { StoredEvent } from '../event/index.ts';
import type { JournalFixes } from '../position/index.ts';
import { fenceFeature } from './index.ts';
import { emptyFence } from './service.ts';
import { createZoneStore } from './store.ts';

const LOOK_MS = 5000;
const HOUR_MS = 3_600_000;
const CENTRE = { lat: 24, lng: 120 };
const fixAt = (timeMs: number, receivedMs: number, isInside: boolean): JournalFixes => ({
  deviceKey: Uint32Array.of(1),
  time: Uint32Array.of(timeMs / 1000),
  received: Uint32Array.of(receivedMs / 1000),
  lat: Int32Array.of((isInside ? CENTRE.lat : 25) * 1e6),
  lng: Int32Array.of(CENTRE.lng * 1e6),
  speed: Uint16Array.of(500),
  replayed: Uint8Array.of(0),
});

/** A fence around the centre, and a vehicle that was seen elsewhere last. */
const setScene = async (t: TestContext, last: (nowMs: number) => { timeMs: number; receivedMs: number }) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  const clock = createManualClock();
  const bus = createLocalBus(silentLog);
  const store = createZoneStore(opened.db);
  const fence = { ...emptyFence(1), ...CENTRE, title: 'yard', radiusM: 200, enabled: true, triggerIn: true };
  await store.saveFence({ ...fence, updatedMs: 1 }, { beforeMs: 0, devices: [1], forgetStates: false }, async () => {});
  const rows: JournalFixes[] = [];
  let lookedTo = 0;
  const events: StoredEvent[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a place only its times are looked at here
  const position = last(clock.now()) as Position;
  const prepared = await fenceFeature({
    db: opened.db,
    bus,
    clock,
    log: silentLog,
    synced: () => Promise.resolve(),
    positions: {
      last: () => [{ deviceKey: 1, position, usable: true }],
      journal: {
        read: async () => ({ sums: null, packedId: 0, lastId: rows.length }),
        rowsAfter: async () => [],
        keep: async () => undefined,
        onDeleting: () => undefined,
        onPacking: () => undefined,
        async fixesAfter(id) {
          const fixes = rows[id];
          if (fixes === undefined) lookedTo = id;
          return fixes === undefined ? { fixes: fixAt(0, 0, false), lastId: null } : { fixes, lastId: id + 1 };
        },
      },
    },
    devices: {
      seen: () => assert.fail('nobody asks'),
      sighted: () => [],
      isRegistered: () => true,
    },
  });
  const feature = await prepared.open({
    within: () => ({
      add: async (event) => ({ serialno: events.push(event), fresh: true, downloadMode: null }),
      recovered: async () => undefined,
    }),
    announce: () => undefined,
  });
  t.after(async () => {
    await feature.close();
    await opened.close();
  });
  /** Where the vehicle is now, by a clock that is right; gives what it made. */
  const report = async (isInside: boolean): Promise<unknown[]> => {
    const before = events.length;
    rows.push(fixAt(clock.now(), clock.now(), isInside));
    await clock.advanceAsync(LOOK_MS);
    await turnsUntil('it was looked at', () => lookedTo === rows.length);
    return events.slice(before).map(({ code, sourceType }) => [code, sourceType === eventSources.realTime]);
  };
  return { bus, clock, report };
};

test('a place of hours ahead that was the last before the start makes nothing late for longer than a minute', async (t) => {
  const { clock, report } = await setScene(t, (nowMs) => ({ timeMs: nowMs + 8 * HOUR_MS, receivedMs: nowMs - 1000 }));
  assert.deepEqual(await report(false), []);
  await clock.advanceAsync(60_000);
  assert.deepEqual(await report(true), [[51, true]]);
});

test('nor at all where the clock is read in another zone since', async (t) => {
  const { bus, report } = await setScene(t, (nowMs) => ({ timeMs: nowMs + 8 * HOUR_MS, receivedMs: nowMs - 1000 }));
  bus.publish('device.zone', { deviceKey: 1, deviceId: 'BUS-1', utcOffsetMinutes: 480 });
  assert.deepEqual(await report(false), []);
  assert.deepEqual(await report(true), [[51, true]]);
});
