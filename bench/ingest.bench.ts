// What a location report costs from the socket to the disk and back, packing included, and how long its answer takes.
import { type Bench, type Row, limitRow, ratioRow } from '../tools/bench-row.ts';
import { type Reporters, idsOf, phonesOf, sendAll, startReporters } from './support/reporters.ts';
import { median, quantile, scaled, wait } from './support/scale.ts';
import { type ServerKind, ServerProcess, spanOf, withFolder } from './support/server-process.ts';

const CONNECTIONS = scaled(2000, 50);
const PACE = scaled(10_000, 500);
const FAST_PACE = 2 * PACE;
const WARM_UP_MS = scaled(4000, 500);
const WINDOW_MS = scaled(12_000, 1000);
const ROUNDS = scaled(3);
const PACKED_WITHIN_MS = 60_000;
const POLL_MS = 200;
const RATIO_GOAL = 1.3;
const COST_GOAL_US = 40;
const DELAY_GOAL_MS = 100;

type Load = { usPerReport: number; p50Ms: number; p99Ms: number };

/** Waits until nothing is left in the journal, so that packing counts to the reports it packs. */
const packAll = async (server: ServerProcess, total: number): Promise<void> => {
  await server.pack();
  for (let waitedMs = 0; (await server.metric('positions_packed')) < total; waitedMs += POLL_MS) {
    if (waitedMs > PACKED_WITHIN_MS) throw new Error(`not packed within ${PACKED_WITHIN_MS} ms`);
    await wait(POLL_MS);
  }
};

class Contestant {
  readonly loads: Load[] = [];
  private readonly server: ServerProcess;
  private readonly reporters: Reporters;
  private readonly stores: boolean;
  private stored = 0;

  private constructor(server: ServerProcess, reporters: Reporters, stores: boolean) {
    this.server = server;
    this.reporters = reporters;
    this.stores = stores;
  }

  static async start(folder: string, kind: ServerKind, phones: readonly string[]): Promise<Contestant> {
    const server = await ServerProcess.start(folder, { kind });
    await server.register(idsOf(phones));
    const reporters = await startReporters();
    await reporters.ask({ kind: 'connect', port: server.ports.jt808, phones });
    const contestant = new Contestant(server, reporters, kind === 'whole');
    await contestant.load(PACE, WARM_UP_MS);
    return contestant;
  }

  /** Sends at this pace and gives what a report cost: of the server alone, with the packing that follows. */
  async load(perSecond: number, durationMs: number): Promise<Load> {
    const before = await this.server.usage();
    const { sent, delaysMs } = await sendAll(this.reporters, perSecond, durationMs);
    this.stored += sent;
    if (this.stores) await packAll(this.server, this.stored);
    const { cpuMs } = spanOf(before, await this.server.usage());
    const delays = [...delaysMs];
    return { usPerReport: (cpuMs * 1000) / sent, p50Ms: median(delays), p99Ms: quantile(delays, 0.99) };
  }

  async stop(): Promise<void> {
    await Promise.all([this.reporters.stop(), this.server.stop()]);
  }
}

const at = (perSecond: number): string => `${perSecond} reports/s on ${CONNECTIONS} connections`;

const rowsOf = (whole: readonly Load[], answerOnly: readonly Load[], fast: Load): Row[] => {
  const cost = (loads: readonly Load[]): number => median(loads.map((load) => load.usPerReport));
  const delay = (loads: readonly Load[], of: 'p50Ms' | 'p99Ms'): number => median(loads.map((load) => load[of]));
  return [
    ratioRow(
      `${at(PACE)}, stored, answered and packed: server CPU per report`,
      { value: cost(whole), unit: 'µs' },
      { what: 'answered without storing', value: cost(answerOnly) },
      RATIO_GOAL,
    ),
    limitRow('the same, in all', { value: cost(whole), unit: 'µs' }, COST_GOAL_US),
    {
      ...limitRow('answer delay, 99th percentile', { value: delay(whole, 'p99Ms'), unit: 'ms' }, DELAY_GOAL_MS),
      yardstick: `answered without storing, ${delay(answerOnly, 'p99Ms').toPrecision(3)} ms; median ${delay(whole, 'p50Ms').toPrecision(3)} ms`,
      ratio: delay(whole, 'p99Ms') / delay(answerOnly, 'p99Ms'),
    },
    limitRow(
      `${at(FAST_PACE)}, all answered: server CPU per report`,
      { value: fast.usPerReport, unit: 'µs' },
      COST_GOAL_US,
    ),
    {
      ...limitRow('its answer delay, 99th percentile', { value: fast.p99Ms, unit: 'ms' }, DELAY_GOAL_MS),
      yardstick: `median ${fast.p50Ms.toPrecision(3)} ms`,
    },
  ];
};

/** Both servers stand with their connections all the time and take turns, so that a noisy minute of the machine meets both. */
const run = (): Promise<Row[]> =>
  withFolder((wholeFolder) =>
    withFolder(async (answerFolder) => {
      const phones = phonesOf(CONNECTIONS);
      const whole = await Contestant.start(wholeFolder, 'whole', phones);
      const answerOnly = await Contestant.start(answerFolder, 'answer-only', phones);
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          whole.loads.push(await whole.load(PACE, WINDOW_MS));
          answerOnly.loads.push(await answerOnly.load(PACE, WINDOW_MS));
        }
        const fast = await whole.load(FAST_PACE, WINDOW_MS);
        return rowsOf(whole.loads, answerOnly.loads, fast);
      } finally {
        await Promise.all([whole.stop(), answerOnly.stop()]);
      }
    }),
  );

export const bench: Bench = {
  name: 'ingest',
  yardstick:
    'the same server answering in the same rhythm without judging or storing; both take turns, medians of all rounds; packing after each round counts',
  run,
};
