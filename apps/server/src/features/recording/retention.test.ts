// Retention while the disk of a slot is away: what was to go from it is no less there when the disk is back.
import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { placeSlots } from './find-slots.ts';
import { FolderMarks } from './folder-marks.ts';
import { createRetention } from './retention.ts';
import { readSlotEntry, SlotNames } from './slot-names.ts';
import { Slots, writable } from './slots.ts';
import { createRecordingStore } from './store.ts';

const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname;
const NOW_MS = 1_800_000_000_000;
const BYTES = 10;

/** Two slots in folders that are there, with a recording of a minute in each; `inUse`: those that recordings go to. */
const setScene = async (t: TestContext, { marked, inUse }: { marked: boolean; inUse: number }) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-retention-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const opened = openSqlite(':memory:', MIGRATIONS);
  t.after(() => opened.close());
  const folders = [join(parent, 'a'), join(parent, 'b')] as const;
  const slotsOf = folders.map((folder, i) => ({ name: `slot${i + 1}`, folder }));
  const store = createRecordingStore(opened.db, new SlotNames('main', slotsOf));
  const marks = new FolderMarks(store);
  const clock = createManualClock(NOW_MS);
  const slots = new Slots({
    places: folders.slice(0, inUse).map(writable),
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock,
    log: silentLog,
    usedBytes: () => 0,
    ...(marked && { checkFolder: (folder, readOnly) => marks.check(folder, true, readOnly) }),
  });
  for (const [i, folder] of folders.entries()) {
    const path = `1/${i + 1}/minute.orec`;
    await mkdir(join(folder, '1', `${i + 1}`), { recursive: true }); // oxlint-disable-line no-await-in-loop
    await writeFile(join(folder, path), new Uint8Array(BYTES)); // oxlint-disable-line no-await-in-loop
    const segment = { deviceKey: 1, channel: i + 1, startMs: NOW_MS, endMs: NOW_MS, previousHash: Uint8Array.of(i) };
    const at = { slot: folder, path };
    const id = await store.open({ ...segment, ...at }); // oxlint-disable-line no-await-in-loop
    const content = { endMs: NOW_MS, bytes: BYTES, frames: 1, reason: '', hasVideo: true, hasAudio: false };
    await store.close(id, { ...content, hash: Uint8Array.of(i + 1), ...at }); // oxlint-disable-line no-await-in-loop
  }
  await slots.look();
  const removed: string[] = [];
  const disk = { isBroken: false };
  const settingsOf = () => ({ enable: 1, plan: '', audio: 3, days: 0 }) as const;
  const days = (): number => 0;
  const retention = createRetention({
    store,
    clock,
    log: silentLog,
    slots,
    synced: async () => {
      if (disk.isBroken) throw new Error('the disk is gone');
    },
    days,
    settingsOf,
    removed: (slot) => void removed.push(slot),
  });
  /** What an operator deletes. */
  const retireAll = async (): Promise<void> => {
    for (const channel of [1, 2]) {
      const asked = { deviceKey: 1, channel, fromMs: 0, toMs: NOW_MS + 1, unprotectedAtMs: null, limit: 9 };
      await store.retireInside(asked, 'by ann'); // oxlint-disable-line no-await-in-loop
    }
  };
  const waiting = async (): Promise<string[]> => (await store.inState('retiring')).map(({ slot }) => slot);
  /** These folders are configured from now on. */
  const configure = async (...entries: string[]): Promise<void> => {
    await placeSlots(store, store.names, entries.map(readSlotEntry));
    await marks.load();
  };
  return { folders, retention, removed, retireAll, waiting, configure, disk };
};

const fileOf = (folder: string, channel: number): string => join(folder, `1/${channel}/minute.orec`);

test('what is to go from a folder that is not there goes when it is back; meanwhile the rest goes', async (t) => {
  const { folders, retention, removed, retireAll, waiting } = await setScene(t, { marked: false, inUse: 0 });
  const [away, other] = folders;
  await retireAll();
  await rename(away, `${away}.away`);
  await retention.run();
  await retention.resume();
  assert.deepEqual([await waiting(), removed], [[away], [other]]);
  await assert.rejects(access(fileOf(other, 2)));
  await rename(`${away}.away`, away);
  await access(fileOf(away, 1));
  await retention.run();
  assert.deepEqual([await waiting(), removed], [[], [other, away]]);
  await assert.rejects(access(fileOf(away, 1)));
});

test('nor is anything taken as removed where a disk is not mounted and its mount point is left, empty', async (t) => {
  const { folders, retention, removed, retireAll, waiting } = await setScene(t, { marked: true, inUse: 2 });
  const [away, other] = folders;
  await retireAll();
  await rename(away, `${away}.away`);
  await mkdir(away);
  await retention.run();
  assert.deepEqual([await waiting(), removed], [[away], [other]]);
  await rmdir(away); // still empty
  await rename(`${away}.away`, away);
  await retention.run();
  assert.deepEqual([await waiting(), removed], [[], [other, away]]);
  await assert.rejects(access(fileOf(away, 1)));
});

test('nor where the disk of another slot is mounted in its place', async (t) => {
  const scene = await setScene(t, { marked: true, inUse: 2 });
  const { retention, removed, retireAll, waiting, configure } = scene;
  const [away, other] = scene.folders;
  await retireAll();
  await rename(away, `${away}.away`);
  await rename(other, away);
  await configure(away);
  await retention.run();
  assert.deepEqual([await waiting(), removed], [['/dev/null/slot1'], [away]]);
  await assert.rejects(access(fileOf(away, 2)));
  await access(fileOf(`${away}.away`, 1));
  await rename(away, other);
  await rename(`${away}.away`, away);
  await configure(away, other);
  await retention.run();
  assert.deepEqual([await waiting(), removed], [[], [away, away]]);
  await assert.rejects(access(fileOf(away, 1)));
});

test('a recording goes when its row says so for sure, and not before', async (t) => {
  const { folders, retention, removed, retireAll, waiting, disk } = await setScene(t, { marked: false, inUse: 0 });
  disk.isBroken = true;
  await retireAll();
  await assert.rejects(retention.resume(), /the disk is gone/);
  await assert.rejects(retention.run(), /the disk is gone/);
  for (const [i, folder] of folders.entries()) await access(fileOf(folder, i + 1)); // oxlint-disable-line no-await-in-loop
  assert.deepEqual([await waiting(), removed], [folders, []]);
  disk.isBroken = false;
  await retention.run();
  assert.deepEqual([await waiting(), removed], [[], folders]);
});
