// Files of the list of events: JSON and CSV of the ticked rows in their order, in detail and in summary, and a PDF.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { asJson, asList } from '../integration/support/operator.ts';
import { type Ending, type Stage, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { eventTable, plant, serialsInSight } from './support/events.ts';
import { settableClock } from './support/server-clock.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000801', '13800000802'];
const clock = settableClock();
const furnish = async (made: Stage): Promise<void> => {
  await made.register(A, 8, { vehicleid: 'TRK-801', plate: 'EVT-801', drivername: '王小明' });
  await made.register(B, 8, { vehicleid: 'TRK-802', plate: 'EVT-802' });
};
const stage = useStage({}, furnish, {}, { clock });
const AFTERNOON_MS = 15 * 3_600_000;

/** A day to come that no other test has events on. */
const dayOf = (n: number): number => new Date(2030, 2, n, 0, 0, 0).getTime();
/** The list of that day, at three in the afternoon. */
const openedOn = (t: Ending, n: number): Promise<Page> =>
  stage.signedIn(t, {
    path: '/todayevents',
    prepare: (page) => {
      clock.set(dayOf(n) + AFTERNOON_MS);
      return page.clock.setFixedTime(new Date(dayOf(n) + AFTERNOON_MS));
    },
  });
const text = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

test('[E-TODAY-009] [E-EXPORT-001] [E-EXPORT-002] [E-EXPORT-003] [E-EXPORT-004] [E-EXPORT-005] [E-EXPORT-006] files hold the ticked rows in the order of the list, in detail and in summary, with addresses when asked for', async ({
  t,
}) => {
  const at = (n: number) => dayOf(6) + n * 1000;
  const serials = await plant(
    stage,
    { id: A, deviceMs: at(1), speedKmh: 50 },
    { id: A, deviceMs: at(2), speedKmh: 60 },
    { id: B, deviceMs: at(3), code: 742 },
    { id: B, deviceMs: at(4), lat: null, lng: null },
  );
  const [first = 0] = serials;
  const page = await openedOn(t, 6);
  await becomes(() => serialsInSight(page), serials.toReversed());
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export events' });
  const [detail, summary] = [dialog.getByLabel('Detail'), dialog.getByLabel('Summary')];
  await expect(detail).toBeChecked();
  await expect(summary).not.toBeChecked();
  const saved = async (kind: 'CSV' | 'JSON'): Promise<string> => {
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: kind }).click();
    return text(await saving);
  };
  await dialog.getByRole('button', { name: 'Load Address' }).click();
  await expect(dialog.getByRole('cell', { name: /Taiwan/ })).toHaveCount(3);
  await dialog.getByLabel(`Export event ${first}`).uncheck();
  const keys = 'deviceid,driver,deviceMemo,plate,event,notify,memo,time,lat,lng,speed,address';
  const json = asList(JSON.parse(await saved('JSON')));
  assert.equal(Object.keys(json[0] ?? {}).join(), keys);
  assert.deepEqual(
    json.map(({ deviceid, event, time, lat, speed }) => [deviceid, event, time, lat, speed]),
    [
      [B, 'Over speed', '2030-03-06 00:00:04', null, 0],
      [B, 'Phone call start', '2030-03-06 00:00:03', 24.1, 0],
      [A, 'Over speed', '2030-03-06 00:00:02', 24.1, 60],
    ],
  );
  assert.match(String(json[2]?.['address']), /Taiwan/);
  assert.equal(json[2]?.['driver'], '王小明');
  const lines = (await saved('CSV')).replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.deepEqual([lines.length, lines[0]], [4, keys]);
  assert.ok(lines[3]?.startsWith(`${A},王小明,TRK-801,EVT-801,Over speed,`), lines.join('\n'));
  await dialog.getByLabel(`Export event ${first}`).check();
  await summary.check();
  const sums = asList(JSON.parse(await saved('JSON')));
  assert.equal(Object.keys(sums[0] ?? {}).join(), `${keys},count`);
  assert.deepEqual(
    sums.map(({ deviceid, event, count }) => [deviceid, event, count]),
    [
      [B, 'Over speed', 1],
      [B, 'Phone call start', 1],
      [A, 'Over speed', 2],
    ],
  );
});

test('[E-EXPORT-007] a PDF is drawn by the server and opens in the viewer', async ({ t }) => {
  await plant(stage, { id: A, deviceMs: dayOf(7) });
  const page = await openedOn(t, 7);
  await eventTable(page).locator('tbody tr').first().waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export events' });
  const [posted, viewer] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/tmp'),
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'PDF', exact: true }).click(),
  ]);
  const sent = asJson(posted.postDataJSON());
  assert.equal(sent['type'], 'event detail');
  assert.deepEqual(asList(asJson(sent['data'])['columns']).length, 12);
  await viewer.waitForURL(/\/pdfviewer\?/);
  const source = Buffer.from(new URL(viewer.url()).searchParams.get('source') ?? '', 'base64').toString();
  assert.match(source, /^\/tmp\/[0-9a-f]{32}\.pdf$/);
  assert.equal(await viewer.locator('iframe').getAttribute('src'), source);
  const file = await viewer.request.get(new URL(source, viewer.url()).href);
  assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
});
