// For tests: a recorder of one channel on a real disk and a real database, which may lose what was not synchronised.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OpenDatabase } from '../../kernel/storage/db.ts';
import type { WholeFrame } from '../../media/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { ChannelRecorder } from './channel-recorder.ts';
import { LateIndex } from './late-index.ts';
import { mendSlot } from './mend.ts';
import type { StoredFrame } from './segment-format.ts';
import { SegmentReader } from './segment-reader.ts';
import { ONLY_NODE, SlotNames } from './slot-names.ts';
import { Slots, writable } from './slots.ts';
import { createRecordingStore } from './store.ts';

export const MEGABYTE = 1024 * 1024;

/** `nowMs`: of a real clock. */
type Around = { open: (path: string) => OpenDatabase; nowMs: () => number };

/** `disk.syncs`: so often it can be synchronised; then a power cut may take back what is committed. */
export const setUpDisk = async (
  t: TestContext,
  around: Around,
  before: () => Promise<void> = async () => undefined,
) => {
  const parent = await mkdtemp(join(tmpdir(), 'outrider-channel-'));
  const opened = around.open(join(parent, 'test.sqlite'));
  t.after(async () => {
    await before();
    await opened.close();
    await rm(parent, { recursive: true, force: true });
  });
  const folder = join(parent, 'a');
  const clock = createManualClock();
  const store = createRecordingStore(opened.db, new SlotNames(ONLY_NODE, [{ name: 'a', folder }]));
  await store.keepSlot(ONLY_NODE, { name: 'a', folder, mark: '' });
  const log = silentLog;
  const slots = new Slots({
    places: [writable(folder)],
    mode: 'capacity',
    reserveMb: 0,
    sizeMb: 0,
    clock,
    log,
    usedBytes: () => 0,
  });
  await slots.look();
  const disk = { syncs: Infinity };
  const synced = async (): Promise<void> => {
    disk.syncs -= 1;
    if (disk.syncs < 0) throw new AppError('unavailable', 'The server cannot write to its disk now.');
  };
  const index = new LateIndex({ store, storage: slots.storage, log, synced });
  const mend = (): Promise<boolean> =>
    mendSlot({ store, log, storage: slots.storage, synced, folders: [folder] }, folder);
  const limits = { segmentMs: 300_000, segmentBytes: 64 * MEGABYTE };
  const made = { opened, db: opened.db, folder, clock, store, slots, index, log, disk, limits, wrote: () => undefined };
  return { ...made, mend, until: untilBy(around) };
};

export const setUpRecorder = async (t: TestContext, around: Around) => {
  const made = await setUpDisk(t, around, () => recorder.close());
  const { clock, store } = made;
  const recorder: ChannelRecorder = new ChannelRecorder(
    { ...made, buffers: new BatchBuffers(), changed: () => undefined },
    { deviceKey: 1, deviceId: 'a', channel: 1 },
    { stream: 'sub', sound: true },
  );
  const put = (number: number, changes: Partial<WholeFrame> & { bytes?: number } = {}): void =>
    recorder.frame(frameOf(number, { captureMs: clock.now() + number * 40, ...changes }));
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
  return { ...made, recorder, put, readBack };
};

/** Its number stands in its bytes. */
export const frameOf = (number: number, changes: Partial<WholeFrame> & { bytes?: number } = {}): WholeFrame => {
  const body = new Uint8Array(changes.bytes ?? 100).fill(7);
  new DataView(body.buffer).setUint32(0, number);
  return {
    kind: 'video',
    codec: 'h264',
    stream: 'sub',
    key: false,
    newFormat: false,
    discontinuity: false,
    presentationUs: number * 40_000,
    captureMs: 0,
    body,
    ...changes,
  };
};

/** A busy disk takes its time; what never comes is a failure all the same. */
const PATIENCE_MS = 30_000;

/** Until it holds: files are read and written meanwhile. */
const untilBy =
  ({ nowMs }: Around) =>
  async (holds: () => boolean): Promise<void> => {
    const endMs = nowMs() + PATIENCE_MS;
    while (nowMs() < endMs && !holds())
      // oxlint-disable-next-line no-await-in-loop
      await setImmediate();
    assert.ok(holds());
  };

export const numberOf = ({ body }: StoredFrame): number => new DataView(body.buffer, body.byteOffset).getUint32(0);

/** Records so many key frames, each in a segment of its own. */
export const recordSegments = async (
  {
    recorder,
    put,
    clock,
    until,
  }: Pick<Awaited<ReturnType<typeof setUpRecorder>>, 'recorder' | 'put' | 'clock' | 'until'>,
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
