// Areas of a recorder drawn on the small map of their form: what is pressed and dragged there stands in the fields, what is typed is drawn,
// and what the simulated recorder keeps, read from its bytes, is that area. The list around it is device-areas.spec.ts.
import assert from 'node:assert/strict';
import { p8600SetCircles, p8602SetRectangles, p8604SetPolygon, p8606SetRoute } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import type { AreaMapReport } from '../apps/console/src/map/map-report.ts';
import { latOf, lngOf, mercatorX, mercatorY, worldPx } from '../apps/console/src/map/mercator.ts';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { becomes } from './support/becomes.ts';
import { areaReport } from './support/map.ts';
import { must } from './support/must.ts';
import { expect, test } from './test.ts';

const ID = '13800000972';
const KIND = { circle: 1, rectangle: 2, polygon: 3, route: 4 } as const;
/** The bytes of circles and rectangles are kept without action and count. */
const LIST_HEAD = [1, 1];
const stage = useStage();

type Spot = readonly [x: number, y: number];
const dialog = (page: Page): Locator => page.getByRole('dialog');
const number = (page: Page, name: string): Locator => dialog(page).getByRole('spinbutton', { name, exact: true });
const points = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Points' });
const map = (page: Page): Locator =>
  dialog(page).getByRole('region', { name: 'Map', exact: true }).locator('.maplibregl-map');
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

const reportOf = (page: Page): Promise<AreaMapReport> => areaReport(map(page));
const handles = async (page: Page): Promise<number> => (await reportOf(page)).handles.length;

/** Where a spot of the map lies on the page; spots are counted from its middle. */
const onPage = async (page: Page, [x, y]: Spot): Promise<{ x: number; y: number }> => {
  await map(page).scrollIntoViewIfNeeded();
  const box = must(await map(page).boundingBox(), 'the map');
  return { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y };
};
/** The place that lies under a spot, by the view alone. */
const placeUnder = async (page: Page, [x, y]: Spot): Promise<{ lat: number; lng: number }> => {
  const { center, zoom } = await reportOf(page);
  return {
    lat: latOf(mercatorY(center.lat) + y / worldPx(zoom)),
    lng: lngOf(mercatorX(center.lng) + x / worldPx(zoom)),
  };
};
const pressMap = async (page: Page, spot: Spot): Promise<void> => {
  const { x, y } = await onPage(page, spot);
  await page.mouse.click(x, y);
};
/** Drags a handle by so many pixels; gives the place where it is let go. The fields follow a moment later. */
const drag = async (page: Page, index: number, by: Spot): Promise<{ lat: number; lng: number }> => {
  const handle = must((await reportOf(page)).handles[index], `handle ${index}`);
  await map(page).scrollIntoViewIfNeeded();
  const box = must(await map(page).boundingBox(), 'the map');
  const [x, y] = [box.x + handle.x, box.y + handle.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2);
  await page.mouse.move(x + by[0], y + by[1]);
  await page.mouse.up();
  return placeUnder(page, [handle.x + by[0] - box.width / 2, handle.y + by[1] - box.height / 2]);
};
/** A pixel at this zoom, in degrees; presses fall on whole pixels. */
const isNear = (degrees: number, expected: number, zoom: number): boolean =>
  Math.abs(degrees - expected) < (1.5 * 360) / worldPx(zoom);

const add = async (page: Page, kind: string): Promise<void> => {
  await press(page, 'Add area or route');
  await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind });
  await becomes(async () => (await reportOf(page)).zoom > 0, true, 'the map is there');
  // It hears presses from when its layers are there: the first circle, or what was set before, is drawn then.
  await becomes(
    async () => {
      const { drawn, others } = await reportOf(page);
      return drawn + others > 0;
    },
    true,
    'it is on the screen',
  );
};
const save = async (page: Page): Promise<void> => {
  await press(page, 'Set in the device');
  await expect(dialog(page).getByRole('button', { name: 'Add area or route' })).toBeVisible();
};
const typedPoints = async (page: Page): Promise<number[][]> =>
  (await points(page).inputValue()).split('\n').map((line) => line.split(', ').map(Number));
const kept = ({ kept: { areas } }: Vehicle, kind: number, id: number): Uint8Array =>
  must(areas.get(kind)?.get(id), `area ${id} of kind ${kind} in the recorder`);
const inList = (bytes: Uint8Array): Uint8Array => Uint8Array.from([...LIST_HEAD, ...bytes]);
const raw = (degrees: number): number => Math.round(degrees * 1e6);

test('ui: circle, rectangle, polygon and route are drawn on the map, corrected by number, and the recorder keeps what was drawn', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: ID, edition: '2019', channels: 1, clips: null });
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, ID).click();
  await page
    .getByRole('complementary', { name: 'Selected vehicle' })
    .getByRole('button', { name: 'Areas and routes' })
    .click();

  await add(page, 'Circle');
  await becomes(() => handles(page), 2, 'a circle stands around the vehicle');
  const spot: Spot = [-70, 40];
  const under = await placeUnder(page, spot);
  const { zoom } = await reportOf(page);
  await pressMap(page, spot);
  await becomes(async () => isNear(Number(await number(page, 'Latitude').inputValue()), under.lat, zoom), true);
  await becomes(async () => isNear(Number(await number(page, 'Longitude').inputValue()), under.lng, zoom), true);
  await expect(number(page, 'Radius')).toHaveValue('200');
  await becomes(async () => (await reportOf(page)).drawn > 0, true, 'it is on the screen');
  await drag(page, 1, [40, 0]);
  await expect(number(page, 'Radius')).not.toHaveValue('200');
  await expect.poll(async () => Number(await number(page, 'Radius').inputValue())).toBeGreaterThan(220);
  await number(page, 'Radius').fill('350');
  const edge = async (): Promise<number> => {
    const [middle, out] = (await reportOf(page)).handles;
    return Math.round(
      ((out?.lng ?? 0) - (middle?.lng ?? 0)) * 111_320 * Math.cos(((middle?.lat ?? 0) * Math.PI) / 180),
    );
  };
  await becomes(edge, 350, 'what is typed is drawn');
  const centre = [
    Number(await number(page, 'Latitude').inputValue()),
    Number(await number(page, 'Longitude').inputValue()),
  ];
  await save(page);
  const [circle] = p8600SetCircles.decode(inList(kept(vehicle, KIND.circle, 1)), '2019').areas;
  assert.deepEqual([circle?.latRaw, circle?.lonRaw, circle?.radiusM], [...centre.map(raw), 350]);

  await add(page, 'Rectangle');
  await becomes(async () => (await reportOf(page)).others > 0, true, 'the circle is shown beside it');
  await pressMap(page, [-80, -50]);
  await becomes(() => handles(page), 1);
  await expect(dialog(page).getByRole('button', { name: 'Set in the device' })).toBeDisabled();
  await pressMap(page, [60, 45]);
  await becomes(() => handles(page), 4);
  await expect(number(page, 'East')).not.toHaveValue('');
  const east = await number(page, 'East').inputValue();
  const dropped = await drag(page, 1, [30, 10]);
  await expect(number(page, 'East')).not.toHaveValue(east);
  const { zoom: near } = await reportOf(page);
  await becomes(async () => isNear(Number(await number(page, 'East').inputValue()), dropped.lng, near), true);
  await becomes(async () => isNear(Number(await number(page, 'North').inputValue()), dropped.lat, near), true);
  const box = await Promise.all(['North', 'West', 'South', 'East'].map((name) => number(page, name).inputValue()));
  await save(page);
  const [rectangle] = p8602SetRectangles.decode(inList(kept(vehicle, KIND.rectangle, 2)), '2019').areas;
  assert.deepEqual(
    [rectangle?.latTopLeftRaw, rectangle?.lonTopLeftRaw, rectangle?.latBottomRightRaw, rectangle?.lonBottomRightRaw],
    box.map((degrees) => raw(Number(degrees))),
  );

  await add(page, 'Polygon');
  const corners: readonly Spot[] = [
    [-60, -40],
    [60, -50],
    [40, 50],
    [-50, 45],
  ];
  await inOrder(corners, async (corner) => {
    const before = await handles(page);
    await pressMap(page, corner);
    await becomes(() => handles(page), before + 1);
  });
  await press(page, 'Take the last one back');
  await becomes(() => handles(page), 3);
  await becomes(async () => (await typedPoints(page)).length, 3);
  const [first] = await typedPoints(page);
  const moved = await drag(page, 0, [-15, -10]);
  await expect.poll(async () => (await typedPoints(page))[0]).not.toEqual(first);
  const { zoom: close } = await reportOf(page);
  await becomes(async () => {
    const [[lat = Number.NaN, lng = Number.NaN] = []] = await typedPoints(page);
    return isNear(lat, moved.lat, close) && isNear(lng, moved.lng, close);
  }, true);
  const polygonPoints = await typedPoints(page);
  assert.equal(polygonPoints.length, 3);
  await save(page);
  const polygon = p8604SetPolygon.decode(kept(vehicle, KIND.polygon, 3), '2019');
  assert.deepEqual(
    polygon.points.map(({ latRaw, lonRaw }) => [latRaw, lonRaw]),
    polygonPoints.map((each) => each.map(raw)),
  );

  await add(page, 'Route');
  await pressMap(page, [-80, 0]);
  await pressMap(page, [80, 30]);
  await becomes(() => handles(page), 2);
  await number(page, 'Width of the road').fill('40');
  await becomes(async () => (await typedPoints(page)).length, 2);
  const way = await typedPoints(page);
  await save(page);
  const route = p8606SetRoute.decode(kept(vehicle, KIND.route, 4), '2019');
  assert.deepEqual(
    route.points.map(({ latRaw, lonRaw, widthM }) => [latRaw, lonRaw, widthM]),
    way.map((each) => [...each.map(raw), 40]),
  );
});
