// Tracks worked out by hand: what is counted, what is not, and that it adds up however a day is cut.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVER_SPEED_KMH } from '@outrider/contract';
import fc from 'fast-check';
import type { TrackSample } from '../position/index.ts';
import { cleanTrack } from './cleaning.ts';
import {
  DAY_S,
  QUARTER_S,
  addQuarters,
  encodeQuarters,
  noSums,
  statisticsOf,
  sumSteps,
  type Tally,
  tallySteps,
} from './sums.ts';
import { tripsOf } from './trips.ts';

/** 2026-03-10 00:00 UTC, a multiple of a day. */
const DAY = 20_522;
const T0 = DAY * DAY_S;
/** On a meridian 1,000,000 microdegrees are 111,194.93 m, so this many are a metre. */
const PER_METRE = 1e6 / 111_194.93;

/** A report `seconds` after midnight, so many metres north of the start. */
const at = (seconds: number, northM: number, changes: Partial<TrackSample> = {}): TrackSample => ({
  time: T0 + seconds,
  received: T0 + seconds + 1,
  lat: Math.round(24e6 + northM * PER_METRE),
  lng: 120_500_000,
  speedKmh: 36,
  ignition: true,
  replayed: false,
  odometerM: null,
  ...changes,
});

const stand = (seconds: number, northM: number, changes: Partial<TrackSample> = {}): TrackSample =>
  at(seconds, northM, { speedKmh: 0, ...changes });

/** 36 km/h are 10 m a second: a report each ten seconds. */
const drive = (fromS: number, reports: number, fromM: number): TrackSample[] =>
  Array.from({ length: reports }, (_, i) => at(fromS + 10 * i, fromM + 100 * i));

const sumsOf = (samples: readonly TrackSample[], limit = OVER_SPEED_KMH) =>
  statisticsOf(sumSteps(cleanTrack(samples), T0, T0 + DAY_S, limit));
const near = (mm: number, metres: number, because = ''): void =>
  assert.ok(Math.abs(mm / 1000 - metres) < 0.5, `${because} ${mm / 1000} m, not ${metres} m`);

test('a drive of 1,000 m between two stands: distance, driving, idle and parked seconds', () => {
  const sums = sumsOf([
    stand(0, 0, { ignition: false }),
    stand(60, 0, { ignition: false }),
    stand(120, 0),
    ...drive(180, 11, 0),
    stand(290, 1000),
    stand(350, 1000),
    stand(410, 1000, { ignition: false }),
    stand(470, 1000, { ignition: false }),
  ]);
  near(sums.distance, 1000);
  // Drives from the first moving report (180) to the first standing one (290).
  assert.deepEqual([sums.drivingtime, sums.idletime, sums.parkedtime, sums.silenttime], [110, 180, 180, 0]);
  assert.deepEqual([sums.starttime, sums.endtime], [(T0 + 180) * 1000, (T0 + 290) * 1000]);
  assert.deepEqual([sums.reports, sums.maxspeed, sums.overspeedcount, sums.odometer], [18, 36, 0, false]);
});

test('the example of the design page', () => {
  const sums = sumsOf([
    stand(0, 0),
    stand(60, 40, { speedKmh: 2 }),
    at(120, 0),
    at(130, 100),
    at(140, 20_000),
    at(150, 300),
    stand(160, 400),
    at(840, 9400, { speedKmh: 50 }),
  ]);
  near(sums.distance, 9400);
  assert.deepEqual([sums.drivingtime, sums.idletime, sums.parkedtime, sums.silenttime], [40, 120, 0, 680]);
});

test('a jump out of reach is left out, two that agree are believed without a way between', () => {
  const jumped = sumsOf([...drive(0, 3, 0), at(30, 20_000), ...drive(40, 3, 400)]);
  near(jumped.distance, 600, 'the jump');
  const moved = sumsOf([...drive(0, 3, 0), at(30, 20_000), at(40, 20_100), at(50, 20_200)]);
  near(moved.distance, 300, 'the ferry');
});

test('a receiver that wanders while the vehicle stands adds nothing, a vehicle that is pushed away does', () => {
  const wander = [0, 40, -35, 60, 20, -50, 10].map((m, i) => stand(60 * i, m));
  assert.equal(sumsOf(wander).distance, 0);
  const parked = [0, 300, -200, 450, 0].map((m, i) => stand(60 * i, m, { ignition: false, speedKmh: 8 }));
  assert.equal(sumsOf(parked).distance, 0, 'speeds of a receiver with the ignition off');
  near(sumsOf([stand(0, 0), stand(60, 0), stand(120, 180), stand(180, 180), stand(240, 180)]).distance, 180);
  assert.equal(sumsOf([stand(0, 0), stand(60, 180), stand(120, 0)]).distance, 0, 'out and back once');
});

test('a silence at one place is a stand, over a way it is silent time with the straight distance', () => {
  const slept = sumsOf([stand(0, 0), stand(7200, 30)]);
  assert.deepEqual([slept.distance, slept.parkedtime, slept.silenttime], [0, 7200, 0]);
  const tunnel = sumsOf([at(0, 0), at(600, 9000), at(610, 9100)]);
  near(tunnel.distance, 9100);
  assert.deepEqual([tunnel.silenttime, tunnel.drivingtime], [600, 10]);
});

test('the odometer bridges a silence, sets the scale of a long track, and is not believed when it is far off', () => {
  const bridged = sumsOf([at(0, 0, { odometerM: 1000 }), at(900, 9000, { odometerM: 13_000 })]);
  assert.deepEqual([bridged.distance, bridged.odometer], [12_000_000, true]);
  // 200 reports of 100 m are 20,000 m by the track; the vehicle counted 2 % more in steps of 100 m.
  const long = (share: number): TrackSample[] =>
    drive(0, 201, 0).map((p, i) => ({ ...p, odometerM: Math.floor((i * 100 * share) / 100) * 100 }));
  near(sumsOf(long(1.02)).distance, 20_400);
  for (const share of [0, 0.1, 1.6]) near(sumsOf(long(share)).distance, 20_000, `odometer at ${share}`);
  const short = drive(0, 51, 0).map((p, i) => ({ ...p, odometerM: i === 50 ? 5100 : 100 * i }));
  near(sumsOf(short).distance, 5000, 'over 5 km its steps are too coarse');
});

test('repeats count once, a clock that ran ahead for a while is not believed', () => {
  const once = drive(0, 11, 0);
  assert.deepEqual(sumsOf(once.flatMap((p) => [p, { ...p, received: p.received + 5 }])), sumsOf(once));
  // Made at 0 to 20 s with a clock an hour ahead; then the true reports of that hour come.
  const ahead = [0, 10, 20].map((s) => at(3600 + s, s * 10, { received: T0 + s + 1 }));
  const later = drive(3595, 5, 5000);
  const sorted = [...drive(0, 3, 0), ...later, ...ahead].toSorted((a, b) => a.time - b.time);
  assert.deepEqual(sumsOf(sorted), sumsOf([...drive(0, 3, 0), ...later]));
});

test('a first report by a clock that is ahead is believed when the next one is ahead by the same', () => {
  const ahead = (seconds: number, by: number, metres: number): TrackSample =>
    at(seconds, metres, { received: T0 + seconds - by });
  const day = drive(3600, 11, 5000);
  assert.deepEqual(sumsOf([ahead(0, 28_800, 0), ...day]), sumsOf(day), 'once');
  assert.deepEqual(sumsOf([ahead(0, 28_800, 0), ahead(0, 28_800, 0), ...day]), sumsOf(day), 'once, sent twice');
  const zone = drive(0, 11, 0).map((p, i) => ({ ...p, received: p.time - 28_800 + i }));
  assert.deepEqual(sumsOf(zone), sumsOf(drive(0, 11, 0)), 'always');
  assert.deepEqual(
    sumsOf([ahead(0, 50_000, 0), ...zone.slice(1)]),
    sumsOf(zone.slice(1)),
    'by another time, then always',
  );
  assert.equal(sumsOf([ahead(0, 28_800, 0)]).reports, 0, 'alone');
  assert.equal(
    sumsOf([{ ...ahead(0, 28_800, 0), replayed: true }]).reports,
    1,
    'kept back, it tells nothing of its clock',
  );
});

test('what silences take off leaves never less than none', () => {
  assert.equal(statisticsOf({ ...noSums(), overCount: -1 }).overspeedcount, 0);
});

test('over speed: how long, how often, by the limit that was asked for', () => {
  const speeds = [90, 110, 120, 90, 105, 80];
  const sums = sumsOf(speeds.map((speedKmh, i) => at(10 * i, 280 * i, { speedKmh })));
  assert.deepEqual([sums.overspeedcount, sums.overspeedtime, sums.maxspeed], [2, 30, 120]);
  const higher = sumsOf(
    speeds.map((speedKmh, i) => at(10 * i, 280 * i, { speedKmh })),
    115,
  );
  assert.deepEqual([higher.overspeedcount, higher.overspeedtime], [1, 10]);
});

test('over the date line the short way is gone', () => {
  const east = (i: number): number => (i < 5 ? 179_999_000 + 200 * i : -180_000_000 + 200 * (i - 5));
  const crossing = Array.from({ length: 10 }, (_, i) => at(10 * i, 0, { lat: 0, lng: east(i) }));
  near(sumsOf(crossing).distance, (9 * 200) / PER_METRE);
});

test('drives and stops: a red light belongs to the drive, six minutes are a stop', () => {
  const day = [
    ...[0, 60, 120, 180, 240, 300].map((s) => stand(s, 0, { ignition: false })),
    ...drive(360, 11, 0),
    stand(470, 1000),
    stand(560, 1000),
    ...drive(570, 11, 1000),
    ...[680, 740, 800, 860, 920, 980, 1040].map((s) => stand(s, 2000)),
    ...drive(1100, 6, 2000),
  ];
  const trips = tripsOf(cleanTrack(day), T0, T0 + DAY_S, 30);
  assert.deepEqual(
    trips.map(({ kind, starttime, endtime }) => [kind, starttime / 1000 - T0, endtime / 1000 - T0]),
    [
      ['stop', 0, 360],
      ['drive', 360, 680],
      ['stop', 680, 1100],
      ['drive', 1100, 1150],
    ],
  );
  near(trips[1]?.distance ?? 0, 2000);
  assert.equal(trips[1]?.idletime, 100);
  assert.equal(trips[1]?.overspeedcount, 2);
  assert.deepEqual([trips[2]?.distance, trips[2]?.from], [0, trips[2]?.to]);
});

/** Any day: drives and stands with noise, jumps and silences, the ignition on or off. */
const anyDay = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 1500 }),
      metres: fc.integer({ min: 0, max: 3000 }),
      speed: fc.integer({ min: 0, max: 130 }),
      ignition: fc.boolean(),
    }),
    { minLength: 2, maxLength: 80 },
  )
  .map((moves) => {
    let [time, north] = [0, 0];
    return moves.map(({ gap, metres, speed, ignition }) => {
      time += gap;
      north += metres;
      return at(time, north, { speedKmh: speed, ignition });
    });
  });

test('any track: repeats add nothing, and every second and millimetre stays when the day is cut anywhere', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: DAY_S }), (day, cut) => {
      const steps = cleanTrack(day);
      const whole = sumSteps(steps, T0, T0 + DAY_S, OVER_SPEED_KMH);
      assert.deepEqual(sumSteps(cleanTrack(day.flatMap((p) => [p, p])), T0, T0 + DAY_S, OVER_SPEED_KMH), whole);
      const parts = [
        sumSteps(steps, T0, T0 + cut, OVER_SPEED_KMH),
        sumSteps(steps, T0 + cut, T0 + DAY_S, OVER_SPEED_KMH),
      ];
      for (const field of [
        'distanceMm',
        'driving',
        'idle',
        'parked',
        'silent',
        'over',
        'overCount',
        'reports',
      ] as const)
        assert.equal((parts[0]?.[field] ?? 0) + (parts[1]?.[field] ?? 0), whole[field], field);
      const known = (day.at(-1)?.time ?? 0) - (day[0]?.time ?? 0);
      const times = whole.driving + whole.idle + whole.parked + whole.silent;
      assert.ok(times <= known, `${times} s of ${known} s`);
    }),
  );
});

test('any stand: noise around a parked vehicle adds no distance', () => {
  const noise = fc.array(fc.tuple(fc.integer({ min: -45, max: 45 }), fc.integer({ min: 0, max: 50 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(noise, fc.boolean(), (places, ignition) => {
      const reports = places.map(([metres, tenths], i) => stand(30 * i, metres, { speedKmh: tenths / 10, ignition }));
      assert.equal(sumsOf(reports).distance, 0);
      const driven = [...drive(0, 11, 0), ...places.map(([m], i) => stand(110 + 30 * i, 1000 + m, { ignition }))];
      assert.ok(sumsOf(driven).distance <= 1_045_500, 'the stand after a drive');
    }),
  );
});

test('any day as quarters of an hour in bytes: the same sums, whole and in part', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 96 }), (day, quarter) => {
      const steps = cleanTrack(day);
      const tally: Tally = new Map();
      tallySteps(tally, steps, DAY);
      const bytes = encodeQuarters(tally, DAY);
      const cut = T0 + quarter * QUARTER_S;
      for (const span of [
        [T0, T0 + DAY_S],
        [T0, cut],
        [cut, T0 + DAY_S],
      ] as const) {
        const read = noSums();
        addQuarters(read, bytes, DAY, span);
        assert.deepEqual(read, sumSteps(steps, span[0], span[1], OVER_SPEED_KMH));
      }
    }),
  );
});
