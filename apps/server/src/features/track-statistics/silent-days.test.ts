// Days put together: however a track is cut into UTC days, kept and asked for, it is what one walk over all of it says; and a mark that comes
// while days are made is not lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVER_SPEED_KMH, type Trip } from '@outrider/contract';
import fc from 'fast-check';
import { cleanTrack, clipStep } from './cleaning.ts';
import { stepsOfDay } from './day-steps.ts';
import { beginDay, bytesSoFar, workIn } from './day-work.ts';
import { quartersIn } from './edges.ts';
import { sumsOfSpan, type Track } from './span.ts';
import { DAY_S, encodeQuarters, QUARTER_S, statisticsOf, sumSteps, type Tally, tallySteps } from './sums.ts';
import { at, columns, DAY, drive, HOUR_S, KEY, kitOf, mileageOf, T0, trackOf } from './test-days.ts';
import { tripsOf } from './trips.ts';

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
      late: fc.constantFrom(0, 0, 600, 40_000),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((moves) => {
    let [time, north] = [0, 0];
    return moves.map(({ gap, share, speedKmh, late }) => {
      time += gap;
      if (speedKmh > 0 || gap > 300) north += share * 20 * gap;
      const p = at(time / HOUR_S, north % 4e6, speedKmh);
      return { ...p, received: p.received + late };
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
    const stale = [DAY, DAY + 3].map((day) => rows.get(`${KEY}/${day}`)?.stale);
    assert.deepEqual([isLate, ...stale], [true, true, false]);
    await marks.close();
  });
