// The mileage report as a fleet manager uses it: whose and which days, the table, the chart, the total, files of it, what is refused.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { t0704LocationBatch, type LocationReport } from '@outrider/jt808';
import { Device, locationAt } from '../integration/support/device.ts';
import { asJson, asList, type Json } from '../integration/support/operator.ts';
import { addressOf, savePassword, useStage } from './fixture.ts';
import { expect, test } from './test.ts';

/** Devices that moved: one more than bars, and some that stood still. */
const DRIVEN = 54;
/** Reports, but never moves. */
const STOOD = DRIVEN + 1;
const FLEET = 60;
const DAY_MS = 86_400_000;
/** Noon, so that no test crosses midnight. */
const noon = (() => {
  const date = new Date();
  date.setHours(12, 0, 0, 0);
  return date.getTime() - DAY_MS;
})();
const MICRO_PER_METRE = 1 / 111_194.93;

const idOf = (n: number): string => `1390000${String(n).padStart(4, '0')}`;
/** Of the seventh. */
const MEMO = '<b>貨車, "七"</b>';

/** Drives longer than the others: it starts among them and ends after all. */
const SLOW = 20;

/** A steady way of ten reports, as a rule one a minute: farther for a larger number, which also starts earlier. */
const way = (n: number, dayMs: number): LocationReport[] =>
  Array.from({ length: 11 }, (_, i) =>
    locationAt(dayMs + (i * (n === SLOW ? 4 : 1) - n) * 60_000, {
      latitude: 23.5 + i * (200 + 20 * n) * MICRO_PER_METRE,
      speedKmh: 12 + n,
    }),
  );

const upload = async (device: Device, reports: readonly LocationReport[]): Promise<void> => {
  assert.equal(await device.ask(t0704LocationBatch, { type: 1, items: [...reports] }), 0);
};

/** Global: its pages may open sockets of other servers. */
const stage = useStage({ deployment: 'global' }, async (shared) => {
  for (let n = 1; n <= FLEET; n += 1) {
    const details = n === 7 ? { vehicleid: MEMO, drivername: '王小明' } : {};
    await shared.register(idOf(n), 2, details);
    if (n > STOOD) continue;
    const device = await Device.online(shared.server.ports.jt808, { phone: `0${idOf(n)}` });
    if (n === STOOD) {
      await upload(
        device,
        [0, 1, 2].map((i) => locationAt(noon + i * 60_000, { speedKmh: 0 })),
      );
      device.close();
      continue;
    }
    await upload(device, way(n, noon));
    // One of them drove the day before as well, to where it began then: the night between adds no way.
    if (n === 7) {
      const back = way(n, noon).toReversed();
      await upload(
        device,
        way(n, noon - DAY_MS).map((report, i) => ({ ...report, latitude: back[i]?.latitude ?? 0 })),
      );
    }
    device.close();
  }
});

const dayOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};
const dayButton = (page: Page, ms: number) =>
  page.getByRole('region', { name: 'Days' }).locator(`td[data-day="${dayOf(ms)}"] button`);
const search = (page: Page) => page.getByRole('button', { name: 'Search' });
const table = (page: Page) => page.getByRole('table', { name: 'Mileage' });

/** Days up to yesterday; the calendar forgets what was chosen before. */
const choose = async (page: Page, firstMs: number, device: string): Promise<void> => {
  await page.getByLabel('Device', { exact: true }).selectOption(device);
  await dayButton(page, firstMs).click();
  await dayButton(page, noon).click();
  await search(page).click();
};

const report = async (page: Page, firstMs = noon, device = ''): Promise<void> => {
  await choose(page, firstMs, device);
  await table(page).waitFor();
};

const cells = (page: Page, column: number): Promise<string[]> =>
  table(page).locator(`tbody tr td:nth-child(${column})`).allInnerTexts();

const savedText = async (page: Page, button: string): Promise<{ name: string; text: string }> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

test('[F-ROUTE-023 E-MILEAGE-001 E-MILEAGE-002 E-MILEAGE-007 E-HTTP-030] device select with ALL Vehicles first, a calendar of two months, and Search that needs both days', async ({
  t,
}) => {
  const asked: Json[] = [];
  const page = await stage.signedIn(t, { path: '/mileage' });
  page.on('request', (request) => {
    if (request.url().endsWith('/gkmileage/mileagequery')) asked.push(asJson(request.postDataJSON()));
  });
  const options = page.getByLabel('Device', { exact: true }).locator('option');
  await options.nth(FLEET).waitFor({ state: 'attached' });
  const named = (n: number): string => (n === 7 ? `${MEMO} (${idOf(n)})` : idOf(n));
  await expect(options).toHaveText(['ALL Vehicles', ...Array.from({ length: FLEET }, (_, i) => named(i + 1))]);
  await expect(page.getByRole('region', { name: 'Days' }).getByRole('grid')).toHaveCount(2);
  await expect(search(page)).toBeDisabled();
  await dayButton(page, noon - DAY_MS).click();
  await page.getByText('Choose the last day.').waitFor();
  await expect(search(page), 'with the first day only').toBeDisabled();
  await dayButton(page, noon).click();
  await page.getByText(`${dayOf(noon - DAY_MS)} to ${dayOf(noon)}`).waitFor();
  assert.deepEqual(asked, []);
  await search(page).click();
  await table(page).waitFor();
  const midnight = new Date(noon - DAY_MS).setHours(0, 0, 0, 0);
  assert.equal(asked[0]?.['afterTime'], midnight / 1000);
  assert.equal(asked[0]?.['beforeTime'], new Date(noon + DAY_MS).setHours(0, 0, 0, 0) / 1000 - 1);
  assert.equal('deviceid' in (asked[0] ?? {}), false, 'ALL Vehicles is no device');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Choose the first day.').waitFor();
  await expect(search(page), 'after a reset').toBeDisabled();
});

test('[E-MILEAGE-003 E-MILEAGE-004 E-MILEAGE-005] sixty vehicles: sortable columns, the total, and the fifty longest ways as bars', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/mileage' });
  await report(page);
  const panes = [search(page), table(page), page.getByRole('region', { name: 'Longest distances' })];
  const boxes = await Promise.all(panes.map((pane) => pane.boundingBox()));
  const [left = 0, centre = 0, right = 0] = boxes.map((box) => box?.x);
  assert.ok(left < centre && centre < right, 'choice, table and chart from left to right');
  const headers = await table(page).getByRole('columnheader').allInnerTexts();
  assert.deepEqual(
    headers.map((text) => text.replace(/[↑↓]/, '').trim()),
    ['Device ID', 'Driver', 'Device Memo', 'Mileage', 'Start Time', 'End Time'],
  );
  // (200 + 20 n) x 10 m: vehicle 54 went 12.80 km.
  const longest = table(page)
    .locator('tbody tr[aria-rowindex="2"]')
    .filter({ hasText: idOf(54) });
  await longest.filter({ hasText: '12.80 km' }).waitFor();
  const bars = page.getByRole('region', { name: 'Longest distances' }).locator('[data-bar]');
  await expect(bars).toHaveCount(50);
  const named = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('data-bar')));
  assert.deepEqual(
    [named[0], named.at(-1)],
    [idOf(54), idOf(5)],
    'the four shortest of those that moved are not drawn',
  );
  const widths = await bars
    .locator('rect:last-child')
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(
    widths.every((width, i) => i === 0 || width < (widths[i - 1] ?? 0)),
    'shorter and shorter',
  );
  const sorted = async (header: string, direction: string, first: string): Promise<void> => {
    await table(page).getByRole('button', { name: header }).click();
    await table(page).locator(`th[aria-sort="${direction}"]`).filter({ hasText: header }).waitFor();
    await table(page).locator('tbody tr[aria-rowindex="2"] td:first-child').filter({ hasText: first }).waitFor();
  };
  // Who has no name, and who never drove, comes last both ways.
  for (const [header, up, down] of [
    ['Device ID', idOf(1), idOf(60)],
    ['Driver', idOf(7), idOf(7)],
    ['Device Memo', idOf(7), idOf(7)],
    ['Mileage', idOf(55), idOf(54)],
    ['Start Time', idOf(DRIVEN), idOf(1)],
    ['End Time', idOf(DRIVEN), idOf(SLOW)],
  ] as const) {
    await sorted(header, 'ascending', up);
    await sorted(header, 'descending', down);
  }
  const all = asList(JSON.parse((await savedText(page, 'JSON')).text));
  const sum = all.reduce((metres, row) => metres + Number(row['distance']), 0);
  assert.equal(await page.getByLabel('Total', { exact: true }).innerText(), `${(sum / 1e6).toFixed(2)} km`);
  await page.getByText(`${FLEET} rows`).waitFor();
});

test('[F-PRODUCT-012 E-MILEAGE-006] the report is saved as CSV and JSON with every row, and as PDF that opens in the viewer', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/mileage' });
  await report(page);
  const csv = await savedText(page, 'CSV');
  assert.equal(csv.name, `Mileage_${dayOf(noon)}_${dayOf(noon)}.csv`);
  const lines = csv.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(lines.length, FLEET + 1);
  assert.equal(lines[0], 'Device ID,Driver,Device Memo,Mileage (km),Start Time,End Time');
  assert.match(lines[1] ?? '', new RegExp(`^${idOf(54)},,,12.80`));
  const own = lines.find((line) => line.startsWith(idOf(7))) ?? '';
  assert.ok(own.includes('王小明,"<b>貨車, ""七""</b>",3.40'), own);
  const json = await savedText(page, 'JSON');
  assert.equal(json.name, `Mileage_${dayOf(noon)}_${dayOf(noon)}.json`);
  const rows = asList(JSON.parse(json.text));
  assert.deepEqual(
    [rows.length, rows[0]?.['deviceid'], rows[0]?.['starttime']],
    [FLEET, idOf(54), noon / 1000 - 54 * 60],
  );
  const [posted, viewer] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/tmp'),
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'PDF', exact: true }).click(),
  ]);
  const sent = asJson(posted.postDataJSON());
  assert.equal(sent['type'], 'mileage');
  assert.equal(typeof sent['logo'], 'string');
  assert.equal(asJson(sent['data'])['title'], 'Mileage');
  await viewer.waitForURL(/\/pdfviewer\?/);
  const source = Buffer.from(new URL(viewer.url()).searchParams.get('source') ?? '', 'base64').toString();
  assert.match(source, /^\/tmp\/[0-9a-f]{32}\.pdf$/);
  assert.equal(await viewer.locator('iframe').getAttribute('src'), source);
  const file = await viewer.request.get(new URL(source, viewer.url()).href);
  assert.equal(file.headers()['content-type'], 'application/pdf');
  assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
});

test('one vehicle over two days is told day by day; in miles when the operator wants miles', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/mileage',
    prepare: (made) => made.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')),
  });
  await report(page, noon - DAY_MS, idOf(7));
  await table(page).getByText('2.11 mi').nth(1).waitFor(); // 3.4 km a day
  assert.deepEqual(
    (await cells(page, 5)).map((text) => text.slice(0, 10)),
    [dayOf(noon - DAY_MS), dayOf(noon)],
  );
  assert.equal(await table(page).locator('b').count(), 0, 'a memo is text');
  assert.equal(await page.getByLabel('Total', { exact: true }).innerText(), '4.23 mi');
  await choose(page, noon - 5 * DAY_MS, idOf(STOOD));
  await table(page).getByText('0.00 mi').waitFor();
  assert.deepEqual(await cells(page, 5), [dayOf(noon)], 'a day without a drive is told by its date');
  await choose(page, noon - 5 * DAY_MS, idOf(60));
  await page.getByText('no records').waitFor();
});

test('while the server works a bar says how far it is; Cancel gives up; a failure has words and a way to try again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/mileage', expected: /500|503/ });
  /** What the server says for now; undefined: what it says itself. */
  let answer: Json | undefined = { done: 15, total: 60 };
  await page.route('**/gkmileage/mileagequery', async (route) => {
    if (answer === undefined) await route.continue();
    else if ('code' in answer) await route.fulfill({ status: 503, json: answer });
    else await route.fulfill({ json: answer });
  });
  await dayButton(page, noon).click();
  await dayButton(page, noon).click();
  await search(page).click();
  await page.getByText('15 of 60 vehicle days worked out').waitFor();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '15');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Choose the days to search').waitFor();
  answer = { hasError: 1, code: 'unavailable', message: 'The track cannot be worked out' };
  await search(page).click();
  await page.locator('#screen').getByText('The track cannot be worked out').waitFor();
  answer = undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await table(page).waitFor();
});

test('[E-ROLE-007] without the event right, or from the page of another server, the report is not there', async ({
  t,
}) => {
  const operator = await stage.account('no-events', 1, ['P_dash', 'F_gps']);
  const page = await stage.signedIn(t, { path: '/mileage', account: operator });
  await page.waitForURL((url) => url.pathname === '/');
  const foreign = await stage.page(t);
  await savePassword(foreign, stage.server.admin, 'fleet.test');
  const port = String(stage.server.ports.command);
  await foreign.addInitScript((command) => localStorage.setItem('ServerPort', command), port);
  await foreign.goto(addressOf(stage.server, '/mileage'));
  await foreign.waitForURL((url) => url.pathname === '/');
});
