// What thousands of recorders cost that are connected at once: their answers, the main thread's silence, memory, the stop and the start
// after it; 10,000 links against 2,000.
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { type Reporters, idsOf, phonesOf, sendAll, startReporters } from './support/reporters.ts';
import { quantile, scaled, wait } from './support/scale.ts';
import { ServerProcess, withFolder } from './support/server-process.ts';

const LINKS = scaled(10_000, 60);
const FEWER = scaled(2000, 20);
const PACES = [scaled(1000, 50), scaled(10_000, 500)] as const;
const WINDOW_MS = scaled(20_000, 1000);
/** A minute of rest lets the collector come round by itself: before that, what the load left is still counted. */
const REST_MS = scaled(90_000, 1000);
const P99_GOAL_MS = 150;
const SILENCE_GOAL_MS = 50;
const MEMORY_GOAL_MB = 350;
const STOP_GOAL_MS = 3000;
const READY_GOAL_MS = 30_000;
const MEGABYTE = 1_000_000;

/** `workedMs`: the most that the main thread itself worked in one turn, in which other processes have no part as they have in its silence. */
type Turns = { silenceMs: number; workedMs: number };
type Load = Turns & { p99Ms: number; memoryMb: number };
type Figures = { connectMs: number; connecting: Turns; loads: Load[]; restedMb: number };
type Ends = { stopMs: number; readyMs: number; killedReadyMs: number };

const memoryMb = async (server: ServerProcess): Promise<number> => (await server.usage()).rssBytes / MEGABYTE;

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await act();
  return performance.now() - startedMs;
};

/** Packing as it happens each ten minutes falls into the window, as it would. */
const loadOf = async (server: ServerProcess, reporters: Reporters, perSecond: number): Promise<Load> => {
  await server.watch();
  const sending = sendAll(reporters, perSecond, WINDOW_MS);
  await wait(WINDOW_MS / 2);
  await server.pack();
  const { delaysMs } = await sending;
  const { longestMs: silenceMs, mostWorkedMs: workedMs, peakRssBytes } = await server.watched();
  return { p99Ms: quantile([...delaysMs], 0.99), silenceMs, workedMs, memoryMb: peakRssBytes / MEGABYTE };
};

const figuresOf = async (server: ServerProcess, reporters: Reporters, phones: readonly string[]): Promise<Figures> => {
  await server.watch();
  const connectMs = await timed(() => reporters.ask({ kind: 'connect', port: server.ports.jt808, phones }));
  const { longestMs: silenceMs, mostWorkedMs: workedMs } = await server.watched();
  const loads: Load[] = [];
  for (const pace of PACES) loads.push(await loadOf(server, reporters, pace));
  await wait(REST_MS);
  return { connectMs, connecting: { silenceMs, workedMs }, loads, restedMb: await memoryMb(server) };
};

/** With all links on: an orderly stop and the start after it, then the start after the process was killed under reports. */
const endsOf = async (
  folder: string,
  server: ServerProcess,
  reporters: Reporters,
  phones: readonly string[],
): Promise<Ends> => {
  const { admin } = server;
  const stopMs = await timed(() => server.stop());
  let next = server;
  const start = async (): Promise<void> => {
    next = await ServerProcess.start(folder, { admin });
  };
  try {
    const readyMs = await timed(start);
    await reporters.ask({ kind: 'close' });
    await reporters.ask({ kind: 'connect', port: next.ports.jt808, phones });
    await sendAll(reporters, PACES[1], WINDOW_MS);
    await next.kill();
    return { stopMs, readyMs, killedReadyMs: await timed(start) };
  } finally {
    await next.stop();
  }
};

const measure = async (size: number): Promise<Figures & Ends> =>
  withFolder(async (folder) => {
    const phones = phonesOf(size);
    const first = await ServerProcess.start(folder);
    await first.register(idsOf(phones));
    await first.stop();
    const server = await ServerProcess.start(folder, { admin: first.admin });
    const reporters = await startReporters();
    try {
      const figures = await figuresOf(server, reporters, phones);
      return { ...figures, ...(await endsOf(folder, server, reporters, phones)) };
    } finally {
      await Promise.all([server.stop(), reporters.stop()]);
    }
  });

const rowsOf = (many: Figures & Ends, few: Figures & Ends): Row[] => {
  const row = (what: string, goal: number, unit: string, of: (figures: Figures & Ends) => number): Row => ({
    ...limitRow(`${LINKS} links${what}`, { value: of(many), unit }, goal),
    yardstick: `${FEWER} links, ${Number(of(few).toPrecision(3))} ${unit}`,
    ratio: of(many) / of(few),
  });
  const turns = (when: string, of: (figures: Figures) => Turns | undefined): Row[] => [
    row(
      `${when}: longest silence of the main thread`,
      SILENCE_GOAL_MS,
      'ms',
      (figures) => of(figures)?.silenceMs ?? NaN,
    ),
    row(`${when}: longest turn of it`, SILENCE_GOAL_MS, 'ms CPU', (figures) => of(figures)?.workedMs ?? NaN),
  ];
  const ofLoad = (index: number, pace: number): Row[] => [
    row(
      `, ${pace} reports/s: answer delay, 99th percentile`,
      P99_GOAL_MS,
      'ms',
      ({ loads }) => loads[index]?.p99Ms ?? NaN,
    ),
    ...turns(`, ${pace} reports/s`, ({ loads }) => loads[index]),
    row(
      `, ${pace} reports/s: resident memory, highest`,
      MEMORY_GOAL_MB,
      'MB',
      ({ loads }) => loads[index]?.memoryMb ?? NaN,
    ),
  ];
  return [
    ...turns(' that come at once', ({ connecting }) => connecting),
    row(' that come at once: until all are signed on', 60_000, 'ms', ({ connectMs }) => connectMs),
    ...PACES.flatMap((pace, index) => ofLoad(index, pace)),
    row(` at rest, ${REST_MS / 1000} s later: resident memory`, MEMORY_GOAL_MB, 'MB', ({ restedMb }) => restedMb),
    row(': stop', STOP_GOAL_MS, 'ms', ({ stopMs }) => stopMs),
    row(': start until all is ready, sums of the day too', READY_GOAL_MS, 'ms', ({ readyMs }) => readyMs),
    row(': the same after a kill under reports', READY_GOAL_MS, 'ms', ({ killedReadyMs }) => killedReadyMs),
  ];
};

const run = async (): Promise<Row[]> => {
  const few = await measure(FEWER);
  return rowsOf(await measure(LINKS), few);
};

export const bench: Bench = { name: 'links', yardstick: 'the same with 2,000 links, in the same run', run };
