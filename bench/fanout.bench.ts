// What a viewer of a live stream costs the server: one stream, many viewers, against a bare loop that writes the same bytes.
import { join } from 'node:path';
import { type Bench, type Row, limitRow, ratioRow } from '../tools/bench-row.ts';
import type { BareAsk, BareTold } from './support/bare-writer-child.ts';
import { Camera } from './support/camera.ts';
import { median, quantile, scaled, wait } from './support/scale.ts';
import { ServerProcess, spanOf, streamPath, withFolder } from './support/server-process.ts';
import type { ViewersAsk, ViewersTold } from './support/viewers-child.ts';
import { type Usage, WorkerProcess } from './support/worker-process.ts';

const VIEWERS = scaled(300, 20);
const WATCHERS = 2;
const ROUNDS = scaled(5);
const SETTLE_MS = scaled(1500, 300);
const WINDOW_MS = scaled(6000, 700);
const BITS_PER_SECOND = 1_000_000;
const GOAL = 1.3;
const PHONE = '13800000101';

type Viewers = WorkerProcess<ViewersAsk, ViewersTold>;
type Bare = { port: number; process: WorkerProcess<BareAsk, BareTold> };
type Kit = { server: ServerProcess; bare: Bare; viewers: Viewers };
type Window = { msPerViewerMinute: number; agesMs: number[] };

const portOf = (hello: unknown): number =>
  typeof hello === 'object' && hello !== null && 'port' in hello ? Number(hello.port) : 0;

const script = (name: string): string => join(import.meta.dirname, 'support', name);

/** Opens the viewers, lets the stream settle, and measures the processor time of the writer. */
const measure = async (
  viewers: Viewers,
  port: number,
  paths: readonly string[],
  usage: () => Promise<Usage>,
): Promise<Window & { frames: number; missing: number }> => {
  await viewers.ask({ kind: 'open', port, paths, watchers: WATCHERS });
  await wait(SETTLE_MS);
  await viewers.ask({ kind: 'look' });
  const before = await usage();
  await wait(WINDOW_MS);
  const after = await usage();
  const { frames, missing, agesMs, bytes, open } = await viewers.ask({ kind: 'look' });
  await viewers.ask({ kind: 'close' });
  if (open < paths.length) throw new Error(`${paths.length - open} of ${paths.length} viewers lost their connection`);
  const { cpuMs, elapsedMs } = spanOf(before, after);
  const expectedBytes = ((BITS_PER_SECOND / 8) * paths.length * elapsedMs) / 1000;
  if (bytes < expectedBytes * 0.8) throw new Error(`viewers got ${bytes} of ${Math.round(expectedBytes)} bytes`);
  return { msPerViewerMinute: (cpuMs / elapsedMs) * (60_000 / paths.length), agesMs, frames, missing };
};

const measureServer = async ({ server, viewers }: Kit, delay: 40 | 120): Promise<Window> => {
  const paths = Array.from({ length: VIEWERS }, (_, i) => streamPath(PHONE, i, delay));
  const window = await measure(viewers, server.ports.stream, paths, () => server.usage());
  if (window.missing !== 0 || window.frames === 0)
    throw new Error(`${window.missing} frames missing after ${window.frames}`);
  return window;
};

const measureBare = async ({ bare, viewers }: Kit, framesPerWrite: number): Promise<Window> => {
  await bare.process.ask({ kind: 'write', framesPerWrite, bitsPerSecond: BITS_PER_SECOND });
  const paths = Array.from({ length: VIEWERS }, () => '/');
  const window = await measure(viewers, bare.port, paths, () => bare.process.ask({ kind: 'usage' }));
  await bare.process.ask({ kind: 'rest' });
  return window;
};

const rowsOf = (delay: 40 | 120, server: readonly Window[], bare: readonly Window[]): Row[] => {
  const cost = (windows: readonly Window[]): number => median(windows.map((w) => w.msPerViewerMinute));
  const ages = server.flatMap((w) => w.agesMs);
  return [
    ratioRow(
      `fan-out to ${VIEWERS} viewers, delay ${delay} ms: server CPU per viewer-minute`,
      { value: cost(server), unit: 'ms' },
      { what: `bare loop, ${delay === 40 ? 'one frame' : 'three frames'} a write`, value: cost(bare) },
      GOAL,
    ),
    {
      ...limitRow(
        `age of a frame at the viewer, delay ${delay} ms, 99th percentile`,
        { value: quantile(ages, 0.99), unit: 'ms' },
        delay,
      ),
      yardstick: `median ${median(ages)} ms; none missing of ${ages.length}`,
    },
  ];
};

/** Server and loop take turns, so that a noisy minute of the machine meets both. */
const measureAll = async (kit: Kit): Promise<Row[]> => {
  const windows = { server40: [], bare40: [], server120: [], bare120: [] } as Record<string, Window[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    windows['server40']?.push(await measureServer(kit, 40));
    windows['bare40']?.push(await measureBare(kit, 1));
    windows['server120']?.push(await measureServer(kit, 120));
    windows['bare120']?.push(await measureBare(kit, 3));
  }
  const { server40 = [], bare40 = [], server120 = [], bare120 = [] } = windows;
  return [...rowsOf(40, server40, bare40), ...rowsOf(120, server120, bare120)];
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    const bare = await WorkerProcess.start<BareAsk, BareTold>(script('bare-writer-child.ts'));
    const { process: viewers } = await WorkerProcess.start<ViewersAsk, ViewersTold>(script('viewers-child.ts'));
    await server.addViewers();
    await server.register([PHONE]);
    const camera = await Camera.online(server.ports.jt808, { phone: PHONE, bitsPerSecond: BITS_PER_SECOND });
    try {
      return await measureAll({ server, viewers, bare: { process: bare.process, port: portOf(bare.hello) } });
    } finally {
      camera.close();
      await Promise.all([server.stop(), bare.process.stop(), viewers.stop()]);
    }
  });

export const bench: Bench = {
  name: 'fanout',
  yardstick:
    'a loop that writes the same bytes to the same number of upgraded sockets, one or three frames a write, taking turns with the server; medians of all rounds',
  run,
};
