// The tables of scheduled reports, on both databases.
import assert from 'node:assert/strict';
import { eachStore } from '../../adapters/test-stores.ts';
import { createEventReportStore, type StoredFile } from './store.ts';
import { testReport } from './test-report.ts';

const file = (stored: string, madeMs: number, more: Partial<StoredFile> = {}): Omit<StoredFile, 'id'> => ({
  reportId: 1,
  userId: 1,
  profile: 'Depot',
  type: 'event detail',
  periodMinutes: 1440,
  name: 'Depot.pdf',
  kind: 'pdf',
  stored,
  bytes: 10,
  hash: 'aa',
  startMs: madeMs - 2000,
  endMs: madeMs - 1000,
  madeMs,
  ...more,
});

eachStore(
  'reports: added, changed by their version, deleted; one that lost its last device is switched off',
  async (_t, { db }) => {
    const store = createEventReportStore(db);
    const id = await store.add(testReport, [7, 5]);
    const all = await store.add({ ...testReport, allDevices: true }, []);
    const two = await store.add(testReport, [5, 9]);
    assert.deepEqual(
      [await store.devicesOf(id), await store.devicesOf(all), await store.devicesOf(two)],
      [[5, 7], [], [5, 9]],
    );
    assert.equal(await store.change({ ...testReport, id, memo: 'x', updatedMs: 2000 }, [5], 999), false);
    assert.equal(await store.change({ ...testReport, id, memo: 'x', updatedMs: 2000 }, [5], 1000), true);
    assert.deepEqual([(await store.byId(id))?.memo, await store.devicesOf(id)], ['x', [5]]);
    await store.removeDevices([5]);
    assert.deepEqual(
      (await store.list()).map((row) => [row.id, row.enabled]),
      [
        [id, false],
        [all, true],
        [two, true],
      ],
    );
    await store.remove(id);
    assert.equal(await store.byId(id), undefined);
  },
);

eachStore(
  'runs: a period is over with once, its mail is due until it is handed over; files are found and forgotten',
  async (_t, { db }) => {
    const store = createEventReportStore(db);
    const id = await store.add(testReport, [5]);
    const run = { reportId: id, endMs: 4000, state: 'made', mail: 'due' } as const;
    assert.equal(
      await store.keepRun(run, [file('a', 5000, { reportId: id }), file('b', 5000, { reportId: id })]),
      true,
    );
    assert.equal(await store.keepRun(run, [file('c', 5000)]), false, 'once');
    assert.equal(await store.keepRun({ ...run, reportId: id + 1 }, [file('d', 5000)]), false, 'of no report');
    assert.deepEqual(await store.runsOf(id, [3000, 4000]), new Set([4000]));
    assert.deepEqual(await store.dueMails(9), [run]);
    await store.setMail(run, 'sent');
    assert.deepEqual(await store.dueMails(9), []);
    assert.deepEqual([...(await store.storedNames())].toSorted(), ['a', 'b']);
    const asked = { userId: 1, reportId: id, by: 'endtime', fromMs: 4000, toMs: 4000, sinceMs: 0, limit: 9 } as const;
    assert.equal((await store.search(asked)).length, 2);
    assert.equal((await store.search({ ...asked, userId: 2 })).length, 0);
    assert.equal((await store.search({ ...asked, by: 'updatetime' })).length, 0);
    assert.equal((await store.search({ ...asked, sinceMs: 4001 })).length, 0);
    const old = await store.filesMadeBefore(6000, 9);
    await store.forgetFiles(old.map((each) => each.id));
    await store.forgetRuns(6000);
    assert.deepEqual([(await store.storedNames()).size, (await store.runsOf(id, [4000])).size], [0, 0]);
    assert.equal((await store.byId(id))?.sinceMs, 6000, 'what was forgotten is not made again');
  },
);
