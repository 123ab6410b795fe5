// How much longer files get by being recordings, and how long a seek takes with a month of nine channels in the index. What recording
// costs is measured through sockets, in streams.bench.ts; here the taps are fed directly.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../apps/server/src/adapters/sqlite/sqlite.ts';
import { createLocalBus } from '../apps/server/src/adapters/local-bus/local-bus.ts';
import { systemClock } from '../apps/server/src/adapters/system-clock/system-clock.ts';
import { recordingFeature, type RecordingFeature } from '../apps/server/src/features/recording/index.ts';
import { createSettings } from '../apps/server/src/features/settings/index.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import type { RecordingTap, WholeFrame } from '../apps/server/src/media/index.ts';
import { type Bench, type Row, limitRow, ratioRow } from '../tools/bench-row.ts';
import { quantile, scaled, wait } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const STREAMS = scaled(200, 8);
const SECONDS = scaled(20, 3);
const FRAMES_PER_SECOND = 25;
const VIDEO_BYTES = 64_000 / FRAMES_PER_SECOND;
const SOUND_BYTES = 320;
const KEY_EVERY = 50;
const MIGRATIONS = join(import.meta.dirname, '../apps/server/migrations');
const DAYS = scaled(30, 2);
const CHANNELS = 9;
const SEGMENT_MS = 300_000;
const DAY_MS = 86_400_000;
const SEEKS = scaled(300, 20);
const SEEK_GOAL_MS = 50;
const OVERHEAD_GOAL = 1.02;

type Opened = { feature: RecordingFeature; taps: RecordingTap[]; close: () => Promise<void> };

/** The feature alone, with devices that are online and hubs that only hand over the tap. */
const openFeature = async (folder: string, devices: number): Promise<Opened> => {
  mkdirSync(folder, { recursive: true });
  const opened = openSqlite(join(folder, 'bench.sqlite'), MIGRATIONS);
  const taps: RecordingTap[] = [];
  const bus = createLocalBus(silentLog);
  const channels = Array.from({ length: CHANNELS }, (_, i) => i + 1);
  const settings = await createSettings({ db: opened.db, bus, clock: systemClock, log: silentLog });
  const feature = await recordingFeature({
    db: opened.db,
    bus,
    clock: systemClock,
    log: silentLog,
    synced: () => opened.synced(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is asked for here, and a link is only there or not
    ...({ links: { get: () => ({}), count: () => devices } } as unknown as Pick<
      Parameters<typeof recordingFeature>[0],
      'links'
    >),
    dataFolder: folder,
    settings,
    disks: { list: () => Promise.resolve([]) },
    options: { node: 'main', recordFolders: [], recordReserve: 0, recordSize: 0, recordMode: 'capacity' },
    devices: {
      recordable: (deviceKey) => ({
        deviceKey,
        deviceId: String(deviceKey),
        channels: channels.slice(0, 1),
        mainChannels: [],
        talkChannel: 1,
        registered: true,
      }),
      recordSettingsOf: () => ({ enable: 1, plan: '', audio: 3, days: 0 }),
      hasRecordSettings: () => false,
      setRecordSettings: () => Promise.resolve(),
      keys: () => Array.from({ length: devices }, (_, i) => i + 1),
      keyOf: Number,
      seen: () => {
        throw new Error('nobody asks');
      },
    },
    media: {
      record: (_source, tap) => {
        taps.push(tap);
        return () => undefined;
      },
    },
  });
  return {
    feature,
    taps,
    close: async () => {
      await feature.close();
      await opened.close();
    },
  };
};

const video = new Uint8Array(VIDEO_BYTES).fill(7);
const sound = new Uint8Array(SOUND_BYTES).fill(9);

/** A picture and its sound of one stream. */
const framesAt = (number: number, startMs: number): [WholeFrame, WholeFrame] => {
  const presentationUs = (number * 1_000_000) / FRAMES_PER_SECOND;
  const stamp = {
    stream: 'sub' as const,
    newFormat: false,
    discontinuity: false,
    presentationUs,
    captureMs: startMs + presentationUs / 1000,
  };
  return [
    { ...stamp, kind: 'video', codec: 'h264', key: number % KEY_EVERY === 0, body: video },
    { ...stamp, kind: 'audio', codec: 'g711a', key: false, body: sound },
  ];
};

/** Frames of all streams in step with time, into files; gives what they take. */
const recordAll = async (folder: string): Promise<number> => {
  const { feature, taps, close } = await openFeature(folder, STREAMS);
  const startMs = Date.now();
  for (let number = 0; number < SECONDS * FRAMES_PER_SECOND; number += 1) {
    const dueMs = startMs + (number * 1000) / FRAMES_PER_SECOND - Date.now();
    // oxlint-disable-next-line no-await-in-loop -- in step with time
    if (dueMs > 0) await wait(dueMs);
    const frames = framesAt(number, startMs);
    for (const tap of taps) for (const frame of frames) tap.frame(frame);
  }
  await close();
  return feature.metrics()['recording_bytes_used'] ?? 0;
};

/** Nine channels of every five minutes of a month in the index, one real file behind them. */
const seekTimes = async (folder: string): Promise<number[]> => {
  const { taps, close } = await openFeature(folder, 1);
  const startMs = Date.now();
  for (let number = 0; number < 60 * FRAMES_PER_SECOND; number += 1)
    for (const frame of framesAt(number, startMs)) for (const tap of taps) tap.frame(frame);
  await close();
  fillIndex(join(folder, 'bench.sqlite'), startMs);
  const again = await openFeature(folder, 1);
  const times: number[] = [];
  for (let i = 0; i < SEEKS; i += 1) {
    const beganMs = performance.now();
    const askedMs = startMs - Math.floor(((i + 0.5) / SEEKS) * DAYS * DAY_MS);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each is measured
    const cursor = await again.feature.reader.open(1, (i % CHANNELS) + 1, askedMs);
    // oxlint-disable-next-line no-await-in-loop
    if ((await cursor.next()) === undefined) throw new Error('a seek found nothing');
    times.push(performance.now() - beganMs);
    // oxlint-disable-next-line no-await-in-loop
    await cursor.close();
  }
  await again.close();
  return times;
};

/** Copies the one row to every segment of the month: each reads the same file. */
const fillIndex = (file: string, startMs: number): void => {
  const db = new DatabaseSync(file);
  const copy = db.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO recording_segments (device_key, channel, start_ms, end_ms, bytes, frames, node, slot, path, state, reason,
      has_video, has_audio, hash, previous_hash, protected_until_ms)
    SELECT device_key, ?2, ?3 - i * ?4, ?3 - (i - 1) * ?4 - 1, bytes, frames, node, slot, path, state, reason, has_video,
      has_audio, hash, previous_hash, 0
    FROM n, (SELECT * FROM recording_segments ORDER BY id LIMIT 1)`);
  for (let channel = 1; channel <= CHANNELS; channel += 1)
    copy.run((DAYS * DAY_MS) / SEGMENT_MS, channel, startMs, SEGMENT_MS);
  db.close();
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const bytes = await recordAll(join(folder, 'recorded'));
    const payload = STREAMS * SECONDS * FRAMES_PER_SECOND * (VIDEO_BYTES + SOUND_BYTES);
    const times = await seekTimes(join(folder, 'seek'));
    return [
      ratioRow(
        'bytes on disk, 512 kbit/s with sound',
        { value: bytes, unit: 'bytes' },
        { what: 'the frames alone', value: payload },
        OVERHEAD_GOAL,
      ),
      limitRow(
        `seek to the first frame, ${DAYS} days of ${CHANNELS} channels indexed, 99th percentile`,
        { value: quantile(times, 0.99), unit: 'ms' },
        SEEK_GOAL_MS,
      ),
    ];
  });

export const bench: Bench = {
  name: 'recording',
  yardstick: 'the frames themselves',
  run,
};
