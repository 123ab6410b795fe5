// What playing recordings back costs the server: nine CIF channels in step at 1x and 4x, and how soon a seek shows its first picture
// with a month of nine channels in the index. Whole server in a process of its own, viewers on bare sockets.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeStreamMessage, streamKinds } from '@outrider/contract';
import { createApp } from '../apps/server/src/app.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { putFootage } from '../e2e/support/recorded.ts';
import { Channel } from '../integration/support/operator.ts';
import { type Account, testConfig } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { median, quantile, scaled, wait } from './support/scale.ts';
import { ServerProcess, withFolder } from './support/server-process.ts';
import { MessageCutter, openWebSocket } from './support/web-socket-reader.ts';

const ID = 'TRK-1';
const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const FPS = 15;
const SEGMENT_MS = 300_000;
const DAY_MS = 86_400_000;
const DAYS = scaled(30, 2);
const WINDOW_MS = scaled(15_000, 2000);
const SEEKS = scaled(200, 20);
const SEEK_GOAL_MS = 50;
/** Of one core. */
const CPU_GOAL_PERCENT = { 1: 5, 4: 15 } as const;
/** Less than a frame in a hundred later than it should be. */
const PACE_GOAL_PERCENT = 1;

const startMs = Math.floor((Date.now() - 2 * DAY_MS) / SEGMENT_MS) * SEGMENT_MS;

/** Five minutes of nine channels with sound, and the rows of a month before them that name the same files. */
const prepare = async (folder: string): Promise<Account> => {
  const app = await createApp(testConfig(folder, { recordReserve: 0 }), { log: silentLog });
  const admin = { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') };
  const operator = await Channel.signedIn({ ports: app.ports, admin });
  await operator.get('D01', { I: ID, C: CHANNELS.length });
  operator.close();
  await putFootage(app, folder, { deviceId: ID, channels: CHANNELS, startMs, endMs: startMs + SEGMENT_MS });
  await app.close();
  const db = new DatabaseSync(join(folder, 'outrider.sqlite'));
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO recording_segments (device_key, channel, start_ms, end_ms, bytes, frames, node, slot, path, state, reason,
      has_video, has_audio, hash, previous_hash, protected_until_ms)
    SELECT device_key, channel, start_ms - i * ?2, start_ms - (i - 1) * ?2 - 1, bytes, frames, node, slot, path, state, reason,
      has_video, has_audio, hash, previous_hash, 0
    FROM n, recording_segments`,
  ).run((DAYS * DAY_MS) / SEGMENT_MS, SEGMENT_MS);
  db.close();
  return admin;
};

type Viewer = { socket: Socket; frames: number; newestMs: number; onFrame: (generation: number) => void };

const open = async (server: ServerProcess, channel: number, timeMs: number, speed: number): Promise<Viewer> => {
  const { user, hash } = server.admin;
  const query = `type=lopb&deviceid=${ID}&channel=${channel}&streamid=${1000 + speed}&spbtime=${timeMs / 1000}&speed=${speed}`;
  const opened = await openWebSocket(server.ports.stream, `/ws.cgi?${query}&user=${user}&password=${hash}`);
  const viewer: Viewer = { socket: opened.socket, frames: 0, newestMs: 0, onFrame: () => undefined };
  let generation = 0;
  const cutter = new MessageCutter((payload) => {
    const message = decodeStreamMessage(payload);
    if (message?.header.kind === streamKinds.state)
      generation = Number(/"generation":(\d+)/.exec(new TextDecoder().decode(message.body))?.[1]);
    if (message?.header.kind !== streamKinds.video) return;
    viewer.frames += 1;
    viewer.newestMs = message.header.captureMs;
    viewer.onFrame(generation);
  });
  cutter.push(opened.rest);
  opened.socket.on('data', (bytes: Buffer) => cutter.push(bytes));
  opened.socket.on('error', () => undefined); // ended by the server or by us
  return viewer;
};

/** A text frame, masked with zeros as clients must mask. */
const say = ({ socket }: Viewer, request: object): void => {
  const body = Buffer.from(JSON.stringify(request));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]));
};

const nineChannels = async (server: ServerProcess, speed: 1 | 4): Promise<Row[]> => {
  const viewers = await Promise.all(CHANNELS.map((channel) => open(server, channel, startMs, speed)));
  await wait(3000);
  const before = { frames: viewers.map(({ frames }) => frames), usage: await server.usage(), ms: performance.now() };
  await wait(WINDOW_MS);
  const after = await server.usage();
  const seconds = (performance.now() - before.ms) / 1000;
  const frames = viewers.reduce((sum, viewer, i) => sum + viewer.frames - (before.frames[i] ?? 0), 0);
  const newest = viewers.map(({ newestMs }) => newestMs);
  for (const { socket } of viewers) socket.destroy();
  const cpu = (after.cpuMs - before.usage.cpuMs) / seconds / 10;
  const expected = seconds * FPS * speed * CHANNELS.length;
  const late = Math.max(0, (1 - frames / expected) * 100);
  const what = `nine CIF channels with sound at ${speed}x`;
  return [
    limitRow(`${what}, server CPU`, { value: cpu, unit: '% of a core' }, CPU_GOAL_PERCENT[speed]),
    limitRow(`${what}, pictures that came late`, { value: late, unit: '%' }, PACE_GOAL_PERCENT),
    limitRow(
      `${what}, between the newest pictures of two channels`,
      { value: Math.max(...newest) - Math.min(...newest), unit: 'ms' },
      Math.round(1000 / FPS),
    ),
  ];
};

/** From the request to the first picture of the new place, over one open socket. */
const seeks = async (server: ServerProcess): Promise<Row> => {
  const viewer = await open(server, 1, startMs, 0);
  await wait(500);
  const times: number[] = [];
  for (let i = 1; i <= SEEKS; i += 1) {
    const arrived = Promise.withResolvers<void>();
    const target = startMs - Math.floor(((i - 0.5) / SEEKS) * DAYS * DAY_MS);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each is measured, on a server that is idle again
    await wait(20);
    const beganMs = performance.now();
    viewer.onFrame = (generation) => {
      if (generation === i) arrived.resolve();
    };
    say(viewer, { seek: target, generation: i, speed: 0 });
    // oxlint-disable-next-line no-await-in-loop
    await arrived.promise;
    times.push(performance.now() - beganMs);
    viewer.onFrame = () => undefined;
  }
  viewer.socket.destroy();
  return limitRow(
    `seek to the first picture, ${DAYS} days of nine channels indexed, 99th percentile (median ${median(times).toPrecision(2)} ms)`,
    { value: quantile(times, 0.99), unit: 'ms' },
    SEEK_GOAL_MS,
  );
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const admin = await prepare(folder);
    const server = await ServerProcess.start(folder, { admin });
    try {
      const rows = [await seeks(server), ...(await nineChannels(server, 1)), ...(await nineChannels(server, 4))];
      return rows;
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = { name: 'playback', yardstick: 'limits; nothing else serves recordings like this', run };
