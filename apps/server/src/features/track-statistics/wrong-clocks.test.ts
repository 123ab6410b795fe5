// Recorders whose clock is wrong for a while: what days say that do not agree with each other, and that no such device spoils a report. And
// what comes while days are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mileageRow, OVER_SPEED_KMH } from '@outrider/contract';
import fc from 'fast-check';
import { z } from 'zod';
import type { TrackSample } from '../position/index.ts';
import { sumsOfSpan } from './span.ts';
import { DAY_S, QUARTER_S, statisticsOf } from './sums.ts';
import { at, drive, HOUR_S, KEY, kitOf, mileageOf, T0, trackOf } from './test-days.ts';

/** A report that says it was made at one hour and arrives at another. */
const arriving = (hours: number, arrivesAt: number, northM: number, speedKmh = 0): TrackSample => ({
  ...at(hours, northM, speedKmh),
  received: T0 + Math.round(arrivesAt * HOUR_S),
});

type Question = { from: number; to: number };
const hours = (from: number, to: number): Question => ({ from: T0 + from * HOUR_S, to: T0 + to * HOUR_S });
const q13 = async (samples: readonly TrackSample[], { from, to }: Question, withTrips = false) => {
  const { sums, trips } = await sumsOfSpan(trackOf(samples), { from, to, limitKmh: OVER_SPEED_KMH, withTrips });
  return { ...statisticsOf(sums), trips };
};
/** The report of the span by itself, and once the days around it are kept: both are what Q13 says, which is given. */
const asked = async (samples: readonly TrackSample[], question: Question) => {
  const { trips: _none, ...sums } = await q13(samples, question);
  const { kit, marks } = kitOf(samples);
  assert.deepEqual(await mileageOf(kit, question.from, question.to), sums, 'alone');
  await mileageOf(kit, T0 - DAY_S, T0 + 9 * DAY_S);
  assert.deepEqual(await mileageOf(kit, question.from, question.to), sums, 'once the days around are kept');
  await marks.close();
  z.encode(mileageRow, { deviceid: 'A', ...sums });
  const { drivingtime, idletime, parkedtime, silenttime } = sums;
  const known = drivingtime + idletime + parkedtime + silenttime;
  assert.ok(known <= question.to - question.from, `${known} s`);
  return { ...sums, known };
};

test('where the days disagree about the evening between them, no silence is put over what one of them counts', async () => {
  const minute = (n: number): number => 24 + n / 60;
  // The day leaves out what was ahead of its last arrival; the next day's walk begins at 18:00 and knows nothing of that.
  const ahead = [arriving(minute(-3), minute(-11), 0, 120), arriving(minute(-2), minute(-10), 0, 120)];
  for (const evening of [ahead, ahead.slice(1)]) {
    const samples = [arriving(12, minute(-1), 0, 120), ...evening, arriving(minute(1), minute(1), 0, 120)];
    const { overspeedcount, known } = await asked(samples, hours(24, 48));
    assert.deepEqual([overspeedcount, known], [0, 60]);
    await asked(samples, hours(0, 24));
    await asked(samples, hours(0, 48));
  }
});

test('one report of the time of another zone, made at the start, ends no silence and adds no way', async () => {
  const trip = Array.from({ length: 61 }, (_, i) => at(16.01 + i / 60, i * 667, 40));
  const zone = arriving(24.01, 16.005, 0);
  const inDay = [...trip, zone];
  const later = [...inDay, at(30, 40_020), at(30.02, 40_020)];
  for (const [samples, question] of [
    [inDay, hours(0, 24)],
    [later, hours(0, 24)],
    [later, hours(0, 48)],
  ] as const) {
    const { distance } = await asked(samples, question);
    assert.ok(Math.abs(distance / 1e6 - 40) < 0.1, `${distance / 1e6} km`);
    const { trips } = await q13(samples, question, true);
    const drives = trips.filter(({ kind }) => kind === 'drive');
    assert.deepEqual(
      drives.map(({ endtime }) => Math.round((endtime / 1000 - T0) / 36) / 100),
      [17.01],
    );
  }
});

test('a clock that is always ahead by the same keeps its days', async () => {
  const ahead = (samples: TrackSample[]) => samples.map((p) => ({ ...p, received: p.received - 8 * HOUR_S }));
  const right = [...drive(9, 0), ...drive(23.5, 36_000), ...drive(40, 72_000)];
  for (const question of [hours(0, 24), hours(24, 48), hours(0, 48)])
    assert.deepEqual(await asked(ahead(right), question), await asked(right, question));
});

test('over speed that goes on at the very beginning of a span began before it, whatever is kept', async () => {
  const samples = [at(20, 0, 120), at(24, 0, 120), at(24 + 1 / 60, 2000, 120)];
  for (const question of [hours(24, 48), hours(24, 30)])
    assert.equal((await asked(samples, question)).overspeedcount, 0);
  assert.equal((await asked(samples, hours(0, 48))).overspeedcount, 1);
});

/** Reports of some days with jumps, speeds and arrivals that fit nothing. */
const anyReports = fc
  .array(
    fc.record({
      gap: fc.constantFrom(0, 1, 10, 60, 200, 299, 300, 301, 900, 2000, 20_000, 30_000, 90_000),
      share: fc.constantFrom(0, 0, 0.3, 1),
      jump: fc.constantFrom(0, 0, 0, 0, 0, 5000, 50_000),
      speedKmh: fc.constantFrom(0, 36, 120),
      delay: fc.constantFrom(0, 0, 0, 0, -7200, -7200, -40_000, 40_000),
      replayed: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((moves) => {
    let [time, north] = [0, 0];
    return moves.map(({ gap, share, jump, speedKmh, delay, replayed }) => {
      time += gap;
      if (speedKmh > 0 || gap > 300) north += share * 20 * gap;
      const p = at(time / HOUR_S, (north + jump) % 4e6, speedKmh);
      return { ...p, received: p.received + delay, replayed };
    });
  });

test('any clock and any span: report and Q13 agree, whatever is kept; nothing is below none, no second counts twice', async () => {
  await fc.assert(
    fc.asyncProperty(anyReports, fc.nat(96 * 6), fc.nat(96 * 6), async (samples, a, b) => {
      const [from, to] = [T0 + Math.min(a, b) * QUARTER_S, T0 + (Math.max(a, b) + 1) * QUARTER_S];
      await asked(samples, { from, to });
    }),
    { numRuns: 300 },
  );
});

test('who asks while a day that was made is being written gets what was accepted before', async () => {
  const samples = drive(9, 0);
  const { from, to } = hours(0, 24);
  let meanwhile: number | undefined;
  const { kit, marks } = kitOf(samples, {
    async keeping() {
      if (samples.length === 61 || meanwhile !== undefined) return;
      meanwhile = 0;
      // Its own writing waits for its turn, but what it says must not.
      void mileageOf(kit, from, to).then(({ reports }) => (meanwhile = reports));
      await new Promise(setImmediate);
    },
  });
  assert.equal((await mileageOf(kit, from, to)).reports, 61);
  samples.push(at(10.5, 36_000));
  marks.add(KEY, T0 + 10.5 * HOUR_S);
  assert.equal((await mileageOf(kit, from, to)).reports, 62);
  await marks.flush();
  await new Promise(setImmediate);
  assert.equal(meanwhile, 62);
  await marks.close();
});

test('who read the table before a day was written, and goes on after it, does not take the older day for a fresh one', async () => {
  const samples = drive(9, 0);
  const { from, to } = hours(0, 24);
  const { kit, marks } = kitOf(samples);
  await mileageOf(kit, from, to);
  samples.push(at(10.5, 36_000));
  marks.add(KEY, T0 + 10.5 * HOUR_S);
  const read: typeof kit.store.read = async (...which) => {
    const rows = await kit.store.read(...which);
    await mileageOf(kit, from, to);
    return rows;
  };
  assert.equal((await mileageOf({ ...kit, store: { ...kit.store, read } }, from, to)).reports, 62);
  await marks.close();
});

test('a mark that comes while its day is written, as one more of a marked day, is written after it', async () => {
  const samples = drive(9, 0);
  const { from, to } = hours(0, 24);
  let [writes, late] = [0, false];
  const { kit, marks, rows } = kitOf(samples, {
    keeping() {
      writes += 1;
      if (writes === 2) {
        late = true;
        marks.add(KEY, T0 + 11 * HOUR_S);
      }
      return Promise.resolve();
    },
  });
  await mileageOf(kit, from, to);
  marks.add(KEY, T0 + 10.5 * HOUR_S);
  await marks.flush();
  await mileageOf(kit, from, to);
  await marks.flush();
  assert.deepEqual([late, [...rows.values()].map(({ stale }) => stale)], [true, [true]]);
  await marks.close();
});
