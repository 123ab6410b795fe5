// A server with a fleet of any size, of which some recorders are connected and report when they are told to.
import { builtConsole } from '../../e2e/fixture.ts';
import { Channel } from '../../integration/support/operator.ts';
import { idsOf, phonesOf, type Reporters, sendAll, startReporters } from './reporters.ts';
import { ServerProcess } from './server-process.ts';

export type BigFleet = {
  server: ServerProcess;
  /** Every connected recorder reports once, all within about a tenth of a second, and is answered. */
  report: () => Promise<void>;
  stop: () => Promise<void>;
};

const REGISTERED_AT_ONCE = 100;
const REPORT_MS = 100;

/** Registers devices as an operator does; those that never connect stand at a place on the map. */
const register = async (server: ServerProcess, ids: readonly string[]): Promise<void> => {
  const channel = await Channel.signedIn(server);
  for (let from = 0; from < ids.length; from += REGISTERED_AT_ONCE) {
    const batch = ids.slice(from, from + REGISTERED_AT_ONCE).map((id, i) => {
      const n = from + i;
      const maplocation = { lat: 23 + ((n * 7919) % 10_007) / 8000, lng: 120 + ((n * 6151) % 10_009) / 8000 };
      const Z = { drivername: `Driver ${n}`, vehicleid: `TRK-${n}`, plate: `AB-${n}`, maplocation };
      return channel.get('D01', { I: id, C: 4, Z });
    });
    await Promise.all(batch);
    channel.lines.length = 0;
  }
  channel.close();
};

/** Starts a server in `folder` with `size` registered devices, `connected` of them online. */
export const startBigFleet = async (folder: string, size: number, connected: number): Promise<BigFleet> => {
  const server = await ServerProcess.start(folder, { consoleFolder: builtConsole('production') });
  const phones = phonesOf(size);
  await register(server, idsOf(phones));
  const reporters: Reporters = await startReporters();
  await reporters.ask({ kind: 'connect', port: server.ports.jt808, phones: phones.slice(0, connected) });
  return {
    server,
    report: async () => {
      await sendAll(reporters, (connected * 1000) / REPORT_MS, REPORT_MS);
    },
    stop: async () => {
      await Promise.all([reporters.stop(), server.stop()]);
    },
  };
};
