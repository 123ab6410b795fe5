// Reads the simulator's command line, runs a fleet until a signal, prints its counters. What is wrong is said by its name.
import { parseArgs } from 'node:util';
import { FAULTS, faultsOf, readFault } from './faults.ts';
import { createFleet } from './fleet.ts';
import type { Fleet, FleetOptions } from './fleet.ts';

const HELP = `Virtual recorders: vehicles that drive, report and send video like real ones, over real sockets.

  npm run simulate -- [options]

  --vehicles N       how many (24)
  --channels N       cameras of each, 1 to 16 (4)
  --host H           the platform (127.0.0.1)
  --port P           its JT/T 808 port (6808)
  --transport T      tcp or udp (tcp)
  --edition E        2013, 2019, or mixed: every third vehicle speaks 2019 (mixed)
  --phone N          number of the first vehicle, the others follow (013800000101)
  --interval S       seconds between reports while driving (5)
  --heartbeat S      seconds between heartbeats (30)
  --seed N           same seed, same drives (1)
  --parked P         per cent that begin parked (20)
  --yesterday N      so many send yesterday's track from a blind area first (0)
  --disk-hours H     footage on the disk of each, hours (6)
  --alarms           alarms and active-safety events at plausible rates
  --alarm-files N    so many active-safety alarms of each have files a day (all)
  --audio A          g711a, g726, adpcm, or mixed: every fourth vehicle sends G.726 (mixed)
  --fault F          may be repeated; behind it @1,5 for some vehicles only:
${FAULTS.map(({ help }) => `                       ${help}`).join('\n')}
  --light            no cameras and little memory: for load, thousands of links
  --connect-rate N   dials a second (50)
  --state-dir DIR    what was set survives a restart in files there: parameters, areas, texts, codes
  --vendor-block     they know the vendor block: settings of their own, disk, log
  --log              prints each line that a vehicle writes into its own log
  --report S         seconds between lines about the fleet, 0 for none (10)
  --duration S       ends after so long (until a signal)
  --help             this text
`;

const OPTIONS = {
  vehicles: { type: 'string' },
  channels: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  transport: { type: 'string' },
  edition: { type: 'string' },
  phone: { type: 'string' },
  interval: { type: 'string' },
  heartbeat: { type: 'string' },
  seed: { type: 'string' },
  parked: { type: 'string' },
  yesterday: { type: 'string' },
  'disk-hours': { type: 'string' },
  alarms: { type: 'boolean' },
  'alarm-files': { type: 'string' },
  audio: { type: 'string' },
  fault: { type: 'string', multiple: true },
  light: { type: 'boolean' },
  'connect-rate': { type: 'string' },
  'state-dir': { type: 'string' },
  'vendor-block': { type: 'boolean' },
  log: { type: 'boolean' },
  report: { type: 'string' },
  duration: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** What a command line asks for. */
export type SimulateCommand = {
  readonly fleet: FleetOptions;
  readonly reportS: number;
  readonly durationS: number | null;
};

/** Reads the arguments. Throws TypeError or RangeError that names the option; null when help was asked for. */
export const readSimulate = (args: readonly string[]): SimulateCommand | null => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false });
  if (values.help === true) return null;
  const number = (name: keyof typeof OPTIONS, fallback: number, low: number, high: number): number => {
    const text = values[name];
    const read = text === undefined ? fallback : Number(text);
    if (!Number.isFinite(read) || read < low || read > high || text === '') {
      throw new RangeError(`--${name} ${String(text)}: a number from ${low} to ${high}`);
    }
    return read;
  };
  const whole: typeof number = (name, fallback, low, high) => {
    const read = number(name, fallback, low, high);
    if (!Number.isInteger(read)) throw new RangeError(`--${name} ${read}: a whole number`);
    return read;
  };
  const choice = <T extends string>(name: keyof typeof OPTIONS, fallback: T, allowed: readonly T[]): T => {
    const text = values[name];
    const found = text === undefined ? fallback : allowed.find((value) => value === text);
    if (found === undefined) throw new RangeError(`--${name} ${String(text)}: one of ${allowed.join(', ')}`);
    return found;
  };
  const edition = choice('edition', 'mixed', ['2013', '2019', 'mixed']);
  const audio = choice('audio', 'mixed', ['g711a', 'g726', 'adpcm', 'mixed']);
  const parkedShare = number('parked', 20, 0, 100) / 100;
  const rules = (values.fault ?? []).map(readFault);
  const stateDir = values['state-dir'];
  if (values.phone !== undefined && !/^\d{1,12}$/.test(values.phone))
    throw new RangeError(`--phone ${values.phone}: up to 12 digits`);
  const fleet: FleetOptions = {
    vehicles: whole('vehicles', 24, 1, 100_000),
    channels: whole('channels', 4, 1, 16),
    host: values.host ?? '127.0.0.1',
    port: whole('port', 6808, 1, 65_535),
    transport: choice('transport', 'tcp', ['tcp', 'udp']),
    firstPhone: values.phone ?? '013800000101',
    intervalMs: number('interval', 5, 0.05, 86_400) * 1000,
    heartbeatMs: number('heartbeat', 30, 1, 86_400) * 1000,
    seed: whole('seed', 1, 0, 2 ** 32 - 1),
    parked: (index) => (index * 0.618 + 0.5) % 1 < parkedShare,
    yesterday: whole('yesterday', 0, 0, 100_000),
    diskHours: whole('disk-hours', 6, 0, 24 * 31),
    alarms: values.alarms ?? false,
    ...(values['alarm-files'] !== undefined && { alarmFilesADay: whole('alarm-files', 0, 0, 100_000) }),
    vendorBlock: values['vendor-block'] ?? false,
    connectRate: number('connect-rate', 50, 0.1, 100_000),
    faults: (index) => faultsOf(rules, index),
    ...(values.light === true && { clips: null, keepReports: 0 }),
    each: (index) => ({
      edition: edition === 'mixed' ? (index % 3 === 2 ? '2019' : '2013') : edition,
      audio: audio === 'mixed' ? (index % 4 === 3 ? 'g726' : 'g711a') : audio,
      ...(values.log === true && { log: ({ text }) => console.log(`vehicle ${index + 1}: ${text}`) }),
      ...(stateDir !== undefined && { stateFile: `${stateDir}/vehicle-${index + 1}.json` }),
    }),
  };
  const durationS = values.duration === undefined ? null : number('duration', 0, 0.1, 1e9);
  return { fleet, reportS: number('report', 10, 0, 86_400), durationS };
};

/** Runs the command until its duration is over, SIGINT or SIGTERM comes, or the parent that forked it is gone. Sets the exit code 2 for a wrong option. */
export const runSimulate = async (args: readonly string[]): Promise<void> => {
  let command: SimulateCommand | null;
  try {
    command = readSimulate(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nTry --help.`);
    process.exitCode = 2;
    return;
  }
  if (command === null) {
    console.log(HELP);
    return;
  }
  const { fleet: options, reportS, durationS } = command;
  const fleet = createFleet(options);
  console.log(`${options.vehicles} vehicles dial ${options.host}:${options.port}`);
  fleet.start();
  const printer = reportS > 0 ? setInterval(() => print(fleet), reportS * 1000) : null;
  await ending(durationS);
  if (printer !== null) clearInterval(printer);
  print(fleet);
  await fleet.stop();
};

const print = (fleet: Fleet): void => {
  const { online, sent, acked, stored, mediaConnections, dials, ackMs } = fleet.counters();
  const failure = fleet.vehicles.find(({ lastFailure }) => lastFailure !== null)?.lastFailure;
  const why = online < fleet.vehicles.length && failure ? `, last failure: ${failure}` : '';
  console.log(
    `${online}/${fleet.vehicles.length} online, ${dials} dials, ${sent} reports sent, ${acked} answered in ${ackMs.toFixed(1)} ms on average, ` +
      `${stored} stored, ${mediaConnections} media connections${why}`,
  );
};

const ending = (durationS: number | null): Promise<void> =>
  new Promise((resolve) => {
    const timer = durationS === null ? null : setTimeout(() => end(), durationS * 1000);
    const end = (): void => {
      if (timer !== null) clearTimeout(timer);
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      process.off('disconnect', end);
      resolve();
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    process.on('disconnect', end); // started as a child with a channel: ends with its parent, however that ended
  });
