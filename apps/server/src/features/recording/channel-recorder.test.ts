// One channel against a disk that does not keep up, frames that never fit, and bytes that rot.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import type { StoredFrame } from './segment-format.ts';
import { SegmentReader } from './segment-reader.ts';
import { Slots } from './slots.ts';
import { createRecordingStore } from './store.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const MEGABYTE = 1024 * 1024;

const setUp = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-channel-'));
  const opened = openSqlite(join(folder, 'test.sqlite'), MIGRATIONS);
  const clock = createManualClock();
  const store = createRecordingStore(opened.db);
  const log = silentLog;
  const slots = new Slots({
    folders: [join(folder, 'a')],
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock,
    log,
    usedBytes: () => 0,
  });
  await slots.look();
  const limits = { segmentMs: 300_000, segmentBytes: 64 * MEGABYTE };
  const recorder = new ChannelRecorder(
    { clock, log, store, slots, limits, buffers: new BatchBuffers(), changed: () => undefined, wrote: () => undefined },
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
    for (let row = await store.after(1, 1, 0); row !== undefined; row = await store.after(1, 1, row.start_ms)) {
      const reader = await SegmentReader.open(row.slot, row.path, () => undefined);
      assert.ok(reader);
      paths.push(join(row.slot, row.path));
      for (let frame = await reader.next(); frame !== undefined; frame = await reader.next())
        frames.push({ ...frame, body: Uint8Array.from(frame.body) });
      await reader.close();
    }
    return { paths, frames };
  };
  return { db: opened.db, clock, recorder, store, put, readBack };
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
