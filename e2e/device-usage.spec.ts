// The usage of devices as an administrator reads it: a day, the question, a bar for each device and one for all.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { dayText } from '../apps/console/src/lib/local-moment.ts';
import { useStage } from './fixture.ts';
import { changeAnswers, framesOf, logSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const DAY_MS = 86_400_000;
const HALF = '13800000901';
const LITTLE = '13800000902';

const midnight = (daysAgo: number): number => {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - daysAgo);
  return date.getTime();
};

/** Links of yesterday, as the server notes them. */
const stage = useStage({}, async ({ server, register }) => {
  for (const id of [HALF, LITTLE]) await register(id, 2);
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  const insert = database.prepare(
    'INSERT INTO link_spans (device_key, begin_ms, end_ms) SELECT key, ?, ? FROM devices WHERE id = ?',
  );
  const start = midnight(1);
  const lengthMs = midnight(0) - start;
  insert.run(start + 1000, start + 1000 + lengthMs / 2, HALF);
  insert.run(start + 2000, start + 2000 + Math.round(lengthMs * 0.12345), LITTLE);
  database.close();
});

const dayButton = (page: Page, ms: number) =>
  page.getByRole('region', { name: 'Day' }).locator(`td[data-day="${dayText(new Date(ms))}"] button`);
const query = (page: Page) => page.getByRole('button', { name: 'Query', exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Device usage' }).locator('tbody tr');

test('[F-ROUTE-035 E-USAGE-001 E-USAGE-002 E-USAGE-003 E-HTTP-055] today is chosen, tomorrow cannot be; Query asks for the day by its first second and fills the table', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/deviceusage', prepare: logSockets });
  await expect(page.getByRole('heading', { name: 'Device usage' })).toBeVisible();
  const today = midnight(0);
  await expect(page.locator(`td[data-day="${dayText(new Date(today))}"]`)).toHaveAttribute('aria-selected', 'true');
  // The month of tomorrow, where that is the next one.
  const tomorrow = today + DAY_MS * 1.5;
  if (new Date(tomorrow).getMonth() !== new Date(today).getMonth())
    await page.getByRole('button', { name: 'Next month' }).click();
  await expect(dayButton(page, tomorrow)).toBeDisabled();
  assert.equal(await rows(page).count(), 0, 'nothing is asked before the button');
  await query(page).click();
  await expect(rows(page).filter({ hasText: HALF })).toBeVisible();
  await expect(rows(page).filter({ hasText: LITTLE })).toContainText('0.000%');
  const asked = await framesOf(page, 'sent', 'Q09');
  assert.deepEqual(
    asked.map(({ message }) => message['B']),
    [today / 1000],
  );
});

test('[E-USAGE-004 E-USAGE-005] a bar says the share with three decimals; ALL is the mean, and stands first whatever the rows are sorted by', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/deviceusage' });
  const yesterday = midnight(1);
  if (new Date(yesterday).getMonth() !== new Date().getMonth())
    await page.getByRole('button', { name: /previous month/i }).click();
  await dayButton(page, yesterday).click();
  await query(page).click();
  await expect(rows(page)).toContainText(['ALL31.17', `${HALF}50.000%`, `${LITTLE}12.345%`]);
  await page.getByRole('columnheader', { name: 'Usage' }).getByRole('button').click();
  await expect(rows(page)).toContainText(['ALL', LITTLE, HALF]);
  const [half, little] = await Promise.all(
    [HALF, LITTLE].map((id) =>
      rows(page)
        .filter({ hasText: id })
        .locator('[style]')
        .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.inlineSize)),
    ),
  );
  assert.ok(half?.includes('50%') && little?.includes('12.345%'), `${String(half)} ${String(little)}`);
});

test('[E-ENT-027] the table is made of the list and the overall value of the answer', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/deviceusage',
    prepare: (made) =>
      changeAnswers(made, (line) =>
        line['M'] === 'Q09' ? { ...line, A: 0.4321, Z: [`${LITTLE}:0.98765`, `${HALF}:0.25`] } : line,
      ),
  });
  await query(page).click();
  await expect(rows(page)).toHaveCount(3);
  for (const [id, share] of [
    ['ALL', '43.210%'],
    [LITTLE, '98.765%'],
    [HALF, '25.000%'],
  ] as const)
    await expect(rows(page).filter({ hasText: id })).toContainText(share);
});

test('[E-USAGE-005] without an overall usage there is no row ALL', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/deviceusage',
    prepare: (made) =>
      changeAnswers(made, (line) => {
        if (line['M'] !== 'Q09') return line;
        const { A: _overall, ...rest } = line;
        return rest;
      }),
  });
  await query(page).click();
  await expect(rows(page).filter({ hasText: HALF })).toBeVisible();
  assert.equal(await rows(page).filter({ hasText: 'ALL' }).count(), 0);
});
