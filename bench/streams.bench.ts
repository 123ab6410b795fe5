// What a stream costs the server when there are many: 200 recorders over real sockets, each with one viewer, or recorded with nobody
// watching, against a bare loop that reads the same bytes and writes them to as many sockets or files.
import { join } from 'node:path';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import type { RelayAsk, RelayHello, RelayTold } from './support/bare-relay-child.ts';
import type { CamerasAsk, CamerasTold } from './support/cameras-child.ts';
import { phonesOf, idsOf } from './support/reporters.ts';
import { median, scaled, wait } from './support/scale.ts';
import { ServerProcess, spanOf, streamPath, withFolder } from './support/server-process.ts';
import type { ViewersAsk, ViewersTold } from './support/viewers-child.ts';
import { type Usage, WorkerProcess } from './support/worker-process.ts';

const STREAMS = scaled(200, 8);
const ROUNDS = scaled(4);
const SETTLE_MS = scaled(4000, 1000);
const WINDOW_MS = scaled(10_000, 1500);
const BITS_PER_SECOND = 512_000;
const WATCHED_GOAL_MS = 55;
const RECORDED_GOAL_MS = 45;
const DELAY_MS = 40;

type Viewers = WorkerProcess<ViewersAsk, ViewersTold>;
type Cameras = WorkerProcess<CamerasAsk, CamerasTold>;
type Relay = RelayHello & { process: WorkerProcess<RelayAsk, RelayTold> };
type Kit = { cameras: Cameras; viewers: Viewers; relay: Relay; phones: readonly string[] };

const script = (name: string): string => join(import.meta.dirname, 'support', name);
const payloadBytes = (elapsedMs: number): number => ((BITS_PER_SECOND / 8) * STREAMS * elapsedMs) / 1000;

const isRelay = (value: unknown): value is RelayHello =>
  typeof value === 'object' && value !== null && 'mediaPort' in value && 'viewerPort' in value;

/** Processor time of a stream-minute, from `usage` before and after; `took` tells how many bytes arrived meanwhile, all of them must. */
const measure = async (usage: () => Promise<Usage>, took: () => Promise<number>): Promise<number> => {
  await wait(SETTLE_MS);
  const bytesBefore = await took();
  const before = await usage();
  await wait(WINDOW_MS);
  const after = await usage();
  const bytes = (await took()) - bytesBefore;
  const { cpuMs, elapsedMs } = spanOf(before, after);
  if (bytes < payloadBytes(elapsedMs) * 0.9)
    throw new Error(`${bytes} bytes arrived, not ${Math.round(payloadBytes(elapsedMs))}`);
  return (cpuMs / elapsedMs) * (60_000 / STREAMS);
};

/** Bytes at the viewers so far. */
const bytesAt = (viewers: Viewers): (() => Promise<number>) => {
  let total = 0;
  return async () => {
    const { bytes, open } = await viewers.ask({ kind: 'look' });
    if (open < STREAMS) throw new Error(`${STREAMS - open} of ${STREAMS} viewers lost their connection`);
    total += bytes;
    return total;
  };
};

const watched = async ({ cameras, viewers, phones }: Kit, server: ServerProcess): Promise<number> => {
  await cameras.ask({ kind: 'online', port: server.ports.jt808, phones, bitsPerSecond: BITS_PER_SECOND });
  const paths = idsOf(phones).map((id, i) => streamPath(id, i, DELAY_MS));
  await viewers.ask({ kind: 'open', port: server.ports.stream, paths, watchers: 0 });
  const cost = await measure(() => server.usage(), bytesAt(viewers));
  await viewers.ask({ kind: 'close' });
  await cameras.ask({ kind: 'close' });
  return cost;
};

const relayed = async ({ cameras, viewers, relay, phones }: Kit): Promise<number> => {
  const paths = phones.map(() => '/');
  await viewers.ask({ kind: 'open', port: relay.viewerPort, paths, watchers: 0 });
  await cameras.ask({ kind: 'bare', port: relay.mediaPort, phones, bitsPerSecond: BITS_PER_SECOND });
  const cost = await measure(() => relay.process.ask({ kind: 'usage' }), bytesAt(viewers));
  await cameras.ask({ kind: 'close' });
  await viewers.ask({ kind: 'close' });
  await relay.process.ask({ kind: 'end' });
  return cost;
};

const recorded = async ({ cameras, phones }: Kit, server: ServerProcess): Promise<number> => {
  await cameras.ask({ kind: 'online', port: server.ports.jt808, phones, bitsPerSecond: BITS_PER_SECOND });
  const cost = await measure(
    () => server.usage(),
    () => server.metric('recording_bytes_used'),
  );
  await cameras.ask({ kind: 'close' });
  return cost;
};

const stored = async ({ cameras, relay, phones }: Kit): Promise<number> => {
  await relay.process.ask({ kind: 'store' });
  await cameras.ask({ kind: 'bare', port: relay.mediaPort, phones, bitsPerSecond: BITS_PER_SECOND });
  const cost = await measure(
    () => relay.process.ask({ kind: 'usage' }),
    async () => (await relay.process.ask({ kind: 'usage' })).storedBytes,
  );
  await cameras.ask({ kind: 'close' });
  await relay.process.ask({ kind: 'end' });
  return cost;
};

/** Server and loop take turns, so that a noisy minute of the machine meets both. */
const inTurns = async (
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number; bare: number }> => {
  const figures: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.ours.push(await ours());
    figures.bare.push(await bare());
  }
  return { ours: median(figures.ours), bare: median(figures.bare) };
};

const rowOf = (
  what: string,
  { ours, bare }: { ours: number; bare: number },
  goalMs: number,
  yardstick: string,
): Row => ({
  ...limitRow(what, { value: ours, unit: 'ms' }, goalMs),
  yardstick: `${yardstick}, ${Number(bare.toPrecision(3))} ms`,
  ratio: ours / bare,
});

/** A server of its own, with its devices known and `recordByDefault` as it says. */
const withServer = async <T>(
  record: boolean,
  phones: readonly string[],
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder, { record });
    try {
      await server.addViewers();
      await server.register(idsOf(phones), 1);
      return await use(server);
    } finally {
      await server.stop();
    }
  });

const run = async (): Promise<Row[]> => {
  const { process: viewers } = await WorkerProcess.start<ViewersAsk, ViewersTold>(script('viewers-child.ts'));
  const { process: cameras } = await WorkerProcess.start<CamerasAsk, CamerasTold>(script('cameras-child.ts'));
  const { process, hello } = await WorkerProcess.start<RelayAsk, RelayTold>(script('bare-relay-child.ts'));
  if (!isRelay(hello)) throw new Error('the bare loop did not say where it listens');
  const kit: Kit = { viewers, cameras, relay: { ...hello, process }, phones: phonesOf(STREAMS) };
  try {
    const seen = await withServer(false, kit.phones, (server) =>
      inTurns(
        () => watched(kit, server),
        () => relayed(kit),
      ),
    );
    const kept = await withServer(true, kit.phones, (server) =>
      inTurns(
        () => recorded(kit, server),
        () => stored(kit),
      ),
    );
    const what = `${STREAMS} recorders of ${BITS_PER_SECOND / 1000} kbit/s`;
    return [
      rowOf(
        `${what}, a viewer each: server CPU per stream-minute`,
        seen,
        WATCHED_GOAL_MS,
        'the same bytes read and written by a bare loop',
      ),
      rowOf(
        `${what}, recorded with nobody watching: server CPU per stream-minute`,
        kept,
        RECORDED_GOAL_MS,
        'the same bytes read and appended by a bare loop',
      ),
    ];
  } finally {
    await Promise.all([viewers.stop(), cameras.stop(), process.stop()]);
  }
};

export const bench: Bench = {
  name: 'streams',
  yardstick:
    'a loop that reads the same media packets and writes each piece as it came to one upgraded socket, or gathers them for half a second and appends them to one file, with a sync each two seconds; takes turns with the server, medians of all rounds',
  run,
};
