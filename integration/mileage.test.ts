// Mileage, driving statistics and trips over real sockets: simulated vehicles whose true way is known, days of 23 and 25 hours, late
// positions, and who may ask what.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rights } from '@outrider/contract';
import { type LocationReport, encodeLocation, t0704LocationBatch } from '@outrider/jt808';
import { createManualClock, type ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { loadRoadNetwork } from '../apps/simulator/src/index.ts';
import { Trip } from '../apps/simulator/src/vehicle/trip.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './support/operator.ts';
import { type Account, type Server, startServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const HOUR_S = 3600;
const REPORT_MS = 10_000;
/** Of a batch that fits into one message. */
const BATCH = 12;
const BLIND_AREA = 1;

type Scene = { server: Server & { clock: ManualClock }; operator: Channel; waiting: { between: () => void } };

/** A server that was started at this moment; time flows 10 ms a look at anything waited for. */
const setScene = async (t: TestContext, nowMs: number): Promise<Scene> => {
  const clock = createManualClock(nowMs);
  const server = { ...(await startServer(t, {}, { clock })), clock };
  const waiting = { between: () => clock.advance(10) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  return { server, operator, waiting };
};

const connect = async (t: TestContext, { server, operator, waiting }: Scene, phone: string): Promise<Device> => {
  await operator.get('D01', { I: phone, C: 2 });
  const device = await Device.online(server.ports.jt808, { phone, waiting });
  afterwards(t, () => device.close());
  return device;
};

/** As a vehicle sends what it kept while it had no network. */
const upload = async (device: Device, reports: readonly LocationReport[]): Promise<void> => {
  for (let at = 0; at < reports.length; at += BATCH) {
    const items = reports.slice(at, at + BATCH);
    assert.equal(await device.ask(t0704LocationBatch, { type: BLIND_AREA, items }), 0);
  }
};

const MILEAGE = '/gkmileage/mileagequery';
const mileage = async ({ server }: Scene, input: Json, account: Account = server.admin): Promise<Json[]> =>
  asList((await httpCall(server.ports.http, 'POST', MILEAGE, { account, input })).body);

const statisticsOf = async ({ operator }: Scene, I: string, B: number, E: number): Promise<Json> =>
  asJson((await operator.get('Q13', { I, B, E }))['Z']);

const within = (value: unknown, wanted: number, share: number, what: string): void => {
  const off = Math.abs(Number(value) - wanted) / wanted;
  assert.ok(off <= share, `${what}: ${String(value)} against ${wanted}, off by ${(off * 100).toFixed(2)} %`);
};

/** A vehicle's way and what its own count says it was, metres. `odometer`: whether it tells the server. */
const drive = (seed: number, startMs: number, hours: number, odometer: boolean) => {
  const trip = new Trip({ network: loadRoadNetwork(), seed, parked: false }, startMs);
  const beganKm = trip.odometerKm;
  const reports = Array.from({ length: (hours * HOUR_MS) / REPORT_MS + 1 }, (_, i) => {
    trip.advance(startMs + i * REPORT_MS);
    const report = trip.report(startMs + i * REPORT_MS, { alarm: 0, items: [] });
    return { ...report, items: report.items.filter(({ id }) => odometer && id === 1) };
  });
  return { reports, metres: (trip.odometerKm - beganKm) * 1000 };
};

test('[F-CMD-017] Q13 tells what a simulated vehicle drove to 1 per cent, with its odometer and without; the fleet report and its trips agree', async (t) => {
  const startMs = Date.UTC(2026, 4, 5, 2);
  const scene = await setScene(t, startMs + 12 * HOUR_MS);
  const span = { B: startMs / 1000, E: startMs / 1000 + 6 * HOUR_S };
  let fleet = 0;
  for (const [seed, phone, odometer] of [
    [3, '13900000001', true],
    [4, '13900000002', false],
  ] as const) {
    const { reports, metres } = drive(seed, startMs, 5, odometer);
    assert.ok(metres > 40_000, 'it drove');
    await upload(await connect(t, scene, phone), reports);
    const sums = await statisticsOf(scene, phone, span.B, span.E);
    within(sums['distance'], metres * 1000, 0.01, `the distance of ${phone}`);
    assert.equal(sums['odometer'], odometer ? 1 : 0);
    assert.equal(sums['reports'], reports.length);
    const { trips } = asJson((await ask(scene, { deviceid: phone, start: span.B, end: span.E })).body);
    const driven = asList(trips).reduce((sum, trip) => sum + Number(trip['distance']), 0);
    within(driven, Number(sums['distance']), 0.01, 'the sum of the drives');
    fleet += Number(sums['distance']);
  }
  const rows = await mileage(scene, { afterTime: span.B, beforeTime: span.E });
  assert.deepEqual(
    rows.map(({ deviceid }) => deviceid),
    ['13900000001', '13900000002'],
  );
  const reported = rows.reduce((sum, row) => sum + Number(row['distance']), 0);
  within(reported, fleet, 1e-6, 'the report is the sum of both but for millimetres');
});

const ask = ({ server }: Scene, input: Json, account: Account = server.admin) =>
  httpCall(server.ports.http, 'POST', '/gkdevice/trips', { account, input });

/** An hour at 36 km/h northwards, a report a minute: 36,000 m, 600 m each. */
const hourOfDriving = (startMs: number, fromM = 0): LocationReport[] =>
  Array.from({ length: 61 }, (_, i) =>
    locationAt(startMs + i * 60_000, { latitude: 24 + (fromM + i * 600) / 111_194.93, speedKmh: 36 }),
  );

test('[F-CMD-017] Q13 answers every sum of its span, from B up to E, and of its device alone', async (t) => {
  const startMs = Date.UTC(2026, 4, 6, 2);
  const scene = await setScene(t, startMs + 12 * HOUR_MS);
  const device = await connect(t, scene, '13900000003');
  const other = await connect(t, scene, '13900000004');
  await upload(other, hourOfDriving(startMs));
  const startS = startMs / 1000;
  const last = { latitude: 24 + 36_000 / 111_194.93, speedKmh: 0 };
  const stands = (minute: number, status: number): LocationReport =>
    locationAt(startMs + minute * 60_000, { ...last, status });
  // An hour of driving, twelve minutes with the ignition on, eight with it off.
  await upload(device, [
    ...hourOfDriving(startMs).slice(0, -1),
    ...Array.from({ length: 13 }, (_, i) => stands(60 + i, 3)),
    ...Array.from({ length: 8 }, (_, i) => stands(73 + i, 2)),
  ]);
  const sums = async (fromMinute: number, toMinute: number, limit = {}): Promise<Json> => {
    const span = { B: startS + fromMinute * 60, E: startS + toMinute * 60 };
    return asJson((await scene.operator.get('Q13', { I: device.id, ...span, ...limit }))['Z']);
  };
  const { distance, ...whole } = await sums(-60, 120);
  within(distance, 36_000_000, 0.001, 'the whole hour');
  const never = { overspeedtime: 0, overspeedcount: 0, silenttime: 0, odometer: 0 };
  const standing = { idletime: 780, parkedtime: 420 };
  const drove = { drivingtime: 3600, maxspeed: 36, starttime: startS, endtime: startS + 3600 };
  assert.deepEqual(whole, { ...never, ...standing, ...drove, reports: 81 });
  const { distance: half, ...middle } = await sums(15, 45);
  within(half, 18_000_000, 0.001, 'half an hour of it');
  const between = { starttime: startS + 15 * 60, endtime: startS + 45 * 60 };
  const noStand = { idletime: 0, parkedtime: 0 };
  assert.deepEqual(middle, { ...never, ...noStand, drivingtime: 1800, maxspeed: 36, ...between, reports: 30 });
  const stood = { drivingtime: 0, distance: 0, maxspeed: 0, starttime: null, endtime: null };
  assert.deepEqual(await sums(62, 120), { ...never, ...stood, idletime: 660, parkedtime: 420, reports: 19 });
  const fast = await sums(-60, 120, { L: 36 });
  assert.deepEqual([fast['overspeedtime'], fast['overspeedcount']], [3600, 1], 'over speed from L on');
  const slow = await sums(-60, 120, { L: 37 });
  assert.deepEqual([slow['overspeedtime'], slow['overspeedcount']], [0, 0]);
});

test('days are those of the asked zone: 23 hours in March, 25 in October, and nothing falls between them', async (t) => {
  const scene = await setScene(t, Date.UTC(2026, 10, 1));
  const device = await connect(t, scene, '13900000011');
  const deviceid = device.id;
  for (const [day, next, hours, drives] of [
    // Berlin: 29 March begins at 23:00 UTC the day before and ends at 22:00; 25 October from 22:00 to 23:00.
    ['2026-03-29', '2026-03-30', 23, [Date.UTC(2026, 2, 28, 22, 30), Date.UTC(2026, 2, 29, 21, 30)]],
    ['2026-10-25', '2026-10-26', 25, [Date.UTC(2026, 9, 24, 21, 30), Date.UTC(2026, 9, 25, 22, 30)]],
  ] as const) {
    for (const [i, startMs] of drives.entries()) await upload(device, hourOfDriving(startMs, i * 36_000));
    const begin = drives[0] / 1000 + HOUR_S / 2;
    const span = { afterTime: begin - 24 * HOUR_S, beforeTime: begin + hours * HOUR_S + 24 * HOUR_S };
    const rows = await mileage(scene, { deviceid, zone: 'Europe/Berlin', ...span });
    const own = rows.find(({ date }) => date === day);
    assert.equal(own?.['drivingtime'], HOUR_S, `${day}: the half hours inside`);
    within(own['distance'], 36_000_000, 0.001, day);
    assert.equal(own['starttime'], begin, 'from the first moment of the day');
    assert.equal(own['endtime'], begin + hours * HOUR_S, `${day} has ${hours} hours`);
    assert.ok(rows.some(({ date }) => date === next));
    const whole = await mileage(scene, { deviceid, ...span });
    const parts = rows.reduce((sum, row) => sum + Number(row['distance']), 0);
    assert.deepEqual([whole.length, whole[0]?.['distance']], [1, parts], 'the days add up');
  }
});

test('a kept day is made again when late positions arrive, also after another start of the question', async (t) => {
  const startMs = Date.UTC(2026, 5, 1, 3);
  const scene = await setScene(t, startMs + 9 * HOUR_MS);
  const device = await connect(t, scene, '13900000021');
  await connect(t, scene, '13900000022');
  const all = hourOfDriving(startMs);
  const span = { afterTime: startMs / 1000 - HOUR_S, beforeTime: startMs / 1000 + 8 * HOUR_S };
  await upload(device, all.slice(0, 25));
  const [first, still] = await mileage(scene, span);
  within(first?.['distance'], 24 * 600_000, 0.001, 'the first part');
  assert.deepEqual([still?.['deviceid'], still?.['distance'], still?.['reports']], ['13900000022', 0, 0]);
  assert.deepEqual((await mileage(scene, span))[0], first, 'from what is kept');
  await upload(device, all.slice(25));
  const [later] = await mileage(scene, span);
  within(later?.['distance'], 36_000_000, 0.001, 'with the late part');
  assert.equal(later?.['reports'], 61);
});

test('drives and stops of a day with places; repeats, noise and a jump add nothing; over speed by the asked limit', async (t) => {
  const startMs = Date.UTC(2026, 6, 1, 3);
  const scene = await setScene(t, startMs + 9 * HOUR_MS);
  const device = await connect(t, scene, '13900000031');
  const way = hourOfDriving(startMs).slice(0, 21);
  const arrived = { ...locationAt(0), ...way.at(-1), time: startMs + 20 * 60_000 };
  const noise = Array.from({ length: 20 }, (_, i) =>
    locationAt(arrived.time + (i + 1) * 60_000, {
      latitude: arrived.latitude + ((i % 3) - 1) * 0.0003,
      speedKmh: i % 4,
    }),
  );
  const jump = locationAt(startMs + 90_000, { latitude: 25.5 });
  await upload(device, [...way, ...noise, jump, ...way.slice(0, 12)]);
  const input = {
    deviceid: device.id,
    start: startMs / 1000 - HOUR_S,
    end: startMs / 1000 + 4 * HOUR_S,
    overspeed: 30,
  };
  const body = asJson((await ask(scene, input)).body);
  const trips = asList(body['trips']);
  assert.deepEqual(
    trips.map(({ kind, starttime, endtime }) => [
      kind,
      Number(starttime) - startMs / 1000,
      Number(endtime) - startMs / 1000,
    ]),
    [
      ['drive', 0, 1260],
      ['stop', 1260, 2400],
    ],
  );
  const [trip, stop] = trips;
  within(trip?.['distance'], 12_000_000, 0.003, 'the drive');
  assert.deepEqual([asJson(trip?.['from'])['lat'], trip?.['overspeedcount']], [24, 1]);
  within(asJson(stop?.['from'])['lat'], arrived.latitude, 0.0001, 'where it stands');
  assert.equal(stop?.['idletime'], 1140, 'the ignition was on');
  const { Z } = await scene.operator.get('Q13', { I: device.id, B: input.start, E: input.end, L: 60 });
  assert.equal(asJson(Z)['overspeedcount'], 0);
});

test('every refusal has its words: order, length, future, zone, an unknown device', async (t) => {
  const nowS = Date.UTC(2026, 6, 1) / 1000;
  const scene = await setScene(t, nowS * 1000);
  const long = 'A.123456789012345678901234567_-';
  assert.equal(long.length, 31);
  await scene.operator.get('D01', { I: long, C: 1 });
  const refused = async (input: Json): Promise<[number, unknown]> => {
    const { status, body } = await httpCall(scene.server.ports.http, 'POST', MILEAGE, {
      account: scene.server.admin,
      input,
    });
    return [status, asJson(body)['message']];
  };
  const day = { afterTime: nowS - 24 * HOUR_S, beforeTime: nowS };
  assert.deepEqual(await refused({ afterTime: nowS, beforeTime: nowS }), [400, 'Start Time > End Time']);
  assert.deepEqual(await refused({ afterTime: nowS - 93 * 24 * HOUR_S, beforeTime: nowS }), [
    400,
    'At most 92 days at once',
  ]);
  const future = { afterTime: nowS + 48 * HOUR_S, beforeTime: nowS + 72 * HOUR_S };
  assert.deepEqual(await refused(future), [400, 'The span lies in the future']);
  assert.deepEqual(await refused({ ...day, zone: 'Mars/Crater' }), [400, 'Unknown time zone Mars/Crater']);
  assert.deepEqual(await refused({ ...day, deviceid: 'NONE' }), [404, 'Unknown device NONE']);
  assert.equal((await refused({ ...day, deviceid: '<b>' }))[0], 400);
  const [row] = await mileage(scene, { ...day, deviceid: long });
  assert.deepEqual([row?.['deviceid'], row?.['distance'], row?.['starttime']], [long, 0, null]);
  const [q13] = await scene.operator.ask('Q13', { I: long, B: nowS - 40 * 24 * HOUR_S, E: nowS });
  assert.deepEqual([q13?.['R'], q13?.['Z']], ['400', 'At most 31 days at once']);
  // All of October where clocks are set back, as GPS playback asks for it: an hour more, up to a minute past midnight.
  const october = { B: nowS - (31 * 24 + 1) * HOUR_S - 59, E: nowS };
  assert.equal((await statisticsOf(scene, long, october.B, october.E))['reports'], 0);
  assert.equal((await ask(scene, { deviceid: long, start: october.B, end: october.E })).status, 200);
});

test('the report holds the devices of the caller only; a device of another group is as one that is not there', async (t) => {
  const startMs = Date.UTC(2026, 6, 1, 3);
  const scene = await setScene(t, startMs + 9 * HOUR_MS);
  await upload(await connect(t, scene, '13900000041'), hourOfDriving(startMs));
  const { users } = scene.server.app;
  const account = { user: 'ann', hash: toPasswordHash('Sesame-1') };
  await users.add({
    name: 'ann',
    passwordHash: account.hash,
    level: 1,
    rights: new Set(rights),
    expiresMs: null,
    groupIds: [],
  });
  const span = { afterTime: startMs / 1000, beforeTime: startMs / 1000 + HOUR_S };
  assert.equal((await mileage(scene, span)).length, 1);
  assert.deepEqual(await mileage(scene, span, account), []);
  for (const deviceid of ['13900000041', 'NONE']) {
    const { status, body } = await httpCall(scene.server.ports.http, 'POST', MILEAGE, {
      account,
      input: { ...span, deviceid },
    });
    assert.deepEqual([status, asJson(body)['message']], [404, `Unknown device ${deviceid}`]);
    const trips = await ask(scene, { deviceid, start: span.afterTime, end: span.beforeTime }, account);
    assert.deepEqual([trips.status, asJson(trips.body)['message']], [404, `Unknown device ${deviceid}`]);
  }
});

test('a live report counts at once: what is not packed yet is in the answer for one device and for the fleet', async (t) => {
  const startMs = Date.UTC(2026, 6, 1, 3);
  const scene = await setScene(t, startMs + 2 * HOUR_MS);
  const device = await connect(t, scene, '13900000051');
  await connect(t, scene, '13900000052');
  const nowS = Math.floor(scene.server.clock.now() / 1000);
  const span = { afterTime: startMs / 1000, beforeTime: nowS + HOUR_S };
  for (const [i, metres] of [0, 100, 200, 300].entries()) {
    const timeMs = Math.floor(scene.server.clock.now() / 1000) * 1000;
    const report = locationAt(timeMs, { latitude: 24 + metres / 111_194.93, speedKmh: 36 });
    assert.equal(await device.answerTo(device.sendBody(0x0200, encodeLocation(report))), 0);
    const [row] = await mileage(scene, i % 2 === 0 ? span : { ...span, deviceid: device.id });
    assert.equal(row?.['reports'], i + 1);
    scene.server.clock.advance(10_000);
  }
});

/** Everything about a device but the distance, and that to some millimetres. */
const assertSame = (row: Json | undefined, whole: Json, what: string): void => {
  assert.ok(
    Math.abs(Number(row?.['distance']) - Number(whole['distance'])) < 100,
    `${what}: ${String(row?.['distance'])}`,
  );
  for (const field of ['drivingtime', 'idletime', 'reports', 'maxspeed', 'starttime', 'endtime', 'odometer'])
    assert.deepEqual(row?.[field], whole[field], `${what}: ${field}`);
};

test('today is worked out once: later questions work in what is new, a late report begins it again', async (t) => {
  const startMs = Date.UTC(2026, 7, 3, 1);
  const scene = await setScene(t, startMs + 8 * HOUR_MS);
  const devices = [await connect(t, scene, '13900000061'), await connect(t, scene, '13900000062')];
  const drives = devices.map((_, i) => drive(7 + i, startMs, 6, i === 0).reports);
  const span = { afterTime: startMs / 1000 - HOUR_S, beforeTime: startMs / 1000 + 10 * HOUR_S };
  const works = async () => {
    const { body } = await httpCall(scene.server.ports.http, 'GET', '/metrics', { account: scene.server.admin });
    const of = (name: string): number => Number(new RegExp(`mileage_days_${name} (\\d+)`).exec(String(body))?.[1]);
    return [of('begun'), of('resumed')];
  };
  const check = async (what: string, expected: readonly number[]): Promise<void> => {
    const rows = await mileage(scene, span);
    for (const [i, { id }] of devices.entries())
      assertSame(rows[i], await statisticsOf(scene, id, span.afterTime, span.beforeTime), `${what}, ${id}`);
    const [begun, resumed = 0] = await works();
    assert.equal(begun, expected[0], what);
    // News of a report may come right after the question that has it already: that is one more look at nothing new.
    assert.ok(resumed >= (expected[1] ?? 0), `${what}: ${resumed} resumed`);
  };
  const send = async (from: number, to: number, leftOut: (i: number) => boolean = () => false): Promise<void> => {
    for (const [i, device] of devices.entries())
      await upload(
        device,
        (drives[i] ?? []).slice(from, to).filter((_, at) => !leftOut(from + at)),
      );
  };
  const late = (i: number): boolean => i >= 900 && i < 912;
  await send(0, 1000, late);
  await check('the first question', [2, 0]);
  await check('nothing new: what is kept is the answer', [2, 0]);
  await send(1000, 1500);
  await check('what is new is worked in', [2, 2]);
  await send(1500, 1512);
  await check('and again', [2, 4]);
  const [device] = devices;
  assert.ok(device);
  await upload(
    device,
    (drives[0] ?? []).filter((_, i) => late(i)),
  );
  await check('what belongs before begins the day again', [3, 4]);
  await send(1512, 2161);
  await check('and goes on from there', [3, 6]);
});
