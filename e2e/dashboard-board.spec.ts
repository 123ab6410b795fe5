// The dashboard's pages and tiles, who may do what on it, memos; colours of its cards on a phone (dashboard-phone.spec.ts). Fleets that nobody could drive here are put into
// the list on its way.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import type { CameraReport } from '../apps/console/src/map/map-report.ts';
import { type Json, httpCall } from '../integration/support/operator.ts';
import { idsIn, rowOf } from './device-table.ts';
import { type StageServer, addressOf, startStageServer, useStage } from './fixture.ts';
import { withFleet } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const REAL = '13800000901';
const stage = useStage({ broadcast: true }, ({ register }) => register(REAL, 2));

/** How many WebGL contexts the page holds. */
const countContexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const canvases = new Set<HTMLCanvasElement>();
    Object.assign(globalThis, { webglCanvases: canvases });
    // oxlint-disable-next-line typescript/unbound-method -- the proxy hands `this` on
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply(target, canvas, asked): unknown {
        const context: unknown = Reflect.apply(target, canvas, asked);
        if (String(asked[0]).startsWith('webgl') && context !== null && canvas instanceof HTMLCanvasElement) {
          canvases.add(canvas);
          canvas.addEventListener('webglcontextlost', () => canvases.delete(canvas));
        }
        return context;
      },
    });
  });
const contexts = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'webglCanvases').size);

const tiles = (page: Page): Locator => page.getByRole('region', { name: 'Vehicles on the map' }).getByRole('listitem');
const tile = (page: Page, id: string): Locator => tiles(page).and(page.locator(`[data-device="${id}"]`));
const pager = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
const numbers = async (page: Page): Promise<string> =>
  (
    await pager(page)
      .getByRole('button', { name: /^Page / })
      .allInnerTexts()
  ).join(' ');
const current = (page: Page): Locator => pager(page).locator('[aria-current="page"]');

test('[A-DASH-001] [A-DASH-003] [A-DASH-004] [A-DASH-040] [A-DASH-042] [A-DASH-043] [A-DASH-044] pages of twelve with their tiles beside them, all drawn from one map', async ({
  t,
}) => {
  const four = (real: Json): Json[] =>
    Array.from({ length: 400 }, (_, i) => ({
      ...real,
      deviceid: `D${String(i + 1).padStart(3, '0')}`,
      vehicleid: i < 30 ? `Bus ${i + 1}` : '',
      status: i % 2,
      gps_info: { data: { lat: 24 + i / 100, lng: 120, trackingAngle: 0, speedInKmh: 0 }, time: 1_790_000_000 },
    }));
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await countContexts(made);
      await withFleet(made, four);
    },
  });
  await expect(page).toHaveTitle(/^Dashboard/);
  const shown = (): Promise<string[]> => idsIn(page);
  const ids = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, i) => `D${String(from + i).padStart(3, '0')}`);
  await becomes(shown, ids(1, 12));
  await becomes(
    () => tiles(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-device') ?? '')),
    ids(1, 12),
  );
  const table = await page.getByRole('table', { name: 'Devices' }).locator('xpath=..').boundingBox();
  const board = await page.getByRole('region', { name: 'Vehicles on the map' }).boundingBox();
  assert.ok(table !== null && board !== null && table.x + table.width <= board.x, JSON.stringify({ table, board }));
  await becomes(async () => Object.keys((await camera(page)).centres).length, 12, 'a picture for each tile');
  assert.equal(await contexts(page), 1);
  await pager(page).getByRole('button', { name: 'Page 11 of 34' }).click();
  await pager(page).getByRole('button', { name: 'Page 17 of 34' }).click();
  await becomes(() => numbers(page), Array.from({ length: 21 }, (_, i) => i + 7).join(' '));
  assert.equal(new URL(page.url()).searchParams.get('page'), '17');
  await becomes(shown, ids(193, 204));
  assert.equal(await contexts(page), 1);
  await page.getByRole('searchbox').fill('bus');
  await becomes(shown, ids(1, 12));
  await expect(current(page)).toHaveText('1');
  await pager(page).getByRole('button', { name: 'Page 3 of 3' }).click();
  await becomes(shown, ids(25, 30));
  await page
    .getByRole('group', { name: 'Device filters' })
    .getByRole('button', { name: /^Offline/ })
    .click();
  await becomes(async () => (await shown()).length, 12);
  await expect(current(page)).toHaveText('1');
  await page.getByRole('button', { name: 'All rows' }).click();
  await becomes(async () => (await shown()).length, 15);
  await expect(pager(page)).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(0);
  await page.reload();
  await becomes(async () => (await shown()).length, 15, 'remembered');
  await page.getByRole('searchbox').fill('');
  await page.goto(addressOf(stage.server, '/'));
  await becomes(() => numbers(page), '1 2 3 4 5', 'a list of 200 on the map');
  await pager(page).getByRole('button', { name: 'Page 5 of 34' }).click();
  await becomes(() => numbers(page), '3 4 5 6 7');
});

test('a page of twelve takes the room there is: higher rows with the number under the name, the usual ones where there is none', async ({
  t,
}) => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.setViewportSize({ width: 1440, height: 900 });
      await withFleet(made, (real) =>
        Array.from({ length: 30 }, (_, i) => ({ ...real, deviceid: `D${i + 100}`, vehicleid: `Bus ${i}` })),
      );
    },
  });
  const row = rowOf(page, 'D100');
  const below = async (): Promise<boolean> => {
    const name = await row.getByRole('link', { name: 'Bus 0' }).boundingBox();
    const number = await row.getByText('D100', { exact: true }).boundingBox();
    return name !== null && number !== null && number.y >= name.y + name.height - 2;
  };
  const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThanOrEqual(42);
  await becomes(below, true, 'the number is under the name');
  await page.setViewportSize({ width: 1440, height: 560 });
  await becomes(height, 32);
  await becomes(below, false, 'the number is under the name');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'All rows' }).click();
  await becomes(height, 32, 'all rows are as many as go in');
});

/** Where the pictures of the tiles were taken. */
const camera = (page: Page): Promise<CameraReport> =>
  page
    .getByRole('region', { name: 'Vehicles on the map' })
    .locator('.maplibregl-map')
    .evaluate((element): CameraReport => {
      const detail: CameraReport = { centres: {} };
      element.dispatchEvent(new CustomEvent('map-report', { detail }));
      return detail;
    });

/** Whether a picture is more than one colour. */
const isDrawn = (canvas: Locator): Promise<boolean> =>
  canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement) || element.width === 0) return false;
    const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
    return data.some((value, i) => i % 4 === 3 && value > 0);
  });

test('[A-DASH-028] [A-DASH-029] [A-DASH-030] [A-DASH-032] [A-DASH-052] [A-DASH-053] [A-DASH-055] [A-DASH-056] a tile shows where its vehicle is and heads, that it has no fix, and that it is recorded', async ({
  t,
}) => {
  const noFix = { data: null, time: null };
  const data = { lat: 24.1, lng: 120.6, trackingAngle: 90, speedInKmh: 27 };
  const fleet = (real: Json): Json[] => {
    const base = { ...real, status: 1, gps_info: noFix, maplocation: null, signal: null, alarm: 0 };
    return [
      { ...base, deviceid: 'fix', gps_info: { data, time: 1_790_000_000 }, recording: 1 },
      { ...base, deviceid: 'entered', maplocation: { lat: 23, lng: 121 }, recording: 1, recording_error: 1 },
      { ...base, deviceid: 'nowhere', recording_error: 1 },
      { ...base, deviceid: 'away', status: 0 },
    ];
  };
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) => withFleet(made, fleet),
    expected: /404 \(Not Found\).*\/gkdevice\/orders/, // the server does not know the vehicles of this list
  });
  await becomes(async () => (await camera(page)).centres, {
    fix: { lat: 24.1, lng: 120.6 },
    entered: { lat: 23, lng: 121 },
  });
  await becomes(() => isDrawn(tile(page, 'fix').locator('canvas')), true);
  assert.equal(await isDrawn(tile(page, 'nowhere').locator('canvas')), false);
  // 27 knots.
  await tile(page, 'fix').getByText('50 km/h').waitFor();
  await expect(
    tile(page, 'fix')
      .getByRole('img', { name: /^Driving/ })
      .locator('g'),
  ).toHaveAttribute('transform', /rotate\(90 8 8\)/);
  await expect(rowOf(page, 'fix').getByText('50', { exact: true })).toHaveCount(1); // cells come after their row
  const words = (id: string): Locator => tile(page, id).getByText('GPS signal not found');
  assert.equal(await words('fix').count(), 0);
  const colour = (place: Locator): Promise<string> => place.evaluate((element) => getComputedStyle(element).color);
  const token = (name: string): Promise<string> =>
    page.evaluate((property) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${property})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  const [red, green, purple] = [await token('--o-bad'), await token('--o-good'), await token('--o-fault')];
  assert.equal(new Set([red, green, purple]).size, 3);
  assert.equal(await colour(words('nowhere')), green);
  assert.equal(await colour(words('entered')), green);
  assert.equal(await colour(words('away')), red);
  const dot = (id: string, name: string): Locator =>
    rowOf(page, id)
      .locator('[data-device] i')
      .and(page.getByTitle(name, { exact: true }));
  const ground = (place: Locator): Promise<string> =>
    place.evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.equal(await ground(dot('fix', 'Recording')), await token('--o-recording'));
  assert.equal(await ground(dot('entered', 'Recording fault')), purple);
  for (const id of ['nowhere', 'away']) assert.equal(await rowOf(page, id).locator('[data-device] i').count(), 0, id);
  await rowOf(page, 'nowhere').getByText('N/A', { exact: true }).waitFor();
  await tile(page, 'nowhere').click();
  await page
    .getByRole('complementary', { name: 'Selected vehicle' })
    .getByRole('heading', { name: 'nowhere' })
    .waitFor();
});

/** Closed before the stage's own server, and after its pages. */
const ownServer = async (
  t: { after: (end: () => unknown) => void },
  changes: Parameters<typeof startStageServer>[0],
): Promise<StageServer> => {
  const server = await startStageServer(changes);
  t.after(() => server.close());
  return server;
};

test('[A-DASH-014] [A-DASH-018] [A-DASH-019] [A-DASH-021] [A-DASH-022] who may add, remove, call and write memos, by level and by what the deployment offers', async ({
  t,
}) => {
  await stage.device(t, { phone: '13800000911' }); // nobody adds this one
  const offered = async (page: Page, id: string): Promise<string> => {
    await rowOf(page, id).waitFor();
    const seen = {
      add: await page.getByRole('button', { name: 'Add device', exact: true }).count(),
      del: await page.getByRole('columnheader', { name: 'Del' }).count(),
      remove: await rowOf(page, id)
        .getByRole('button', { name: `Remove device ${id}` })
        .count(),
      fresh: await page.getByRole('region', { name: 'New devices' }).count(),
      broadcast: await page.getByRole('button', { name: 'Broadcast', exact: true }).count(),
      memo: await rowOf(page, id)
        .getByRole('button', { name: /^Change Car memo 1/ })
        .count(),
    };
    return Object.entries(seen)
      .filter(([, count]) => count > 0)
      .map(([name]) => name)
      .join(' ');
  };
  const withMemos = (made: Page): Promise<unknown> =>
    made.addInitScript(() => localStorage.setItem('showColumns', 'driver,carMemo0'));
  const expected = ['add del remove fresh broadcast memo', 'broadcast memo', 'broadcast', ''];
  for (const [level, words] of expected.entries()) {
    const account = level === 0 ? stage.server.admin : await stage.account(`level-${level}`, level, rights);
    const page = await stage.signedIn(t, { account, path: '/blockview', prepare: withMemos });
    await becomes(() => offered(page, REAL), words, `level ${level}`);
  }
  const server = await ownServer(t, { customerRecords: true, broadcast: false, disableMap: true });
  const page = await stage.signedIn(t, { server, account: server.admin, path: '/blockview', prepare: withMemos });
  await page.getByRole('button', { name: 'Add device', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add device' });
  await dialog.getByLabel('Device ID').fill('TEST01');
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await becomes(() => offered(page, 'TEST01'), 'add del remove memo', 'with customer records, without broadcast');
});

test('[A-DASH-005] [A-DASH-015] [A-DASH-016] a device is added under a typed id, an empty or given up one is nobody; without a map there are no tiles', async ({
  t,
}) => {
  const server = await ownServer(t, { disableMap: true });
  const page = await stage.signedIn(t, { server, account: server.admin, path: '/blockview' });
  const add = page.getByRole('button', { name: 'Add device', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Add device' });
  await add.click();
  await dialog.getByLabel('Device ID').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Add device' })).toBeDisabled();
  assert.equal(await dialog.getByRole('alert').count(), 0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('No devices yet').waitFor();
  await add.click();
  await dialog.getByLabel('Device ID').fill('TEST01');
  await dialog.getByLabel('Device ID').press('Enter');
  await rowOf(page, 'TEST01').waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await idsIn(page), ['TEST01']);
  assert.equal(await page.locator('canvas, .maplibregl-map').count(), 0);
  assert.equal(await page.getByRole('region', { name: 'Vehicles on the map' }).count(), 0);
});

test('[A-MEMO-003] a car memo is saved when its text has changed, and only then', async ({ t }) => {
  const puts: string[] = [];
  const page = await stage.signedIn(t, {
    path: `/blockview?device=${REAL}`,
    prepare: (made) =>
      made.on('request', (request) => {
        if (request.method() === 'PUT') puts.push(`${new URL(request.url()).pathname} ${request.postData()}`);
      }),
  });
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  const memo = (text: string): Locator => panel.getByRole('button', { name: `Change Car memo 1 of ${REAL}: ${text}` });
  const field = panel.getByRole('textbox', { name: `Car memo 1 of ${REAL}` });
  await memo('–').click();
  await field.blur();
  await memo('–').click();
  await field.fill('冬季輪胎 <b>');
  await field.blur();
  await memo('冬季輪胎 <b>').waitFor();
  await memo('冬季輪胎 <b>').click();
  await field.blur();
  await memo('冬季輪胎 <b>').waitFor();
  assert.equal(puts.length, 1, puts.join());
  assert.match(puts[0] ?? '', /^\/gkdevice\/carmemo .*"type":0/);
  await page.reload();
  await memo('冬季輪胎 <b>').waitFor();
});

test('a memo that somebody else changed meanwhile is not saved over unseen: his text is said, looking elsewhere keeps what was typed, Enter saves it', async ({
  t,
}) => {
  const put = (memo: string) =>
    httpCall(stage.server.ports.http, 'PUT', '/gkdevice/carmemo', {
      account: stage.server.admin,
      input: { deviceid: REAL, type: 1, memo },
    });
  await put('seen');
  const page = await stage.signedIn(t, { path: `/blockview?device=${REAL}`, expected: /409/ });
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  const memo = (text: string): Locator => panel.getByRole('button', { name: `Change Car memo 2 of ${REAL}: ${text}` });
  const field = panel.getByRole('textbox', { name: `Car memo 2 of ${REAL}` });
  await memo('seen').click();
  await put('theirs');
  await field.fill('mine');
  await field.press('Enter');
  await expect(panel.getByRole('alert')).toContainText(/admin changed this at .* admin saved: theirs$/);
  await field.blur();
  await expect(field).toHaveValue('mine');
  await field.press('Enter');
  await memo('mine').waitFor();
});

test('[A-DASH-024] [A-DASH-025] [A-DASH-026] [A-DASH-027] cards and their speeds have the colour of the speed, and none where the device is away', async ({
  t,
}) => {
  const speeds = { a: [101, 1], b: [100, 1], c: [6, 1], d: [5, 1], e: [0, 1], f: [120, 0] } as const;
  const KMH_PER_KNOT = 1.852;
  const fleet = (real: Json): Json[] =>
    Object.entries(speeds).map(([deviceid, [kmh, status]]) => ({
      ...real,
      deviceid,
      status,
      gps_info: {
        data: { lat: 24, lng: 120, trackingAngle: 0, speedInKmh: Math.round((kmh / KMH_PER_KNOT) * 1000) / 1000 },
        time: 1_790_000_000,
      },
    }));
  const page = await stage.signedIn(t, { path: '/blockview', phone: true, prepare: (made) => withFleet(made, fleet) });
  const card = (id: string): Locator => page.locator(`[data-device="${id}"] [data-tone]`);
  for (const [id, tone] of Object.entries({
    a: 'danger',
    b: 'success',
    c: 'success',
    d: 'primary',
    e: 'primary',
    f: 'light',
  }))
    await expect(card(id), id).toHaveAttribute('data-tone', tone);
  const edges = await Promise.all(
    ['a', 'b', 'd', 'f'].map((id) => card(id).evaluate((element) => getComputedStyle(element).borderLeftColor)),
  );
  assert.equal(new Set(edges).size, 4, edges.join());
  const [edge, speed] = await card('a').evaluate((element) => [
    getComputedStyle(element).borderLeftColor,
    getComputedStyle(element.querySelector('[data-speed]') ?? element).color,
  ]);
  assert.equal(speed, edge);
});
