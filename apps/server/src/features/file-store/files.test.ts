// The file store on a real disk and a real database: pieces in any order, repeats, room, what a stop leaves.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { silentLog } from '../../kernel/log.ts';
import { turnsUntil } from '../../kernel/turns-until.ts';
import { Linking } from './linking.ts';
import type { FileOptions } from './room.ts';
import { all, bytesOf, onDisk, openFileStore, photo, put, type Scene } from './test-files.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

const openFiles = (folder: string, options: Partial<FileOptions> = {}, synced?: () => Promise<void>): Promise<Scene> =>
  openFileStore(
    { opened: openSqlite(join(folder, 'outrider.sqlite'), MIGRATIONS), bus: createLocalBus(silentLog) },
    folder,
    options,
    synced,
  );

const scene = async (t: TestContext, options: Partial<FileOptions> = {}): Promise<Scene> => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const made = await openFiles(folder, options);
  t.after(() => made.close());
  return made;
};

test('pieces in any order make the file; it is kept only when whole, under a name of our own', async (t) => {
  const { store, folder } = await scene(t);
  const bytes = bytesOf(100_000);
  const incoming = await store.sink.begin(photo({ expectedBytes: bytes.length, name: '../../evil.jpg' }));
  await Promise.all([incoming.write(60_000, bytes.subarray(60_000)), incoming.write(0, bytes.subarray(0, 20_000))]);
  assert.deepEqual(incoming.missing(), [{ offset: 20_000, bytes: 40_000 }]);
  await assert.rejects(incoming.finish(), { code: 'conflict' });
  assert.deepEqual(await all(store), []);
  await incoming.write(20_000, bytes.subarray(20_000, 60_000));
  const kept = await incoming.finish();
  assert.equal(kept.sha256, createHash('sha256').update(bytes).digest('hex'));
  const [row] = await all(store);
  assert.equal(row?.name, 'evil.jpg');
  assert.equal(row.mimeType, 'image/jpeg');
  const [path, ...others] = onDisk(folder);
  assert.deepEqual(others, []);
  assert.match(path ?? '', /^files\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
  assert.deepEqual(Uint8Array.from(readFileSync(join(folder, path ?? ''))), bytes);
});

test('what lies outside the file, an empty file and a closed one are refused', async (t) => {
  const { store } = await scene(t);
  const incoming = await store.sink.begin(photo({ expectedBytes: 10 }));
  await assert.rejects(incoming.write(5, new Uint8Array(6)), { code: 'invalid' });
  await assert.rejects(incoming.write(-1, new Uint8Array(1)), { code: 'invalid' });
  await assert.rejects(incoming.write(Number.NaN, new Uint8Array(1)), { code: 'invalid' });
  await assert.rejects(incoming.finish(), { code: 'conflict' });
  await incoming.abandon();
  await assert.rejects(incoming.write(0, new Uint8Array(1)), { code: 'conflict' });
  await assert.rejects(incoming.finish(), { code: 'conflict' });
});

test('the same file sent again is one file; another content under the same identity is another', async (t) => {
  const { store, folder } = await scene(t);
  const first = await put(store, photo(), bytesOf(5000));
  const again = await put(store, photo(), bytesOf(5000));
  assert.deepEqual([again.id, again.repeated, first.repeated], [first.id, true, false]);
  const other = await put(store, photo(), bytesOf(5000, 9));
  assert.notEqual(other.id, first.id);
  assert.equal(onDisk(folder).length, 2);
  assert.equal(store.metrics()['files_bytes'], 10_000, 'the repeat takes no room');
});

test('a broken upload continues where it stopped, and is given up after half an hour', async (t) => {
  const { store, folder, clock } = await scene(t);
  const bytes = bytesOf(3000);
  const file = photo({ expectedBytes: 3000 });
  await (await store.sink.begin(file)).write(0, bytes.subarray(0, 1000));
  const again = await store.sink.begin(file);
  assert.deepEqual(again.missing(), [{ offset: 1000, bytes: 2000 }]);
  await clock.advanceAsync(29 * 60_000);
  assert.equal(onDisk(folder).length, 1);
  await clock.advanceAsync(2 * 60_000);
  await assert.rejects(again.write(1000, bytes.subarray(1000)), { code: 'conflict' });
  const fresh = await store.sink.begin(file);
  assert.deepEqual(fresh.missing(), [{ offset: 0, bytes: 3000 }]);
});

test('a device has sixteen files open at most, then the quiet ones give way', async (t) => {
  const { store, clock } = await scene(t);
  for (let i = 0; i < 16; i += 1) await store.sink.begin(photo({ name: `${i}.jpg` }));
  await assert.rejects(store.sink.begin(photo({ name: 'more.jpg' })), { code: 'limit_reached' });
  await store.sink.begin(photo({ deviceKey: 2 }));
  await clock.advanceAsync(61_000);
  await store.sink.begin(photo({ name: 'more.jpg' }));
  assert.equal(store.metrics()['files_open'], 17);
});

test('full: the oldest that nobody protects goes, or with the other rule the new one is refused', async (t) => {
  const { store, clock, folder } = await scene(t, { fileSize: 1 });
  const part = Math.floor(MEGABYTE / 2);
  const first = await put(store, photo({ name: 'a' }), bytesOf(part, 1));
  await clock.advanceAsync(1000);
  const second = await put(store, photo({ name: 'b' }), bytesOf(part, 2));
  await store.protect(first.id, clock.now() + DAY_MS);
  const third = await put(store, photo({ name: 'c' }), bytesOf(part, 3));
  assert.deepEqual(
    (await all(store)).map(({ id }) => id),
    [third.id, first.id],
  );
  assert.ok(second.id !== third.id);
  assert.equal(onDisk(folder).length, 2);
  await store.protect(third.id, clock.now() + DAY_MS);
  await assert.rejects(put(store, photo({ name: 'd' }), bytesOf(part, 4)), { code: 'limit_reached' });
  assert.equal((await all(store)).length, 2);

  const strict = await scene(t, { fileSize: 1, fileFull: 'refuse' });
  await put(strict.store, photo({ name: 'a' }), bytesOf(part, 1));
  await put(strict.store, photo({ name: 'b' }), bytesOf(part, 2));
  await assert.rejects(put(strict.store, photo({ name: 'c' }), bytesOf(part, 3)), { code: 'limit_reached' });
  assert.equal((await all(strict.store)).length, 2);
});

test('old files go by days, protected ones stay', async (t) => {
  const { store, clock, folder } = await scene(t, { fileDays: 2 });
  const kept = await put(store, photo({ name: 'a' }), bytesOf(10, 1));
  await put(store, photo({ name: 'b' }), bytesOf(10, 2));
  await store.protect(kept.id, clock.now() + 30 * DAY_MS);
  await clock.advanceAsync(55 * 60_000);
  const nowMs = clock.now();
  clock.jumpTo(nowMs + 1000 * DAY_MS);
  await clock.advanceAsync(9 * 60_000);
  for (let i = 0; i < 500; i += 1) await clock.advanceAsync(0);
  assert.equal(onDisk(folder).length, 2, 'a clock that was just set is not believed');
  clock.jumpTo(nowMs);
  for (let hour = 0; hour < 50; hour += 1) await clock.advanceAsync(3_600_000);
  for (let i = 0; i < 20_000 && onDisk(folder).length > 1; i += 1) await clock.advanceAsync(0);
  assert.deepEqual(
    (await all(store)).map(({ id }) => id),
    [kept.id],
  );
  assert.equal(onDisk(folder).length, 1);
});

test('a file goes when its row says so for sure, and not before', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const disk = { isBroken: false };
  const { store, close, rows } = await openFiles(folder, {}, async () => {
    if (disk.isBroken) throw new Error('the disk is gone');
  });
  t.after(() => close());
  await put(store, photo(), bytesOf(100));
  disk.isBroken = true;
  await assert.rejects(store.retire(await all(store)), /the disk is gone/);
  await assert.rejects(store.forgetDevices([1]), /the disk is gone/);
  assert.deepEqual([onDisk(folder).length, (await rows.unfinished(9)).length], [1, 1]);
  disk.isBroken = false;
  await close();
  const again = await openFiles(folder);
  t.after(() => again.close());
  assert.deepEqual([onDisk(folder), await again.rows.unfinished(9)], [[], []]);
});

test('every file of a dropped device goes, protected or not; a stop meanwhile is told, and a start goes on', async (t) => {
  const { store, clock, folder, rows, close } = await scene(t);
  const other = await put(store, photo({ deviceKey: 2 }), bytesOf(10));
  const newFile = (i: number) => ({
    deviceKey: 1,
    kind: 'photo' as const,
    channel: 1,
    takenMs: i,
    receivedMs: i,
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    bytes: 1,
    hash: Uint8Array.of(i),
    path: `00/${i}`,
    eventSerial: null,
    alarmSign: '',
    cause: '',
    source: 'test',
    identity: String(i),
    asked: false,
    lat: null,
    lng: null,
  });
  for (let i = 0; i < 120; i += 1) await rows.add(newFile(i));
  const kept = await put(store, photo(), bytesOf(10));
  await store.protect(kept.id, clock.now() + DAY_MS);
  const stopped = store.forgetDevices([1]);
  const closing = close();
  await assert.rejects(stopped, /left on the disk/);
  await closing;
  const again = await openFiles(folder);
  t.after(() => again.close());
  await again.store.forgetDevices([1, 3]);
  assert.deepEqual(
    (await again.store.list({ limit: 1000 })).map(({ id }) => id),
    [other.id],
  );
  assert.deepEqual(await again.rows.page(0, 1000), await again.store.list({ limit: 1000 }));
  assert.equal(onDisk(folder).length, 1);
});

test('files of a device that nobody registered are refused', async (t) => {
  const { store } = await scene(t);
  await assert.rejects(store.sink.begin(photo({ deviceKey: 99 })), { code: 'not_found' });
});

test('a start removes what was never acknowledged and keeps what a row names', async (t) => {
  const { store, folder, close } = await scene(t);
  const kept = await put(store, photo(), bytesOf(100));
  const [path = ''] = onDisk(folder);
  const name = path.slice(-32);
  await close();
  // A kill between row and move, and one in the middle of an upload.
  writeFileSync(join(folder, 'files/incoming', name), readFileSync(join(folder, path)));
  rmSync(join(folder, path));
  writeFileSync(join(folder, 'files/incoming', 'f'.repeat(32)), 'half');
  writeFileSync(join(folder, 'files/incoming', 'notes.txt'), 'not ours');
  const after = await openFiles(folder);
  t.after(() => after.close());
  assert.deepEqual(onDisk(folder).toSorted(), ['files/incoming/notes.txt', path].toSorted());
  assert.deepEqual(
    (await all(after.store)).map(({ id }) => id),
    [kept.id],
  );
});

test('a row that could not be made durable is no acknowledgement; the next try keeps the same file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let broken = true;
  const { store, close } = await openFiles(folder, {}, async () => {
    if (broken) throw new Error('the disk is gone');
  });
  t.after(() => close());
  const incoming = await store.sink.begin(photo());
  await incoming.write(0, bytesOf(100));
  await assert.rejects(incoming.finish(), { code: 'unavailable' });
  broken = false;
  const kept = await put(store, photo(), bytesOf(100));
  assert.equal(kept.repeated, false);
  assert.equal((await all(store)).length, 1);
  assert.equal(onDisk(folder).length, 1);
});

/** A file whose row is stored, but not for sure, and cannot be taken back: the device was not answered. */
const halfKept = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let isBroken = true;
  const made = await openFiles(folder, {}, async () => {
    if (!isBroken) return;
    made.refuseWrites('The disk is gone.');
    throw new Error('the disk is gone');
  });
  t.after(() => made.close());
  const incoming = await made.store.sink.begin(photo());
  await incoming.write(0, bytesOf(100));
  await assert.rejects(incoming.finish(), { code: 'unavailable' });
  assert.equal((await all(made.store)).length, 1, 'its row stands');
  const mend = (): void => {
    isBroken = false;
    made.refuseWrites(null);
  };
  return { ...made, incoming, mend };
};

test('a file whose row could not be taken back is kept when it is finished again', async (t) => {
  const { store, folder, incoming, mend } = await halfKept(t);
  await assert.rejects(incoming.finish(), { code: 'unavailable' });
  mend();
  const kept = await incoming.finish();
  assert.equal(kept.repeated, false);
  assert.deepEqual([(await all(store)).map(({ id }) => id), onDisk(folder).length], [[kept.id], 1]);
  assert.equal(store.metrics()['files_bytes'], 100);
});

test('also one that has grown meanwhile: the row of what it was goes', async (t) => {
  const { store, folder, incoming, mend } = await halfKept(t);
  mend();
  await incoming.write(100, bytesOf(50));
  const kept = await incoming.finish();
  assert.deepEqual(
    [(await all(store)).map(({ id, bytes }) => [id, bytes]), onDisk(folder).length],
    [[[kept.id, 150]], 1],
  );
});

test('given up, its row goes with it; while the row cannot go the file stays, and the next start keeps both', async (t) => {
  const first = await halfKept(t);
  first.mend();
  await first.incoming.abandon();
  assert.deepEqual([await all(first.store), onDisk(first.folder)], [[], []]);
  assert.equal(first.store.metrics()['files_bytes'], 0);

  const { store, folder, incoming, mend, close } = await halfKept(t);
  await incoming.abandon();
  assert.deepEqual([(await all(store)).length, onDisk(folder).length], [1, 1]);
  mend();
  const again = await put(store, photo(), bytesOf(100));
  assert.equal(again.repeated, true, 'it is there');
  await close();
  const after = await openFiles(folder);
  t.after(() => after.close());
  assert.deepEqual(
    (await all(after.store)).map(({ id }) => id),
    [again.id],
  );
  assert.match(onDisk(folder).join(), /^files\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
  assert.equal(after.store.metrics()['files_bytes'], 100);
});

test('a repeat of a file whose bytes are gone from the disk is kept again', async (t) => {
  const { store, folder } = await scene(t);
  await put(store, photo(), bytesOf(100));
  for (const path of onDisk(folder)) rmSync(join(folder, path));
  const again = await put(store, photo(), bytesOf(100));
  assert.equal(again.repeated, false);
  assert.equal((await all(store)).length, 1);
  assert.equal(onDisk(folder).length, 1);
  assert.equal(store.metrics()['files_bytes'], 100, 'the lost one takes no room any more');
});

test('a repeat of a file that is being removed is not acknowledged; it is kept when that one is gone', async (t) => {
  const { store, rows } = await scene(t);
  const first = await put(store, photo(), bytesOf(100));
  await rows.retire([first.id]);
  const incoming = await store.sink.begin(photo());
  await incoming.write(0, bytesOf(100));
  await assert.rejects(incoming.finish(), { code: 'unavailable' });
  await rows.forget([first.id]);
  const kept = await incoming.finish();
  assert.equal(kept.repeated, false);
  assert.equal((await all(store)).length, 1);
});

test('a repeat whose first file begins to be removed while it is taken is not acknowledged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let whileSyncing = async (): Promise<void> => undefined;
  const { store, rows, close } = await openFiles(folder, {}, () => whileSyncing());
  t.after(() => close());
  const first = await put(store, photo(), bytesOf(100));
  whileSyncing = () => rows.retire([first.id]);
  await assert.rejects(put(store, photo(), bytesOf(100)), { code: 'unavailable' });
});

test('giving up a file that is being finished leaves it kept', async (t) => {
  const { store, folder } = await scene(t);
  const incoming = await store.sink.begin(photo());
  await incoming.write(0, bytesOf(100));
  const finishing = incoming.finish();
  await incoming.abandon();
  await finishing;
  assert.equal((await all(store)).length, 1);
  assert.equal(onDisk(folder).length, 1);
});

test('a picture that waits for its alarm and is put with an event meanwhile stays there, whatever alarm becomes known', async (t) => {
  const { store, clock } = await scene(t);
  const alarms = [{ serialno: 8, deviceMs: photo().takenAtMs }];
  let known = 0;
  const linking = new Linking({
    clock,
    log: silentLog,
    linkLoose: (...linked) => store.linkLoose(...linked),
    alarmsBetween: async () => alarms.slice(0, known),
  });
  t.after(() => linking.close());
  const [mine, other] = [await put(store, photo(), bytesOf(10)), await put(store, photo({ name: 'b' }), bytesOf(10))];
  for (const file of await all(store)) linking.add(file);
  await store.link({ id: mine.id, deviceKey: 1 }, 5);
  known = 1;
  await clock.advanceAsync(5000);
  await turnsUntil('both were looked at', () => linking.waitingCount === 0);
  assert.deepEqual(
    (await all(store)).map(({ id, eventSerial }) => [id, eventSerial]),
    [
      [other.id, 8],
      [mine.id, 5],
    ],
  );
});

test('a file that is moved to another event is told of both; one that is loose, of its own', async (t) => {
  const { store, bus } = await scene(t);
  const { id } = await put(store, photo(), bytesOf(10));
  const told: number[] = [];
  bus.subscribe('event.files', ({ serialno }) => told.push(serialno));
  const file = { id, deviceKey: 1 };
  await store.linkLoose(file, 4);
  assert.deepEqual(told.splice(0), [4]);
  await store.linkLoose(file, 5);
  assert.deepEqual(told.splice(0), [], 'it belongs to one');
  await store.link(file, 6);
  assert.deepEqual(new Set(told.splice(0)), new Set([4, 6]));
  assert.equal((await store.byId(id))?.eventSerial, 6);
});
