// A firmware of 60 MB fetched by twenty simulated recorders at once: what it costs the server, how long its main thread is held up and how much
// memory it takes, against an HTTP server that pipes the same file from the disk. Recorders hash what comes, as real ones do.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVehicle, makeFirmwareImage, type Vehicle } from '../apps/simulator/src/index.ts';
import { linkOf, storeFirmware } from '../integration/support/firmware.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Bench, limitRow, ratioRow, type Row } from '../tools/bench-row.ts';
import type { FilesAsk, FilesTold } from './support/bare-files-child.ts';
import { scaled } from './support/scale.ts';
import { ServerProcess, spanOf, withFolder } from './support/server-process.ts';
import type { Watched } from './support/thread-watch.ts';
import { type Usage, WorkerProcess } from './support/worker-process.ts';

const MB = 1_000_000;
const BYTES = scaled(60 * MB, MB);
const VEHICLES = 20;
const FIRST_PHONE = 13_800_100_001;
const NEW = 'outrider-bench';
const DELAY_GOAL_MS = 10;
const MEMORY_GOAL = 150 * MB;
const CPU_TIMES = 2.5;
const DEADLINE_MS = 300_000;

type Measured = { cpuMs: number; elapsedMs: number; grownBytes: number } & Watched;
const measured = (before: Usage, after: Usage, watched: Watched): Measured => ({
  ...spanOf(before, after),
  ...watched,
  grownBytes: watched.peakRssBytes - before.rssBytes,
});

const phones = Array.from({ length: VEHICLES }, (_, i) => String(FIRST_PHONE + i));

const fleetOf = async (server: ServerProcess): Promise<Vehicle[]> => {
  const fleet = phones.map((phone) =>
    createVehicle({
      host: HOST,
      port: server.ports.jt808,
      phone,
      channels: 1,
      clips: null,
      faults: { upgrade: 'quiet' },
    }),
  );
  for (const vehicle of fleet) vehicle.start();
  await Promise.all(fleet.map((vehicle) => vehicle.whenOnline()));
  return fleet;
};

/** From the order to the last recorder that has its new version. */
const ours = (folder: string, image: Uint8Array): Promise<Measured> =>
  ServerProcess.start(folder).then(async (server) => {
    try {
      await server.register(phones, 1);
      const operator = await Channel.signedIn(server);
      const link = linkOf(server, await storeFirmware(server, operator, image));
      const fleet = await fleetOf(server);
      const before = await server.usage();
      await server.watch();
      await Promise.all(phones.map((phone) => operator.get('D09', { I: phone, A: link })));
      const isFetched = (vehicle: Vehicle): boolean => vehicle.kept.firmware === NEW;
      await until('all have it', () => fleet.every(isFetched), { deadlineMs: DEADLINE_MS });
      const watched = await server.watched();
      const after = await server.usage();
      operator.close();
      await Promise.all(fleet.map((vehicle) => vehicle.stop()));
      return measured(before, after, watched);
    } finally {
      await server.stop();
    }
  });

/** The same bytes to as many clients that throw them away. */
const bare = async (path: string): Promise<Measured> => {
  const child = join(import.meta.dirname, 'support/bare-files-child.ts');
  const { process, hello } = await WorkerProcess.start<FilesAsk, FilesTold>(child, [path]);
  try {
    const port = typeof hello === 'object' && hello !== null && 'port' in hello ? Number(hello.port) : 0;
    const before = await process.ask({ kind: 'usage' });
    await process.ask({ kind: 'watch' });
    await Promise.all(
      phones.map(async () => {
        const response = await fetch(`http://${HOST}:${port}/`);
        for await (const piece of response.body ?? []) void piece;
      }),
    );
    const watched = await process.ask({ kind: 'watched' });
    return measured(before, await process.ask({ kind: 'usage' }), watched);
  } finally {
    await process.stop();
  }
};

const what = `firmware of ${Math.round(BYTES / MB)} MB to ${VEHICLES} recorders at once`;
const rowsOf = (own: Measured, floor: Measured): Row[] => [
  ratioRow(
    `${what}, ${(own.elapsedMs / 1000).toFixed(1)} s: CPU`,
    { value: own.cpuMs, unit: 'ms CPU' },
    { what: 'the same file piped by a bare HTTP server', value: floor.cpuMs },
    CPU_TIMES,
  ),
  limitRow(
    `${what}: delay of the main thread, 99th percentile (bare server ${floor.p99Ms.toFixed(1)} ms)`,
    { value: own.p99Ms, unit: 'ms' },
    DELAY_GOAL_MS,
  ),
  limitRow(
    `${what}: work of the main thread without a pause, 99th percentile (bare server ${floor.worked99Ms.toFixed(1)} ms, longest ${own.mostWorkedMs.toFixed(1)} and ${floor.mostWorkedMs.toFixed(1)} ms)`,
    { value: own.worked99Ms, unit: 'ms' },
    DELAY_GOAL_MS,
  ),
  limitRow(
    `${what}: memory above what it takes at rest (bare server ${Math.round(floor.grownBytes / MB)} MB)`,
    { value: own.grownBytes, unit: 'bytes' },
    MEMORY_GOAL,
  ),
];

export const bench: Bench = {
  name: 'firmware',
  yardstick: 'an HTTP server that pipes the same file from the disk to as many clients',
  run: () =>
    withFolder(async (folder) => {
      const image = makeFirmwareImage(NEW, Buffer.alloc(BYTES, 'firmware of the bench '));
      const path = join(folder, 'image.bin');
      await writeFile(path, image);
      const floor = await bare(path);
      return rowsOf(await ours(join(folder, 'data'), image), floor);
    }),
};
