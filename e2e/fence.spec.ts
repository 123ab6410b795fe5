// The fence editor as an administrator uses it: a circle is drawn, corrected by number and by keys, saved, and its vehicle makes an event.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { AreaMapReport } from '../apps/console/src/map/map-report.ts';
import { httpCall, type Json, asJson } from '../integration/support/operator.ts';
import { locationAt } from '../integration/support/device.ts';
import { offences } from './axe.ts';
import { addressOf, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { areaReport } from './support/map.ts';
import { must } from './support/must.ts';
import { expect, test } from './test.ts';

const ID = '13800000981';
const OTHER = '13800000982';
const CENTRE = { lat: 24.0786, lng: 120.5285 } as const;
const stage = useStage();

const left = (page: Page): Locator => page.getByRole('region', { name: 'Fence', exact: true });
const list = (page: Page): Locator => left(page).getByRole('list', { name: 'Fences' });
const number = (page: Page, name: string): Locator => left(page).getByRole('spinbutton', { name, exact: true });
const tick = (page: Page, name: string): Locator => left(page).getByRole('checkbox', { name, exact: true });
const title = (page: Page): Locator => left(page).getByRole('textbox', { name: 'Title' });
const save = (page: Page): Locator => left(page).getByRole('button', { name: 'Save', exact: true });
const devices = (page: Page): Locator => page.getByRole('region', { name: 'Devices', exact: true });
/** Of the checklist; the choice of a state has options too. */
const options = (page: Page): Locator => devices(page).getByRole('listbox', { name: 'Devices' }).getByRole('option');
const map = (page: Page): Locator => page.getByRole('region', { name: 'Map', exact: true }).locator('.maplibregl-map');

const reportOf = (page: Page): Promise<AreaMapReport> => areaReport(map(page));
const handles = async (page: Page): Promise<number> => (await reportOf(page)).handles.length;
const mapIsThere = (page: Page): Promise<void> =>
  becomes(async () => (await reportOf(page)).zoom > 0, true, 'the map is there');

const put = async (index: number, changes: Json): Promise<void> => {
  const input = {
    enable: 1,
    title: 'Depot',
    ...CENTRE,
    radius: 200,
    trigger_in: 1,
    trigger_out: 1,
    devices: [],
    ...changes,
  };
  const { status, body } = await httpCall(stage.server.ports.http, 'PUT', `/gkserver/fence/${index}`, {
    account: stage.server.admin,
    input,
  });
  assert.equal(status, 200, JSON.stringify(body));
};
const stored = async (index: number): Promise<Json> =>
  asJson(
    (await httpCall(stage.server.ports.http, 'GET', `/gkserver/fence/${index}`, { account: stage.server.admin })).body,
  );

let registered: Promise<unknown> | undefined;
const registerOnce = (): Promise<unknown> => {
  registered ??= Promise.all([stage.register(ID), stage.register(OTHER)]);
  return registered;
};
/** Each test has slots of its own. */
const open = async (t: Parameters<typeof stage.signedIn>[0], index?: number): Promise<Page> => {
  await registerOnce();
  const page = await stage.signedIn(t, { path: index === undefined ? '/fence' : `/fence?index=${index}` });
  await mapIsThere(page);
  return page;
};
const choose = (page: Page, name: RegExp): Promise<void> => list(page).getByRole('button', { name }).click();
type Spot = readonly [x: number, y: number];
/** Spots are counted from the middle of the map. */
const pressMap = async (page: Page, [x, y]: Spot): Promise<void> => {
  const box = must(await map(page).boundingBox(), 'the map');
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
};
const dragHandle = async (page: Page, index: number, [dx, dy]: Spot): Promise<void> => {
  const { handles: found } = await reportOf(page);
  const handle = must(found[index], `handle ${index}`);
  const box = must(await map(page).boundingBox(), 'the map');
  const [x, y] = [box.x + handle.x, box.y + handle.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
  // The fields follow the map with the next drawing.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
const valueOf = async (field: Locator): Promise<number> => Number(await field.inputValue());

test('[A-FENCE-001] [A-FENCE-002] [A-FENCE-003] [A-FENCE-008] [A-FENCE-013] [F-ROUTE-046] a circle is drawn on the map into a free slot, saved, and makes an event of its vehicle', async ({
  t,
}) => {
  const page = await open(t);
  await expect(left(page).getByRole('heading', { name: 'Fence' })).toBeVisible();
  for (const control of [
    list(page),
    tick(page, 'Enabled'),
    title(page),
    number(page, 'Latitude'),
    number(page, 'Longitude'),
    number(page, 'Radius'),
    tick(page, 'Event when a vehicle drives in'),
    tick(page, 'Event when a vehicle drives out'),
    save(page),
  ])
    await expect(control).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await choose(page, /New$/);
  await expect(page.getByText('Press where its middle is, and drag its edge.')).toBeVisible();
  assert.equal(await handles(page), 0, 'no circle yet');
  await expect(save(page)).toBeDisabled();
  await expect(title(page)).toBeEnabled();
  await pressMap(page, [0, 0]);
  await becomes(async () => (await reportOf(page)).drawn > 0, true, 'the circle is on the map');
  await expect(save(page)).toBeEnabled();
  await title(page).fill('Yard');
  const option = options(page).filter({ hasText: ID });
  await expect(options(page)).toHaveCount(2);
  await option.click();
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await save(page).click();
  await expect(page.getByText('Save Success')).toBeVisible();
  await expect(list(page).getByRole('button', { name: /1.*Yard.*1 device/ })).toBeVisible();
  const { title: name, devices: watched, lat, lng } = await stored(1);
  assert.deepEqual([name, watched], ['Yard', [ID]]);
  const vehicle = await stage.device(t, { phone: ID });
  const startMs = Date.now() - 60_000;
  const report = (north: number, second: number): Promise<number> =>
    vehicle.locate(
      locationAt(startMs + second * 1000, { latitude: Number(lat) + north, longitude: Number(lng), speedKmh: 40 }),
    );
  await report(0.01, 0);
  await report(0, 10);
  await expect(page.getByText('Trigger in').first()).toBeVisible();
  await put(1, { lat: 0, lng: 0 });
});

test('[A-FENCE-007] [A-FENCE-009] [A-FENCE-010] [A-FENCE-018] a stored fence is loaded, its middle and rim are dragged or moved by keys, and a move is undone', async ({
  t,
}) => {
  await registerOnce();
  await put(2, { title: 'Depot', devices: [OTHER] });
  const page = await open(t);
  const asked = page.waitForRequest((request) => request.url().endsWith('/gkserver/fence/2'));
  await choose(page, /Depot/);
  assert.equal((await asked).method(), 'GET');
  await expect(title(page)).toHaveValue('Depot');
  await expect(number(page, 'Latitude')).toHaveValue(String(CENTRE.lat));
  await expect(number(page, 'Radius')).toHaveValue('200');
  await expect(options(page).filter({ hasText: OTHER })).toHaveAttribute('aria-selected', 'true');
  await becomes(async () => (await reportOf(page)).zoom, 16);
  await becomes(() => handles(page), 2, 'a middle and a rim');
  const { handles: found } = await reportOf(page);
  assert.ok(Math.abs((found[0]?.lat ?? 0) - CENTRE.lat) < 1e-6 && Math.abs((found[0]?.lng ?? 0) - CENTRE.lng) < 1e-6);
  await dragHandle(page, 1, [60, 0]);
  await expect(number(page, 'Radius')).not.toHaveValue('200');
  const wider = await valueOf(number(page, 'Radius'));
  assert.ok(wider > 250, `a radius of ${wider} m`);
  await dragHandle(page, 0, [30, -40]);
  await expect(number(page, 'Latitude')).not.toHaveValue(String(CENTRE.lat));
  assert.ok((await valueOf(number(page, 'Latitude'))) > CENTRE.lat, 'further north');
  assert.ok((await valueOf(number(page, 'Longitude'))) > CENTRE.lng, 'further east');
  await expect(number(page, 'Radius')).toHaveValue(String(wider));
  // By keys: the handle has the focus, and arrows move it.
  const lat = await valueOf(number(page, 'Latitude'));
  await page.getByRole('button', { name: 'Middle of the fence' }).focus();
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await valueOf(number(page, 'Latitude'))) < lat, true);
  // A press of a key, a drag of the middle and one of the rim: three moves.
  const undo = page.getByRole('button', { name: 'Undo the move' });
  await undo.click();
  await becomes(() => valueOf(number(page, 'Latitude')), lat);
  await map(page).hover();
  await undo.click();
  await expect(number(page, 'Latitude')).toHaveValue(String(CENTRE.lat));
  await undo.press('Control+z');
  await expect(number(page, 'Radius')).toHaveValue('200');
  await expect(undo).toBeDisabled();
  assert.equal((await stored(2))['radius'], 200, 'nothing was saved');
});

test('[A-FENCE-011] [A-FENCE-012] [A-FENCE-016] quotation marks are left out of the title, the radius is sent in whole metres, and what the server says is shown', async ({
  t,
}) => {
  await put(3, { title: 'Third' });
  const page = await open(t, 3);
  await expect(title(page)).toHaveValue('Third');
  await title(page).fill("Bob's");
  await expect(title(page)).toHaveValue('Bobs');
  await number(page, 'Radius').fill('123.6');
  await page.route('**/gkserver/fence/3', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    return route.fulfill({ json: { hasError: 0, message: 'Kept for the night shift', updatetime: 1_790_000_000 } });
  });
  const put3 = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  const body = asJson((await put3).postDataJSON());
  assert.deepEqual([body['radius'], body['title']], [124, 'Bobs']);
  await expect(page.getByText('Kept for the night shift')).toBeVisible();
});

test('[A-FENCE-017] a fence that cannot be loaded says nothing by itself, and can be asked for again', async ({
  t,
}) => {
  await put(4, { title: 'Fourth' });
  const page = await stage.signedIn(t, { path: '/fence', expected: /500/ });
  await mapIsThere(page);
  const answer = { status: 500, json: { hasError: 1, message: 'The disk is gone', code: 'internal' } };
  await page.route('**/gkserver/fence/4', (route) => route.fulfill(answer), { times: 1 });
  await choose(page, /Fourth/);
  const again = left(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  assert.equal(await page.getByText('The disk is gone').count(), 0);
  assert.equal(await page.getByRole('alert').count(), 0);
  await expect(save(page)).toBeDisabled();
  await again.click();
  await expect(title(page)).toHaveValue('Fourth');
  await expect(save(page)).toBeEnabled();
});

test('a fence on its way is not typed into: fields, devices and map wait, and then hold what was loaded', async ({
  t,
}) => {
  await put(10, { title: 'Tenth', radius: 310 });
  await put(11, { title: 'Eleventh' });
  const page = await open(t, 11);
  await expect(title(page)).toHaveValue('Eleventh');
  await becomes(() => handles(page), 2, 'a middle and a rim');
  const answer = Promise.withResolvers<void>();
  await page.route('**/gkserver/fence/10', async (route) => {
    await answer.promise;
    return route.continue();
  });
  await choose(page, /Tenth/);
  const fields = left(page).locator('fieldset[aria-busy="true"]');
  await expect(fields.getByText('Loading')).toBeVisible();
  for (const field of [title(page), tick(page, 'Enabled'), number(page, 'Radius')]) await expect(field).toBeDisabled();
  await expect(save(page)).toBeDisabled();
  await expect(devices(page).locator('[inert]').getByRole('listbox', { includeHidden: true })).toBeVisible();
  await dragHandle(page, 1, [60, 0]);
  assert.equal(await number(page, 'Radius').inputValue(), '200', 'nothing is drawn meanwhile');
  const typed = number(page, 'Radius').fill('420');
  answer.resolve();
  await typed;
  await expect(fields).toHaveCount(0);
  await expect(title(page)).toHaveValue('Tenth');
  await expect(number(page, 'Latitude')).toHaveValue(String(CENTRE.lat));
  await expect(number(page, 'Longitude')).toHaveValue(String(CENTRE.lng));
  await expect(number(page, 'Radius')).toHaveValue('420');
  await save(page).click();
  await expect(page.getByText('Save Success')).toBeVisible();
  const { title: name, radius, lat } = await stored(10);
  assert.deepEqual([name, radius, lat], ['Tenth', 420, CENTRE.lat]);
});

test('changes are not lost unasked; who saves over somebody else is told and may; a fence is deleted after a question', async ({
  t,
}) => {
  await put(5, { title: 'Fifth' });
  await put(6, { title: 'Sixth' });
  await registerOnce();
  const page = await stage.signedIn(t, { path: '/fence?index=5', expected: /409/ });
  await expect(title(page)).toHaveValue('Fifth');
  await title(page).fill('Mine');
  await choose(page, /Sixth/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title(page)).toHaveValue('Mine');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title(page)).toHaveValue('Mine');
  await put(5, { title: 'Of a colleague' });
  // The list is asked again when the window is looked at again; what is edited is still what was read before.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(list(page).getByRole('button', { name: /Of a colleague/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  await save(page).click();
  await expect(left(page).getByRole('alert')).toContainText('Save again to keep what stands here.');
  await expect(title(page)).toHaveValue('Mine');
  await save(page).click();
  await expect(page.getByText('Save Success')).toBeVisible();
  assert.equal((await stored(5))['title'], 'Mine');
  await title(page).fill('Lost');
  await choose(page, /Sixth/);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(title(page)).toHaveValue('Sixth');
  await left(page).getByRole('searchbox', { name: 'Find a fence' }).fill('mine');
  await expect(list(page).getByRole('button', { name: /Sixth/ })).toHaveCount(0);
  await choose(page, /Mine/);
  await expect(title(page)).toHaveValue('Mine');
  await left(page).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(list(page).getByRole('button', { name: /Mine/ })).toHaveCount(0);
  assert.equal((await stored(5))['lat'], 0);
});

test('[A-ERR-002] [A-ERR-003] [A-ERR-004] a fence that was saved says what the server said, Save Success, one that was not says Save Error and why', async ({
  t,
}) => {
  await put(9, { title: 'Ninth' });
  const page = await open(t, 9);
  const toast = (text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });
  await expect(title(page)).toHaveValue('Ninth');
  await title(page).fill('Ninth yard');
  await page.route('**/gkserver/fence/9', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { hasError: 1, message: 'the disk said no' } })
      : route.continue(),
  );
  await save(page).click();
  await expect(toast('Save Error')).toContainText('the disk said no');
  await expect(title(page)).toHaveValue('Ninth yard');
  await page.unroute('**/gkserver/fence/9');
  await save(page).click();
  await expect(toast('Save Success')).toHaveAttribute('data-type', 'success');
  assert.equal((await stored(9))['title'], 'Ninth yard');
  await page.route('**/gkserver/fence/9', async (route) => {
    const response = await route.fetch();
    const said = asJson(await response.json());
    return route.fulfill({ response, json: { ...said, message: 'kept as the ninth' } });
  });
  await title(page).fill('Ninth of nine');
  await save(page).click();
  await expect(toast('kept as the ninth')).toHaveAttribute('data-type', 'success');
  await page.unrouteAll({ behavior: 'wait' }); // a question that is on its way would fail when the page goes
});

test('in miles the radius is in feet, and what is typed is kept in metres', async ({ t }) => {
  await put(7, { title: 'Seventh', radius: 100 });
  const page = await stage.signedIn(t, {
    path: '/fence?index=7',
    prepare: (each) => each.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')),
  });
  await expect(number(page, 'Radius')).toHaveValue('328.1');
  await number(page, 'Radius').fill('500');
  await save(page).click();
  await expect(page.getByText('Save Success')).toBeVisible();
  assert.equal((await stored(7))['radius'], 152);
});

test('[A-FENCE-004] [A-FENCE-005] the page is for level 0 alone; who is signed out signs in first', async ({ t }) => {
  const out = await stage.page(t);
  await out.goto(addressOf(stage.server, '/fence'));
  await out.waitForURL((url) => url.pathname === '/login');
  for (const level of [1, 2, 3]) {
    const account = await stage.account(`fence${level}`, level);
    const page = await stage.signedIn(t, { account });
    await page.goto(addressOf(stage.server, '/fence'));
    await page.waitForURL((url) => url.pathname === '/');
  }
  const page = await open(t);
  assert.equal(new URL(page.url()).pathname, '/fence');
});

test('on a phone everything is there, and the page has no serious offence against accessibility', async ({ t }) => {
  await put(8, { title: 'Eighth', colour: 'green' });
  const page = await open(t, 8);
  await expect(title(page)).toHaveValue('Eighth');
  const check = (): Promise<string[]> => offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
  assert.deepEqual(await check(), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(save(page)).toBeVisible();
  // The page takes its new width a moment after the window has it.
  const gap = async (): Promise<number> => {
    const foot = must(await save(page).boundingBox(), 'Save');
    const below = must(await devices(page).boundingBox(), 'the devices');
    return below.y - (foot.y + foot.height);
  };
  await expect.poll(gap, 'one below the other').toBeGreaterThanOrEqual(0);
  const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, 'px too wide').toBeLessThanOrEqual(0);
  assert.deepEqual(await check(), []);
});
