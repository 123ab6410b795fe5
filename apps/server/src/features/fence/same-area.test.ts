// Which alarms of a recorder are about an area that the server watches by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceArea } from '@outrider/contract';
import { madeHere, mayBeOurs, type ServerFence } from './same-area.ts';

const CENTRE = { lat: 24, lng: 120.5 };
const METRES = 1 / 111_195;
const fence: ServerFence = { ...CENTRE, radiusM: 200, triggerIn: true, triggerOut: false };
const circle = (changes: { id?: number; lat?: number; radiusm?: number } = {}): DeviceArea => ({
  kind: 'circle',
  id: 7,
  ...CENTRE,
  radiusm: 200,
  ...changes,
});
const CROSSED = 1 << 20;
const OFF = 1 << 23;
const entered = { alarm: CROSSED, area: { type: 1, id: 7, out: false } };
const origins = (
  report: Parameters<typeof madeHere>[0],
  held: readonly DeviceArea[],
  fences: readonly ServerFence[] = [fence],
  routes: Parameters<typeof madeHere>[2]['routes'] = [],
): string[] => [...madeHere(report, held, { fences, routes })];

test('a circle that the recorder has from us is the fence where it lies there and is about as large', () => {
  assert.deepEqual(origins(entered, [circle()]), ['a20']);
  assert.deepEqual(origins(entered, [circle({ lat: CENTRE.lat + 25 * METRES, radiusm: 225 })]), ['a20']);
  assert.deepEqual(origins(entered, [circle({ lat: CENTRE.lat + 40 * METRES })]), []);
  assert.deepEqual(origins(entered, [circle({ radiusm: 240 })]), []);
  const large = { ...fence, radiusM: 5000 };
  assert.deepEqual(origins(entered, [circle({ radiusm: 5400 })], [large]), ['a20'], 'a tenth of the radius');
});

test('another number, another kind, a direction that is not watched, or no word of which area is no fence of ours', () => {
  assert.deepEqual(origins(entered, [circle({ id: 8 })]), []);
  assert.deepEqual(origins({ ...entered, area: { type: 3, id: 7, out: false } }, [circle()]), []);
  assert.deepEqual(origins({ ...entered, area: { type: 1, id: 7, out: true } }, [circle()]), []);
  assert.deepEqual(origins({ alarm: CROSSED }, [circle()]), []);
  assert.deepEqual(origins({ ...entered, alarm: OFF }, [circle()]), []);
  assert.deepEqual(
    [0, CROSSED, OFF, 1].map((alarm) => mayBeOurs({ alarm })),
    [false, true, true, false],
  );
});

test('off route is ours only where every route of the recorder is planned here, from end to end', () => {
  const way = [0, 500, 1000].map((metres) => ({ lat: CENTRE.lat + metres * METRES, lng: CENTRE.lng }));
  const held = (places: typeof way, id = 4): DeviceArea => ({
    kind: 'route',
    id,
    points: places.map((place) => ({ ...place, widthm: 50 })),
  });
  assert.deepEqual(origins({ alarm: OFF }, [held(way)], [], [way]), ['a23']);
  assert.deepEqual(origins({ alarm: OFF }, [held(way.toReversed())], [], [way]), []);
  const longer = [...way, { lat: CENTRE.lat + 1500 * METRES, lng: CENTRE.lng }];
  assert.deepEqual(origins({ alarm: OFF }, [held(longer)], [], [way]), []);
  const aside = way.with(1, { lat: CENTRE.lat, lng: CENTRE.lng + 0.01 });
  assert.deepEqual(origins({ alarm: OFF }, [held(aside)], [], [way]), []);
  assert.deepEqual(origins({ alarm: OFF }, [held(way), held(longer, 5)], [], [way]), []);
  assert.deepEqual(origins({ alarm: OFF }, [], [], [way]), []);
});
