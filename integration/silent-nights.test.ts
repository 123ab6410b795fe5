// Vehicles that say nothing over midnights of UTC: parked, or moved meanwhile. Trips, Q13 and the mileage report tell the same of it, however
// the days are asked for.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type LocationReport, t0704LocationBatch } from '@outrider/jt808';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Server, startServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const BATCH = 12;
const BLIND_AREA = 1;
const METRES_PER_DEGREE = 111_194.93;
/** A Friday. */
const FRIDAY_MS = Date.UTC(2026, 4, 8);
const FRIDAY_S = FRIDAY_MS / 1000;

type Scene = { server: Server & { clock: ManualClock }; operator: Channel; waiting: { between: () => void } };

const setScene = async (t: TestContext, nowMs: number): Promise<Scene> => {
  const clock = createManualClock(nowMs);
  const server = { ...(await startServer(t, {}, { clock })), clock };
  const waiting = { between: () => clock.advance(10) };
  return { server, operator: await Channel.signedIn(server, server.admin, waiting), waiting };
};

const connect = async (t: TestContext, { server, operator, waiting }: Scene, phone: string): Promise<Device> => {
  await operator.get('D01', { I: phone, C: 2 });
  const device = await Device.online(server.ports.jt808, { phone, waiting });
  afterwards(t, () => device.close());
  return device;
};

const upload = async (device: Device, reports: readonly LocationReport[]): Promise<void> => {
  for (let at = 0; at < reports.length; at += BATCH) {
    const items = reports.slice(at, at + BATCH);
    assert.equal(await device.ask(t0704LocationBatch, { type: BLIND_AREA, items }), 0);
  }
};

/** So many hours after the beginning of Friday, so many metres north of the start. */
const at = (hours: number, metres: number, speedKmh = 36): LocationReport =>
  locationAt(FRIDAY_MS + hours * HOUR_MS, { latitude: 24 + metres / METRES_PER_DEGREE, speedKmh });

/** An hour at 36 km/h, a report a minute: 36,000 m. */
const hourOfDriving = (hours: number, fromM: number): LocationReport[] =>
  Array.from({ length: 61 }, (_, i) => at(hours + i / 60, fromM + i * 600));

const post = async ({ server }: Scene, path: string, input: Json): Promise<unknown> =>
  (await httpCall(server.ports.http, 'POST', path, { account: server.admin, input })).body;
const mileage = async (scene: Scene, input: Json): Promise<Json[]> =>
  asList(await post(scene, '/gkmileage/mileagequery', input));

/** Drives and stops of a span in hours of Friday, as kind, begin and end. */
const tripsOf = async (scene: Scene, deviceid: string, from: number, to: number): Promise<unknown[][]> => {
  const input = { deviceid, start: FRIDAY_S + from * HOUR_S, end: FRIDAY_S + to * HOUR_S };
  const { trips } = asJson(await post(scene, '/gkdevice/trips', input));
  const hourOf = (time: unknown): number => (Number(time) - FRIDAY_S) / HOUR_S;
  return asList(trips).map(({ kind, starttime, endtime }) => [kind, hourOf(starttime), hourOf(endtime)]);
};

/** The sums of a span in hours of Friday by Q13; the report says the same, of the device, of the fleet, and day by day. */
const sumsOf = async (scene: Scene, id: string, from: number, to: number): Promise<Json> => {
  const [B, E] = [FRIDAY_S + from * HOUR_S, FRIDAY_S + to * HOUR_S];
  const sums = asJson((await scene.operator.get('Q13', { I: id, B, E }))['Z']);
  const span = { afterTime: B, beforeTime: E };
  for (let again = 0; again < 2; again += 1) {
    const [alone] = await mileage(scene, { ...span, deviceid: id });
    const ofFleet = (await mileage(scene, span)).find(({ deviceid }) => deviceid === id);
    for (const row of [alone, ofFleet]) assert.deepEqual(row, { deviceid: id, ...sums }, `hours ${from} to ${to}`);
  }
  for (const zone of ['Asia/Taipei', 'UTC']) {
    const days = await mileage(scene, { ...span, deviceid: id, zone });
    for (const field of ['distance', 'drivingtime', 'idletime', 'parkedtime', 'silenttime', 'reports'])
      assert.equal(
        days.reduce((sum, day) => sum + Number(day[field]), 0),
        sums[field],
        `${zone}: ${field}`,
      );
  }
  return sums;
};

test('a vehicle that is silent from each evening to the next morning stands all the time in between', async (t) => {
  const scene = await setScene(t, FRIDAY_MS + 90 * HOUR_MS);
  const device = await connect(t, scene, '13900000071');
  // It drives in the morning of Taipei, and its last report there is the evening's.
  for (const day of [0, 1, 2]) {
    const evening = at(24 * day + 10, 36_000 * (day + 1), 0);
    await upload(device, [...hourOfDriving(24 * day + 0.5, 36_000 * day), evening]);
  }
  assert.deepEqual(await tripsOf(scene, device.id, 0, 72), [
    ['drive', 0.5, 1.5],
    ['stop', 1.5, 24.5],
    ['drive', 24.5, 25.5],
    ['stop', 25.5, 48.5],
    ['drive', 48.5, 49.5],
    ['stop', 49.5, 58],
  ]);
  const whole = await sumsOf(scene, device.id, 0, 72);
  assert.deepEqual([whole['parkedtime'], whole['drivingtime']], [(2 * 23 + 8.5) * HOUR_S, 3 * HOUR_S]);
  assert.equal((await sumsOf(scene, device.id, 16, 40))['parkedtime'], 23 * HOUR_S, 'a day of Taipei');
  assert.equal((await sumsOf(scene, device.id, 24, 24.5))['parkedtime'], HOUR_S / 2, 'the half hour after midnight');
});

test('a vehicle whose power goes with its key stands all weekend, also on the days without a report', async (t) => {
  const scene = await setScene(t, FRIDAY_MS + 90 * HOUR_MS);
  const device = await connect(t, scene, '13900000072');
  await upload(device, [...hourOfDriving(9, 0), at(72, 36_000, 0), at(72 + 1 / 60, 36_000, 0)]);
  await upload(device, hourOfDriving(72 + 2 / 60, 36_000));
  assert.deepEqual(await tripsOf(scene, device.id, 0, 96), [
    ['drive', 9, 10],
    ['stop', 10, 72 + 2 / 60],
    ['drive', 72 + 2 / 60, 73 + 2 / 60],
  ]);
  assert.equal((await sumsOf(scene, device.id, 0, 96))['parkedtime'], 62 * HOUR_S);
  const sunday = await sumsOf(scene, device.id, 48, 72);
  assert.deepEqual([sunday['parkedtime'], sunday['reports'], sunday['distance']], [DAY_S, 0, 0]);
  assert.deepEqual(await tripsOf(scene, device.id, 30, 50), [['stop', 30, 50]]);
});

test('a vehicle that was moved while it was silent went the straight way; a late report from between counts at once', async (t) => {
  const scene = await setScene(t, FRIDAY_MS + 90 * HOUR_MS);
  const device = await connect(t, scene, '13900000073');
  await upload(device, [...hourOfDriving(9, 0), ...hourOfDriving(72, 336_000)]);
  const near = (mm: unknown, metres: number): void =>
    assert.ok(Math.abs(Number(mm) / 1000 - metres) < 50, `${String(mm)} mm`);
  const whole = await sumsOf(scene, device.id, 0, 96);
  near(whole['distance'], 2 * 36_000 + 300_000);
  assert.equal(whole['silenttime'], 62 * HOUR_S);
  const sunday = await sumsOf(scene, device.id, 48, 72);
  near(sunday['distance'], (300_000 * 24) / 62);
  assert.equal(sunday['silenttime'], DAY_S);
  // On Saturday at noon it still stood.
  await upload(device, [at(36, 36_000, 0)]);
  const later = await sumsOf(scene, device.id, 0, 96);
  near(later['distance'], 2 * 36_000 + 300_000);
  assert.deepEqual([later['parkedtime'], later['silenttime']], [26 * HOUR_S, 36 * HOUR_S]);
  near((await sumsOf(scene, device.id, 48, 72))['distance'], (300_000 * 24) / 36);
  assert.equal((await sumsOf(scene, device.id, 24, 36))['parkedtime'], 12 * HOUR_S);
});

test('a vehicle that was silent for half a year is known to have stood on any of its days', async (t) => {
  const scene = await setScene(t, FRIDAY_MS + 180 * DAY_S * 1000);
  const device = await connect(t, scene, '13900000074');
  await upload(device, [...hourOfDriving(9, 0), at(170 * 24 + 8, 36_000, 0)]);
  for (const day of [1, 80, 169]) {
    const sums = await sumsOf(scene, device.id, day * 24, day * 24 + 24);
    assert.deepEqual([sums['parkedtime'], sums['reports']], [DAY_S, 0], `day ${day}`);
  }
  assert.equal((await sumsOf(scene, device.id, 171 * 24, 172 * 24))['parkedtime'], 0, 'nothing came since');
  assert.equal((await sumsOf(scene, device.id, -48, -24))['parkedtime'], 0, 'nothing was before');
});
