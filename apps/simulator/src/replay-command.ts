// Reads the replay command line and runs one vehicle whose cameras are the channels of a recorded media file.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { WheelClock } from './clock.ts';
import { loadRoadNetwork } from './drive/road-network.ts';
import { readReplayFile } from './media/replay-file.ts';
import type { ReplayFile } from './media/replay-file.ts';
import { createVehicle } from './vehicle/vehicle.ts';
import type { Vehicle } from './vehicle/vehicle.ts';

const HELP = `A recorder that registers and, asked for live video, sends a recorded JT/T 1078 media file.

  npm run replay -- FILE.bin [options]

  --host H        the platform (127.0.0.1)
  --port P        its JT/T 808 port (6808)
  --id N          register under this number (the SIM number in the file)
  --once          send the file once instead of in a loop
  --edition E     2013 or 2019 (2019 for a file with 20-digit numbers, else 2013)
  --help          this text
`;

/** What a command line asks for. */
export type ReplayCommand = {
  readonly file: string;
  readonly host: string;
  readonly port: number;
  readonly phone: string | null;
  readonly once: boolean;
  readonly edition: '2013' | '2019' | null;
};

/** Reads the arguments; null when help was asked for. Throws TypeError or RangeError that names what is wrong. */
export const readReplay = (args: readonly string[]): ReplayCommand | null => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '6808' },
      id: { type: 'string' },
      once: { type: 'boolean', default: false },
      edition: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new RangeError('one FILE.bin is needed');
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`--port ${values.port}: a port`);
  const { id, edition, host, once } = values;
  if (id !== undefined && !/^\d{1,20}$/.test(id)) throw new RangeError(`--id ${id}: up to 20 digits`);
  if (edition !== undefined && edition !== '2013' && edition !== '2019') {
    throw new RangeError(`--edition ${edition}: 2013 or 2019`);
  }
  return { file, host, port, phone: id ?? null, once, edition: edition ?? null };
};

/** The vehicle of a command. It registers under the file's SIM number and sends the packets with that number. */
export const replayVehicle = (command: ReplayCommand, replay: ReplayFile): Vehicle => {
  const phone = command.phone ?? replay.simDigits;
  const edition = command.edition ?? (replay.simDigits.length > 12 || phone.length > 12 ? '2019' : '2013');
  const channels = Math.max(...replay.recordings.map(({ channel }) => channel));
  return createVehicle({
    host: command.host,
    port: command.port,
    phone,
    edition,
    channels,
    network: loadRoadNetwork(),
    clock: new WheelClock(),
    replay: { file: replay, once: command.once, ownSim: command.phone !== null },
  });
};

/** Runs the command until a signal. Sets the exit code 2 for a wrong option or a file that cannot be read. */
export const runReplay = async (args: readonly string[]): Promise<void> => {
  let vehicle: Vehicle;
  try {
    const command = readReplay(args);
    if (command === null) {
      console.log(HELP);
      return;
    }
    const replay = readReplayFile(new Uint8Array(readFileSync(command.file)));
    vehicle = replayVehicle(command, replay);
    const channels = replay.recordings.map(({ channel }) => channel).join(', ');
    console.log(`device ${vehicle.deviceId}, channels ${channels}, dials ${command.host}:${command.port}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nTry --help.`);
    process.exitCode = 2;
    return;
  }
  vehicle.start();
  const watch = setInterval(() => reportChange(vehicle), 500);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  clearInterval(watch);
  await vehicle.stop();
};

let lastLine = '';

/** One line per change of what the recorder does. */
const reportChange = ({ state, cameras, lastFailure }: Vehicle): void => {
  const streams = cameras?.connectionCount ?? 0;
  const line = `${state}, ${streams} media connections${state === 'offline' && lastFailure !== null ? `: ${lastFailure}` : ''}`;
  if (line !== lastLine) console.log(line);
  lastLine = line;
};
