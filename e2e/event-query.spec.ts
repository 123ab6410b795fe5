// Searching events: criteria in one tab, what was found in the other, a page after the other.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { asJson, type Json } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { eventRow, eventTable, headers, plant, serialsInSight } from './support/events.ts';
import { expect, test } from './test.ts';

const [A, B] = ['13800000811', '13800000812'];
const stage = useStage({}, async (made) => {
  await made.register(A, 4, { vehicleid: 'TRK-811' });
  await made.register(B, 4, { vehicleid: 'TRK-812' });
});
const MOMENT = Date.UTC(2030, 0, 5, 4, 0, 0);

const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const questions = (page: Page): Json[] => {
  const bodies: Json[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/gkevent/eventquery') bodies.push(asJson(request.postDataJSON()));
  });
  return bodies;
};

/** The same dialog on both screens. */
const exportOpens = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export events' });
  await expect(dialog.getByRole('radio', { name: 'Detail' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'CSV' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
};

test('[E-QUERY-001] [E-QUERY-002] [E-TABLE-001] [E-TABLE-010] [E-HTTP-002] [F-ROUTE-022] every criterion is asked for, and what was found stands in the second tab', async ({
  t,
}) => {
  const [early = 0, own = 0] = await plant(
    stage,
    { id: A, deviceMs: MOMENT - 1000 },
    { id: A, deviceMs: MOMENT, code: 1, fetched: { snap: 1 } },
    { id: A, deviceMs: MOMENT + 1000 },
    { id: B, deviceMs: MOMENT, code: 1, fetched: { snap: 1 } },
  );
  const page = await stage.signedIn(t, { path: '/queryeventex' });
  const bodies = questions(page);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Search criteria', 'Search result']);
  await expect(tab(page, 'Search criteria')).toHaveAttribute('aria-selected', 'true');
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Day', '2030-01-05');
  await fill('From', '2030-01-05 12:00');
  await fill('Until', '2030-01-05 12:00:00');
  await page.getByLabel('Time zone').selectOption('28800');
  await page.getByLabel('Device ID').selectOption(A);
  await page.getByLabel('Group', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: /^Event Name/ }).click();
  await page.getByRole('option', { name: 'Address changed (1)' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Only with a photo').check();
  await fill('Exactly', String(own));
  await fill('Above', String(early));
  await fill('Below', String(own + 10));
  await search(page).click();
  await expect(tab(page, 'Search result')).toHaveAttribute('aria-selected', 'true');
  // The tab may be turned before the question is heard of here.
  await until('it is asked', () => bodies.length > 0);
  assert.deepEqual(bodies[0], {
    serialno: own,
    afterSerialno: early,
    beforeSerialno: own + 10,
    date: '2030-01-05',
    afterDate: '2030-01-05 12:00:00',
    beforeDate: '2030-01-05 12:00:00',
    deviceid: A,
    groupid: '1',
    appdevids: [1],
    hasSnapshot: 1,
    timeZone: 28_800,
    desc: 1,
  });
  await becomes(() => serialsInSight(page), [own]);
  await exportOpens(page);
  const found = await headers(page);
  await page.goto(`${new URL(page.url()).origin}/todayevents`);
  await plant(stage, { id: A, deviceMs: Date.now() });
  await expect(eventTable(page)).toBeVisible();
  await becomes(() => headers(page), found, 'the same table');
  await exportOpens(page);
});

test('a large result comes page by page; what cannot be asked says so and keeps what was typed', async ({ t }) => {
  const all = await plant(
    stage,
    ...Array.from({ length: 1500 }, (_, n) => ({ id: B, deviceMs: Date.UTC(2031, 0, 1) + n * 1000 })),
  );
  const page = await stage.signedIn(t, { path: `/queryeventex?deviceid=${B}&date=2031-01-01`, expected: /400/ });
  await page.getByLabel('Time zone').selectOption('0');
  await page.getByLabel('From', { exact: true }).fill('soon');
  await expect(page.getByText('Write the moment as 2026-03-01 14:05:00.')).toBeVisible();
  await expect(search(page)).toBeDisabled();
  await page.getByLabel('From', { exact: true }).fill('2031-01-01 02:00:00');
  await page.getByLabel('Until', { exact: true }).fill('2031-01-01 01:00:00');
  await search(page).click();
  await expect(page.getByRole('tabpanel').getByText('Start Time > End Time')).toBeVisible();
  await tab(page, 'Search criteria').click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2031-01-01 02:00:00');
  await page.getByLabel('From', { exact: true }).fill('');
  await page.getByLabel('Until', { exact: true }).fill('');
  await search(page).click();
  await eventRow(page, all.at(-1) ?? 0).waitFor();
  await expect(page.getByText('1000 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('1500 rows')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Export events' });
  await expect(dialog.getByText('1500 of 1500 ticked')).toBeVisible();
});
