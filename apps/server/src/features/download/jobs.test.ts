// Jobs of downloads over time: what nobody asks for any more.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { DownloadFolder } from './folder.ts';
import { Jobs } from './jobs.ts';

const MINUTE_MS = 60_000;

test('a file nobody asks for any more is given up while it is made, one that is asked for is not', async (t) => {
  const folderPath = await mkdtemp(join(tmpdir(), 'outrider-jobs-'));
  const clock = createManualClock();
  const folder = await DownloadFolder.open(folderPath, { maxBytes: 1e9, reserveMb: 0 }, silentLog);
  const limits = { atOnce: 2, perUser: 10, inAll: 100, keepMs: 1440 * MINUTE_MS, maxBytes: 1e9 };
  const jobs = new Jobs({ clock, log: silentLog, folder, limits });
  t.after(async () => {
    await jobs.close();
    await rm(folderPath, { recursive: true, force: true });
  });
  const stopped: string[] = [];
  const request = (key: string) => ({
    key,
    userId: 1,
    deviceKey: 1,
    startMs: 0,
    name: `${key}.mp4`,
    format: 'mp4' as const,
    endMs: 0,
    make: ({ signal }: { signal: AbortSignal }) =>
      new Promise<number>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(key);
          reject(signal.reason);
        });
      }),
  });
  for (const key of ['left', 'watched']) assert.equal(jobs.ask(request(key)).state, 'new');
  for (let minutes = 0; minutes < 9; minutes += 1) {
    clock.advance(MINUTE_MS);
    assert.equal(jobs.ask(request('watched')).state, 'working');
  }
  assert.deepEqual(stopped, [], 'whoever is away for a moment loses nothing');
  clock.advance(2 * MINUTE_MS);
  assert.deepEqual(stopped, ['left']);
  assert.equal(jobs.metrics()['downloads_working'], 1);
  assert.equal(jobs.ask(request('left')).state, 'new', 'asked for again it is begun anew');
});
