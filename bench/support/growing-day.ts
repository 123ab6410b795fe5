// What the mileage of today costs when it is asked again after a report of each vehicle, against the same day worked out from its
// beginning. The vehicles have driven since midnight and go on over real sockets.
import { join } from 'node:path';
import { decodeHour } from '../../apps/server/src/features/position/hour-codec.ts';
import { JournalWriter } from '../../apps/server/src/features/position/journal-codec.ts';
import { packJournal } from '../../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../../apps/server/src/features/position/store/tracks-file.ts';
import { Device, locationAt } from '../../integration/support/device.ts';
import { asList, httpCall } from '../../integration/support/operator.ts';
import type { Row } from '../../tools/bench-row.ts';
import { scaled } from './scale.ts';
import { ServerProcess, spanOf, withFolder } from './server-process.ts';

const VEHICLES = scaled(200, 4);
const HOURS = 12;
const ROUNDS = scaled(5, 2);
/** Keys count from 1. */
const FIRST_KEY = 1;
const GOAL_RATIO = 0.25;

const idOf = (n: number): string => `138${String(n).padStart(8, '0')}`;

/** The positions of a driven day, the last one a minute ago, for every vehicle. Gives the moment of the last, unix seconds. */
const storeHours = async (file: TracksFile, blobs: readonly Uint8Array[]): Promise<number> => {
  const positions = blobs.slice(0, HOURS).flatMap((blob) => decodeHour(blob));
  const last = positions.at(-1)?.time ?? 0;
  const laterS = Math.floor(Date.now() / 1000) - 60 - last;
  for (let key = FIRST_KEY; key < FIRST_KEY + VEHICLES; key += 1) {
    const journal = new JournalWriter();
    for (const p of positions) journal.add(key, { ...p, time: p.time + laterS, received: p.received + laterS });
    file.appendJournal(journal.take());
    // oxlint-disable-next-line no-await-in-loop -- the memory of one vehicle at a time
    await packJournal(file, () => Promise.resolve(true));
  }
  return last + laterS;
};

const connect = (server: ServerProcess): Promise<Device[]> =>
  Promise.all(Array.from({ length: VEHICLES }, (_, i) => Device.online(server.ports.jt808, { phone: idOf(i) })));

/** Milliseconds of the server's processor time for one question about the fleet's last hours. */
const questionMs = async (server: ServerProcess): Promise<number> => {
  const nowS = Math.floor(Date.now() / 1000);
  const input = { afterTime: nowS - HOURS * 3600, beforeTime: nowS + 3600 };
  const before = await server.usage();
  const { body } = await httpCall(server.ports.http, 'POST', '/gkmileage/mileagequery', {
    account: server.admin,
    input,
  });
  const { cpuMs } = spanOf(before, await server.usage());
  if (asList(body).length !== VEHICLES || asList(body).some(({ reports }) => reports === 0))
    throw new Error('a vehicle lacks its day');
  return cpuMs;
};

/** `blobs`: the packed hours of a driven day. */
export const growingDayRow = (blobs: readonly Uint8Array[]): Promise<Row> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    let devices: Device[] = [];
    try {
      await server.register(Array.from({ length: VEHICLES }, (_, i) => idOf(i)));
      const file = new TracksFile(join(folder, 'tracks.sqlite'));
      const lastS = await storeHours(file, blobs);
      file.close();
      devices = await connect(server);
      const wholeMs = await questionMs(server);
      let againMs = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const report = locationAt((lastS + round) * 1000, { speedKmh: 0 });
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await Promise.all(devices.map((device) => device.locate(report)));
        // oxlint-disable-next-line no-await-in-loop
        againMs += (await questionMs(server)) / ROUNDS;
      }
      const ratio = againMs / wholeMs;
      return {
        what: `mileage of the last ${HOURS} hours of ${VEHICLES} vehicles, asked again after a report of each`,
        value: againMs / VEHICLES,
        unit: 'ms CPU a vehicle',
        yardstick: `the first question, ${(wholeMs / VEHICLES).toPrecision(3)} ms`,
        ratio,
        goal: `at most ${GOAL_RATIO} times`,
        met: ratio <= GOAL_RATIO,
      };
    } finally {
      for (const device of devices) device.close();
      await server.stop();
    }
  });
