import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { acceptFolder, FolderMarks } from './folder-marks.ts';
import { ONLY_NODE, SlotNames } from './slot-names.ts';
import { chooseSlot, type Slot, Slots, writable } from './slots.ts';
import { createRecordingStore } from './store.ts';

const MEGABYTE = 1024 * 1024;
const slot = (folder: string, changes: Partial<Slot> = {}): Slot => ({
  folder,
  roomBytes: 100 * MEGABYTE,
  guestBytes: 0,
  open: 0,
  trouble: null,
  retryMs: 0,
  readOnly: false,
  ...changes,
});

test('capacity takes the first folder with room, efficacy the one that is written to least', () => {
  const slots = [slot('a', { roomBytes: 10 }), slot('b', { open: 3 }), slot('c', { open: 1 })];
  assert.equal(chooseSlot(slots, 'capacity', 0)?.folder, 'b');
  assert.equal(chooseSlot(slots, 'efficacy', 0)?.folder, 'c');
});

test('a folder in trouble waits for its time; without room anywhere there is none', () => {
  const slots = [slot('a', { trouble: 'EIO', retryMs: 1000 }), slot('b', { roomBytes: -1 })];
  assert.equal(chooseSlot(slots, 'capacity', 999), undefined);
  assert.equal(chooseSlot(slots, 'capacity', 1000)?.folder, 'a');
});

test('a slot that is only read is never chosen, and nothing is made in it; other folders count from the next choice on', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-slots-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const [a, b] = [join(parent, 'a'), join(parent, 'b')];
  await mkdir(a);
  const slots = new Slots({
    places: [{ ...writable(a), readOnly: true }, writable(b)],
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock: createManualClock(),
    log: silentLog,
    usedBytes: () => 0,
  });
  await slots.look();
  assert.deepEqual([await readdir(a), await readdir(b)], [[], ['open']]);
  const first = slots.choose();
  assert.deepEqual([first?.folder, slots.readOnlyFolders(), slots.trouble()], [b, [a], null]);
  slots.use([writable(a)], 'efficacy');
  await slots.look();
  assert.deepEqual([slots.choose()?.folder, slots.mode, first && slots.mayWrite(first)], [a, 'efficacy', false]);
  slots.use([{ ...writable('/dev/null/x'), missing: 'it is not mounted' }], 'capacity');
  await slots.look();
  assert.deepEqual([slots.choose(), slots.readOnlyFolders()], [undefined, []]);
  assert.match(slots.trouble() ?? '', /cannot be written to \/dev\/null\/x: it is not mounted/);
});

test('room is made ahead for downloads on the same disk and for what is written; little in a folder that may hold little', () => {
  const ahead = (kit: { sizeMb?: number; bytesPerSecond?: number }, guestMb: number): number => {
    const { sizeMb = 0, bytesPerSecond = 0 } = kit;
    const slots = new Slots({
      places: [],
      mode: 'capacity',
      reserveMb: 0,
      sizeMb,
      clock: createManualClock(),
      log: silentLog,
      usedBytes: () => 0,
      bytesPerSecond: () => bytesPerSecond,
    });
    return slots.aheadOf(slot('a', { guestBytes: guestMb * MEGABYTE })) / MEGABYTE;
  };
  assert.equal(ahead({}, 1024), 1024);
  assert.equal(ahead({}, 10), 64);
  assert.equal(ahead({ bytesPerSecond: 100 * MEGABYTE }, 1024), 1500);
  assert.equal(ahead({ sizeMb: 160 }, 1024), 20);
});

test('a folder whose disk is not mounted is not made again on the disk below, and works when it is back', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-slots-'));
  const folder = join(parent, 'disk');
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(async () => {
    await opened.close();
    await rm(parent, { recursive: true, force: true });
  });
  const store = createRecordingStore(opened.db, new SlotNames(ONLY_NODE, [{ name: 'slot1', folder }]));
  const clock = createManualClock();
  const make = async (usedBytes = 0) => {
    const marks = new FolderMarks(store);
    await marks.load();
    const slots = new Slots({
      places: [writable(folder)],
      mode: 'capacity',
      reserveMb: 0,
      sizeMb: 0,
      clock,
      log: silentLog,
      usedBytes: () => usedBytes,
      checkFolder: (each) => marks.check(each, usedBytes > 0),
    });
    await slots.look();
    return { slots, marks };
  };
  const lies = () => readdir(folder).catch(() => null);
  const { slots, marks } = await make();
  assert.equal(slots.trouble(), null);
  assert.deepEqual((await lies())?.toSorted(), ['.outrider-recordings', 'open']);

  await rename(folder, `${folder}-aside`);
  await slots.look();
  assert.match(slots.trouble() ?? '', /is not there: its disk is not mounted/);
  assert.equal(await lies(), null);
  await mkdir(folder); // the place where it was mounted
  await slots.look();
  const restarted = await make();
  for (const each of [slots, restarted.slots]) {
    assert.match(each.trouble() ?? '', /its disk is not mounted/);
    assert.equal(chooseSlot(each.all, 'capacity', 1e9), undefined);
  }
  assert.deepEqual(await lies(), []);

  await rm(folder, { recursive: true });
  await rename(`${folder}-aside`, folder);
  clock.advance(10_000);
  await restarted.slots.look();
  assert.equal(restarted.slots.trouble(), null);
  assert.deepEqual(restarted.slots.takeRecovered(), [folder]);
  assert.deepEqual(restarted.slots.takeRecovered(), []);

  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(join(folder, '.outrider-recordings'), 'another\n');
  await slots.look();
  assert.match(slots.trouble() ?? '', /carries the mark of another folder/);
  await acceptFolder(store, folder);
  await marks.load();
  clock.advance(10_000);
  await slots.look();
  assert.equal(slots.trouble(), null);
});

test('a folder of an earlier version that holds recordings by the index is not taken while it is empty', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-slots-'));
  const opened = openSqlite(':memory:', join(import.meta.dirname, '../../../migrations'));
  t.after(async () => {
    await opened.close();
    await rm(parent, { recursive: true, force: true });
  });
  const marks = new FolderMarks(
    createRecordingStore(opened.db, new SlotNames(ONLY_NODE, [{ name: 'slot1', folder: parent }])),
  );
  await assert.rejects(marks.check(parent, true), /its disk is not mounted/);
  await mkdir(join(parent, '1'));
  await marks.check(parent, true);
  assert.deepEqual((await readdir(parent)).toSorted(), ['.outrider-recordings', '1']);
});
