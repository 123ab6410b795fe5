// A day that is worked out piece by piece is the day worked out at once; what belongs before its end begins it again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { silentLog } from '../../kernel/log.ts';
import type { TrackSample, TrackSamples } from '../position/index.ts';
import { cleanTrack } from './cleaning.ts';
import { beginDay, bytesSoFar, type DayWork, keepWork, resumeWork, workIn } from './day-work.ts';
import { quartersIn } from './edges.ts';
import { KeptWorks } from './kept-works.ts';
import { createMarks } from './marks.ts';
import { addQuarters, DAY_S, noSums, sumSteps } from './sums.ts';

const DAY = 20_522;
const T0 = DAY * DAY_S;

const columns = (samples: readonly TrackSample[]): TrackSamples => ({
  time: Float64Array.from(samples, (p) => p.time),
  received: Float64Array.from(samples, (p) => p.received),
  lat: Int32Array.from(samples, (p) => p.lat),
  lng: Int32Array.from(samples, (p) => p.lng),
  speed: Uint16Array.from(samples, (p) => p.speedKmh * 10),
  state: Uint8Array.from(samples, (p) => Number(p.ignition) + 2 * Number(p.replayed)),
  odometer: Float64Array.from(samples, (p) => (p.odometerM === null ? -1 : p.odometerM / 100)),
});

/** Steps of a vehicle: seconds later, metres on, and what the report says. */
const track = fc
  .array(
    fc.record({
      seconds: fc.oneof(fc.constant(10), fc.integer({ min: 0, max: 4000 })),
      metres: fc.oneof(fc.constant(150), fc.integer({ min: 0, max: 60_000 })),
      speedKmh: fc.integer({ min: 0, max: 130 }),
      ignition: fc.boolean(),
      replayed: fc.boolean(),
      odometer: fc.integer({ min: 0, max: 5 }),
      delay: fc.constantFrom(1, 1, 1, -28_800, -28_800, 5000),
    }),
    { maxLength: 120 },
  )
  .map((steps) => {
    let [time, metres, odometerM] = [T0 - 3600, 0, 100_000];
    return steps.map((step): TrackSample => {
      time += step.seconds;
      metres += step.metres;
      odometerM += Math.floor((step.metres * (19 + step.odometer)) / 2000) * 100;
      return {
        time,
        received: time + step.delay,
        lat: Math.round(24e6 + metres * 9),
        lng: 120_500_000,
        speedKmh: step.speedKmh,
        ignition: step.ignition,
        replayed: step.replayed,
        odometerM: step.odometer === 0 ? null : odometerM,
      };
    });
  });

const worked = (samples: readonly TrackSample[]): DayWork => {
  const work = beginDay(DAY);
  workIn(work, columns(samples));
  return work;
};

test('any track, cut anywhere and kept in between, adds up to the very same bytes', () => {
  fc.assert(
    fc.property(track, fc.array(fc.nat(120), { maxLength: 6 }), (samples, cuts) => {
      let work = beginDay(DAY);
      for (const cut of [...cuts.toSorted((a, b) => a - b), samples.length]) {
        // What was worked in before may be among what is read again.
        workIn(work, columns(samples.slice(0, cut).filter((p) => p.time > work.until)));
        work = resumeWork(keepWork(work));
        const rest = samples[cut];
        if (rest !== undefined && rest.time <= work.until) work = worked(samples.slice(0, cut + 1));
      }
      assert.deepEqual(bytesSoFar(work), bytesSoFar(worked(samples)));
    }),
  );
});

test('the day is what its cleaned track adds up to, the scale of the odometer included', () => {
  const samples = Array.from({ length: 300 }, (_, i) => ({
    time: T0 + i * 10,
    received: T0 + i * 10,
    lat: 24e6 + i * 1350,
    lng: 120_500_000,
    speedKmh: 54,
    ignition: true,
    replayed: false,
    odometerM: Math.floor((i * 150 * 1.08) / 100) * 100,
  }));
  const sums = noSums();
  addQuarters(sums, quartersIn(bytesSoFar(worked(samples))), DAY, [T0, T0 + DAY_S]);
  const whole = sumSteps(cleanTrack(samples), T0, T0 + DAY_S, 100);
  assert.ok(Math.abs(sums.distanceMm - whole.distanceMm) < 100, `${sums.distanceMm} mm, not ${whole.distanceMm}`);
  assert.deepEqual({ ...sums, distanceMm: 0 }, { ...whole, distanceMm: 0 });
  assert.ok(sums.odometer === 1 && sums.distanceMm > 300 * 150 * 1000 * 1.05);
});

test('kept days go on only with what is newer, and are bounded', () => {
  const kept = new KeptWorks();
  const work = worked([0, 10, 20].map((s) => ({ ...one, time: T0 + s, received: T0 + s })));
  assert.equal(work.until, T0 + 20);
  const keep = (): void => kept.keep(7, [work]);
  keep();
  assert.equal(kept.take(7, [DAY], T0 + 21)?.[0]?.until, T0 + 20);
  assert.equal(kept.take(7, [DAY], Infinity), undefined, 'taken is gone until it is kept again');
  for (const since of [T0 + 20, T0 + 5, null]) {
    keep();
    assert.equal(kept.take(7, [DAY], since), undefined, `news since ${since}`);
  }
  keep();
  assert.equal(kept.take(7, [DAY, DAY + 1], Infinity), undefined, 'another day is not known');
  keep();
  for (let key = 100; key < 10_100; key += 1) kept.keep(key, []);
  assert.equal(kept.take(7, [DAY], Infinity), undefined, 'the oldest of too many is gone');
});

const one: TrackSample = {
  time: 0,
  received: 0,
  lat: 24e6,
  lng: 120_500_000,
  speedKmh: 0,
  ignition: true,
  replayed: false,
  odometerM: null,
};

test('marks tell the earliest report since days were made, also those that came while they were', async () => {
  const store = { markStale: () => Promise.resolve() };
  const marks = createMarks({ clock: createManualClock(), log: silentLog, store });
  marks.add(1, T0 + 50);
  assert.equal(marks.since(1), null, 'nothing was made yet');
  const first = marks.nextRound();
  marks.add(1, T0 + 60);
  marks.worked(1, first);
  assert.equal(marks.since(1), T0 + 60);
  const second = marks.nextRound();
  marks.worked(1, second);
  assert.equal(marks.since(1), Infinity);
  for (const seconds of [300, 100, 400, 500, 600, 700]) {
    marks.nextRound();
    marks.add(1, T0 + seconds);
  }
  assert.equal(marks.since(1), T0 + 100, 'many rounds that nobody asked in');
  marks.worked(1, marks.nextRound());
  assert.equal(marks.since(1), Infinity);
  marks.add(1, T0 + 900);
  assert.equal(marks.since(1), T0 + 900, 'the first that comes afterwards');
  await marks.close();
});
