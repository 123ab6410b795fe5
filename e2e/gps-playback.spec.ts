// GPS playback as an operator meets it: from the empty screen to the hours of a day, who may see what, what cannot be asked.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { shownDay } from './support/calendar.ts';
import {
  dayText,
  driveTrack,
  heldBack,
  hourRows,
  inUtc,
  queryButton,
  steady,
  tracked,
  trackDayMs,
  trackPath,
} from './support/track.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const day = (page: Page, text: string) => page.locator(`[data-day="${text}"] button`);
const deviceField = (page: Page) => page.getByRole('combobox', { name: 'Device' });

test('[A-GPSPB-001 A-GPSPB-002 A-GPSPB-009 A-GPSPB-013 A-GPSPB-022 F-ROUTE-010] from an empty screen to the hours of a day', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000901', [
    ...steady(8 * 3600 + 5, 40, 42),
    { second: 9 * 3600, speedKmh: 87 },
  ]);
  const page = await stage.signedIn(t, { path: '/gpsplayback', context: inUtc });
  const columns = ['form', 'region', 'region'] as const;
  const names = ['Query', 'Speed', 'Map'];
  const boxesNow = () =>
    Promise.all(columns.map((role, i) => page.getByRole(role, { name: names[i] ?? '', exact: true }).boundingBox()));
  await page.getByTestId('track-map').waitFor();
  const boxes = await until('they stand side by side', async () => {
    const all = await boxesNow();
    return new Set(all.map((box) => box?.y)).size === 1 && all;
  });
  const edges = boxes.map((box) => box?.x ?? -1);
  assert.deepEqual(
    edges,
    edges.toSorted((a, b) => a - b),
    'query, chart and map from left to right',
  );
  assert.equal(new Set(edges).size, 3, 'side by side');

  assert.equal(await queryButton(page).isDisabled(), true, 'without a device');
  await deviceField(page).click();
  await deviceField(page).fill(device.id.slice(-6));
  await page.getByRole('option', { name: device.id }).click();
  await until('the device is chosen', async () => (await deviceField(page).inputValue()).startsWith(device.id));
  await expect(queryButton(page), 'without a day').toBeDisabled();
  const wanted = dayText(trackDayMs());
  const wantedDay = await shownDay(page, wanted);
  await until('the day with a track is marked', async () =>
    (await page.locator(`[data-day="${wanted}"]`).getAttribute('class'))?.includes('marked'),
  );
  await wantedDay.click();
  await until('it can be asked for', () => queryButton(page).isEnabled());
  const release = await heldBack(page, '/api/gps');
  await queryButton(page).click();
  await page.locator('[data-status="query"]').waitFor();
  await expect(queryButton(page), 'while it is asked').toBeDisabled();
  release();
  const facts = page.getByRole('region', { name: 'Track', exact: true });
  await facts.getByText('87 km/h').waitFor();
  await until('it can be asked for again', () => queryButton(page).isEnabled());
  await facts.getByText(device.id).waitFor();
  await facts.getByText(`${wanted} 00:00:00`).waitFor();
  await facts.getByText('41', { exact: true }).waitFor();

  await expect(hourRows(page)).toHaveCount(24);
  for (let hour = 0; hour < 24; hour += 1) {
    const axis = page.getByRole('slider', { name: `${String(hour).padStart(2, '0')}:00`, exact: true });
    assert.deepEqual([await axis.getAttribute('min'), await axis.getAttribute('max')], ['0', '3600']);
  }
  await expect(page.locator('[data-hour="8"]')).toHaveAttribute('data-points', '40');
  await expect(page.locator('[data-hour="9"]')).toHaveAttribute('data-points', '1');
  await expect(page.locator('[data-hour="10"]')).toHaveAttribute('data-points', '0');
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('device') === device.id && searchParams.get('day') === wanted,
  );
});

test('[A-GPSPB-003 A-GPSPB-004] list and large chart are for level 0 only', async ({ t }) => {
  const device = await tracked(stage, t, '013800000902', steady(8 * 3600, 5));
  const list = (page: Page) => page.getByRole('button', { name: 'List', exact: true });
  const full = (page: Page) => page.getByRole('button', { name: 'Full View' });
  for (const level of [1, 2, 3]) {
    const account = await stage.account(`level${level}`, level);
    const page = await stage.signedIn(t, { path: trackPath(device.id), account, context: inUtc });
    await page.locator('[data-hour="8"][data-points="5"]').waitFor();
    assert.deepEqual([await list(page).count(), await full(page).count()], [0, 0], `level ${level}`);
  }
  const page = await stage.signedIn(t, { path: trackPath(device.id), context: inUtc });
  await list(page).click();
  const table = page.getByRole('table', { name: 'Positions' });
  await table.getByText(`${dayText(trackDayMs())} 08:00:40`).waitFor();
  await full(page).click();
  const chart = page.getByRole('dialog', { name: /^Full View/ }).locator('canvas');
  // A canvas has a size of its own until it is given that of the dialog.
  await until('the chart is large', async () => {
    const box = await chart.boundingBox();
    return (box?.width ?? 0) > 1000 && (box?.height ?? 0) > 400;
  });
});

test('[A-GPSPB-007 F-GATE-005] without P_gppb the path leads to the start page', async ({ t }) => {
  const account = await stage.account(
    'nogppb',
    1,
    rights.filter((right) => right !== 'P_gppb'),
  );
  const page = await stage.signedIn(t, { path: '/gpsplayback', account });
  await page.waitForURL((url) => url.pathname === '/');
});

test('[A-GPSPB-017 A-GPSPB-018 A-GPSPB-019] tomorrow cannot be chosen; five minutes a key; the span ends a minute later less a second', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000903', [...steady(3600, 3), ...steady(7250, 2)]);
  const page = await stage.signedIn(t, { path: `/gpsplayback?device=${device.id}`, context: inUtc });
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  await expect(day(page, dayText(today))).toBeEnabled();
  await expect(day(page, dayText(today + 86_400_000))).toBeDisabled();
  await (await shownDay(page, dayText(trackDayMs()))).click();
  const [from, until_] = [page.getByRole('slider', { name: 'From' }), page.getByRole('slider', { name: 'Until' })];
  for (const handle of [from, until_])
    assert.deepEqual([await handle.getAttribute('min'), await handle.getAttribute('max')], ['0', '1440']);
  await from.press('ArrowRight');
  await until('five minutes on', async () => (await from.inputValue()) === '5');
  await from.fill('60');
  await until_.fill('120');
  const asked = page.waitForRequest('**/api/gps');
  await queryButton(page).click();
  const { start, end }: { start: number; end: number } = (await asked).postDataJSON();
  const dayS = trackDayMs() / 1000;
  assert.deepEqual([start, end], [dayS + 3600, dayS + 7259]);
  await page.locator('[data-hour="1"][data-points="3"]').waitFor();
  await page.locator('[data-hour="2"][data-points="1"]').waitFor();
});

test('[F-ERR-023 F-ERR-024] a refusal is told in the words of the server, an empty span as no gps data', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000904', steady(8 * 3600, 2));
  let release = (): void => {};
  const page = await stage.signedIn(t, {
    path: trackPath(device.id, '&from=600&until=660'),
    context: inUtc,
    expected: /the disk is on fire/,
    prepare: async (made) => (release = await heldBack(made, '/api/gps')),
  });
  const empty = page.getByText('no gps data', { exact: true }).waitFor(); // a toast: for some seconds only
  release();
  await empty;
  await page.getByText('No positions in this span').waitFor();
  await page.route('**/api/gps', (route) =>
    route.fulfill({ json: { hasError: 1, message: 'the disk is on fire <b>' } }),
  );
  await queryButton(page).click();
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'the disk is on fire <b>' });
  await toast.getByText('error', { exact: true }).waitFor();
  await page.getByRole('alert').getByText('the disk is on fire <b>').waitFor();
});

test('several days come day by day, can be given up, and are turned over', async ({ t }) => {
  const device = await tracked(stage, t, '013800000905', steady(8 * 3600, 4));
  await driveTrack(device, steady(10 * 3600, 6), trackDayMs() + 86_400_000);
  const [first, last] = [dayText(trackDayMs()), dayText(trackDayMs() + 86_400_000)];
  const page = await stage.signedIn(t, { path: `/gpsplayback?device=${device.id}`, context: inUtc });
  await (await shownDay(page, first)).click();
  await day(page, last).click();
  const release = await heldBack(page, '/api/gps');
  await queryButton(page).click();
  await page.getByText('0 of 2 days').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Choose a device and a day').waitFor();
  release();
  await queryButton(page).click();
  await page.locator('[data-hour="8"][data-points="4"]').waitFor();
  await page.getByRole('button', { name: 'Day after' }).click();
  await page.locator('[data-hour="10"][data-points="6"]').waitFor();
  await expect(page.locator('[data-hour="8"]')).toHaveAttribute('data-points', '0');
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('to') === last);
});
