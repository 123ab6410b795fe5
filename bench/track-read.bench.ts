// What it costs the server to answer a device-day of track over HTTP, plain and compressed.
import { join } from 'node:path';
import { decodeHour } from '../apps/server/src/features/position/hour-codec.ts';
import { hourOf } from '../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { HOST } from '../integration/support/server.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { DAY_START_MS, storeDrivenDay } from './support/driven-day.ts';
import { scaled } from './support/scale.ts';
import { ServerProcess, spanOf, withFolder } from './support/server-process.ts';

const HOURS = scaled(24, 2);
const WARM_UP = scaled(60, 3);
const CALLS = scaled(200, 5);
const DEVICE = '13800000101';
/** Keys count from 1: the only device of a new server. */
const DEVICE_KEY = 1;
const PLAIN_GOAL_MS = 10;
const GZIP_GOAL_MS = 15;
const START_S = DAY_START_MS / 1000;

/** One call as a browser makes it; the body is read to its end. Gives how many points came. */
const ask = async ({ ports, admin }: ServerProcess, encoding: string): Promise<number> => {
  const response = await fetch(`http://${HOST}:${ports.http}/api/gps`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${admin.user}:${admin.hash}`).toString('base64')}`,
      'content-type': 'application/json',
      'accept-encoding': encoding,
    },
    body: JSON.stringify({ deviceid: DEVICE, start: START_S, end: START_S + HOURS * 3600 }),
  });
  if ((response.headers.get('content-encoding') ?? 'identity') !== encoding)
    throw new Error(`asked for ${encoding}, got ${String(response.headers.get('content-encoding'))}`);
  const points: unknown = await response.json();
  return Array.isArray(points) ? points.length : 0;
};

const costOf = async (server: ServerProcess, encoding: string, expected: number): Promise<number> => {
  for (let i = 0; i < WARM_UP; i += 1) await ask(server, encoding);
  const before = await server.usage();
  for (let i = 0; i < CALLS; i += 1) {
    const points = await ask(server, encoding);
    if (points !== expected) throw new Error(`${points} of ${expected} points came back`);
  }
  return spanOf(before, await server.usage()).cpuMs / CALLS;
};

/** Decodes the blobs of the day again and again in this process. */
const decodingMs = (blobs: readonly Uint8Array[]): number => {
  let sum = 0;
  const once = (): void => blobs.forEach((blob) => (sum += decodeHour(blob).length));
  for (let i = 0; i < WARM_UP; i += 1) once();
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i += 1) once();
  const { user, system } = process.cpuUsage(before);
  if (sum === 0) throw new Error('no blob held a position');
  return (user + system) / 1000 / CALLS;
};

const rowOf = (what: string, ms: number, decodeMs: number, goal: number): Row => ({
  ...limitRow(what, { value: ms, unit: 'ms CPU' }, goal),
  yardstick: `blobs decoded in a loop, ${decodeMs.toPrecision(3)} ms`,
  ratio: ms / decodeMs,
});

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    try {
      await server.register([DEVICE]);
      const file = new TracksFile(join(folder, 'tracks.sqlite'));
      const day = { hours: HOURS, vehicles: 1, firstKey: DEVICE_KEY, items: 'columns' } as const;
      const stored = await storeDrivenDay(file, day);
      const blobs = file.hours(DEVICE_KEY, hourOf(START_S), hourOf(START_S) + HOURS);
      file.close();
      const decodeMs = decodingMs(blobs);
      const plainMs = await costOf(server, 'identity', stored);
      const gzipMs = await costOf(server, 'gzip', stored);
      return [
        rowOf('a device-day of track over HTTP, plain', plainMs, decodeMs, PLAIN_GOAL_MS),
        rowOf('a device-day of track over HTTP, gzip', gzipMs, decodeMs, GZIP_GOAL_MS),
      ];
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = {
  name: 'track read',
  yardstick:
    'the packed hours of the same day decoded in a loop, without file, JSON or HTTP; processor time of all threads of the server',
  run,
};
