// The list of scheduled reports: of a caller's own ones alone, also where others name thousands of devices.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { testCaller } from '../../kernel/access/test-access.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { ReportEditor } from './service.ts';
import { createEventReportStore } from './store.ts';
import { testReport } from './test-report.ts';

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
  const own = await store.add({ ...testReport, userId: 2 }, keys);
  await store.add(testReport, keys);
  const all = await store.add({ ...testReport, userId: 2, allDevices: true }, []);
  const two = await store.add({ ...testReport, userId: 2 }, [1, 2, 3]);
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
