// Many zones and many devices: what an evaluation costs, in comparisons, and that it finds what it has to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualClock } from '../../kernel/manual-clock.ts';
import { Pace } from '../../kernel/work/pace.ts';
import type { JournalFixes } from '../position/index.ts';
import { ZoneGrid } from './zone-grid.ts';
import { circleShape } from './zone-shape.ts';
import { type Zone, ZoneWatch } from './zone-watch.ts';

const DEVICES = 10_000;
const ZONES = 1000;
const START_S = 1_800_000_000;
const everybody = Uint32Array.from({ length: DEVICES }, (_, i) => i + 1);

const zoneAt = (slot: number, lat: number, lng: number, radiusM = 300, devices = everybody): Zone => ({
  kind: 'fence',
  slot,
  title: `Fence ${slot}`,
  shape: circleShape({ lat, lng, radiusM }),
  devices,
  triggerIn: true,
  triggerOut: true,
  sinceId: 0,
});

/** `second`: by the clock of the device; `received`: by ours, where that is another one. */
type Fix = { key: number; second: number; received?: number; lat: number; lng: number };
const columns = (fixes: readonly Fix[]): JournalFixes => ({
  deviceKey: Uint32Array.from(fixes, ({ key }) => key),
  time: Uint32Array.from(fixes, ({ second }) => START_S + second),
  received: Uint32Array.from(fixes, ({ second, received = second }) => START_S + received),
  lat: Int32Array.from(fixes, ({ lat }) => Math.round(lat * 1e6)),
  lng: Int32Array.from(fixes, ({ lng }) => Math.round(lng * 1e6)),
  speed: Uint16Array.from(fixes, () => 500),
  replayed: Uint8Array.from(fixes, () => 0),
});
const pace = () => new Pace(createManualClock());

/** A grid of fences, a kilometre or more apart: a city. */
const city = (): ZoneWatch => {
  const watch = new ZoneWatch();
  for (let i = 0; i < ZONES; i += 1) watch.set(zoneAt(i + 1, 24 + (i % 32) * 0.01, 120 + Math.floor(i / 32) * 0.01));
  return watch;
};

test('10,000 devices in a city of 1,000 fences: each fix is compared with the few fences around it', async () => {
  const watch = city();
  const at = (second: number): JournalFixes =>
    columns(
      Array.from({ length: DEVICES }, (_, i) => ({
        key: i + 1,
        second,
        lat: 24 + ((i * 7919) % 3200) / 10_000 + second / 100_000,
        lng: 120 + ((i * 104_729) % 3200) / 10_000,
      })),
    );
  await watch.take(at(0), 1, pace());
  const first = watch.compared;
  await watch.take(at(10), 2, pace());
  await watch.take(at(20), 3, pace());
  const each = (watch.compared - first) / (2 * DEVICES);
  assert.ok(each > 0.5 && each < 20, `${each} comparisons a fix`);
});

test('far from every fence nothing is compared; a device that nobody watches is not looked at', async () => {
  const watch = city();
  const fixes = Array.from({ length: 100 }, (_, i) => ({ key: i + 1, second: 0, lat: -30, lng: 20 }));
  await watch.take(columns([...fixes, { key: DEVICES + 1, second: 0, lat: 24, lng: 120 }]), 1, pace());
  assert.equal(watch.compared, 0);
});

test('who was let in is found outside wherever it is, by every fence it was in, also by a fence as large as a country', async () => {
  const watch = city();
  watch.set(zoneAt(2000, 24, 120, 900_000));
  watch.set(zoneAt(2001, 24, 120, 300, Uint32Array.from([2])));
  const seen = { key: 1, second: 0, lat: -30, lng: 20 };
  const crossed = async (id: number, ...fixes: Fix[]): Promise<string[]> =>
    (await watch.take(columns(fixes), id, pace())).crossings
      .map(({ zone, crossing }) => `${zone.slot} ${crossing.inside ? 'in' : 'out'}`)
      .toSorted();
  assert.deepEqual(await crossed(1, seen), []);
  assert.deepEqual(await crossed(2, { ...seen, second: 10, lat: 24, lng: 120 }), ['1 in', '2000 in']);
  assert.deepEqual(await crossed(3, { ...seen, second: 20, lat: 24.005, lng: 120 }), []);
  assert.deepEqual(await crossed(4, { ...seen, second: 30 }, { ...seen, second: 40 }), ['1 out', '2000 out']);
});

/** A vehicle that drives into a fence with its clock set so many seconds ahead; gives what crosses next. */
const ahead = async (aheadS: number) => {
  const watch = new ZoneWatch();
  watch.set(zoneAt(1, 24, 120));
  let id = 0;
  const crossed = async (received: number, isInside: boolean, by: number): Promise<unknown[]> => {
    const fix = { key: 1, second: received + by, received, lat: isInside ? 24 : 25, lng: 120 };
    const { crossings } = await watch.take(columns([fix]), ++id, pace());
    return crossings.map(({ crossing }) => [crossing.inside ? 'in' : 'out', crossing.fix.late, crossing.overMs]);
  };
  assert.deepEqual(await crossed(0, false, aheadS), []);
  assert.deepEqual(await crossed(10, true, aheadS), [['in', false, null]]);
  return { watch, crossed };
};
const HOUR_S = 3600;

for (const aheadS of [40, 5 * 60, 8 * HOUR_S])
  test(`who went in by a clock ${aheadS} s ahead goes out in time once it is right, and in again`, async () => {
    const { crossed } = await ahead(aheadS);
    assert.deepEqual(await crossed(100, true, 0), [], 'still inside');
    assert.deepEqual(await crossed(110, false, 0), []);
    assert.deepEqual(await crossed(120, false, 0), [['out', false, null]]);
    assert.deepEqual(await crossed(130, true, 0), [['in', false, null]]);
  });

test('out at the first fixes by a clock that was set right; with one that stays ahead too', async () => {
  const right = await ahead(8 * HOUR_S);
  assert.deepEqual(await right.crossed(200, false, 0), []);
  assert.deepEqual(await right.crossed(210, false, 0), [['out', false, null]]);
  const stays = await ahead(8 * HOUR_S);
  assert.deepEqual(await stays.crossed(200, false, 8 * HOUR_S), []);
  assert.deepEqual(await stays.crossed(210, false, 8 * HOUR_S), [['out', false, null]]);
});

test('the newest place that was known before the start makes nothing late by a clock that was ahead, nor before the zone was set right', async () => {
  const START_MS = START_S * 1000;
  const { watch, crossed } = await ahead(0);
  watch.sawNewest(1, { timeMs: START_MS + 8 * HOUR_S * 1000, receivedMs: START_MS + 20_000 });
  assert.deepEqual(await crossed(90, false, 0), []);
  assert.deepEqual(await crossed(100, false, 0), [['out', false, null]]);
  watch.sawNewest(1, { timeMs: START_MS + 8 * HOUR_S * 1000, receivedMs: START_MS + 100_000 });
  watch.forgetNewest(1);
  assert.deepEqual(await crossed(110, true, 0), [['in', false, null]]);
});

test('a place is found in every box that holds it, once: small and large, across the date line, at the poles, and not after its removal', () => {
  const boxes = [
    { south: 10, north: 10.001, west: 20, east: 20.001 },
    { south: 9.9, north: 10.1, west: 19.9, east: 20.1 },
    { south: -60, north: 60, west: -170, east: 170 },
    { south: -1, north: 1, west: 179.5, east: -179.5 },
    { south: 89, north: 90, west: -180, east: 180 },
    { south: -90, north: -89.99, west: -180, east: 180 },
  ];
  const grid = new ZoneGrid<number>();
  boxes.forEach((box, i) => grid.add(i, box));
  const at = (lat: number, lng: number): number[] => [...grid.at(lat, lng)].toSorted((a, b) => a - b);
  // Those of 4 and 5 are cells as wide as the world.
  assert.deepEqual(at(10.0005, 20.0005), [0, 1, 2, 4, 5]);
  assert.deepEqual(at(-30, 20.0005), [2, 4, 5]);
  assert.ok(at(0, 179.9).includes(3) && at(0, -179.9).includes(3) && at(0, 180).includes(3));
  assert.ok(at(89.5, 77).includes(4) && at(-90, -77).includes(5));
  assert.ok(at(89.5, 179).includes(4) && at(0, 165).includes(2));
  boxes.forEach((box, i) => grid.remove(i, box));
  for (const [lat, lng] of [
    [10.0005, 20.0005],
    [0, 179.9],
    [89.5, 77],
  ] as const)
    assert.deepEqual(at(lat, lng), []);
});
