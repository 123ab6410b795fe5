// One channel against a disk that does not keep up, frames that never fit, and bytes that rot.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import type { WholeFrame } from '../../media/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { ChannelRecorder } from './channel-recorder.ts';
import { checkRecordings } from './check.ts';
import { forgetRows } from './forget-rows.ts';
import { LateIndex } from './late-index.ts';
import { mendSlot } from './mend.ts';
import { createReader } from './reader.ts';
import { decodeHead, encodeHead, HEAD_BYTES, RECORD_BYTES, type StoredFrame } from './segment-format.ts';
import { SegmentReader } from './segment-reader.ts';
import { openPath } from './segment-storage.ts';
import { ONLY_NODE, SlotNames } from './slot-names.ts';
import { Slots, writable } from './slots.ts';
import { createRecordingStore } from './store.ts';
import { recordingTables } from './store/tables.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const MEGABYTE = 1024 * 1024;

const setUp = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-channel-'));
  const opened = openSqlite(join(folder, 'test.sqlite'), MIGRATIONS);
  const clock = createManualClock();
  const store = createRecordingStore(opened.db, new SlotNames(ONLY_NODE, [{ name: 'a', folder: join(folder, 'a') }]));
  await store.keepSlot(ONLY_NODE, { name: 'a', folder: join(folder, 'a'), mark: '' });
  const log = silentLog;
  const slots = new Slots({
    places: [writable(join(folder, 'a'))],
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock,
    log,
    usedBytes: () => 0,
  });
  await slots.look();
  const limits = { segmentMs: 300_000, segmentBytes: 64 * MEGABYTE };
  const index = new LateIndex({ store, storage: slots.storage, log });
  const buffers = new BatchBuffers();
  const recorder = new ChannelRecorder(
    { clock, log, store, index, slots, limits, buffers, changed: () => undefined, wrote: () => undefined },
    { deviceKey: 1, deviceId: 'a', channel: 1 },
    { stream: 'sub', sound: true },
  );
  t.after(async () => {
    await recorder.close();
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });
  const put = (number: number, changes: Partial<WholeFrame> & { bytes?: number } = {}): void => {
    const body = new Uint8Array(changes.bytes ?? 100).fill(7);
    new DataView(body.buffer).setUint32(0, number);
    recorder.frame({
      kind: 'video',
      codec: 'h264',
      stream: 'sub',
      key: false,
      newFormat: false,
      discontinuity: false,
      presentationUs: number * 40_000,
      captureMs: clock.now() + number * 40,
      body,
      ...changes,
    });
  };
  /** Closes the recorder and reads everything, segment by segment. */
  const readBack = async (): Promise<{ paths: string[]; frames: StoredFrame[] }> => {
    await recorder.close();
    const frames: StoredFrame[] = [];
    const paths: string[] = [];
    for (let row = await store.after(1, 1, 0); row !== undefined; row = await store.after(1, 1, row.startMs)) {
      const reader = await SegmentReader.open(row.slot, row.path, () => undefined);
      assert.ok(reader);
      paths.push(join(row.slot, row.path));
      for (let frame = await reader.next(); frame !== undefined; frame = await reader.next())
        frames.push({ ...frame, body: Uint8Array.from(frame.body) });
      await reader.close();
    }
    return { paths, frames };
  };
  return { opened, db: opened.db, folder: join(folder, 'a'), clock, recorder, store, slots, index, log, put, readBack };
};

/** A busy disk takes its time; what never comes is a failure all the same. */
const PATIENCE_MS = 30_000;

/** Until it holds: files are read and written meanwhile. */
const until = async (holds: () => boolean): Promise<void> => {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs && !holds())
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate();
  assert.ok(holds());
};

const numberOf = ({ body }: StoredFrame): number => new DataView(body.buffer, body.byteOffset).getUint32(0);

test('a disk that does not keep up: what waits is bounded, the rest is lost up to the next key frame and counted', async (t) => {
  const { recorder, put, readBack } = await setUp(t);
  for (let i = 0; i < 20; i += 1) put(i, { key: i === 0, bytes: MEGABYTE });
  assert.ok(recorder.dropped > 0);
  assert.ok(recorder.errors > 0);
  put(20); // nobody could decode it
  for (let before = -1; before !== recorder.dropped;) {
    recorder.tick();
    await setImmediate();
    before = recorder.dropped;
    put(25, { key: true });
  }
  const { frames } = await readBack();
  const numbers = frames.map(numberOf);
  const gap = numbers.findIndex((each, i) => each !== i);
  assert.ok(gap > 0 && gap <= 10, `at most 9 MB waited: ${gap}`);
  assert.deepEqual(numbers.slice(gap), [25], 'it goes on at a key frame');
});

test('a reader at the edge of what is written misses nothing where a segment ends while it looks for the next', async (t) => {
  const { recorder, store, slots, put } = await setUp(t);
  const written = async (): Promise<void> => {
    recorder.tick();
    await until(() => (recorder.open?.content.bytes ?? 0) > HEAD_BYTES);
  };
  put(0, { key: true });
  await written();
  // What a recorder writes between two looks: more of this segment, then the beginning of the next.
  let meanwhile: (() => Promise<void>) | null = async () => {
    put(1);
    await recorder.endSegment();
    put(2, { key: true });
    await written();
  };
  const slowStore = {
    ...store,
    after: async (...args: Parameters<typeof store.after>) => {
      await meanwhile?.();
      meanwhile = null;
      return store.after(...args);
    },
  };
  const reader = createReader({
    store: slowStore,
    recorder: { at: () => recorder, all: () => [recorder] },
    storage: slots.storage,
  });
  const cursor = await reader.open(1, 1, 0);
  t.after(() => cursor.close());
  const numbers: number[] = [];
  for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next()) numbers.push(numberOf(frame));
  assert.deepEqual(numbers, [0, 1, 2]);
});

test('a reader that finds a segment before the recorder has its number follows it', async (t) => {
  const { recorder, store, slots, index, put } = await setUp(t);
  const open = index.open.bind(index);
  let rowIsThere = false;
  const { promise: numbered, resolve: giveNumber } = Promise.withResolvers<void>();
  index.open = async (row) => {
    const id = await open(row);
    rowIsThere = true;
    await numbered;
    return id;
  };
  put(0, { key: true });
  recorder.tick();
  const reader = createReader({ store, recorder: { at: () => recorder, all: () => [] }, storage: slots.storage });
  await until(() => rowIsThere);
  const cursor = await reader.open(1, 1, 0);
  t.after(() => cursor.close());
  assert.equal(await cursor.next(), undefined, 'nothing is written yet');
  giveNumber();
  await until(() => (recorder.open?.content.bytes ?? 0) > HEAD_BYTES);
  const frame = await cursor.next();
  assert.equal(frame && numberOf(frame), 0);
});

test('pictures before the first key frame are no recording; a frame past 16 MB is left out', async (t) => {
  const { recorder, put, readBack } = await setUp(t);
  put(0);
  put(1, { key: true });
  put(2, { bytes: 17 * MEGABYTE });
  put(3);
  assert.equal(recorder.dropped, 1);
  assert.deepEqual((await readBack()).frames.map(numberOf), [1, 3]);
});

test('a stream without another key frame is cut where a record can no longer say its time', async (t) => {
  const { put, readBack } = await setUp(t);
  put(1, { key: true });
  const hours = 5 * 3_600_000;
  for (let passed = 4000; passed <= hours; passed += 4000) put(1 + passed / 40);
  const { frames } = await readBack();
  assert.ok(frames.length > 4000 && frames.length < hours / 4000);
});

test('a byte that rotted costs its frames up to the next key frame, not the segment', async (t) => {
  const { put, readBack } = await setUp(t);
  for (let i = 0; i < 40; i += 1) put(i, { key: i % 10 === 0 });
  const { paths } = await readBack();
  const [path = ''] = paths;
  const bytes = await readFile(path);
  const at = 128 + 15 * 112 + 50; // inside frame 15
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const { frames } = await readBack();
  const left = Array.from({ length: 40 }, (_, i) => i).filter((i) => i < 15 || i >= 20);
  assert.deepEqual(frames.map(numberOf), left);
});

test('duplicate and backward times are kept in the order they came', async (t) => {
  const { clock, put, readBack } = await setUp(t);
  const captureMs = clock.now();
  put(1, { key: true, presentationUs: 0, captureMs });
  put(2, { presentationUs: 40_000, captureMs });
  put(3, { presentationUs: 40_000, captureMs });
  put(4, { presentationUs: 20_000, captureMs });
  const { frames } = await readBack();
  assert.deepEqual(frames.map(numberOf), [1, 2, 3, 4]);
  assert.deepEqual(
    frames.map(({ timeMs }) => timeMs - captureMs),
    [0, 40, 40, 20],
  );
});

test('nothing is written before the last recording of the channel has ended', async (t) => {
  const { recorder, store, put, readBack } = await setUp(t);
  const earlier = Promise.withResolvers<void>();
  recorder.begin(() => undefined, earlier.promise);
  put(1, { key: true, bytes: 2 * MEGABYTE });
  recorder.tick();
  for (let i = 0; i < 50; i += 1) await setImmediate();
  assert.equal(await store.after(1, 1, 0), undefined);
  earlier.resolve();
  assert.deepEqual((await readBack()).frames.map(numberOf), [1]);
});

test('a server clock that was set back far: what follows is dated by it, keeps its distances and hangs in the chain', async (t) => {
  const { db, clock, recorder, put, readBack } = await setUp(t);
  const earlyMs = clock.now();
  clock.jumpTo(earlyMs + 86_400_000);
  for (let i = 0; i < 20; i += 1) put(i, { key: i % 10 === 0 });
  await recorder.endSegment();
  clock.jumpTo(earlyMs);
  for (let i = 20; i < 40; i += 1) put(i, { key: i % 10 === 0, captureMs: earlyMs + (i - 20) * 40 });
  const { frames } = await readBack();
  assert.deepEqual(
    frames.map(numberOf),
    [...Array.from({ length: 20 }, (_, i) => 20 + i), ...Array.from({ length: 20 }, (_, i) => i)],
    'in the order of their times',
  );
  assert.deepEqual(
    frames.slice(0, 20).map(({ timeMs }) => timeMs - earlyMs),
    Array.from({ length: 20 }, (_, i) => i * 40),
  );
  const { segments, faults } = await checkRecordings(db);
  assert.deepEqual([segments, faults], [2, []]);
});

/** Records so many key frames, each in a segment of its own. */
const recordSegments = async (
  { recorder, put, clock }: Pick<Awaited<ReturnType<typeof setUp>>, 'recorder' | 'put' | 'clock'>,
  numbers: readonly number[],
): Promise<void> => {
  for (const number of numbers) {
    clock.advance(1000);
    put(number, { key: true });
    recorder.tick();
    // oxlint-disable-next-line no-await-in-loop -- one segment after the other
    await until(() => recorder.open !== null);
    // oxlint-disable-next-line no-await-in-loop
    await recorder.endSegment();
  }
};

test('segments that end while the database takes nothing come into the index by themselves, in their order', async (t) => {
  const made = await setUp(t);
  const { opened, db, index, recorder, folder, readBack } = made;
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

test('killed before that, the start finds them in their folder, and the chain holds', async (t) => {
  const made = await setUp(t);
  const { opened, db, store, slots, log, folder } = made;
  await recordSegments(made, [1]);
  opened.refuseWrites('the disk is full');
  await recordSegments(made, [2, 3]);
  opened.refuseWrites(null);
  assert.equal(await mendSlot({ store, log, storage: slots.storage, folders: [folder] }, folder), true);
  const { faults, segments, open } = await checkRecordings(db);
  assert.deepEqual([faults, segments, open], [[], 3, 0]);
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
  const { db, rows, first, footless, hash, store, slots, log, folder } = await leaveFootless(t);
  const bytes = footless.length;
  await rows.updateTable('recordingSegments').set({ bytes, hash }).where('id', '=', first.id).execute();
  await rows.deleteFrom('recordingSegments').where('id', '!=', first.id).execute(); // nobody follows it yet
  await mendSlot({ store, log, storage: slots.storage, folders: [folder] }, folder);
  assert.deepEqual(await readFile(join(folder, first.path)), footless);
  assert.deepEqual((await checkRecordings(db)).faults, []);
});

test('a segment that a full disk left without footer keeps the hash by which the next one follows it', async (t) => {
  const { db, rows, first, store, slots, log, folder } = await leaveFootless(t);
  await rows.deleteFrom('recordingSegments').where('id', '=', first.id).execute();
  const before = await checkRecordings(db);
  assert.deepEqual([before.faults, before.unindexed], [[], 1], 'what waits is no tampering');
  await mendSlot({ store, log, storage: slots.storage, folders: [folder] }, folder);
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
  const { recorder, put, clock, folder, slots, store, log, db } = made;
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
  await mendSlot({ store, log, storage: slots.storage, folders: [folder] }, folder);
  const { faults, segments } = await checkRecordings(db);
  assert.deepEqual([faults, segments], [[], 1]);
});

test('rows of what is gone are forgotten: the chain holds, and what is taken away by hand is still found', async (t) => {
  const made = await setUp(t);
  const { db, store, slots } = made;
  await recordSegments(made, [1, 2, 3, 4, 5]);
  const rows = await store.inState('closed');
  for (const row of rows.slice(0, 3)) {
    // oxlint-disable-next-line no-await-in-loop
    await slots.storage.remove(row.slot, row.path);
    // oxlint-disable-next-line no-await-in-loop
    await store.retiring([row.id], 'old');
  }
  await store.retired(rows.slice(0, 3));
  assert.equal(await forgetRows({ clock: made.clock, store }, (rows[2]?.endMs ?? 0) + 1, () => true), 3);
  const check = await checkRecordings(db);
  assert.deepEqual([check.segments, check.retired, check.faults], [2, 0, []]);
  await recordingTables(db, store.names)
    .deleteFrom('recordingSegments')
    .where('id', '=', rows[3]?.id ?? 0)
    .execute();
  assert.deepEqual(
    (await checkRecordings(db)).faults.map(({ what }) => what),
    ['missing'],
    'nobody forgot that one',
  );
});
