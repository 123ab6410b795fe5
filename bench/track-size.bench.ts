// How many bytes a stored position takes on disk after a day of driving, index and free pages included.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hourOf } from '../apps/server/src/features/position/pack.ts';
import { TracksFile } from '../apps/server/src/features/position/store/tracks-file.ts';
import { type Bench, type Row, limitRow } from '../tools/bench-row.ts';
import { DAY_START_MS, type DrivenDay, storeDrivenDay } from './support/driven-day.ts';
import { scaled } from './support/scale.ts';
import { withFolder } from './support/server-process.ts';

const VEHICLES = scaled(12, 2);
const HOURS = scaled(24, 2);
const GOAL_BYTES = 12;
/** Two noisy voltages and six switches more in every report. */
const GOAL_WITH_ITEMS_BYTES = 15;
const FIRST_KEY = 1;

const blobBytes = (file: TracksFile): number => {
  const first = hourOf(DAY_START_MS / 1000);
  let bytes = 0;
  for (let key = FIRST_KEY; key < FIRST_KEY + VEHICLES; key += 1)
    for (const blob of file.hours(key, first, first + HOURS)) bytes += blob.length;
  return bytes;
};

const measure = (what: string, items: DrivenDay['items'], goal: number): Promise<Row> =>
  withFolder(async (folder) => {
    const path = join(folder, 'tracks.sqlite');
    const file = new TracksFile(path);
    const stored = await storeDrivenDay(file, { hours: HOURS, vehicles: VEHICLES, firstKey: FIRST_KEY, items });
    const packed = blobBytes(file) / stored;
    file.close();
    const bytes = statSync(path).size / stored;
    return {
      ...limitRow(what, { value: bytes, unit: 'bytes' }, goal),
      yardstick: `packed fields, ${packed.toPrecision(3)} bytes`,
      ratio: bytes / packed,
    };
  });

export const bench: Bench = {
  name: 'track size',
  yardstick: `the packed device-hours themselves, without pages and index; ${VEHICLES} simulated vehicles, a day of a report each ten seconds, packed six times an hour`,
  run: async () => [
    await measure('stored position on disk', 'columns', GOAL_BYTES),
    await measure(
      'stored position on disk, reports with signals, inputs and voltages besides',
      'all',
      GOAL_WITH_ITEMS_BYTES,
    ),
  ],
};
