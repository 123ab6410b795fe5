// Making the files of reports: the end waits for no drawing.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { sightOf } from '../../kernel/access/access.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { FileFolder } from './file-folder.ts';
import { ReportRunner } from './runner.ts';
import { createEventReportStore } from './store.ts';

test('a drawing that hangs is given up at the end of the server, which does not wait for it, and its period is not over with', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'outrider-report-runner-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(() => opened.close());
  const store = createEventReportStore(opened.db);
  const clock = createManualClock();
  const hourly = { type: 'usage alarm', periodMinutes: 60, zoneSeconds: 0, sinceMs: clock.now() - 4_000_000 };
  const about = { userId: 1, userName: 'admin', profile: 'Depot', sender: '', receivers: '', script: '', memo: '' };
  const version = { updatedMs: 1, updatedBy: 'admin' };
  const flags = { enabled: true, imperial: false, allDevices: true, events: '50' };
  await store.add({ ...about, ...hourly, ...flags, ...version }, []);
  let drawing = 0;
  const runner = new ReportRunner({
    store,
    clock,
    log: silentLog,
    folder: await FileFolder.open(path, new Set()),
    sources: {
      events: () => assert.fail('no events are asked for'),
      said: () => ({ name: '', notifyText: '' }),
      usage: () => Promise.resolve(new Map()),
      sums: () => Promise.resolve([]),
    },
    ownerOf: sightOf,
    devicesOf: () => [],
    draw: (_table, _path, signal) => {
      drawing += 1;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    synced: () => Promise.resolve(),
    keptDays: () => 0,
    mail: () => undefined,
  });
  clock.advance(70_000);
  await turnsUntil('it is drawn', () => drawing === 1);
  await runner.close();
  assert.deepEqual(await readdir(path), []);
  assert.equal((await store.runsOf(1, [clock.now() - 70_000])).size, 0);
});
