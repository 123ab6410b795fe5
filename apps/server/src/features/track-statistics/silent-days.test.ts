// Days put together: however a track is cut into UTC days, kept and asked for, it is what one walk over all of it says; and a mark that comes
// while days are made is not lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVER_SPEED_KMH, type Trip } from '@outrider/contract';
import fc from 'fast-check';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { TrackSample, TrackSamples } from '../position/index.ts';
import { cleanTrack, clipStep } from './cleaning.ts';
import { stepsOfDay } from './day-steps.ts';
import { beginDay, bytesSoFar, workIn } from './day-work.ts';
import { quartersIn } from './edges.ts';
import { createMarks } from './marks.ts';
import { type MileageKit, mileageRows } from './mileage.ts';
import { nextFrom, sumsOfSpan, type Track } from './span.ts';
import type { KeptDay } from './store.ts';
import { DAY_S, encodeQuarters, QUARTER_S, statisticsOf, sumSteps, type Tally, tallySteps } from './sums.ts';
import { tripsOf } from './trips.ts';

const KEY = 7;
const DAY = 20_522;
const T0 = DAY * DAY_S;
const HOUR_S = 3600;
const PER_METRE = 1e6 / 111_194.93;

const at = (hours: number, northM: number, speedKmh = 0): TrackSample => ({
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
const drive = (hours: number, fromM: number): TrackSample[] =>
  Array.from({ length: 61 }, (_, i) => at(hours + i / 60, fromM + i * 600, 36));

const columns = (samples: readonly TrackSample[]): TrackSamples => ({
  time: Float64Array.from(samples, (p) => p.time),
  received: Float64Array.from(samples, (p) => p.received),
  lat: Int32Array.from(samples, (p) => p.lat),
  lng: Int32Array.from(samples, (p) => p.lng),
  speed: Uint16Array.from(samples, (p) => p.speedKmh * 10),
  state: Uint8Array.from(samples, (p) => Number(p.ignition) + 2 * Number(p.replayed)),
  odometer: Float64Array.from(samples, () => -1),
});

/** A device's reports in memory, and which spans of them were read. */
const trackOf = (samples: readonly TrackSample[], read: number[] = []): Track => ({
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

/** What comes while the thread works at days, and while they are written. */
type Meanwhile = { making?: (days: readonly number[]) => Promise<void>; keeping?: () => Promise<void> };

/** A table in memory, and a thread that begins each day. */
const kitOf = (samples: readonly TrackSample[], { making, keeping }: Meanwhile = {}) => {
  const rows = new Map<number, KeptDay & { stale: boolean }>();
  const clock = createManualClock((T0 + 400 * DAY_S) * 1000);
  const markStale = (marks: readonly { day: number }[]): Promise<void> => {
    for (const { day } of marks) {
      const row = rows.get(day);
      if (row !== undefined) rows.set(day, { ...row, stale: true });
    }
    return Promise.resolve();
  };
  const marks = createMarks({ clock, log: silentLog, store: { markStale } });
  const made: number[] = [];
  const kit: MileageKit = {
    clock,
    marks,
    positions: { packed: () => Promise.resolve() },
    store: {
      read: (keys, [first, last]) => {
        const found = [...rows.values()].filter(
          ({ deviceKey: key, day }) => keys.includes(key) && day >= first && day <= last,
        );
        return Promise.resolve(found.toSorted((a, b) => a.day - b.day));
      },
      keep: async (days) => {
        await keeping?.();
        for (const row of days) rows.set(row.day, row);
      },
    },
    thread: {
      async days({ days }) {
        made.push(...days.map((day) => day - DAY));
        const works = days.map(beginDay);
        for (const work of works) workIn(work, columns(samples));
        await making?.(days);
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
  return { kit, marks, rows, made };
};

const mileageOf = async (kit: MileageKit, from: number, to: number) => {
  const devices = [{ key: KEY, id: 'A' }];
  for await (const { rows } of mileageRows(kit, { devices, from, to, days: null })) {
    const [row] = rows;
    assert.ok(row);
    const { deviceid: _id, ...sums } = row;
    return sums;
  }
  return assert.fail('no row');
};

const span = (fromHours: number, toHours: number) => ({ from: T0 + fromHours * HOUR_S, to: T0 + toHours * HOUR_S });
const spanOf = (track: Track, fromHours: number, toHours: number) =>
  sumsOfSpan(track, { ...span(fromHours, toHours), limitKmh: OVER_SPEED_KMH, withTrips: true });
const inHours = (trips: readonly Trip[]) =>
  trips.map(({ kind, starttime, endtime }) => [
    kind,
    Math.round(starttime / 36_000 - T0 / 36) / 100,
    Math.round(endtime / 36_000 - T0 / 36) / 100,
  ]);

test('a night of Taipei: the stop goes on until the report of the morning', async () => {
  const track = trackOf([...drive(9, 0), at(24.5, 36_000), ...drive(24.55, 36_000)]);
  const { sums, trips } = await spanOf(track, 0, 48);
  assert.deepEqual(inHours(trips), [
    ['drive', 9, 10],
    ['stop', 10, 24.55],
    ['drive', 24.55, 25.55],
  ]);
  assert.deepEqual([sums.parked, sums.idle], [14.5 * HOUR_S, 180]);
});

test('a weekend after a drive that never came to a stand: two drives, and a stop that takes the short stand in', async () => {
  const track = trackOf([...drive(9, 0), at(72, 36_000), ...drive(72 + 2 / 60, 36_000)]);
  const { trips } = await spanOf(track, 0, 96);
  assert.deepEqual(inHours(trips), [
    ['drive', 9, 10],
    ['stop', 10, 72.03],
    ['drive', 72.03, 73.03],
  ]);
  assert.deepEqual(inHours((await spanOf(track, 20, 60)).trips), [['stop', 20, 60]], 'of a span without a report');
});

test('moved while it was silent over days: the straight way, spread over them', async () => {
  const track = trackOf([...drive(9, 0), ...drive(72, 336_000)]);
  const { sums } = await spanOf(track, 0, 96);
  assert.ok(Math.abs(sums.distanceMm / 1000 - 372_000) < 10);
  assert.equal(sums.silent, 62 * HOUR_S);
  assert.ok(Math.abs((await spanOf(track, 48, 72)).sums.distanceMm / 1000 - (300_000 * 24) / 62) < 10);
});

test('a drive is not joined to one behind a hole, and a short stand beside it is none of a drive', () => {
  const before = cleanTrack([...drive(0, 0), at(1 + 1 / 60, 36_000), at(1 + 2 / 60, 36_000)]);
  const after = cleanTrack(drive(5, 36_000));
  assert.deepEqual(inHours(tripsOf([...before, ...after], T0, T0 + DAY_S, 100)), [
    ['drive', 0, 1.02],
    ['stop', 1.02, 1.03],
    ['drive', 5, 6],
  ]);
  const moving = [drive(0, 0), drive(5, 36_000)].flatMap((samples) => cleanTrack(samples));
  assert.deepEqual(inHours(tripsOf(moving, T0, T0 + DAY_S, 100)), [
    ['drive', 0, 1],
    ['drive', 5, 6],
  ]);
});

/** Reports of some days: a place is left only by a moving report, or in a silence. */
const anyDays = fc
  .array(
    fc.record({
      gap: fc.constantFrom(60, 200, 299, 300, 301, 2000, 20_000, 30_000, 90_000, 200_000),
      share: fc.constantFrom(0, 0, 0.3, 1),
      speedKmh: fc.constantFrom(0, 36, 120),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((moves) => {
    let [time, north] = [0, 0];
    return moves.map(({ gap, share, speedKmh }) => {
      time += gap;
      if (speedKmh > 0 || gap > 300) north += share * 20 * gap;
      return at(time / HOUR_S, north % 4e6, speedKmh);
    });
  });

test('any track and any span: the sums, the trips and the kept days are those of one walk over all of it', async () => {
  await fc.assert(
    fc.asyncProperty(anyDays, fc.nat(96 * 6), fc.nat(96 * 6), async (samples, a, b) => {
      const from = T0 + Math.min(a, b) * QUARTER_S;
      const to = T0 + Math.max(a, b) * QUARTER_S + QUARTER_S;
      const steps = cleanTrack(samples);
      const whole = statisticsOf(sumSteps(steps, from, to, OVER_SPEED_KMH));
      const question = { from, to, limitKmh: OVER_SPEED_KMH, withTrips: true };
      const { sums, trips } = await sumsOfSpan(trackOf(samples), question);
      assert.deepEqual(statisticsOf(sums), whole, 'sums');
      const { kit, marks } = kitOf(samples);
      for (const again of ['made', 'kept']) assert.deepEqual(await mileageOf(kit, from, to), whole, again);
      await marks.close();
      const clipped = steps.flatMap((step) => clipStep(step, from, to) ?? []);
      const rounded = ({ distance, from: start, to: end, ...trip }: Trip) => ({
        ...trip,
        metres: Math.round(distance / 1000),
        places: [start, end].map(({ lat }) => Math.round(lat * 1000)),
      });
      const moving = clipped.filter((step) => step.from < step.to);
      assert.deepEqual(trips.map(rounded), tripsOf(moving, from, to, OVER_SPEED_KMH).map(rounded), 'trips');
    }),
  );
});

test('a day without a silence over its midnights is what it always was: its track from six hours before it, cleaned', () => {
  const H6 = 6 * HOUR_S;
  let seen = 0;
  fc.assert(
    fc.property(anyDays, fc.nat(3), (samples, n) => {
      const begin = T0 + n * DAY_S;
      const [low, high] = [begin - H6, begin + DAY_S + H6];
      const steps = cleanTrack(samples.filter(({ time }) => time >= low && time < high));
      const touching = steps.filter((step) => step.to >= begin && step.from < begin + DAY_S);
      if (touching.some(({ from, to }) => to - from > 300 && (from < begin || to >= begin + DAY_S))) return;
      seen += touching.length > 1 ? 1 : 0;
      const tally: Tally = new Map();
      tallySteps(tally, touching, DAY + n);
      const work = beginDay(DAY + n);
      workIn(work, columns(samples));
      assert.deepEqual(quartersIn(bytesSoFar(work)), encodeQuarters(tally, DAY + n));
      assert.deepEqual(stepsOfDay(columns(samples), DAY + n).steps, touching);
    }),
  );
  assert.ok(seen > 10, `${seen} days`);
});

test('half a year of silence is not read through: the days at its ends are, and are kept', async () => {
  const samples = [...drive(9, 0), ...drive(180 * 24, 36_000)];
  const read: number[] = [];
  const { sums } = await sumsOfSpan(trackOf(samples, read), { ...span(2400, 2424), limitKmh: 100, withTrips: false });
  assert.equal(sums.parked, DAY_S);
  assert.deepEqual(read, [30, 6, 30], 'its own day, the first report after it, the last day before it');
  read.length = 0;
  await sumsOfSpan(trackOf(samples, read), { ...span(5000, 5024), limitKmh: 100, withTrips: false });
  assert.deepEqual(read, [30, 30], 'of two days behind the last report no other one is read');
  const { kit, marks, made } = kitOf(samples);
  const { from, to } = span(2400, 2424);
  assert.equal((await mileageOf(kit, from, to)).parkedtime, DAY_S);
  assert.deepEqual(made, [100, 0]);
  assert.equal((await mileageOf(kit, from, to)).parkedtime, DAY_S);
  assert.deepEqual(made, [100, 0], 'both are kept');
  await marks.close();
});

for (const when of ['making', 'keeping'] as const)
  test(`a report that came while others of its days were ${when === 'making' ? 'made' : 'written'} leaves its day stale in the table`, async () => {
    let isLate = false;
    const { kit, marks, rows } = kitOf(drive(9, 0), {
      async making(days) {
        if (when === 'making' && !days.includes(DAY)) await comesLate();
      },
      async keeping() {
        // The marks may be written at once, but not before the days that do not know of them.
        if (when === 'keeping') void comesLate();
        await new Promise(setImmediate);
      },
    });
    const comesLate = (): Promise<void> => {
      isLate = true;
      marks.add(KEY, T0 + 12 * HOUR_S);
      return marks.flush();
    };
    const { from, to } = span(0, 96);
    await mileageOf(kit, from, to);
    await marks.flush();
    assert.deepEqual([isLate, rows.get(DAY)?.stale, rows.get(DAY + 3)?.stale], [true, true, false]);
    await marks.close();
  });
