// A fleet of simulated vehicles, each with something wrong with it, against the whole server: what a vehicle holds for delivered is
// in its track, once, and nothing that was not sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVehicle, type SentReport, type VehicleOptions, loadRoadNetwork } from '../apps/simulator/src/index.ts';
import { decodeLocation, hasFix } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { fastClock } from './support/fast-clock.ts';
import { Channel, trackOf } from './support/operator.ts';
import { HOST, startServer } from './support/server.ts';
import { until } from './support/until.ts';

/** The vehicles live so many times faster than the server. */
const SPEED = 20;
const DAY_S = 86_400;
const ENOUGH_REPORTS = 60;

const cases: Record<string, Partial<VehicleOptions>> = {
  'nothing wrong': {},
  'the long header of 2019': { edition: '2019' },
  'over UDP': { transport: 'udp' },
  'cut every half minute': { faults: { cutEveryS: 30 } },
  'a slow link': { faults: { slowBytesPerS: 20_000 } },
  'frames in halves': { faults: { halfFrames: true } },
  'every fifth checksum wrong': { faults: { badChecksum: 0.2 } },
  'a clock a day behind': { faults: { clockOffsetS: -DAY_S } },
  'everything in sub-packages': { faults: { subpackageAll: true } },
  'garbage between frames': { faults: { garbage: true } },
  "yesterday's track from a dead zone": { yesterday: true },
};

/** What tells one drawn position from another: the second and the place. */
const pointKey = (seconds: number, lat: unknown, lng: unknown): string =>
  `${seconds} ${Number(lat).toFixed(6)} ${Number(lng).toFixed(6)}`;

/** Null for a report without a fix, which is kept and not drawn. */
const keyOf = ({ body }: SentReport): string | null => {
  const location = decodeLocation(body);
  return location.time !== null && hasFix(location)
    ? pointKey(location.time / 1000, location.latitude, location.longitude)
    : null;
};

const keysOf = (reports: readonly SentReport[]): Set<string> =>
  new Set(reports.flatMap((report) => keyOf(report) ?? []));

const delivered = (reports: readonly SentReport[]): SentReport[] => reports.filter(({ result }) => result === 0);

test('vehicles with faults of every kind: what they hold for delivered is in their tracks, once', async (t) => {
  const server = await startServer(t);
  const operator = await Channel.signedIn(server);
  const network = loadRoadNetwork();
  const clock = fastClock(SPEED);
  const vehicles = Object.entries(cases).map(([title, options], i) => ({
    title,
    vehicle: createVehicle({
      host: HOST,
      port: server.ports.jt808,
      phone: String(13_800_000_101 + i),
      seed: 100 + i,
      intervalMs: 1000,
      clips: null,
      network,
      clock,
      ...options,
    }),
  }));
  for (const { vehicle } of vehicles) await operator.get('D01', { I: vehicle.deviceId, C: 4 });
  for (const { vehicle } of vehicles) {
    afterwards(t, () => vehicle.stop());
    vehicle.start();
  }
  for (const { title, vehicle } of vehicles)
    await until(`enough reports are answered: ${title}`, () => delivered(vehicle.reports).length >= ENOUGH_REPORTS);
  for (const { vehicle } of vehicles) await vehicle.stop();
  for (const { title, vehicle } of vehicles) {
    const aroundMs = Date.now();
    const spanMs = 3 * DAY_S * 1000;
    const points = await trackOf(
      server.ports.http,
      server.admin,
      vehicle.deviceId,
      aroundMs - spanMs,
      aroundMs + spanMs,
    );
    const stored = points.map(({ time, lat, lng }) => pointKey(Number(time), lat, lng));
    const kept = new Set(stored);
    const sent = keysOf(vehicle.reports);
    const missing = [...keysOf(delivered(vehicle.reports))].filter((key) => !kept.has(key));
    assert.deepEqual(missing, [], `${title}: delivered and not in the track`);
    assert.deepEqual(
      [...kept].filter((key) => !sent.has(key)),
      [],
      `${title}: in the track and never sent`,
    );
    const cores = new Set(vehicle.reports.map(({ body }) => Buffer.from(body.subarray(0, 28)).toString('hex')));
    assert.ok(stored.length <= cores.size, `${title}: ${stored.length} points of ${cores.size} reports`);
    assert.ok(kept.size > ENOUGH_REPORTS / 2, `${title}: ${kept.size} points`);
  }
});
