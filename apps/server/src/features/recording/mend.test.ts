// Segments and their rows where the database or the disk fails, or the server is killed: what is on disk comes into the lists.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { checkRecordings } from './check.ts';
import { createKeptWriters } from './kept-writers.ts';
import { newRowOf } from './segment-batch.ts';
import { SegmentFile } from './segment-file.ts';
import { createContent, decodeHead, encodeHead, HASH_BYTES, HEAD_BYTES, RECORD_BYTES } from './segment-format.ts';
import { OPEN_FOLDER, openPath } from './segment-storage.ts';
import { recordingTables } from './store/tables.ts';
import { frameOf, numberOf, recordSegments, setUpDisk, setUpRecorder } from './test-recorder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const AROUND = { open: (path: string) => openSqlite(path, MIGRATIONS), nowMs: () => performance.now() };
const setUp = (t: TestContext) => setUpRecorder(t, AROUND);

test('segments that end while the database takes nothing come into the index by themselves, in their order', async (t) => {
  const made = await setUp(t);
  const { opened, db, index, recorder, folder, readBack, until } = made;
  const problems = async () => {
    const { faults, segments, open } = await checkRecordings(db, { folders: [folder] });
    return { faults: faults.map(({ what }) => what), segments, open };
  };
  await recordSegments(made, [1, 2]);
  made.clock.advance(1000);
  made.put(3, { key: true });
  recorder.tick();
  await until(() => recorder.open?.id !== undefined && recorder.open.id !== null);
  opened.refuseWrites('the disk is full');
  await recorder.endSegment();
  await recordSegments(made, [4, 5]);
  assert.equal(index.waiting, 3);
  assert.deepEqual(await problems(), { faults: [], segments: 2, open: 1 }, 'no tampering');
  await index.retry();
  assert.equal(index.waiting, 3);
  opened.refuseWrites(null);
  await recordSegments(made, [6]);
  assert.equal(index.waiting, 0);
  assert.deepEqual(await problems(), { faults: [], segments: 6, open: 0 });
  assert.deepEqual((await readBack()).frames.map(numberOf), [1, 2, 3, 4, 5, 6]);
});

test('a segment whose row a power cut might take stays among the open files, and moves when that is over', async (t) => {
  const made = await setUp(t);
  const { db, disk, folder, index } = made;
  await recordSegments(made, [1]);
  disk.syncs = 0;
  await recordSegments(made, [2, 3]);
  assert.deepEqual([(await readdir(join(folder, OPEN_FOLDER))).length, index.waiting], [2, 2]);
  assert.deepEqual((await checkRecordings(db)).faults, []);
  disk.syncs = Infinity;
  await index.retry();
  assert.deepEqual([await readdir(join(folder, OPEN_FOLDER)), index.waiting], [[], 0]);
  const { faults, segments, open } = await checkRecordings(db);
  assert.deepEqual([faults, segments, open], [[], 3, 0]);
});

test('killed before that, the start finds them in their folder, and the chain holds', async (t) => {
  const made = await setUp(t);
  const { opened, db, mend } = made;
  await recordSegments(made, [1]);
  opened.refuseWrites('the disk is full');
  await recordSegments(made, [2, 3]);
  opened.refuseWrites(null);
  assert.equal(await mend(), true);
  const { faults, segments, open } = await checkRecordings(db);
  assert.deepEqual([faults, segments, open], [[], 3, 0]);
});

test('a segment that has no row stays among the open files until it has one that a power cut leaves', async (t) => {
  const made = await setUp(t);
  const { opened, db, mend, disk, folder } = made;
  const openFiles = async (): Promise<number> => (await readdir(join(folder, OPEN_FOLDER))).length;
  opened.refuseWrites('the disk is full');
  await recordSegments(made, [1, 2]);
  assert.deepEqual([await mend(), await openFiles()], [false, 2], 'no row can be written');
  opened.refuseWrites(null);
  disk.syncs = 0;
  assert.deepEqual([await mend(), await openFiles()], [false, 2], 'nor is any row sure');
  disk.syncs = 2; // what is there, and the first new one
  assert.deepEqual([await mend(), await openFiles()], [false, 1]);
  disk.syncs = Infinity;
  assert.deepEqual([await mend(), await openFiles()], [true, 0]);
  const { faults, segments, open } = await checkRecordings(db);
  assert.deepEqual([faults, segments, open], [[], 2, 0]);
});

test('a segment without a frame goes after its row, so that no row is left without it', async (t) => {
  const { opened, db, index, mend, folder } = await setUpDisk(t, AROUND);
  const head = { deviceKey: 1, channel: 1, startMs: 5000, deviceId: 'a', previousHash: new Uint8Array(HASH_BYTES) };
  const file = await SegmentFile.begin(folder, head);
  await index.open(newRowOf(file));
  await file.close(createContent(head.startMs), false);
  file.release();
  opened.refuseWrites('the disk is full');
  assert.deepEqual([await mend(), await readdir(join(folder, OPEN_FOLDER))], [false, ['1_1_1970-01-01_5000.orec']]);
  opened.refuseWrites(null);
  assert.deepEqual([await mend(), await readdir(join(folder, OPEN_FOLDER))], [true, []]);
  assert.equal((await checkRecordings(db)).open, 0);
});

test('fetched footage stays among the open files as long, and its taker is told that it is not in the lists yet', async (t) => {
  const made = await setUpDisk(t, AROUND);
  const { db, disk, index, folder } = made;
  const writers = createKeptWriters(made);
  const keep = async (startMs: number): Promise<string | undefined> => {
    const writer = writers.keep({ deviceKey: 1, deviceId: 'a', channel: 1, stream: 'main', audio: true });
    for (let i = 0; i < 3; i += 1) writer.frame(frameOf(i, { key: i === 0 }), startMs + i * 40);
    await writer.close();
    return writer.trouble?.code;
  };
  assert.equal(await keep(10_000), undefined);
  disk.syncs = 0;
  assert.equal(await keep(20_000), 'unavailable');
  assert.deepEqual([(await readdir(join(folder, OPEN_FOLDER))).length, index.waiting], [1, 1]);
  disk.syncs = Infinity;
  await index.retry();
  assert.deepEqual(await readdir(join(folder, OPEN_FOLDER)), []);
  const { faults, segments, open } = await checkRecordings(db);
  assert.deepEqual([faults, segments, open], [[], 2, 0]);
});

/** A first segment as a full disk leaves it: without footer, among the open files, and followed by the hash it has so. */
const leaveFootless = async (t: TestContext) => {
  const made = await setUp(t);
  const { db, store, folder } = made;
  await recordSegments(made, [1, 2]);
  const [first, second] = [await store.after(1, 1, 0), await store.after(1, 1, made.clock.now())];
  assert.ok(first);
  assert.equal(second, undefined);
  const whole = await readFile(join(folder, first.path));
  const footless = whole.subarray(0, HEAD_BYTES + RECORD_BYTES + 100);
  const hash = createHash('sha256').update(footless).digest();
  await writeFile(join(folder, openPath(first.path)), footless);
  await rm(join(folder, first.path));
  const next = await store.after(1, 1, first.startMs);
  assert.ok(next);
  const follower = await readFile(join(folder, next.path));
  const head = decodeHead(follower);
  assert.ok(head);
  follower.set(encodeHead({ ...head, previousHash: hash }));
  const followerHash = createHash('sha256').update(follower).digest();
  await writeFile(join(folder, next.path), follower);
  const rows = recordingTables(db, made.store.names);
  await rows
    .updateTable('recordingSegments')
    .set({ previousHash: hash, hash: followerHash })
    .where('id', '=', next.id)
    .execute();
  return { ...made, rows, first, footless, hash };
};

test('a segment that a full disk left without footer and whose row is right is only moved', async (t) => {
  const { db, rows, first, footless, hash, folder, mend } = await leaveFootless(t);
  const bytes = footless.length;
  await rows.updateTable('recordingSegments').set({ bytes, hash }).where('id', '=', first.id).execute();
  await rows.deleteFrom('recordingSegments').where('id', '!=', first.id).execute(); // nobody follows it yet
  await mend();
  assert.deepEqual(await readFile(join(folder, first.path)), footless);
  assert.deepEqual((await checkRecordings(db)).faults, []);
});

test('a segment that a full disk left without footer keeps the hash by which the next one follows it', async (t) => {
  const { db, rows, first, mend } = await leaveFootless(t);
  await rows.deleteFrom('recordingSegments').where('id', '=', first.id).execute();
  const before = await checkRecordings(db);
  assert.deepEqual([before.faults, before.unindexed], [[], 1], 'what waits is no tampering');
  await mend();
  const after = await checkRecordings(db);
  assert.deepEqual([after.faults, after.unindexed, after.segments], [[], 0, 2]);
  await rows.deleteFrom('recordingSegments').where('path', '=', first.path).execute();
  assert.deepEqual(
    (await checkRecordings(db)).faults.map(({ what }) => what),
    ['missing'],
    'a row that was taken away is tampering',
  );
});

test('a folder that is gone under a recording is noticed within two seconds; its segment is whole when it is back', async (t) => {
  const made = await setUp(t);
  const { recorder, put, clock, folder, mend, db, until } = made;
  put(1, { key: true });
  recorder.tick();
  await until(() => recorder.open !== null);
  await rename(folder, `${folder}-aside`);
  clock.advance(2000);
  put(2);
  recorder.tick();
  await until(() => recorder.trouble !== null);
  assert.equal(await readdir(folder).catch(() => null), null, 'nothing is made in its place');
  await rename(`${folder}-aside`, folder);
  await mend();
  const { faults, segments } = await checkRecordings(db);
  assert.deepEqual([faults, segments], [[], 1]);
});
