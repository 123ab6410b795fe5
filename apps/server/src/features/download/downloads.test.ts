// Downloads over time: what nobody asks for any more, and what a restart leaves.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { addUser } from '../../adapters/test-stores.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { DownloadFault, type FileRequest, type MakeContext } from './file-request.ts';
import { type Downloads, openDownloads } from './downloads.ts';
import { createDownloadStore } from './store.ts';

const MINUTE_MS = 60_000;
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const limits = { atOnce: 2, perUser: 10, inAll: 100, keepMs: 1440 * MINUTE_MS, maxBytes: 1e9 };

/** A folder and a database, opened as often as a test wants; `make` is what a file is made by. */
const setScene = async (t: TestContext) => {
  const folderPath = await mkdtemp(join(tmpdir(), 'outrider-downloads-'));
  const database = openSqlite(':memory:', MIGRATIONS);
  const { db } = database;
  t.after(async () => {
    await rm(folderPath, { recursive: true, force: true });
    await database.close();
  });
  const userId = await addUser(db, 'ann');
  const clock = createManualClock();
  const open = async (node = 'main') => {
    const folder = node === 'main' ? folderPath : `${folderPath}-${node}`;
    t.after(() => rm(folder, { recursive: true, force: true }));
    const kit = { clock, log: silentLog, db, node, folderPath: folder, reserveMb: 0, limits };
    const downloads = await openDownloads(kit);
    t.after(() => downloads.close());
    return downloads;
  };
  const request = (key: string, make: FileRequest['make'], more: Partial<FileRequest> = {}): FileRequest => ({
    key,
    userId,
    deviceKey: 1,
    startMs: 0,
    endMs: 0,
    name: `${key}.mp4`,
    format: 'mp4',
    make,
    ...more,
  });
  const files = (): string[] => readdirSync(folderPath);
  return { clock, open, request, files, folderPath, rows: () => createDownloadStore(db, 'main').all() };
};

/** Writes so many bytes. */
const written =
  (bytes: number): FileRequest['make'] =>
  async ({ path }) => {
    await writeFile(path, new Uint8Array(bytes));
    return bytes;
  };
/** Until so many were made, and so many failed. */
const reaches = (downloads: Downloads, made: number, failed = 0): Promise<void> =>
  turnsUntil(`${made} made`, () => {
    const now = downloads.metrics();
    return now['downloads_made'] === made && now['downloads_failed'] === failed;
  });
/** Never ends by itself; what it began to write stays until it is stopped. */
const endless =
  (stopped: string[], key: string): FileRequest['make'] =>
  async ({ signal, path, progress }: MakeContext) => {
    await writeFile(path, 'half');
    signal.throwIfAborted();
    progress(0.5, 'half of it');
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push(key);
        reject(signal.reason);
      });
    });
  };

test('a file nobody asks for any more is given up while it is made, one that is asked for is not', async (t) => {
  const { clock, open, request, files } = await setScene(t);
  const downloads = await open();
  const stopped: string[] = [];
  const ask = (key: string) => downloads.ask(request(key, endless(stopped, key)));
  for (const key of ['left', 'watched']) assert.equal(ask(key).state, 'new');
  await turnsUntil('half of both', () => ask('left').progress === 50 && ask('watched').progress === 50);
  for (let minutes = 0; minutes < 9; minutes += 1) {
    clock.advance(MINUTE_MS);
    assert.deepEqual([ask('watched').state, ask('watched').progress], ['working', 50]);
  }
  assert.deepEqual(stopped, [], 'a caller who is away for a moment loses nothing');
  clock.advance(2 * MINUTE_MS);
  assert.deepEqual(stopped, ['left']);
  assert.equal(downloads.metrics()['downloads_working'], 1);
  await turnsUntil('nothing is left of half a file', () => files().length === 1);
  assert.equal(ask('left').state, 'new', 'asked for again it is begun again');
});

test('after a restart a made file is still there, one that was being made is made again at the next ask', async (t) => {
  const { open, request, files, rows } = await setScene(t);
  const first = await open();
  const stopped: string[] = [];
  first.ask(request('made', written(7)));
  first.ask(request('other', written(9)));
  const half = request('half', endless(stopped, 'half'));
  first.ask(half);
  await reaches(first, 2);
  await turnsUntil('half of it', () => first.ask(half).progress === 50);
  const { id, bytes } = first.fetch(1, 'made');
  await first.close();
  assert.deepEqual([stopped, files().length], [['half'], 2]);
  const kept = (await rows()).map(({ fileKey, state, fetched }) => `${fileKey} ${state} ${String(fetched)}`);
  assert.deepEqual(new Set(kept), new Set(['made done true', 'other done false', 'half making false']));
  const second = await open();
  assert.deepEqual(second.fetch(1, 'made'), { path: second.fetch(1, 'made').path, id, bytes }, 'under its tag');
  const never = (): Promise<number> => Promise.reject(new Error('it is made already'));
  assert.equal(second.ask(request('made', never)).state, 'done');
  assert.throws(() => second.fetch(1, 'half'), { code: 'not_found' });
  assert.equal(second.ask(request('half', written(5))).state, 'working', 'not a new one');
  await reaches(second, 1);
  assert.deepEqual([second.ask(request('half', never)).state, second.fetch(1, 'half').bytes], ['done', 5]);
  assert.equal(files().length, 3);
});

test('a failure is told once, over a restart too; what was being made and nobody asks for any more is forgotten', async (t) => {
  const { clock, open, request } = await setScene(t);
  const first = await open();
  first.ask(request('none', () => Promise.reject(new DownloadFault('BACKUP FAIL', 'No Record'))));
  first.ask(request('left', endless([], 'left')));
  await reaches(first, 0, 1);
  await first.close();
  const second = await open();
  const view = second.ask(request('none', written(1)));
  assert.deepEqual([view.state, view.fault, view.message], ['failed', 'BACKUP FAIL', 'No Record']);
  assert.equal(second.ask(request('none', written(1))).state, 'new');
  await reaches(second, 1);
  assert.equal(second.metrics()['downloads_working'], 1, 'what was being made');
  clock.advance(12 * MINUTE_MS);
  assert.equal(second.metrics()['downloads_working'], 0);
  await second.close();
  assert.equal((await open()).ask(request('left', written(1))).state, 'new');
});

test('a file that is not what its row says, and one without a row, are not handed out', async (t) => {
  const { open, request, files, folderPath, rows } = await setScene(t);
  const first = await open();
  first.ask(request('cut', written(7)));
  first.ask(request('lost', written(7)));
  await reaches(first, 2);
  const [cut, lost] = [first.fetch(1, 'cut').path, first.fetch(1, 'lost').path];
  await first.close();
  await writeFile(cut, 'less');
  await rm(lost);
  await writeFile(join(folderPath, 'strange'), 'bytes');
  const second = await open();
  assert.deepEqual([files(), await rows()], [[], []]);
  for (const key of ['cut', 'lost']) assert.equal(second.ask(request(key, written(1))).state, 'new');
});

test('a server with another name on the same database leaves what this one made and makes alone', async (t) => {
  const { open, request, rows } = await setScene(t);
  const first = await open();
  first.ask(request('made', written(7)));
  first.ask(request('begun', endless([], 'begun')));
  await reaches(first, 1);
  await first.close();
  const north = await open('north');
  assert.equal(north.ask(request('made', written(3))).state, 'new', 'its own');
  await reaches(north, 1);
  await north.close();
  assert.deepEqual(Object.fromEntries((await rows()).map(({ fileKey, state }) => [fileKey, state])), {
    begun: 'making',
    made: 'done',
  });
  assert.equal((await open()).fetch(1, 'made').bytes, 7);
});

test('what is deleted, cancelled or of a dropped device leaves neither file nor row', async (t) => {
  const { open, request, files, rows } = await setScene(t);
  const first = await open();
  const span = { startMs: 1000, endMs: 2000 };
  first.ask(request('deleted', written(1), { ...span, deviceKey: 2 }));
  first.ask(request('beside', written(1), { ...span, deviceKey: 2, endMs: 1500 }));
  first.ask(request('cancelled', written(1)));
  first.ask(request('dropped', written(1), { deviceKey: 3 }));
  await reaches(first, 4);
  first.forgetDeleted({ deviceKey: 2, fromMs: 1500, toMs: 3000 });
  assert.equal(first.cancel(1, 'cancelled'), true);
  assert.equal(first.cancel(1, 'cancelled'), false);
  await first.forgetDevices([3, 4]);
  await first.close();
  assert.deepEqual([files().length, (await rows()).map(({ fileKey }) => fileKey)], [1, ['beside']]);
});
