// Making the files of reports: the end waits for no drawing, and a clock that was ahead leaves nothing for good.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { sightOf } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { FileFolder } from './file-folder.ts';
import { ReportRunner, type RunnerKit } from './runner.ts';
import { createEventReportStore } from './store.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** Nothing is made before so long after a start. */
const FIRST_LOOK_MS = 180_000;

/** A server with an hourly report that was added an hour ago, half a minute after an hour was over. */
const setScene = async (t: TestContext, draw: RunnerKit['draw']) => {
  const path = await mkdtemp(join(tmpdir(), 'outrider-report-runner-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createEventReportStore(opened.db);
  const clock = createManualClock(Date.UTC(2026, 10, 28, 12, 0, 30));
  const hourly = { type: 'usage alarm', periodMinutes: 60, zoneSeconds: 0, sinceMs: clock.now() - HOUR_MS };
  const about = { userId: 1, userName: 'admin', profile: 'Depot', sender: '', receivers: '', script: '', memo: '' };
  const version = { updatedMs: 1, updatedBy: 'admin' };
  const flags = { enabled: true, imperial: false, allDevices: true, events: '50' };
  await store.add({ ...about, ...hourly, ...flags, ...version }, []);
  const folder = await FileFolder.open(path, new Set());
  const open = () =>
    new ReportRunner({
      store,
      clock,
      log: silentLog,
      folder,
      sources: {
        events: () => assert.fail('no events are asked for'),
        said: () => ({ name: '', notifyText: '' }),
        usage: () => Promise.resolve(new Map()),
        sums: () => Promise.resolve([]),
      },
      ownerOf: sightOf,
      devicesOf: () => [],
      draw,
      synced: () => Promise.resolve(),
      keptDays: () => 0,
      mail: () => undefined,
    });
  return { path, store, clock, open };
};

test('a drawing that hangs is given up at the end of the server, which does not wait for it, and its period is not over with', async (t) => {
  let drawing = 0;
  const { path, store, clock, open } = await setScene(t, (_table, _path, signal) => {
    drawing += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const endMs = clock.now() - 30_000;
  const runner = open();
  clock.advance(FIRST_LOOK_MS);
  await turnsUntil('it is drawn', () => drawing === 1);
  await runner.close();
  assert.deepEqual(await readdir(path), []);
  assert.equal((await store.runsOf(1, [endMs])).size, 0);
});

test('what was made while the clock was ahead is made again when it is over, in the place of what there is', async (t) => {
  const { path, store, clock, open } = await setScene(t, (_table, file) => writeFile(file, String(clock.now())));
  const nowMs = clock.now();
  const filesOf = async (fromMs: number, toMs: number) =>
    store.search({ userId: 1, reportId: 1, by: 'endtime', fromMs, toMs, sinceMs: 0, limit: 99 });
  const runner = open();
  t.after(() => runner.close());
  const madeAfter = async (count: number): Promise<void> => {
    const before = runner.made;
    await turnsUntil(`${count} are made`, () => runner.made === before + count);
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20_000) await clock.advanceAsync(20_000);
  };
  clock.jumpTo(nowMs + HOUR_MS);
  await pass(FIRST_LOOK_MS - 20_000);
  assert.equal(runner.made + runner.waiting, 0, 'the clock may not be right yet');
  clock.advance(20_000);
  await madeAfter(2); // of the hour that is over, and of the next one
  const [early = assert.fail()] = await filesOf(nowMs, Infinity);
  clock.jumpTo(nowMs + FIRST_LOOK_MS);
  await pass(HOUR_MS / 2);
  assert.equal(runner.made, 2);
  assert.deepEqual((await filesOf(nowMs, Infinity))[0], early, 'it stays until there is another');
  clock.jumpTo(nowMs + HOUR_MS + 60_000);
  clock.advance(20_000);
  await madeAfter(1);
  await turnsUntil('the earlier ones are gone', () => runner.waiting === 0);
  const files = await filesOf(0, Infinity);
  assert.deepEqual(files.map(({ kind, endMs }) => `${kind} ${(endMs - nowMs + 30_000) / HOUR_MS}`).toSorted(), [
    'csv 0',
    'csv 1',
    'pdf 0',
    'pdf 1',
  ]);
  assert.ok(files.every(({ stored }) => stored !== early.stored));
  assert.deepEqual((await readdir(path)).toSorted(), files.map(({ stored }) => stored).toSorted());
});

test('what waits to be made when the clock is set back is not made before it is over', async (t) => {
  const gate = Promise.withResolvers<void>();
  let drawn = 0;
  const { clock, open } = await setScene(t, async (_table, file) => {
    drawn += 1;
    await gate.promise;
    await writeFile(file, '');
  });
  const nowMs = clock.now();
  const runner = open();
  t.after(() => runner.close());
  clock.jumpTo(nowMs + 3 * HOUR_MS);
  clock.advance(FIRST_LOOK_MS);
  await turnsUntil('the newest of four is drawn', () => drawn === 1 && runner.waiting === 4);
  clock.jumpTo(nowMs);
  gate.resolve();
  await turnsUntil('no more wait', () => runner.waiting === 0);
  assert.equal(drawn, 2, 'that one, and the one that is over');
});

test('from when on a report is made does not stay ahead either', async (t) => {
  const { store, clock } = await setScene(t, () => Promise.resolve());
  const nowMs = clock.now();
  const [report = assert.fail()] = await store.list();
  await store.change({ ...report, sinceMs: nowMs + YEAR_MS }, [], report.updatedMs);
  const run = { reportId: report.id, state: 'made', mail: '' } as const;
  for (const endMs of [nowMs - HOUR_MS, nowMs + YEAR_MS]) await store.keepRun({ ...run, endMs }, []);
  assert.equal(await store.forgetAhead(nowMs, nowMs), 1);
  assert.equal((await store.list())[0]?.sinceMs, nowMs);
  assert.deepEqual([...(await store.runsOf(report.id, [nowMs - HOUR_MS, nowMs + YEAR_MS]))], [nowMs - HOUR_MS]);
});

test('a clock of 1970 does not have everything made again', async (t) => {
  const { store, clock, open } = await setScene(t, (_table, file) => writeFile(file, ''));
  const endMs = clock.now() - 30_000;
  await store.keepRun({ reportId: 1, endMs, state: 'made', mail: '' }, []);
  clock.jumpTo(1000);
  const runner = open();
  await clock.advanceAsync(FIRST_LOOK_MS + 20_000);
  await runner.close();
  assert.equal((await store.runsOf(1, [endMs])).size, 1);
});
