// The selected vehicle beside the map: its panel with the small map, trail, gauges and address, units, and how few steps lead there.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { locationAt } from '../integration/support/device.ts';
import { Channel } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { addressOf, fillSignIn, useStage } from './fixture.ts';
import { infoWindow, ownServer, panel, placed, row, START, trailReport } from './support/map.ts';
import { expect, test } from './test.ts';

const stage = useStage();

/** Gathers the questions for a place's name as the page sends them. */
const collectReverse = (page: Page, asked: Record<string, unknown>[]): void => {
  page.on('request', (request) => {
    if (request.url().endsWith('/nominatim/reverse')) asked.push(request.postDataJSON());
  });
};

test('[F-MAP-012 F-CONST-028 F-CONST-029] the panel shows map, trail and gauges; its map keeps its shape in any window', async ({
  t,
}) => {
  const { device, startMs } = await placed(stage, t, '013800000501', { latitude: 24.4, speedKmh: 54, direction: 90 });
  for (const n of [1, 2])
    await device.locate(locationAt(startMs + n * 5000, { ...START, latitude: 24.4 + n * 0.0005, speedKmh: 54 }));
  const page = await stage.signedIn(t);
  await row(page, device.id).getByRole('button').click();
  await panel(page).getByRole('img', { name: 'Speed: 54 km/h' }).waitFor();
  await panel(page).getByRole('img', { name: 'Direction: East 90°' }).waitFor();
  await until('the small map draws the trail', async () => (await trailReport(page)).trailLines > 0);
  await expect.poll(async () => (await trailReport(page)).zoom).toBe(16);
  await expect.poll(async () => (await trailReport(page)).center.lat).toBeCloseTo(24.401, 5);
  const frame = panel(page).locator('[data-trail-points]');
  const widths = new Set<number>();
  for (const width of [1000, 1500, 1900]) {
    await page.setViewportSize({ width, height: 900 });
    await until(`the map has its shape at ${width}`, () =>
      frame.evaluate((map) => {
        const canvas = map.querySelector('canvas');
        const ratio = map.clientHeight / map.clientWidth;
        return Math.abs(ratio - 0.69) < 0.006 && canvas?.clientWidth === map.clientWidth;
      }),
    );
    widths.add(await frame.evaluate((map) => map.clientWidth));
  }
  assert.equal(widths.size, 3, 'the window changes the width');
});

test('[F-CONST-034 F-CONST-035] the speed gauge ends at 0 and 220 and changes its colour at 50, 100, 150 and 200', async ({
  t,
}) => {
  const { device, startMs } = await placed(stage, t, '013800000502', { latitude: 24.45, speedKmh: 49 });
  const page = await stage.signedIn(t, { path: `/?device=${device.id}` });
  const gauge = panel(page).getByRole('img', { name: /^Speed/ });
  await gauge.locator('[data-scale="0-220"]').waitFor();
  await expect(gauge.locator('text')).toHaveText(['0', '220', '49', 'km/h']);
  const ends = await gauge.locator('[data-to]').evaluateAll((rims) => rims.map((rim) => rim.getAttribute('data-to')));
  assert.deepEqual(ends, ['50', '100', '150', '200', '220']);
  const colours = await gauge
    .locator('[data-to]')
    .evaluateAll((rims) => rims.map((rim) => getComputedStyle(rim).stroke));
  assert.equal(new Set(colours).size, 5);
  for (const [n, speedKmh] of [50, 100, 150, 200].entries()) {
    await device.locate(locationAt(startMs + (n + 1) * 1000, { ...START, latitude: 24.45, speedKmh }));
    await panel(page)
      .getByRole('img', { name: `Speed: ${speedKmh} km/h` })
      .waitFor();
    const filled = (): Promise<string> =>
      gauge.locator('[data-filled]').evaluate((arc) => getComputedStyle(arc).stroke);
    await expect.poll(filled).toBe(colours[n + 1]);
  }
});

test('[F-MAP-007 F-HTTP-019 F-HTTP-020 A-DEVACT-014 A-ERR-005 A-ERR-006] row, window and panel name the place, asked once with zoom 18; a refusal is told there, an absence only logged', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000503', { latitude: 23.9567, longitude: 120.5761 });
  await stage.register('PLACELESS', 1);
  const page = await stage.page(t, { expected: /ERR_FAILED/ });
  const asked: Record<string, unknown>[] = [];
  collectReverse(page, asked);
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await page.getByPlaceholder('Filter devices').fill(device.id);
  await row(page, device.id).getByText('Yuanlin, Changhua, Taiwan').waitFor();
  await row(page, device.id).getByRole('button').click();
  await panel(page).getByText('Yuanlin, Changhua, Taiwan').waitFor();
  await infoWindow(page).getByText('Yuanlin, Changhua, Taiwan').waitFor();
  const here = asked.filter(({ lat }) => lat === 23.9567);
  assert.deepEqual(
    here.map(({ lon, zoom }) => ({ lon, zoom })),
    [{ lon: 120.5761, zoom: 18 }],
  );

  const refused = await placed(stage, t, '013800000508', { latitude: 23.4 });
  await page.route('**/nominatim/reverse', (route) =>
    route.fulfill({ json: { hasError: 1, message: 'No map <b>of</b> 北' } }),
  );
  await page.getByPlaceholder('Filter devices').fill(refused.device.id);
  await row(page, refused.device.id).getByText('No map <b>of</b> 北', { exact: true }).waitFor();
  await page.unroute('**/nominatim/reverse');

  const unanswered = await placed(stage, t, '013800000509', { latitude: 23.3 });
  await page.route('**/nominatim/reverse', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) => message.text().includes('net::ERR_FAILED'));
  await page.getByPlaceholder('Filter devices').fill(unanswered.device.id);
  await logged;
  await row(page, unanswered.device.id).getByText('23.30000').waitFor();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  assert.deepEqual(
    [await page.locator('[data-sonner-toast]').count(), await page.getByText('The server cannot be reached').count()],
    [0, 0],
  );
});

test('[F-HTTP-020 A-DEVACT-015] where the server names no places, or cannot say whether it does, none is asked for', async ({
  t,
}) => {
  const { server, ending } = await ownServer(t, { nominatim: false });
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D01', { I: 'ENTERED', C: 1, Z: { maplocation: { lat: 23.9567, lng: 120.5761 } } });
  operator.close();
  const asked: Record<string, unknown>[] = [];
  let answered = 0;
  const page = await stage.signedIn(ending, {
    server,
    prepare: (made) => {
      collectReverse(made, asked);
      made.on('requestfinished', (request) => (answered += request.url().endsWith('/nominatim/status') ? 1 : 0));
    },
  });
  await row(page, 'ENTERED').getByText('23.95670, 120.57610').waitFor();
  await row(page, 'ENTERED').getByRole('button').click();
  await panel(page).getByText('GPS signal not found').waitFor();
  await until('the server has said that it names none', () => answered > 0);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done))); // and the page has taken it in
  assert.deepEqual(asked, []);

  // The server of the stage does name places; this page is not told so.
  const { device } = await placed(stage, t, '013800000507', { latitude: 23.9567, longitude: 120.5761 });
  let refused = 0;
  const untold = await stage.signedIn(ending, {
    expected: /status of 500/,
    prepare: async (made) => {
      collectReverse(made, asked);
      await made.route('**/nominatim/status', (route) => {
        refused += 1;
        return route.fulfill({ status: 500, json: { hasError: 1, message: 'no' } });
      });
    },
  });
  await untold.getByPlaceholder('Filter devices').fill(device.id);
  await row(untold, device.id).getByRole('button').click();
  await panel(untold).getByRole('heading', { name: device.id }).waitFor();
  await until('it is refused for good', () => refused >= 3);
  await untold.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  assert.deepEqual(asked, []);
});

test('[A-NOMI-001] the administrator switches names of places off on the map; what the environment sets is read there', async ({
  t,
}) => {
  const fixed = { sources: new Map([['nominatimServer', 'environment']] as const) };
  const { server, ending } = await ownServer(t, {}, fixed);
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D01', { I: 'ENTERED', C: 1, Z: { maplocation: { lat: 23.9567, lng: 120.5761 } } });
  operator.close();
  const page = await stage.signedIn(ending, { server });
  const name = row(page, 'ENTERED').getByText('Yuanlin, Changhua, Taiwan');
  await name.waitFor();
  const dialog = page.getByRole('dialog', { name: 'Names of places' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'What the map shows' }).click();
    await page.getByRole('button', { name: 'Names of places…' }).click();
    await dialog.waitFor();
  };
  await open();
  await expect(dialog.getByLabel('Address of a Nominatim server')).toBeDisabled();
  await dialog.getByText('Set by OUTRIDER_NOMINATIM_SERVER. It can be changed there alone.').waitFor();
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page }).include('[role="dialog"]')), []);
  await dialog.getByRole('switch', { name: 'Name places beside positions' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('No changes').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await row(page, 'ENTERED').getByText('23.95670, 120.57610').waitFor();
  await expect(name).toHaveCount(0);
  await page.reload();
  await open();
  await expect(dialog.getByRole('switch', { name: 'Name places beside positions' })).not.toBeChecked();
});

test('speeds are in miles where the operator counts in miles', async ({ t }) => {
  const { device } = await placed(stage, t, '013800000504', { latitude: 24.5, speedKmh: 100 });
  const page = await stage.signedIn(t, {
    path: `/?device=${device.id}`,
    prepare: (made) => made.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')),
  });
  await panel(page).getByRole('img', { name: 'Speed: 62 mi/h' }).waitFor();
  await panel(page).locator('[data-scale="0-137"]').waitFor();
  await row(page, device.id).getByText('62 mi/h').waitFor();
});

/** Counts what an operator does after the sign-in. */
const counted = () => {
  let steps = 0;
  return {
    get steps() {
      return steps;
    },
    do: async (act: () => Promise<unknown>): Promise<void> => {
      steps += 1;
      await act();
    },
  };
};

test('from the sign-in to the trail of a named vehicle it takes at most 4 actions', async ({ t }) => {
  const { device, startMs } = await placed(stage, t, '013800000505', { latitude: 24.6 }, { vehicleid: 'BUS 42' });
  await device.locate(locationAt(startMs + 5000, { ...START, latitude: 24.601 }));
  const page = await stage.signedIn(t);
  const box = page.getByPlaceholder('Filter devices');
  await box.waitFor(); // who uses the page sees that it is there
  const walk = counted();
  await walk.do(() => page.keyboard.press('/'));
  await expect(box).toBeFocused();
  await walk.do(() => page.keyboard.type('bus 42'));
  await walk.do(() => row(page, device.id).getByRole('button').click());
  await until('the trail is on the map', async () => (await trailReport(page)).trailLines > 0);
  assert.ok(walk.steps <= 4, `${walk.steps}`);
});

test('from the sign-in to live video of a named vehicle it takes at most 4 actions', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000506' }, { vehicleid: 'BUS 43' });
  const page = await stage.signedIn(t);
  const box = page.getByPlaceholder('Filter devices');
  await box.waitFor(); // who uses the page sees that it is there
  const walk = counted();
  await walk.do(() => page.keyboard.press('/'));
  await expect(box).toBeFocused();
  await walk.do(() => page.keyboard.type('bus 43'));
  await walk.do(() => row(page, vehicle.deviceId).getByRole('link').click());
  await page.locator('[data-phase="playing"]').first().waitFor();
  assert.ok(walk.steps <= 4, `${walk.steps}`);
});
