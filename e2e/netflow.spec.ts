// The data of devices as a fleet manager reads it: a month, rows of three kinds, colours by size, files of it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { dayStart } from '../apps/server/src/features/data-use/server-days.ts';
import { asJson, asList, type Json } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const LARGE = '13800000911';
const SMALL = '13800000912';
const GB = 1024 ** 3;

const now = new Date();
const monthAgo = (ago: number): string => {
  const date = new Date(now.getFullYear(), now.getMonth() - ago, 1);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
};
/** The month before: all its days are over. */
const MONTH = monthAgo(1);
const [year = 0, month = 0] = MONTH.split('-').map(Number);
const DAYS = new Date(year, month, 0).getDate();

/** Bytes as the server counted them. */
const stage = useStage({}, async ({ server, register }) => {
  for (const id of [LARGE, SMALL]) await register(id, 2);
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  const insert = database.prepare(
    'INSERT INTO data_use (device_key, day, in_bytes, out_bytes) SELECT key, ?, ?, ? FROM devices WHERE id = ?',
  );
  insert.run(`${MONTH}-01`, 1.5 * GB, 1023, LARGE);
  insert.run(`${MONTH}-02`, 1_572_864, 1536, LARGE);
  insert.run(`${MONTH}-01`, 100, 0, SMALL);
  database.close();
});

const table = (page: Page) => page.getByRole('table', { name: 'Device netflow' });
const row = (page: Page, id: string, kind: string) =>
  table(page).locator('tbody tr').filter({ hasText: id }).filter({ hasText: kind });

const report = async (page: Page): Promise<void> => {
  await page.getByLabel('Month', { exact: true }).selectOption(MONTH);
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await expect(row(page, LARGE, 'Flow In')).toBeVisible();
};

const saved = async (page: Page, button: string): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
};

test('[F-ROUTE-036 E-NETFLOW-001 E-NETFLOW-002] this month and the three before can be chosen; Query asks for the month from its first second to its last', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/devicenetflow' });
  const asked: Json[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/gklog/netflow'))
      asked.push(asJson(request.postDataJSON()));
  });
  await expect(page.getByLabel('Month', { exact: true }).locator('option')).toHaveText([0, 1, 2, 3].map(monthAgo));
  assert.deepEqual(asked, []);
  await report(page);
  const [sent, ...more] = asked;
  assert.deepEqual(more, []);
  const [start, end] = [new Date(year, month - 1, 1), new Date(year, month, 1)];
  assert.deepEqual([sent?.['starttime'], sent?.['endtime']], [start.getTime() / 1000, end.getTime() / 1000 - 1]);
});

test('[E-NETFLOW-003 E-NETFLOW-004 E-NETFLOW-005] a device has a row for in, out and total with each day and the sum; colours go by size; each kind can be left out', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/devicenetflow', context: { viewport: { width: 3200, height: 900 } } });
  await report(page);
  const headers = await table(page).getByRole('columnheader').allInnerTexts();
  assert.deepEqual(headers.map((text) => text.trim()).slice(1), [
    'Device ID',
    'Flow',
    ...Array.from({ length: DAYS }, (_, day) => String(day + 1)),
    'Total',
  ]);
  const texts = async (id: string, kind: string) => {
    const cells = (await row(page, id, kind).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    return [...cells.slice(3, 6), cells.at(-1)];
  };
  // What names a row is drawn at once, the other cells when a frame has room.
  await expect.poll(() => texts(LARGE, 'Flow In')).toEqual(['1.5G', '1.5M', '0', '1.5G']);
  await expect.poll(() => texts(LARGE, 'Flow Out')).toEqual(['1023', '1.5K', '0', '2.5K']);
  await expect.poll(() => texts(SMALL, 'Flow Total')).toEqual(['100', '0', '0', '100']);
  const sizes = async (id: string, kind: string) =>
    row(page, id, kind)
      .locator('[data-size]')
      .evaluateAll((cells) =>
        cells.slice(0, 2).map((cell) => [cell.getAttribute('data-size'), getComputedStyle(cell).color]),
      );
  const [red, orange] = await sizes(LARGE, 'Flow In');
  const [grey, green] = await sizes(LARGE, 'Flow Out');
  assert.deepEqual([red?.[0], orange?.[0], grey?.[0], green?.[0]], ['red', 'orange', 'grey', 'green']);
  assert.equal(new Set([red, orange, grey, green].map((each) => each?.[1])).size, 4, 'four colours');

  await expect(table(page).locator('tbody tr')).toHaveCount(6);
  for (const [kind, left] of [
    ['Flow In', 4],
    ['Flow Out', 2],
    ['Flow Total', 0],
  ] as const) {
    await page.getByRole('button', { name: kind, exact: true }).click();
    await expect(table(page).locator('tbody tr')).toHaveCount(left);
  }
  await expect(page.getByText('All rows are switched off')).toBeVisible();
});

test('[E-NETFLOW-006] a ticked row stays ticked; files then hold the ticked rows alone', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/devicenetflow' });
  await report(page);
  const tick = page.getByRole('checkbox', { name: `Choose ${LARGE} Flow Out` });
  await tick.check();
  await page.getByRole('button', { name: 'Flow In', exact: true }).click();
  await expect(row(page, LARGE, 'Flow In')).toHaveCount(0);
  await expect(tick).toBeChecked();
  await expect(page.getByText('1 row chosen')).toBeVisible();
  const lines = (await saved(page, 'CSV')).trimEnd().split('\r\n');
  assert.equal(lines.length, 2);
  const [, only = ''] = lines;
  assert.ok(only.startsWith(`${LARGE},Flow Out,1023,1.5K,0,`), only);
  const raw = asList(JSON.parse(await saved(page, 'Raw JSON')));
  assert.deepEqual([...new Set(raw.map(({ deviceid }) => deviceid))], [LARGE]);
});

test('[E-NETFLOW-007] CSV and JSON hold the table, raw JSON the records, and the PDF opens in the viewer', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/devicenetflow' });
  await report(page);
  const lines = (await saved(page, 'CSV')).replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(lines.length, 7);
  const [header = '', first = ''] = lines;
  assert.ok(header.startsWith('Device ID,Flow,1,2,3,') && header.endsWith(',Total'), header);
  assert.ok(first.startsWith(`${LARGE},Flow In,1.5G,1.5M,0,`) && first.endsWith(',1.5G'), first);
  const json = asList(JSON.parse(await saved(page, 'JSON')));
  assert.deepEqual([json.length, json[0]?.['device'], json[0]?.['day1']], [6, LARGE, 1.5 * GB]);
  const raw = JSON.parse(await saved(page, 'Raw JSON'));
  const starttime = (day: number): number => dayStart(`${MONTH}-0${day}`) / 1000;
  assert.deepEqual(raw, [
    { deviceid: LARGE, starttime: starttime(1), flowin: 1.5 * GB, flowout: 1023 },
    { deviceid: SMALL, starttime: starttime(1), flowin: 100, flowout: 0 },
    { deviceid: LARGE, starttime: starttime(2), flowin: 1_572_864, flowout: 1536 },
  ]);
  const [posted, viewer] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/tmp'),
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'PDF', exact: true }).click(),
  ]);
  assert.equal(asJson(posted.postDataJSON())['type'], 'netflow');
  await viewer.waitForURL(/\/pdfviewer\?/);
  const source = Buffer.from(new URL(viewer.url()).searchParams.get('source') ?? '', 'base64').toString();
  const file = await viewer.request.get(new URL(source, viewer.url()).href);
  assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
});
