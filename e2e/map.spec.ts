// The map, told as an operator meets it: vehicles at their true places, one selection for list, map and address, the trail, labels,
// clusters, and what the screen says when there is nothing to show or no way to show it.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { locationAt } from '../integration/support/device.ts';
import { httpCall } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { addressOf, useStage } from './fixture.ts';
import { drawn, infoWindow, near, panel, placed, report, row, shown, START } from './support/map.ts';
import { expect, test } from './test.ts';

const stage = useStage();

test('without a vehicle the map says how to get one', async ({ t }) => {
  const page = await stage.signedIn(t);
  await page.getByRole('heading', { name: 'No vehicles yet' }).waitFor();
  await page.getByRole('link', { name: 'Connect a recorder' }).last().waitFor();
});

test('the administrator is offered street tiles once, and told who will be contacted', async ({ t }) => {
  const page = await stage.signedIn(t);
  const offer = page.getByRole('region', { name: 'Streets on the map' });
  await offer.getByRole('button', { name: 'Online tiles…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Source of the map' });
  await dialog.getByText('will contact tile.openstreetmap.org').waitFor();
  await dialog.getByLabel('Address of the tiles').fill('https://tiles.example.org/{z}/{x}.png');
  await dialog.getByText('The address needs {y}.').waitFor();
  await expect(dialog.getByRole('button', { name: 'Use online tiles' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await offer.getByRole('button', { name: 'Keep the offline map' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'No vehicles yet' }).waitFor();
  assert.equal(await offer.count(), 0);
});

test('the source of the map is chosen from the keyboard; later only a change is saved, and marked until it is', async ({
  t,
}) => {
  // What the page was told at its start to load from does not hold the new server yet.
  const page = await stage.signedIn(t, {
    prepare: (made) => made.route('https://tiles.example.org/**', (route) => route.fulfill({ status: 204 })),
    expected: /tiles\.example\.org/,
  });
  const dialog = page.getByRole('dialog', { name: 'Source of the map' });
  const openAgain = async (): Promise<void> => {
    await page.getByRole('button', { name: 'What the map shows' }).click();
    await page.getByRole('button', { name: 'Source of the map…' }).click();
    await dialog.waitFor();
  };
  await openAgain();
  await dialog.getByLabel('Address of the tiles').fill('https://tiles.example.org/{z}/{x}/{y}.png');
  const zoom = dialog.getByLabel('Largest zoom');
  await zoom.fill('25');
  await dialog.getByText('Largest zoom: at most 24.').waitFor();
  await expect(dialog.getByRole('button', { name: 'Use online tiles' })).toBeDisabled();
  await zoom.fill('12');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await openAgain();
  await expect(zoom).toHaveValue('12');
  await dialog.getByText('No changes').waitFor();
  await expect(dialog.getByRole('button', { name: 'Use online tiles' })).toBeDisabled();
  await zoom.fill('13');
  await dialog.getByText('changed', { exact: true }).waitFor();
  await dialog.getByRole('radio', { name: /Online tiles/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: /Offline map/ })).toBeChecked();
  await expect(zoom).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Use the offline map' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(async () => (await (await fetch('/gkserver/mapsources')).json()).mode))
    .toBe('offline');
});

test('two pages edit the same source: the second is told who saved what, keeps what it typed, and takes or overwrites it', async ({
  t,
}) => {
  const tiles = {
    mode: 'online',
    tilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png',
    attribution: '© T',
    maxZoom: 9,
  };
  t.after(async () => {
    const input = { ...tiles, mode: 'offline' };
    const { status } = await httpCall(stage.server.ports.http, 'PUT', '/gkserver/mapsources', {
      account: stage.server.admin,
      input,
    });
    assert.equal(status, 200);
  });
  const open = () =>
    stage.signedIn(t, {
      prepare: (made) => made.route('https://tiles.example.org/**', (route) => route.fulfill({ status: 204 })),
      expected: /409/,
    });
  const first = await open();
  const put = (): Promise<number> =>
    first.evaluate(async (body) => {
      const { status } = await fetch('/gkserver/mapsources', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return status;
    }, tiles);
  // The cookie that says who asks is had a moment after the page is there.
  const groups = addressOf(stage.server, '/gkserver/usergroup');
  await expect.poll(async () => (await first.request.get(groups)).status()).toBe(200);
  assert.equal(await put(), 200);
  await first.reload();
  const second = await open();
  const dialogOn = async (page: typeof first) => {
    await page.getByRole('button', { name: 'What the map shows' }).click();
    await page.getByRole('button', { name: 'Source of the map…' }).click();
    return page.getByRole('dialog', { name: 'Source of the map' });
  };
  const [one, two] = [await dialogOn(first), await dialogOn(second)];
  await one.getByLabel('Largest zoom').fill('11');
  await one.getByLabel('Attribution').fill('© First');
  await two.getByLabel('Largest zoom').fill('13');
  await one.getByRole('button', { name: 'Use online tiles' }).click();
  await one.waitFor({ state: 'detached' });
  const save = two.getByRole('button', { name: 'Use online tiles' });
  await save.click();
  await expect(two.getByRole('alert')).toContainText(/^admin changed this at \d{4}-/);
  await expect(two.getByLabel('Largest zoom')).toHaveValue('13');
  await expect(two.getByLabel('Attribution')).toHaveValue('© First');
  await two.getByText('admin saved: 11').waitFor();
  assert.deepEqual(await offences(second, () => new AxeBuilder({ page: second }).include('[role="dialog"]')), []);
  await two.getByRole('button', { name: 'Take this' }).click();
  await expect(two.getByLabel('Largest zoom')).toHaveValue('11');
  await two.getByText('No changes').waitFor();
  await two.getByLabel('Largest zoom').fill('14');
  await save.click();
  await two.waitFor({ state: 'detached' });
  await expect
    .poll(() => first.evaluate(async () => (await (await fetch('/gkserver/mapsources')).json()).maxZoom))
    .toBe(14);
});

test('a moving vehicle glides from fix to fix and is never drawn ahead of the truth', async ({ t }) => {
  const { device, startMs } = await placed(stage, t, '013800000301', { speedKmh: 60, direction: 0 });
  const page = await stage.signedIn(t);
  const before = await shown(page, device.id);
  assert.ok(near(before.lat, START.latitude) && near(before.lng, START.longitude));
  let fix = 0;
  // A machine that stands still for the four seconds of a glide sees nothing of it: then it is looked at on its way to the next fix.
  await until('it was seen on its way', async () => {
    const from = START.latitude + fix * 0.0006;
    fix += 1;
    const truth = START.latitude + fix * 0.0006;
    await device.locate(locationAt(startMs + fix * 4000, { ...START, latitude: truth, speedKmh: 60, direction: 0 }));
    const seen: number[] = [];
    await until('the marker arrives at the fix', async () => {
      const lat = (await drawn(page, device.id))?.lat ?? Number.NaN;
      seen.push(lat);
      return near(lat, truth);
    });
    assert.ok(
      seen.every((lat) => lat >= from - 2e-6 && lat <= truth + 2e-6),
      `${seen.join(' ')} lies between the fixes`,
    );
    return seen.some((lat) => lat > from + 0.0001 && lat < truth - 0.0001);
  });
});

test('with reduced motion a vehicle steps from fix to fix', async ({ t }) => {
  const { device, startMs } = await placed(stage, t, '013800000302', { longitude: 120.65, speedKmh: 60 });
  const page = await stage.signedIn(t, { context: { reducedMotion: 'reduce' } });
  await shown(page, device.id);
  const truth = START.latitude + 0.0006;
  await device.locate(locationAt(startMs + 4000, { longitude: 120.65, latitude: truth, speedKmh: 60 }));
  const seen = new Set<string>();
  await until('the marker stands at the fix', async () => {
    const lat = (await drawn(page, device.id))?.lat ?? Number.NaN;
    seen.add(lat.toFixed(4));
    return near(lat, truth);
  });
  const fixes = new Set([START.latitude.toFixed(4), truth.toFixed(4)]);
  assert.deepEqual(
    [...seen].filter((lat) => !fixes.has(lat)),
    [],
    'never between the fixes',
  );
});

test('[F-MAP-005 F-MAP-006 F-MAP-009 F-MAP-010 F-MAP-011] a vehicle picked in the list is selected everywhere: map, panel, info window and the page’s address', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000303', { latitude: 24.11, speedKmh: 54, direction: 90 });
  const page = await stage.signedIn(t);
  await shown(page, device.id);
  const overview = await report(page);
  await row(page, device.id).getByText('24.11000, 120.60000').waitFor();
  await row(page, device.id).getByText('54 km/h').waitFor();
  await row(page, device.id).getByRole('button').click();
  const close = await until('the map is at its largest zoom', async () => {
    const now = await report(page);
    return now.zoom === now.largestZoom && now;
  });
  assert.ok(close.zoom > overview.zoom);
  assert.ok(near(close.center.lat, 24.11) && near(close.center.lng, 120.6), JSON.stringify(close.center));
  await page.waitForURL((url) => url.searchParams.get('device') === device.id);
  await infoWindow(page).getByText('Driving · 54 km/h').waitFor();
  await panel(page).getByRole('img', { name: 'Speed: 54 km/h' }).waitFor();
  await panel(page).getByRole('img', { name: 'Direction: East 90°' }).waitFor();
  const live = panel(page).getByRole('link', { name: 'Live view' });
  await expect(live).toHaveAttribute('href', `/liveview/${device.id}`);
  await page.reload();
  await panel(page).getByRole('img', { name: 'Speed: 54 km/h' }).waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.search === '');
});

test('[F-MAP-009 F-MAP-011] a click on a marker selects it, centres it, opens its window and turns the list to its page', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000304', { latitude: 24.13, longitude: 120.63 });
  const page = await stage.signedIn(t);
  await shown(page, device.id);
  const before = await report(page);
  const box = await page.getByTestId('fleet-map').boundingBox();
  const at = await until('the map stands', async () => {
    const earlier = await shown(page, device.id);
    // It moves with a frame only.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const now = await shown(page, device.id);
    return near(earlier.x, now.x) && near(earlier.y, now.y) && now;
  });
  await page.mouse.click((box?.x ?? 0) + at.x, (box?.y ?? 0) + at.y);
  await panel(page).waitFor();
  await until('the map goes there, and nearer', async () => {
    const now = await report(page);
    return near(now.center.lat, 24.13) && near(now.center.lng, 120.63) && now.zoom > before.zoom;
  });
  await infoWindow(page).getByText(device.id).waitFor();
  await row(page, device.id).getByRole('button', { pressed: true }).waitFor();
});

test('[F-PRODUCT-007] the trail begins with the stored hour and grows with every new place', async ({ t }) => {
  const { device, startMs } = await placed(stage, t, '013800000305', { latitude: 24.15, speedKmh: 36 });
  const go = (n: number): Promise<number> =>
    device.locate(locationAt(startMs + n * 5000, { ...START, latitude: 24.15 + n * 0.0005, speedKmh: 10 + n * 12 }));
  for (const n of [1, 2, 3]) await go(n);
  const page = await stage.signedIn(t, { path: `/?device=${device.id}` });
  const points = (count: number): Promise<void> => panel(page).locator(`[data-trail-points="${count}"]`).waitFor();
  await points(4);
  await go(4);
  await points(5);
  await go(4); // the same place again adds nothing; what comes after it proves that it was heard
  await go(5);
  await points(6);
  await until('the trail is drawn', async () => (await report(page)).trailLines > 0);
  await panel(page).getByTitle('Colours of the trail by speed').waitFor();
});

test('[F-MAP-003] labels name the device, its driver or its memo', async ({ t }) => {
  const { device } = await placed(
    stage,
    t,
    '013800000306',
    { latitude: 24.18 },
    { drivername: 'Chen Wei', vehicleid: 'BUS 7' },
  );
  const page = await stage.signedIn(t);
  const labelled = async (choice: string, text: string): Promise<void> => {
    await page.getByRole('button', { name: 'What the map shows' }).click();
    await page.getByRole('button', { name: choice, exact: true }).click();
    await until(`the label is ${text}`, async () => (await drawn(page, device.id))?.label === text);
    await row(page, device.id).getByText(text).waitFor();
  };
  await page.getByPlaceholder('Filter devices').fill(device.id);
  await shown(page, device.id);
  await labelled('Device ID', device.id);
  await labelled('Driver', 'Chen Wei');
  await labelled('Device Memo', 'BUS 7');
});

test('vehicles that overlap are one cluster with their number, unless that is switched off', async ({ t }) => {
  const one = await placed(stage, t, '013800000307', { latitude: 24.3, longitude: 120.8 }, { vehicleid: 'PAIR 1' });
  const two = await placed(
    stage,
    t,
    '013800000308',
    { latitude: 24.30001, longitude: 120.80001 },
    { vehicleid: 'PAIR 2' },
  );
  const page = await stage.signedIn(t);
  await page.getByPlaceholder('Filter devices').fill('PAIR');
  await page.getByRole('button', { name: 'Show the whole fleet' }).click();
  await until('two are one', async () => (await report(page)).clusters.some(({ count }) => count === 2));
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Filter devices').blur();
  await page.keyboard.press('c');
  await shown(page, one.device.id);
  await shown(page, two.device.id);
  assert.deepEqual((await report(page)).clusters, []);
});

test('[F-MAP-004 F-CONST-033] the list has six vehicles a page and names those without a position', async ({ t }) => {
  for (let n = 11; n <= 23; n += 1) await stage.register(`PAGE-${n}`, 1);
  const page = await stage.signedIn(t);
  await page.getByPlaceholder('Filter devices').fill('PAGE-');
  const rows = page.locator('[data-device]');
  await page.locator('[aria-current="page"]', { hasText: '1' }).waitFor();
  await expect(rows).toHaveCount(6);
  await row(page, 'PAGE-11').getByText('GPS signal not found').waitFor();
  assert.equal(await row(page, 'PAGE-11').getByRole('link').count(), 0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.locator('[aria-current="page"]', { hasText: '2' }).waitFor();
  await expect(rows).toHaveCount(6);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.locator('[aria-current="page"]', { hasText: '3' }).waitFor();
  await expect(rows).toHaveCount(1);
  await row(page, 'PAGE-23').waitFor();
});

test('[F-ERR-036 F-ERR-037 E-TRIAL-003 E-TRIAL-004] without WebGL the list still works and the screen says why there is no map', async ({
  t,
}) => {
  const { device } = await placed(stage, t, '013800000310', { latitude: 24.22 });
  const cases = [
    ['Your browser does not seem to support WebGL', () => Reflect.deleteProperty(globalThis, 'WebGLRenderingContext')],
    [
      'Your graphics card does not seem to support WebGL',
      () => Object.assign(HTMLCanvasElement.prototype, { getContext: () => null }),
    ],
  ] as const;
  for (const [text, break_] of cases) {
    const page = await stage.signedIn(t, { prepare: async (fresh) => void (await fresh.addInitScript(break_)) });
    await page.getByRole('heading', { name: text, exact: true }).waitFor();
    await page.getByPlaceholder('Filter devices').fill(device.id);
    await row(page, device.id).getByRole('button').click();
    await panel(page).getByRole('heading', { name: device.id }).waitFor();
  }
});

test('tiles that do not come leave the vehicles, and are asked for again', async ({ t }) => {
  const { device } = await placed(stage, t, '013800000311', { latitude: 24.24 });
  let broken = true;
  let asked = 0;
  const page = await stage.signedIn(t, {
    expected: /Failed to load resource/,
    prepare: async (fresh) => {
      await fresh.route('**/map/tiles/**', (route) => {
        asked += 1;
        return broken ? route.abort() : route.continue();
      });
    },
  });
  const trouble = page.getByText('The background of the map does not load');
  await trouble.waitFor();
  await page.getByPlaceholder('Filter devices').fill(device.id);
  await shown(page, device.id);
  const before = asked;
  await page.getByRole('button', { name: 'Try again' }).click();
  await until('the tiles are asked for again', () => asked > before);
  broken = false;
  await trouble.waitFor({ state: 'detached' });
});

test('everything on the map screen has a name and enough contrast', async ({ t }) => {
  const { device } = await placed(
    stage,
    t,
    '013800000312',
    { latitude: 24.26, speedKmh: 40 },
    { vehicleid: 'AXE 1', drivername: 'K. Ito' },
  );
  const page = await stage.signedIn(t, { path: `/?device=${device.id}` });
  await panel(page).waitFor();
  await shown(page, device.id);
  // Of whatever weight; what offends only while the page settles is not found a second time.
  const found = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  };
  const first = await found();
  assert.deepEqual(first.length === 0 ? first : await found(), []);
});
