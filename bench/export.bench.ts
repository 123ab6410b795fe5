// How much faster than its own length ten minutes of one channel become a file, with sound coded again and with nothing coded, and how
// long the server's own thread is held up meanwhile. Footage lies on disk as the recorder writes it; the thread is the real one.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp, type App } from '../apps/server/src/app.ts';
import { configWith, freePorts } from '../apps/server/src/config.ts';
import { runExport } from '../apps/server/src/features/download/export-run.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { Channel } from '../integration/support/operator.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { scaled } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const SECONDS = scaled(600, 60);
const ID = 'BENCH';
const START_MS = Math.floor(Date.now() / 1000) * 1000 - 86_400_000;
const SOUND_TIMES = 30;
const PLAIN_TIMES = 100;
const LAG_GOAL_MS = 10;

const openApp = async (data: string): Promise<App> => {
  const config = configWith({ data, host: '127.0.0.1', ...freePorts, demo: false, recordReserve: 0 });
  const app = await createApp(config, { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const operator = await Channel.signedIn({ ports: app.ports, admin });
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  return app;
};

type Measured = { seconds: number; megabytes: number; lagMs: number };

const exportOnce = async (app: App, path: string, sound: boolean): Promise<Measured> => {
  const toMs = START_MS + SECONDS * 1000;
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const beganMs = performance.now();
  await runExport({
    plan: {
      format: 'mp4',
      path,
      maxBytes: 1e10,
      fromMs: START_MS,
      toMs,
      title: ID,
      sound,
      track: null,
      utcOffsetMinutes: 0,
    },
    open: async () => [{ channel: 1, cursor: await app.recordings.reader.open(1, 1, START_MS) }],
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const seconds = (performance.now() - beganMs) / 1000;
  lag.disable();
  const { size } = await stat(path);
  await rm(path);
  return { seconds, megabytes: size / 1e6, lagMs: lag.percentile(99) / 1e6 };
};

const row = (what: string, { seconds, megabytes }: Measured, times: number): Row =>
  limitRow(
    `${what}: ${SECONDS} s, ${megabytes.toFixed(0)} MB, ${(SECONDS / seconds).toFixed(0)} times real time`,
    { value: seconds, unit: 's' },
    SECONDS / times,
  );

export const bench: Bench = {
  name: 'export',
  yardstick: 'the length of what is exported',
  run: () =>
    withFolder(async (folder) => {
      const app = await openApp(folder);
      try {
        await putFootage(app, folder, {
          deviceId: ID,
          channels: [1],
          startMs: START_MS,
          endMs: START_MS + SECONDS * 1000,
          stream: 'main',
        });
        const path = join(folder, 'export.mp4');
        const heard = await exportOnce(app, path, true);
        const plain = await exportOnce(app, path, false);
        const lagMs = Math.max(heard.lagMs, plain.lagMs);
        return [
          row('mp4 with its sound coded to AAC', heard, SOUND_TIMES),
          row('mp4 of pictures as they are', plain, PLAIN_TIMES),
          limitRow('delay of the main thread meanwhile, 99th percentile', { value: lagMs, unit: 'ms' }, LAG_GOAL_MS),
        ];
      } finally {
        await app.close();
      }
    }),
};
