// The list of scheduled reports: of a caller's own ones alone, also where others name thousands of devices.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ReportEditor } from './service.ts';
import { createEventReportStore, type StoredReport } from './store.ts';

const report: Omit<StoredReport, 'id'> = {
  userId: 1,
  userName: 'admin',
  enabled: true,
  profile: 'Depot',
  type: 'event detail',
  periodMinutes: 1440,
  imperial: false,
  sender: '',
  receivers: '',
  allDevices: false,
  script: '',
  memo: '',
  events: '',
  zoneSeconds: 0,
  sinceMs: 1000,
  updatedMs: 1000,
  updatedBy: 'admin',
};

test('a list reads the devices of its own reports alone, and others have their turn meanwhile', async (t) => {
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createEventReportStore(opened.db);
  const keys = Array.from({ length: 4500 }, (_, i) => i + 1);
  const read: number[] = [];
  let turn = 0;
  const turns = new Set<number>();
  const editor = new ReportEditor({
    store: { ...store, devicesOf: (id) => (read.push(id), store.devicesOf(id)) },
    clock: createManualClock(),
    runner: { drop: () => Promise.resolve(), look: () => undefined },
    devices: {
      seen: () => assert.fail('no device is named'),
      idOf: (key) => {
        turns.add(turn);
        return key === 2 ? undefined : `D${key}`;
      },
    },
    synced: () => Promise.resolve(),
  });
  const own = await store.add({ ...report, userId: 2 }, keys);
  await store.add(report, keys);
  const all = await store.add({ ...report, userId: 2, allDevices: true }, []);
  const two = await store.add({ ...report, userId: 2 }, [1, 2, 3]);
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const caller = testCaller({ userId: 2, level: 1 });
  const listed = await editor.list(caller);
  clearImmediate(next);
  assert.deepEqual(
    listed.map(({ reportid, devices }) => [reportid, devices.split(',').length, devices.slice(0, 5)]),
    [
      [own, 4499, 'D1,D3'],
      [all, 1, ''],
      [two, 2, 'D1,D3'],
    ],
  );
  assert.deepEqual(read, [own, two]);
  assert.equal(turns.size, 2, 'each report in a turn of its own');
  assert.ok(turn >= 6, `${turn} turns`);
  assert.equal((await editor.list(testCaller())).length, 4, 'level 0 sees those of all');
});
