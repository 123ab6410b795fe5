// Areas and routes raise what they should as a vehicle drives, seen over a real socket, and outlast its restart. The vehicle's clock moves
// only when told.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import {
  decodeLocation,
  decodeStoredAreas,
  p8204LinkCheck,
  p8600SetCircles,
  p8601DeleteCircles,
  p8602SetRectangles,
  p8604SetPolygon,
  p8606SetRoute,
  p8607DeleteRoutes,
  p8608QueryAreas,
  t0608AreaReply,
} from '@outrider/jt808';
import type { LocationBase, LocationItem, RoutePoint } from '@outrider/jt808';
import { ManualClock } from '../clock.ts';
import { drivenVehicles } from '../testing/driven-vehicles.ts';
import type { Vehicle } from './vehicle.ts';

const START_MS = 1_790_000_000_000;
const BIT = { overspeed: 1, area: 20, route: 21, section: 22, off: 23 } as const;
/** Attributes: speed limit, tell the driver and the platform both ways. */
const SPEED = 1 << 1;
const DRIVER = (1 << 2) | (1 << 4);
const PLATFORM = (1 << 3) | (1 << 5);
const HUGE_M = 1_000_000;

const { made, online: begin } = drivenVehicles('area-watch', START_MS);

const caughtUp = async (): Promise<void> => assert.equal(await made.platform.ask(p8204LinkCheck, {}), 0);

const online = async (edition: '2013' | '2019' = '2013'): Promise<Vehicle> => {
  const vehicle = await begin({ edition, seed: 2 });
  await caughtUp();
  return vehicle;
};

type Report = LocationBase & { readonly second: number; readonly items: readonly LocationItem[] };

/** Lets so many seconds pass and gives the reports that came by themselves. */
const drive = async (seconds: number): Promise<Report[]> => {
  const reports: Report[] = [];
  for (let second = 1; second <= seconds; second += 1) {
    const before = made.platform.messages.length;
    made.clock.advance(1000);
    await caughtUp();
    for (const { id, body } of made.platform.messages.slice(before))
      if (id === 0x0200) reports.push({ second, ...decodeLocation(body) });
  }
  return reports;
};

const hasBit = ({ alarm }: { readonly alarm: number }, bit: number): boolean => Math.floor(alarm / 2 ** bit) % 2 === 1;
const itemsOf = (reports: readonly Report[], id: number): unknown[] =>
  reports.flatMap(({ items }) => items.filter((item) => item.id === id).map(({ value }) => value));

/** What the driver hears, without the time. */
const heardBy = (vehicle: Vehicle): string[] =>
  vehicle.log.texts(500, 0).flatMap((line) => /speaks: .*/.exec(line)?.slice(0, 1) ?? []);

const raw = (degrees: number): number => Math.round(degrees * 1e6);
const placeOf = (vehicle: Vehicle): { latRaw: number; lonRaw: number } => {
  const { latitude, longitude } = vehicle.locationNow();
  return { latRaw: raw(latitude), lonRaw: raw(longitude) };
};
const circleAround = (vehicle: Vehicle, radiusM: number) => ({
  id: 7,
  attr: DRIVER | PLATFORM,
  ...placeOf(vehicle),
  radiusM,
});

test(
  'a circle is entered and left: bit 20 with item 12, once each, and the driver hears it',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online();
    assert.equal(await made.platform.ask(p8600SetCircles, { action: 1, areas: [circleAround(vehicle, 150)] }), 0);
    const reports = await drive(240);
    const [entered, left] = reports.filter((report) => hasBit(report, BIT.area));
    assert.ok(entered !== undefined && left !== undefined, 'it is entered and left');
    assert.deepEqual(itemsOf([entered], 0x12), [{ positionType: 1, areaId: 7, direction: 0 }]);
    assert.equal(entered.second, 1);
    assert.deepEqual(itemsOf([left], 0x12), [{ positionType: 1, areaId: 7, direction: 1 }]);
    assert.ok(left.second > 5, `left after ${left.second} s`);
    assert.deepEqual(heardBy(vehicle), ['speaks: in 7', 'speaks: out 7']);
  },
);

test('areas outlast a restart, and where the vehicle stands is no news then', { timeout: 60_000 }, async () => {
  const vehicle = await online('2019');
  const circle = { ...circleAround(vehicle, 150), name: 'Depot' };
  assert.equal(await made.platform.ask(p8600SetCircles, { action: 1, areas: [circle] }), 0);
  assert.equal((await drive(1)).filter((report) => hasBit(report, BIT.area)).length, 1);
  await vehicle.stop();
  const again = await online('2019');
  const said = await made.platform.query(p8608QueryAreas, { type: 1, ids: [] }, t0608AreaReply);
  assert.deepEqual(decodeStoredAreas(said), { kind: 'circles', areas: [circle] });
  const reports = await drive(240);
  const crossings = itemsOf(reports, 0x12);
  assert.deepEqual(crossings[0], { positionType: 1, areaId: 7, direction: 1 }, 'the first news is that it left');
  assert.deepEqual(heardBy(again).slice(0, 1), ['speaks: out Depot']);
  assert.equal(await made.platform.ask(p8601DeleteCircles, { ids: [] }), 0);
  assert.deepEqual(await drive(60), [], 'nothing is watched any more');
});

test(
  'an area that is not valid now, or tells nobody, is silent; a rectangle and a polygon are areas too',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online();
    const { latRaw, lonRaw } = placeOf(vehicle);
    const [north, south] = [latRaw + 90_000, latRaw - 90_000];
    const [west, east] = [lonRaw - 90_000, lonRaw + 90_000];
    const timed = { ...circleAround(vehicle, 150), id: 1, attr: PLATFORM | 1 };
    // START_MS is 22:13:20 in the zone of the standard.
    const day = { start: '000000080000', end: '000000200000' };
    assert.equal(await made.platform.ask(p8600SetCircles, { action: 1, areas: [{ ...timed, ...day }] }), 0);
    const quiet = { ...circleAround(vehicle, 150), id: 2, attr: 0 };
    assert.equal(await made.platform.ask(p8600SetCircles, { action: 1, areas: [quiet] }), 0);
    assert.deepEqual(await drive(2), []);
    const night = { start: '000000220000', end: '000000060000' };
    assert.equal(await made.platform.ask(p8600SetCircles, { action: 2, areas: [{ ...timed, ...night }] }), 0);
    assert.deepEqual(itemsOf(await drive(1), 0x12), [{ positionType: 1, areaId: 1, direction: 0 }]);
    const corners = { latTopLeftRaw: north, lonTopLeftRaw: west, latBottomRightRaw: south, lonBottomRightRaw: east };
    assert.equal(
      await made.platform.ask(p8602SetRectangles, { action: 1, areas: [{ id: 3, attr: PLATFORM, ...corners }] }),
      0,
    );
    const points = [
      { latRaw: north, lonRaw: west },
      { latRaw: north, lonRaw: east },
      { latRaw: south, lonRaw },
    ];
    assert.equal(await made.platform.ask(p8604SetPolygon, { id: 4, attr: PLATFORM, points }), 0);
    assert.deepEqual(itemsOf(await drive(1), 0x12), [
      { positionType: 2, areaId: 3, direction: 0 },
      { positionType: 3, areaId: 4, direction: 0 },
    ]);
  },
);

test(
  'faster than an area allows, for as long as it says: the over-speed alarm with the area in item 11',
  { timeout: 60_000 },
  async () => {
    const vehicle = await online();
    const slow = { ...circleAround(vehicle, HUGE_M), attr: SPEED, maxSpeedKmh: 10, overspeedS: 3 };
    assert.equal(await made.platform.ask(p8600SetCircles, { action: 1, areas: [slow] }), 0);
    const raised = (await drive(120)).filter((report) => hasBit(report, BIT.overspeed));
    assert.ok(raised.length > 0);
    assert.deepEqual(itemsOf(raised.slice(0, 1), 0x11), [{ positionType: 1, areaId: 7 }]);
    assert.ok((raised[0]?.speedKmh ?? 0) > 9);
    assert.equal(await made.platform.ask(p8601DeleteCircles, { ids: [7] }), 0);
    assert.equal(vehicle.locationNow().alarm, 0, 'without the area nothing is too fast');
  },
);

/** Where the same vehicle, started again from nothing, is in so many seconds. */
const placesAhead = async (vehicle: Vehicle, everyS: number, count: number) => {
  const places = [placeOf(vehicle)];
  for (let i = 1; i < count; i += 1) {
    await drive(everyS);
    places.push(placeOf(vehicle));
  }
  return places;
};
const pointOf = (place: { latRaw: number; lonRaw: number }, at: number, timed = {}): RoutePoint => ({
  ...place,
  pointId: at + 1,
  segmentId: 100 + at,
  widthM: 120,
  attr: 0,
  ...timed,
});

test(
  'a route is driven: entered, a section too slow, one too fast, and its end is no leaving of the way',
  { timeout: 60_000 },
  async () => {
    const scout = await online();
    const places = await placesAhead(scout, 15, 5);
    await scout.stop();
    rmSync(`${made.folder}/vehicle.json`, { force: true });
    made.clock = new ManualClock(START_MS);
    const vehicle = await online();
    const limits = [
      { attr: 1, maxSeconds: 5, minSeconds: 0 },
      { attr: 1, maxSeconds: 600, minSeconds: 300 },
    ];
    const points = places.map((place, at) => pointOf(place, at, limits[at]));
    assert.equal(await made.platform.ask(p8606SetRoute, { id: 9, attr: PLATFORM, points }), 0);
    const reports = await drive(60);
    assert.deepEqual(itemsOf(reports, 0x12)[0], { positionType: 4, areaId: 9, direction: 0 });
    assert.ok(hasBit(reports[0] ?? { alarm: 0 }, BIT.route));
    const sections = itemsOf(reports, 0x13);
    assert.deepEqual(sections[0], { segmentId: 100, seconds: 6, result: 1 });
    const second = sections.find((value) => JSON.stringify(value).includes('"segmentId":101'));
    assert.ok(second !== undefined, JSON.stringify(sections));
    assert.equal(JSON.parse(JSON.stringify(second)).result, 0);
    assert.ok(reports.filter((report) => hasBit(report, BIT.section)).length >= 2);
    assert.deepEqual(
      reports.filter((report) => hasBit(report, BIT.off)),
      [],
    );
    assert.ok(vehicle.online);
  },
);

test('off the route: bit 23 for as long as it is off, gone with the route', { timeout: 60_000 }, async () => {
  const vehicle = await online();
  const here = placeOf(vehicle);
  // A route that leads north-west from here, which the road does not.
  const points = [here, { latRaw: here.latRaw + 40_000, lonRaw: here.lonRaw - 40_000 }].map((place, at) =>
    pointOf(place, at),
  );
  assert.equal(await made.platform.ask(p8606SetRoute, { id: 9, attr: PLATFORM, points }), 0);
  const reports = await drive(180);
  const off = reports.filter((report) => hasBit(report, BIT.off));
  assert.ok(off.length > 0, 'it left the route');
  assert.deepEqual(itemsOf(off, 0x12)[0], { positionType: 4, areaId: 9, direction: 1 });
  assert.ok(hasBit(vehicle.locationNow(), BIT.off), 'it lasts');
  assert.equal(await made.platform.ask(p8607DeleteRoutes, { ids: [9] }), 0);
  assert.equal(hasBit(vehicle.locationNow(), BIT.off), false);
});
