// The folders of recordings while others are chosen: how much lies in each.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { MediaPlaces } from './media-slots.ts';
import { openSlots, openStore } from './open-slots.ts';
import { writable } from './slots.ts';
import { WrittenRate } from './written-rate.ts';

const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname;
const NOW_MS = 1_800_000_000_000;

const placesOf = (...folders: string[]): MediaPlaces => ({
  mode: 'capacity',
  places: folders.map((folder) => ({ ...writable(folder), name: null })),
});
const entriesOf = (...folders: string[]) => folders.map((folder) => ({ name: null, folder }));

test('what goes from a folder that is chosen later is not taken off what is read of it then', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-open-slots-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const [a, b] = [join(parent, 'a'), join(parent, 'b')];
  const clock = createManualClock(NOW_MS);
  const kit = { clock, log: silentLog, synced: () => opened.synced(), options: { recordReserve: 0, recordSize: 0 } };
  const start = async (...folders: string[]) => {
    const store = await openStore(opened.db, 'main', entriesOf(...folders));
    return { store, ...(await openSlots(kit, store, new WrittenRate(clock), placesOf(...folders))) };
  };

  const { store: before } = await start(a, b);
  for (const [i, bytes] of [10, 7].entries()) {
    const at = { slot: a, path: `1/1/${i}.orec` };
    const segment = { deviceKey: 1, channel: 1, startMs: NOW_MS + i, endMs: NOW_MS + i };
    const id = await before.open({ ...segment, ...at, previousHash: Uint8Array.of(i) }); // oxlint-disable-line no-await-in-loop
    const content = { endMs: NOW_MS + i, bytes, frames: 1, reason: '', hasVideo: true, hasAudio: false };
    await before.close(id, { ...content, ...at, hash: Uint8Array.of(i + 1) }); // oxlint-disable-line no-await-in-loop
  }

  const { store, usage, change } = await start(b);
  const [oldest] = await store.inState('closed');
  assert.ok(oldest !== undefined);
  await store.retired([oldest]);
  usage.count(oldest.slot, -oldest.bytes);
  assert.equal(usage.bytes(a), 0);
  const failed = change(placesOf(a, b), () => Promise.reject(new Error('disk broken')));
  await assert.rejects(failed, /disk broken/);
  assert.equal(usage.bytes(a), 0);
  await change(placesOf(a, b), () => Promise.resolve());
  assert.equal(usage.bytes(a), 7, 'it was not taken before');
  usage.count(a, 5);
  assert.deepEqual([usage.bytes(a), usage.inAll()], [12, 12]);
});
