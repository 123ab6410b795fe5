// Route planning as an administrator uses it: points are pressed on the map, put in order, saved, and their vehicle makes an event.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { AreaMapReport } from '../apps/console/src/map/map-report.ts';
import { northOf, routeOf } from '../integration/support/fence-scene.ts';
import { asJson, asList, httpCall, type Json } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { addressOf, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { areaReport } from './support/map.ts';
import { must } from './support/must.ts';
import { expect, test } from './test.ts';

const ID = '13800000983';
const OTHER = '13800000984';
const WAY = [northOf(0), northOf(200), northOf(400)];
const stage = useStage();

const left = (page: Page): Locator => page.getByRole('region', { name: 'Route planning', exact: true });
const list = (page: Page): Locator => left(page).getByRole('list', { name: 'Routes' });
const points = (page: Page): Locator =>
  left(page).getByRole('list', { name: 'Points of the route' }).getByRole('listitem');
const title = (page: Page): Locator => left(page).getByRole('textbox', { name: 'Title' });
const save = (page: Page): Locator => left(page).getByRole('button', { name: 'Save', exact: true });
const enabled = (page: Page): Locator => left(page).getByRole('checkbox', { name: 'Enabled' });
const option = (page: Page, id: string): Locator =>
  page.getByRole('listbox', { name: 'Devices' }).getByRole('option').filter({ hasText: id });
const map = (page: Page): Locator => page.getByRole('region', { name: 'Map', exact: true }).locator('.maplibregl-map');

const reportOf = (page: Page): Promise<AreaMapReport> => areaReport(map(page));
const handles = async (page: Page): Promise<number> => (await reportOf(page)).handles.length;

let registered: Promise<unknown> | undefined;
const registerOnce = (): Promise<unknown> => {
  registered ??= Promise.all([stage.register(ID), stage.register(OTHER)]);
  return registered;
};
const ask = async (method: 'GET' | 'PUT', path: string, input: Json = {}): Promise<unknown> => {
  const { status, body } = await httpCall(stage.server.ports.http, method, path, {
    account: stage.server.admin,
    input,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
/** Each test has slots of its own. */
const put = (index: number, changes: Json = {}, way = WAY): Promise<unknown> =>
  ask('PUT', `/gkserver/track/${index}`, routeOf(way, { devices: [], ...changes }));
const stored = async (index: number): Promise<Json> => asJson(await ask('GET', `/gkserver/track/${index}`));

const open = async (t: Parameters<typeof stage.signedIn>[0], index?: number): Promise<Page> => {
  await registerOnce();
  const page = await stage.signedIn(t, {
    path: index === undefined ? '/routeplanning' : `/routeplanning?index=${index}`,
  });
  await becomes(async () => (await reportOf(page)).zoom > 0, true, 'the map is there');
  return page;
};
const choose = (page: Page, name: RegExp): Promise<void> => list(page).getByRole('button', { name }).click();
/** Spots are counted from the middle of the map. */
const pressMap = async (page: Page, x: number, y: number): Promise<void> => {
  const before = await handles(page);
  const box = must(await map(page).boundingBox(), 'the map');
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
  await becomes(() => handles(page), before + 1, 'a point more');
};

test('[A-ROUTE-005] [A-ROUTE-009] [A-ROUTE-011] [A-ROUTE-013] [A-ROUTE-014] [F-ROUTE-045] points are pressed on the map; what can be saved is a chosen route of two points', async ({
  t,
}) => {
  const page = await open(t);
  await expect(left(page).getByRole('heading', { name: 'Route planning' })).toBeVisible();
  assert.equal(await list(page).locator('[aria-current="true"]').count(), 0, 'none is chosen');
  await becomes(async () => (await reportOf(page)).zoom, 16);
  await expect(save(page)).toBeDisabled();
  await pressMap(page, -60, 0);
  assert.equal((await reportOf(page)).drawn, 0, 'one point is no line');
  await expect(points(page)).toHaveCount(1);
  await pressMap(page, 60, 40);
  await becomes(async () => (await reportOf(page)).drawn > 0, true, 'a line between them');
  await expect(save(page)).toBeDisabled();
  await choose(page, /New$/);
  await expect(save(page)).toBeEnabled();
  await left(page).getByRole('button', { name: 'Remove point 2' }).click();
  await expect(save(page)).toBeDisabled();
  await becomes(() => handles(page), 1);
  await page.getByRole('button', { name: 'Undo the move' }).click();
  await expect(points(page)).toHaveCount(2);
  await expect(save(page)).toBeEnabled();
});

test('[A-ROUTE-001] [A-ROUTE-002] [A-ROUTE-003] [A-ROUTE-004] [A-ROUTE-008] [A-ROUTE-012] [A-ROUTE-015] [A-ROUTE-020] a route is chosen from the list, changed, saved with its corridor, and is so after a reload', async ({
  t,
}) => {
  await put(2, { title: 'School bus' });
  const page = await open(t);
  await expect(list(page).getByRole('button', { name: /^2\s*School bus/ })).toBeVisible();
  await choose(page, /School bus/);
  await expect(title(page)).toHaveValue('School bus');
  await expect(enabled(page)).toBeChecked();
  await title(page).fill("Bob's bus");
  await expect(title(page)).toHaveValue('Bobs bus');
  await enabled(page).uncheck();
  await option(page, ID).click();
  await option(page, OTHER).click();
  const request = page.waitForRequest((each) => each.method() === 'PUT');
  await save(page).click();
  const sent = await request;
  assert.ok(sent.url().endsWith('/gkserver/track/2'));
  const body = asJson(sent.postDataJSON());
  const drawn = routeOf(WAY);
  for (const field of ['lat', 'lng', 'width', 'height', 'accuracy', 'data'])
    assert.deepEqual(body[field], drawn[field], field);
  assert.deepEqual([body['accuracy'], body['width'], body['height']], [0.0001, 10, 46]);
  await expect(page.getByText('Save Success')).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue('Bobs bus');
  await expect(enabled(page)).not.toBeChecked();
  for (const id of [ID, OTHER]) await expect(option(page, id)).toHaveAttribute('aria-selected', 'true');
  const { enable, devices } = await stored(2);
  assert.deepEqual(
    [enable, Array.isArray(devices) && devices.includes(ID) && devices.includes(OTHER) && devices.length],
    [0, 2],
  );
});

test('[A-ROUTE-006] [A-ROUTE-007] points are put in another order by dragging or by keys, and removed one by one or all', async ({
  t,
}) => {
  await put(3, { title: 'Third' });
  const page = await open(t, 3);
  await expect(points(page)).toHaveCount(3);
  const order = async (): Promise<string[]> =>
    (await points(page).allInnerTexts()).map((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^\d+\. /, ''),
    );
  const [first = '', second = '', third = ''] = await order();
  await points(page).nth(2).dragTo(points(page).nth(0));
  await becomes(order, [third, first, second], 'the third is the first');
  const latOf = async (): Promise<number[]> => (await reportOf(page)).handles.map(({ lat }) => Number(lat.toFixed(5)));
  await becomes(
    latOf,
    [third, first, second].map((text) => Number(text.split(',')[0])),
    'the map follows',
  );
  await page.getByRole('button', { name: 'Move point 1 with the arrow keys' }).press('ArrowDown');
  await becomes(order, [first, third, second]);
  await page.getByRole('button', { name: 'Remove point 2' }).click();
  await becomes(order, [first, second]);
  await page.getByRole('button', { name: 'Remove all points' }).click();
  await expect(points(page)).toHaveCount(0);
  await becomes(() => handles(page), 0);
  await expect(save(page)).toBeDisabled();
  assert.deepEqual(asList((await stored(3))['latlngs']).length, 3, 'nothing was saved');
});

test('[A-ROUTE-014] [A-ROUTE-016] a route over 50 km is refused with both texts, and saved again when it is shorter', async ({
  t,
}) => {
  await put(4, { title: 'Fourth' }, [northOf(0), northOf(49_000)]);
  const page = await open(t, 4);
  await expect(points(page)).toHaveCount(2);
  await expect(save(page)).toBeEnabled();
  // Where a press meets it: once the map has brought the route into sight and rests there.
  const end = await until('the end of the route rests', async () => {
    const before = (await reportOf(page)).handles;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const { handles: now } = await reportOf(page);
    return now.length === 2 && isDeepStrictEqual(now, before) && now[1];
  });
  const box = must(await map(page).boundingBox(), 'the map');
  await page.mouse.move(box.x + end.x, box.y + end.y);
  await page.mouse.down();
  await page.mouse.move(box.x + end.x + 200, box.y + end.y, { steps: 4 });
  await page.mouse.up();
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'route too large' });
  await expect(toast.getByText('please reset route')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Undo the move' }).click();
  await expect(save(page)).toBeEnabled();
  assert.deepEqual(asList((await stored(4))['latlngs'])[1], northOf(49_000));
});

test('[A-ERR-002] [A-ERR-003] [A-ERR-004] a route that was saved says what the server said, Save Success, one that was not says Save Error and why', async ({
  t,
}) => {
  await put(9, { title: 'Ninth' });
  const page = await open(t, 9);
  const toast = (text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
  await title(page).fill('Ninth way');
  await page.route('**/gkserver/track/9', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { hasError: 1, message: 'the disk said no' } })
      : route.continue(),
  );
  await save(page).click();
  await expect(toast('Save Error')).toContainText('the disk said no');
  await expect(title(page)).toHaveValue('Ninth way');
  await page.unroute('**/gkserver/track/9');
  await save(page).click();
  await expect(toast('Save Success')).toHaveAttribute('data-type', 'success');
  assert.equal((await stored(9))['title'], 'Ninth way');
  await page.route('**/gkserver/track/9', async (route) => {
    const response = await route.fetch();
    const said = asJson(await response.json());
    return route.fulfill({ response, json: { ...said, message: 'kept as the ninth' } });
  });
  await title(page).fill('Ninth of nine');
  await save(page).click();
  await expect(toast('kept as the ninth')).toHaveAttribute('data-type', 'success');
  await page.unroute('**/gkserver/track/9');
});

test('a route is deleted after a question; on a phone everything is there, without a serious offence', async ({
  t,
}) => {
  await put(5, { title: 'Fifth', colour: 'purple' });
  const page = await open(t, 5);
  await expect(title(page)).toHaveValue('Fifth');
  const check = (): Promise<string[]> => offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
  assert.deepEqual(await check(), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(save(page)).toBeVisible();
  const stacked = async (): Promise<boolean> => {
    const foot = must(await save(page).boundingBox(), 'Save');
    const below = must(await page.getByRole('region', { name: 'Devices', exact: true }).boundingBox(), 'the devices');
    return below.y >= foot.y + foot.height;
  };
  await becomes(stacked, true, 'one below the other');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'px too wide')
    .toBeLessThanOrEqual(0);
  assert.deepEqual(await check(), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  await left(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list(page).getByRole('button', { name: /Fifth/ })).toHaveCount(0);
  assert.deepEqual((await stored(5))['latlngs'], []);
});

test('[A-ROUTE-010] route planning is for level 0 alone', async ({ t }) => {
  for (const level of [1, 2, 3]) {
    const account = await stage.account(`route${level}`, level);
    const page = await stage.signedIn(t, { account });
    await page.goto(addressOf(stage.server, '/routeplanning'));
    await page.waitForURL((url) => url.pathname === '/');
  }
});
