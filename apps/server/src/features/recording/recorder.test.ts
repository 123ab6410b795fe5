// Channels that are recorded, as their readers see them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createLocalBus } from '../../adapters/local-bus/local-bus.ts';
import { openSqlite } from '../../adapters/sqlite/sqlite.ts';
import type { RecordingTap } from '../../media/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { createReader } from './reader.ts';
import { Recorder } from './recorder.ts';
import { frameOf, numberOf, setUpDisk } from './test-recorder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const AROUND = { open: (path: string) => openSqlite(path, MIGRATIONS), nowMs: () => performance.now() };

test('who reads a channel whose recording ends gets all that came, to the last frame', async (t) => {
  const disk = await setUpDisk(t, AROUND, () => recorder.close());
  let enable: 0 | 1 = 1;
  let tap: RecordingTap | undefined;
  const device = { deviceKey: 1, deviceId: 'a', channels: [1], mainChannels: [], talkChannel: 1, registered: true };
  const recorder: Recorder = new Recorder({
    ...disk,
    bus: createLocalBus(disk.log),
    buffers: new BatchBuffers(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a device that is connected
    links: { get: () => ({}) } as never,
    device: () => device,
    deviceKeys: () => [1],
    settingsOf: () => ({ enable, plan: '', audio: 0, days: 0 }),
    record: (_, made) => {
      tap = made;
      return () => undefined;
    },
  });
  recorder.consider(1);
  const put = (number: number): void => tap?.frame(frameOf(number, { key: number === 0, captureMs: disk.clock.now() }));
  put(0);
  await setImmediate();
  disk.clock.advance(1000);
  await disk.until(() => (recorder.at(1, 1)?.open?.content.frames ?? 0) === 1);
  const reader = createReader({ store: disk.store, recorder, storage: disk.slots.storage });
  const cursor = await reader.open(1, 1, 0);
  t.after(() => cursor.close());
  const numbers: number[] = [];
  const read = async (): Promise<void> => {
    for (let frame = await cursor.next(); frame !== undefined; frame = await cursor.next())
      numbers.push(numberOf(frame));
  };
  await read();
  // A disk that takes its time.
  const { promise: idle, resolve: diskIsIdle } = Promise.withResolvers<void>();
  const { file } = recorder.at(1, 1)?.open ?? assert.fail('it records');
  const append = file.append.bind(file);
  file.append = async (bytes) => {
    await idle;
    await append(bytes);
  };
  for (const number of [1, 2, 3]) put(number);
  enable = 0;
  recorder.consider(1);
  assert.ok(reader.isGrowing(1, 1), 'what came is still to be written');
  await read();
  diskIsIdle();
  await recorder.endSegments(1);
  await read();
  assert.deepEqual(numbers, [0, 1, 2, 3]);
  assert.equal(reader.isGrowing(1, 1), false);
});
