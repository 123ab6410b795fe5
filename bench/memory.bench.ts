// How much memory the server takes: with thousands of idle links, with the same links flat out, and with a viewer that reads nothing.
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { Camera } from './support/camera.ts';
import { type Reporters, idsOf, phonesOf, sendAll, startReporters } from './support/reporters.ts';
import { scaled, wait } from './support/scale.ts';
import { ServerProcess, streamPath, withFolder } from './support/server-process.ts';
import { openWebSocket } from './support/web-socket-reader.ts';

const LINKS = scaled(2000, 50);
const PACE = scaled(10_000, 500);
const FLAT_OUT_MS = scaled(20_000, 1000);
const IDLE_MS = scaled(5000, 500);
/** What signing on left is given back meanwhile: idle are links that did nothing for a while. */
const REST_MS = scaled(20_000, 500);
const STALLED_MS = scaled(25_000, 3000);
const SAMPLE_MS = 250;
const IDLE_GOAL_MB = 200;
const FLAT_OUT_GOAL_MB = 350;
/** What may wait for a viewer, twice for states and what the kernel has not taken, and some of the garbage that comes with it. */
const STALLED_GOAL_MB = 20;
/** Much more than the queue of a viewer holds, so that the bound shows within seconds. */
const CAMERA_BITS_PER_SECOND = 8_000_000;
const CAMERA = '13800000101';
const MEGABYTE = 1_000_000;

const memoryMb = async (server: ServerProcess): Promise<number> => (await server.usage()).rssBytes / MEGABYTE;

/** The largest of the samples taken until `until` is settled. */
const peakWhile = async (server: ServerProcess, until: Promise<unknown>): Promise<number> => {
  let peak = await memoryMb(server);
  const settled = until.then(() => true);
  for (let over = false; !over;) {
    over = await Promise.race([settled, wait(SAMPLE_MS).then(() => false)]);
    peak = Math.max(peak, await memoryMb(server));
  }
  return peak;
};

const measureLinks = async (server: ServerProcess, reporters: Reporters, phones: readonly string[]): Promise<Row[]> => {
  await reporters.ask({ kind: 'connect', port: server.ports.jt808, phones });
  await wait(REST_MS);
  const idle = await peakWhile(server, wait(IDLE_MS));
  const flatOut = await peakWhile(
    server,
    sendAll(reporters, PACE, FLAT_OUT_MS)
      .then(() => server.pack())
      .then(() => wait(IDLE_MS)),
  );
  return [
    limitRow(
      `resident memory with ${LINKS} links, idle for ${REST_MS / 1000} s`,
      { value: idle, unit: 'MB' },
      IDLE_GOAL_MB,
    ),
    limitRow(`the same at ${PACE} reports/s, then packing; highest`, { value: flatOut, unit: 'MB' }, FLAT_OUT_GOAL_MB),
  ];
};

/** A viewer that reads all keeps the stream as it is; the other one stops right after the handshake. */
const measureStalled = async (server: ServerProcess): Promise<Row> => {
  await server.addViewers();
  await server.register([CAMERA]);
  const camera = await Camera.online(server.ports.jt808, { phone: CAMERA, bitsPerSecond: CAMERA_BITS_PER_SECOND });
  const reading = await openWebSocket(server.ports.stream, streamPath(CAMERA, 0, 40));
  reading.socket.resume();
  const before = await peakWhile(server, wait(STALLED_MS));
  const stalled = await openWebSocket(server.ports.stream, streamPath(CAMERA, 1, 40));
  stalled.socket.pause();
  let dropped = 0;
  const counting = (async () => {
    for (let waitedMs = 0; waitedMs < STALLED_MS; waitedMs += SAMPLE_MS) {
      await wait(SAMPLE_MS);
      dropped = Math.max(dropped, await server.metric('frames_dropped_now'));
    }
  })();
  const peak = await peakWhile(server, counting);
  for (const { socket } of [reading, stalled]) socket.destroy();
  camera.close();
  const sentMb = (CAMERA_BITS_PER_SECOND / 8 / MEGABYTE) * (STALLED_MS / 1000);
  return {
    ...limitRow(
      'growth with a viewer that reads nothing',
      { value: Math.max(0, peak - before), unit: 'MB' },
      STALLED_GOAL_MB,
    ),
    yardstick: `${sentMb.toFixed(0)} MB streamed meanwhile, ${dropped} frames dropped and counted`,
  };
};

/** A server that was started with its devices known: adding thousands by hand in one go is not what is measured. */
const startWithDevices = async (folder: string, ids: readonly string[]): Promise<ServerProcess> => {
  const first = await ServerProcess.start(folder);
  await first.register(ids);
  await first.stop();
  return ServerProcess.start(folder, { admin: first.admin });
};

const run = (): Promise<Row[]> =>
  withFolder(async (linksFolder) => {
    const phones = phonesOf(LINKS);
    const server = await startWithDevices(linksFolder, idsOf(phones));
    const reporters = await startReporters();
    try {
      return await measureLinks(server, reporters, phones);
    } finally {
      await Promise.all([server.stop(), reporters.stop()]);
    }
  }).then((rows) =>
    withFolder(async (folder) => {
      const server = await ServerProcess.start(folder);
      try {
        return [...rows, await measureStalled(server)];
      } finally {
        await server.stop();
      }
    }),
  );

export const bench: Bench = {
  name: 'memory',
  yardstick: 'none: resident memory of the server process as the system reports it, sampled four times a second',
  run,
};
