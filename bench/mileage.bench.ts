// What it costs the server to work out driving statistics of a day and of a month, and to answer the mileage of a fleet from kept days.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeHour } from '../apps/server/src/features/position/hour-codec.ts';
import { JournalWriter } from '../apps/server/src/features/position/journal-codec.ts';
import { hourOf, packJournal } from '../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { Channel, asList, httpCall } from '../integration/support/operator.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { DAY_START_MS, storeDrivenDay } from './support/driven-day.ts';
import { growingDayRow } from './support/growing-day.ts';
import { scaled } from './support/scale.ts';
import { ServerProcess, spanOf, withFolder } from './support/server-process.ts';

const DAYS = scaled(31, 2);
const DEVICES = scaled(10_000, 20);
const ROUNDS = scaled(20, 2);
/** Keys count from 1: the first device of a new server. */
const DEVICE_KEY = 1;
const DAY_S = 86_400;
const START_S = DAY_START_MS / 1000;
const DAY_GOAL_MS = 25;
const MONTH_GOAL_MS = 600;
const FLEET_GOAL_MS = 2000;

const idOf = (n: number): string => `139${String(n).padStart(8, '0')}`;

/** A driven day, and the same again for the days after it. */
const storeDays = async (folder: string): Promise<Uint8Array[]> => {
  const file = new TracksFile(join(folder, 'tracks.sqlite'));
  await storeDrivenDay(file, { hours: 24, vehicles: 1, firstKey: DEVICE_KEY, items: 'columns' });
  const blobs = file.hours(DEVICE_KEY, hourOf(START_S), hourOf(START_S) + 24);
  const positions = blobs.flatMap((blob) => decodeHour(blob));
  for (let day = 1; day < DAYS; day += 1) {
    const journal = new JournalWriter();
    const laterS = day * DAY_S;
    for (const p of positions) journal.add(DEVICE_KEY, { ...p, time: p.time + laterS, received: p.received + laterS });
    file.appendJournal(journal.take());
    await packJournal(file, () => Promise.resolve(true));
  }
  file.close();
  return blobs;
};

const cpuMs = async (server: ServerProcess, rounds: number, once: () => Promise<void>): Promise<number> => {
  await once();
  const before = await server.usage();
  for (let i = 0; i < rounds; i += 1) await once();
  return spanOf(before, await server.usage()).cpuMs / rounds;
};

const decodingMs = (blobs: readonly Uint8Array[]): number => {
  let sum = 0;
  const once = (): void => blobs.forEach((blob) => (sum += decodeHour(blob).length));
  for (let i = 0; i < ROUNDS; i += 1) once();
  const before = process.cpuUsage();
  for (let i = 0; i < ROUNDS; i += 1) once();
  const { user, system } = process.cpuUsage(before);
  if (sum === 0) throw new Error('no blob held a position');
  return (user + system) / 1000 / ROUNDS;
};

/** Gives every device what the first one has. */
const copyKeptDays = (folder: string): void => {
  const db = new DatabaseSync(join(folder, 'outrider.sqlite'), { timeout: 5000 });
  db.exec('BEGIN IMMEDIATE');
  const copy = db.prepare(
    'INSERT OR REPLACE INTO track_days SELECT ? AS device_key, day, method, 0, quarters FROM track_days WHERE device_key = ?',
  );
  for (let key = DEVICE_KEY + 1; key <= DEVICES; key += 1) copy.run(key, DEVICE_KEY);
  db.exec('COMMIT');
  db.close();
};

const askFleet = async ({ ports, admin }: ServerProcess, deviceid: string): Promise<number> => {
  const input = { afterTime: START_S, beforeTime: START_S + DAY_S, ...(deviceid === '' ? {} : { deviceid }) };
  const { body } = await httpCall(ports.http, 'POST', '/gkmileage/mileagequery', { account: admin, input });
  const rows = asList(body);
  if (rows.some(({ reports }) => reports !== rows[0]?.['reports'])) throw new Error('a device lacks its day');
  return rows.length;
};

const run = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = await ServerProcess.start(folder);
    try {
      await server.register(Array.from({ length: DEVICES }, (_, i) => idOf(i)));
      const blobs = await storeDays(folder);
      const decodeMs = decodingMs(blobs);
      const channel = await Channel.signedIn(server, server.admin);
      const ask = (days: number) => async (): Promise<void> => {
        await channel.get('Q13', { I: idOf(0), B: START_S, E: START_S + days * DAY_S });
      };
      const dayMs = await cpuMs(server, ROUNDS, ask(1));
      const monthMs = await cpuMs(server, Math.max(1, ROUNDS / 4), ask(DAYS));
      channel.close();
      if ((await askFleet(server, idOf(0))) !== 1) throw new Error('one device has one row');
      copyKeptDays(folder);
      const fleetMs = await cpuMs(server, 3, async () => {
        if ((await askFleet(server, '')) !== DEVICES) throw new Error('a device has no row');
      });
      return [
        {
          ...limitRow('driving statistics of a device-day', { value: dayMs, unit: 'ms CPU' }, DAY_GOAL_MS),
          yardstick: `its blobs decoded in a loop, ${decodeMs.toPrecision(3)} ms`,
          ratio: dayMs / decodeMs,
        },
        limitRow(`driving statistics of ${DAYS} days`, { value: monthMs, unit: 'ms CPU' }, MONTH_GOAL_MS),
        limitRow(`mileage of ${DEVICES} kept device-days`, { value: fleetMs, unit: 'ms CPU' }, FLEET_GOAL_MS),
        await growingDayRow(blobs),
      ];
    } finally {
      await server.stop();
    }
  });

export const bench: Bench = {
  name: 'mileage',
  yardstick: 'the packed hours of the same day decoded in a loop; processor time of all threads of the server',
  run,
};
