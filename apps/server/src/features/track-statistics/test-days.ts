// For tests: the reports of a device in memory, and the kit of its mileage with a table and a thread of days in memory.
import assert from 'node:assert/strict';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { TrackSample, TrackSamples } from '../position/index.ts';
import { beginDay, bytesSoFar, workIn } from './day-work.ts';
import { createMarks } from './marks.ts';
import { type MileageKit, mileageRows } from './mileage.ts';
import { nextFrom, type Track } from './span.ts';
import type { KeptDay, TrackDayStore } from './store.ts';
import { DAY_S } from './sums.ts';

export const KEY = 7;
export const DAY = 20_522;
export const T0 = DAY * DAY_S;
export const HOUR_S = 3600;
const PER_METRE = 1e6 / 111_194.93;

export const at = (hours: number, northM: number, speedKmh = 0): TrackSample => ({
  time: T0 + Math.round(hours * HOUR_S),
  received: T0 + Math.round(hours * HOUR_S) + 1,
  lat: Math.round(24e6 + northM * PER_METRE),
  lng: 120_500_000,
  speedKmh,
  ignition: true,
  replayed: false,
  odometerM: null,
});

/** An hour at 36 km/h, a report a minute. */
export const drive = (hours: number, fromM: number): TrackSample[] =>
  Array.from({ length: 61 }, (_, i) => at(hours + i / 60, fromM + i * 600, 36));

export const columns = (samples: readonly TrackSample[]): TrackSamples => ({
  time: Float64Array.from(samples, (p) => p.time),
  received: Float64Array.from(samples, (p) => p.received),
  lat: Int32Array.from(samples, (p) => p.lat),
  lng: Int32Array.from(samples, (p) => p.lng),
  speed: Uint16Array.from(samples, (p) => p.speedKmh * 10),
  state: Uint8Array.from(samples, (p) => Number(p.ignition) + 2 * Number(p.replayed)),
  odometer: Float64Array.from(samples, () => -1),
});

/** A device's reports in memory, and which spans of them were read. */
export const trackOf = (samples: readonly TrackSample[], read: number[] = []): Track => ({
  samples(from, to) {
    read.push(Math.round((to - from) / HOUR_S));
    return Promise.resolve(columns(samples.filter(({ time }) => time >= from && time <= to)));
  },
  nearest: ({ before, after }) =>
    Promise.resolve({
      before: (before !== null && samples.findLast(({ time }) => time < before)?.time) || null,
      after: (after !== null && samples.find(({ time }) => time >= after)?.time) || null,
    }),
});

/** What comes while the thread works at days, and while they are written. `store`: another table than the one in memory. */
type Meanwhile = {
  making?: (days: readonly number[], deviceKey: number) => Promise<void>;
  keeping?: () => Promise<void>;
  store?: Table;
};
type Table = Pick<TrackDayStore, 'read' | 'keep' | 'markStale'>;

/** A table in memory; `rows` by device and day, as `7/20522`. */
const memoryTable = () => {
  const rows = new Map<string, KeptDay & { stale: boolean }>();
  const store: Table = {
    read(keys, [first, last]) {
      const found = [...rows.values()].filter(
        ({ deviceKey: key, day }) => keys.includes(key) && day >= first && day <= last,
      );
      return Promise.resolve(found.toSorted((a, b) => a.day - b.day));
    },
    keep(days) {
      for (const row of days) {
        const id = `${row.deviceKey}/${row.day}`;
        if (rows.get(id)?.stale !== false) rows.set(id, row);
      }
      return Promise.resolve();
    },
    markStale(marks) {
      for (const { deviceKey, day } of marks) {
        const id = `${deviceKey}/${day}`;
        const row = rows.get(id);
        if (row !== undefined) rows.set(id, { ...row, stale: true });
      }
      return Promise.resolve();
    },
  };
  return { store, rows };
};

/** The kit of mileage, with a thread that begins each day. All devices have the same reports. */
export const kitOf = (samples: readonly TrackSample[], { making, keeping, store: other }: Meanwhile = {}) => {
  const clock = createManualClock((T0 + 400 * DAY_S) * 1000);
  const memory = memoryTable();
  const store = other ?? memory.store;
  const marks = createMarks({ clock, log: silentLog, store });
  const made: number[] = [];
  const kit: MileageKit = {
    clock,
    marks,
    positions: { packed: () => Promise.resolve() },
    store: {
      read: (...asked) => store.read(...asked),
      async keep(days) {
        await keeping?.();
        await store.keep(days);
      },
    },
    thread: {
      async days({ days, deviceKey }) {
        made.push(...days.map((day) => day - DAY));
        const works = days.map(beginDay);
        for (const work of works) workIn(work, columns(samples));
        await making?.(days, deviceKey);
        return works.map(bytesSoFar);
      },
      around: ({ asked }) =>
        Promise.all(
          asked.map(async ({ before, after }) => {
            const track = trackOf(samples);
            const newest = (await track.nearest({ before, after: null })).before;
            const day = newest === null ? null : Math.floor(newest / DAY_S);
            return { day, next: after === null ? undefined : await nextFrom(track, after) };
          }),
        ),
    },
  };
  return { kit, marks, rows: memory.rows, made };
};

/** The sums of the first device. */
export const mileageOf = async (kit: MileageKit, from: number, to: number, keys: readonly number[] = [KEY]) => {
  const devices = keys.map((key) => ({ key, id: `${key}` }));
  for await (const { rows } of mileageRows(kit, { devices, from, to, days: null })) {
    const [row] = rows;
    assert.ok(row);
    const { deviceid: _id, ...sums } = row;
    return sums;
  }
  return assert.fail('no row');
};
