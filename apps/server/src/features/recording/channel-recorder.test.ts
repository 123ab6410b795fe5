// One channel against a disk that does not keep up, frames that never fit, and bytes that rot.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import { checkRecordings } from './check.ts';
import { forgetRows } from './forget-rows.ts';
import { createReader } from './reader.ts';
import { HEAD_BYTES } from './segment-format.ts';
import { recordingTables } from './store/tables.ts';
import { MEGABYTE, numberOf, recordSegments, setUpRecorder } from './test-recorder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const AROUND = { open: (path: string) => openSqlite(path, MIGRATIONS), nowMs: () => performance.now() };
const setUp = (t: TestContext) => setUpRecorder(t, AROUND);

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
  const { recorder, store, slots, put, until } = await setUp(t);
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
  const { recorder, store, slots, index, put, until } = await setUp(t);
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
