// A track in columns: finding moments, the part behind the vehicle, stops, the lines of a view.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linesIn, MOST_CORNERS, planeOf } from './simplify.ts';
import { decodeTrack } from './decode.ts';
import { barsOf, scaleTop } from './view/chart-shape.ts';
import { stopsOf } from './stops.ts';
import {
  boundsOf,
  currentPart,
  indexAt,
  joinTracks,
  maxSpeedOf,
  nearestPoint,
  placeAt,
  pointAt,
  trackOf,
} from './track.ts';
import { advance, speedStep } from './track-player.ts';
import { GPS_POLL_MS } from './track-query.ts';

const straight = (count: number, stepMs = 10_000) =>
  trackOf(
    Array.from({ length: count }, (_, i) => ({
      time: i * stepMs,
      lat: 24 + i * 0.001,
      lng: 120,
      speedInKmh: i % 100,
      trackingAngle: 0,
    })),
  );

it('[A-GPSPB-020 E-CONST-012] it is polled each 5000 ms; of 600 positions 500 are drawn, the oldest dropped', () => {
  assert.equal(GPS_POLL_MS, 5000);
  const part = currentPart(straight(600), 599);
  assert.equal(part.length, 500);
  assert.deepEqual(part[0], [120, 24 + 100 * 0.001]);
  assert.deepEqual(part.at(-1), [120, 24 + 599 * 0.001]);
  const oneOver = currentPart(straight(501), 500);
  assert.deepEqual([oneOver.length, oneOver[0]], [500, [120, 24 + 0.001]]);
  assert.equal(currentPart(straight(600), 3).length, 4);
});

it('finds the position of a moment and the place between two', () => {
  const track = straight(10);
  assert.deepEqual(
    [-1, 0, 9999, 10_000, 95_000].map((ms) => indexAt(track, ms)),
    [-1, 0, 0, 1, 9],
  );
  assert.equal(placeAt(track, 5000)?.lat.toFixed(6), '24.000500');
  assert.equal(placeAt(track, -5)?.lat, 24);
  assert.equal(placeAt(trackOf([]), 5), undefined);
  assert.equal(pointAt(track, 10), undefined);
  const gap = joinTracks(
    straight(2),
    trackOf([{ time: 3_600_000, lat: 25, lng: 121, speedInKmh: 9, trackingAngle: 0 }]),
  );
  assert.equal(placeAt(gap, 1_800_000)?.lat, 24.001, 'in a gap it stands where it was last');
  assert.deepEqual([maxSpeedOf(straight(100)), maxSpeedOf(trackOf([]))], [99, 0]);
  assert.deepEqual(boundsOf(gap), { west: 120, south: 24, east: 121, north: 25 });
});

it('playing skips gaps and stops at the end; the ladder of speeds has ends', () => {
  const gap = joinTracks(
    straight(2),
    trackOf([{ time: 3_600_000, lat: 25, lng: 121, speedInKmh: 9, trackingAngle: 0 }]),
  );
  assert.equal(advance(gap, 5000, 2000), 7000);
  assert.equal(advance(gap, 9000, 2000), 3_600_000);
  assert.equal(advance(gap, 3_599_999, 99_999), 3_600_000);
  assert.deepEqual([speedStep(30, 1), speedStep(300, 1), speedStep(1, -1)], [60, 300, 1]);
});

it('a stop is at least five minutes, the last one counts as well', () => {
  const speeds = [40, 0, 3, 5, 30, 0, 30, 0, 0, 0];
  const track = trackOf(
    speeds.map((speedInKmh, i) => ({ time: i * 180_000, lat: 24, lng: 120 + i / 1e4, speedInKmh, trackingAngle: 0 })),
  );
  assert.deepEqual(
    stopsOf(track).map(({ index, startMs, endMs, lng }) => [index, startMs, endMs, lng]),
    [
      [1, 180_000, 720_000, 120.0001],
      [7, 1_260_000, 1_620_000, 120.0007],
    ],
  );
  assert.equal(stopsOf(trackOf([])).length, 0);
});

it('who is somewhere else after a silence did not stand there all the time', () => {
  const MINUTE = 60_000;
  const at = (minute: number, lat: number, speedInKmh: number) => ({
    time: minute * MINUTE,
    lat,
    lng: 120,
    speedInKmh,
    trackingAngle: 0,
  });
  const stops = (...points: Parameters<typeof trackOf>[0]) =>
    stopsOf(trackOf(points)).map(({ startMs, endMs }) => [startMs / MINUTE, endMs / MINUTE]);
  assert.deepEqual(stops(at(0, 24, 0), at(60, 24, 0), at(120, 25, 0), at(180, 25, 0)), [
    [0, 60],
    [120, 180],
  ]);
  assert.deepEqual(stops(at(0, 24, 0), at(10, 24, 0), at(300, 25, 60)), [[0, 10]], 'seen driving far away');
  assert.deepEqual(stops(at(0, 24, 0), at(300, 24.001, 60)), [[0, 300]], 'silent where it stood');
});

it('reads the answer of the server and refuses what is none', () => {
  const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
  const track = decodeTrack(bytes('[{"lat":24.1,"lng":120.5,"speed":50.5,"dir":359,"time":1790000000}]'));
  assert.deepEqual(pointAt(track, 0), {
    time: 1_790_000_000_000,
    lat: 24.1,
    lng: 120.5,
    speedInKmh: 50.5,
    trackingAngle: 359,
  });
  for (const wrong of ['{}', '[{"lat":1}]', '[null]', '[{"lat":"1","lng":1,"speed":1,"dir":1,"time":1}]', 'nonsense'])
    assert.throws(() => decodeTrack(bytes(wrong)), wrong);
});

const around = { west: 119, south: 23, east: 121, north: 26, zoom: 8 };
const lineCount = (track: Parameters<typeof planeOf>[0], view = around): { lines: number; corners: number } => {
  const { starts, corners } = linesIn([planeOf(track)], view);
  return { lines: starts.length, corners: corners.length / 2 };
};

/** A way of curves: each position is aside of the straight way by up to 200 m. */
const winding = (count: number, stepMs = 10_000) => {
  const track = straight(count, stepMs);
  return { ...track, lng: track.lng.map((lng, i) => lng + 0.002 * Math.sin(i * 2.4)) };
};

it('a view gets no more corners than its pixels show, and more when it is closer', () => {
  const far = lineCount(winding(1000), { ...around, zoom: 6 });
  const close = lineCount(winding(1000), { ...around, zoom: 14 });
  assert.equal(far.lines, 1);
  assert.ok(far.corners < 80 && close.corners > 900, `${far.corners} ${close.corners}`);
  assert.ok(lineCount(winding(200_000, 1000), { ...around, north: 300, zoom: 20 }).corners <= MOST_CORNERS + 1);
});

it('a straight street is two corners, and no place of a line moves by more than half a pixel', () => {
  const view = { west: 119.99, south: 24, east: 120.02, north: 24.03, zoom: 14 };
  assert.deepEqual(lineCount(straight(30), view), { lines: 1, corners: 2 });
  const round = straight(30);
  const corner = { ...round, lng: round.lng.map((lng, i) => lng + Math.max(0, i - 15) * 0.001) };
  assert.deepEqual(lineCount(corner, view), { lines: 1, corners: 3 });
  const px = 512 * 2 ** 14;
  const aside = (degrees: number) => {
    const track = straight(3);
    return lineCount({ ...track, lng: track.lng.map((lng, i) => lng + (i === 1 ? degrees : 0)) }, view).corners;
  };
  assert.deepEqual([aside((0.4 / px) * 360), aside((0.6 / px) * 360)], [2, 3]);
});

it('what is out of sight is left out, gaps are no lines, standing still is no corner', () => {
  assert.equal(lineCount(straight(100), { west: 10, south: 50, east: 11, north: 51, zoom: 10 }).lines, 0);
  const gap = joinTracks(
    straight(5),
    trackOf(
      [0, 1].map((i) => ({ time: 3_600_000 + i, lat: 24.5 + i / 10, lng: 120, speedInKmh: 9, trackingAngle: 0 })),
    ),
  );
  assert.equal(lineCount(gap).lines, 2);
  const still = trackOf(
    Array.from({ length: 50 }, (_, i) => ({ time: i, lat: 24, lng: 120, speedInKmh: 0, trackingAngle: 0 })),
  );
  assert.ok(lineCount(still).corners <= 2);
});

it('a press near the way finds the nearest position, a press beside it none', () => {
  const track = straight(10);
  assert.equal(nearestPoint(track, { lat: 24.0042, lng: 120.0002 }, 0.001), 4);
  assert.equal(nearestPoint(track, { lat: 24.0042, lng: 120.01 }, 0.001), undefined);
  assert.equal(nearestPoint(trackOf([]), { lat: 24, lng: 120 }, 1), undefined);
});

it('bars are as tall as the top speed of their 20 seconds, hold until the next position and have a shape a class', () => {
  const entry = (seconds: number, speedInKmh: number) => ({
    seconds,
    speedInKmh,
    time: seconds * 1000,
    lat: 0,
    lng: 0,
    trackingAngle: 0,
  });
  assert.deepEqual(barsOf([], 120), []);
  assert.deepEqual(barsOf([entry(0, 60), entry(5, 90), entry(60, 0)], 120), [
    { speedClass: 0, path: 'M60 100v-4.0h20v4.0z' },
    { speedClass: 4, path: 'M0 100v-75.0h20v75.0zM20 100v-75.0h20v75.0zM40 100v-75.0h20v75.0z' },
  ]);
  assert.deepEqual(
    barsOf([entry(0, 60), entry(3000, 60)], 120).map(({ path }) => path.split('z').length - 1),
    [2],
    'not over a gap',
  );
  assert.deepEqual([scaleTop(0), scaleTop(121), scaleTop(140)], [120, 140, 140]);
});

it('streets that are driven again and again are drawn once, a street beside them as well', () => {
  const way = (lng: number, from: number) =>
    trackOf(
      Array.from({ length: 500 }, (_, i) => ({
        time: from + i * 1000,
        lat: 24 + i * 0.0005,
        lng: lng + 0.001 * Math.sin(i * 2.4),
        speedInKmh: 50,
        trackingAngle: 0,
      })),
    );
  const view = { west: 119.9, south: 23.9, east: 120.1, north: 24.3, zoom: 11 };
  const once = lineCount(way(120, 0), view).corners;
  const often = linesIn(
    Array.from({ length: 40 }, (_, i) => planeOf(way(120 + (i % 3) * 0.00001, i * 500_000))),
    view,
  );
  assert.ok(often.corners.length / 2 < once * 1.5, `${often.corners.length / 2} of ${once}`);
  const both = linesIn([planeOf(way(120, 0)), planeOf(way(120.05, 500_000))], view);
  assert.ok(both.corners.length / 2 > once * 1.9);
});

it('over the date line the way is short: the vehicle, what is shown whole, the line and a press', () => {
  const lngs = [179.9, 179.95, -180, -179.95, -179.9];
  const track = trackOf(lngs.map((lng, i) => ({ time: i * 10_000, lat: -16, lng, speedInKmh: 60, trackingAngle: 90 })));
  assert.equal(placeAt(track, 15_000)?.lng.toFixed(3), '179.975');
  assert.equal(placeAt(track, 25_000)?.lng.toFixed(3), '-179.975');
  const bounds = boundsOf(track);
  assert.deepEqual([bounds?.west, bounds?.east.toFixed(3)], [179.9, '180.100']);
  assert.deepEqual(
    currentPart(track, 4).map(([lng]) => lng.toFixed(2)),
    ['179.90', '179.95', '180.00', '180.05', '180.10'],
  );
  for (const turned of [0, -360, 360]) {
    const view = { west: 179.5 + turned, south: -17, east: 180.5 + turned, north: -15, zoom: 12 };
    const first = planeOf(trackOf([0, 1].flatMap((i) => pointAt(track, i) ?? [])));
    const next = planeOf(trackOf([2, 3, 4].flatMap((i) => pointAt(track, i) ?? [])), first);
    const { corners, starts } = linesIn([first, next], view);
    assert.equal(starts.length, 1);
    assert.deepEqual(
      [...corners].filter((_, i) => i % 2 === 0).map((x) => x.toFixed(5)),
      ['0.99972', '1.00028'],
    );
  }
  assert.equal(nearestPoint(track, { lat: -16, lng: 180.0501 }, 0.001), 3);
  const turns = trackOf([
    { time: 0, lat: -16, lng: 179.9999, speedInKmh: 0, trackingAngle: 0 },
    { time: 400_000, lat: -16, lng: -179.9999, speedInKmh: 0, trackingAngle: 0 },
  ]);
  assert.equal(stopsOf(turns).length, 1, 'it stood there all the time');
});
