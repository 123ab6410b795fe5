// The searches of the logs as an administrator and an operator use them: filters, the span of days, what is found.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Channel } from '../integration/support/operator.ts';
import { Talker } from '../integration/support/talk.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

/** The calendar's button of today, in the page's own zone. */
const today = (page: Page) => page.getByRole('region', { name: 'Days' }).locator('td[data-today="true"] button');
const chooseToday = async (page: Page): Promise<void> => {
  await today(page).click();
  await today(page).click();
};
const query = (page: Page) => page.getByRole('button', { name: 'Query log' });

test('[F-INPUT-001 F-INPUT-002] the filters of the logs take neither a space nor a single quote, typed or pasted', async ({
  t,
}) => {
  for (const path of ['/uslog', '/accesslog', '/talklog']) {
    const page = await stage.signedIn(t, { path });
    for (const label of ['User', path === '/accesslog' ? 'IP' : 'Device ID']) {
      const field = page.getByLabel(label, { exact: true });
      await field.pressSequentially('a b');
      assert.equal(await field.inputValue(), 'ab', `${path} ${label}`);
      await field.fill('');
      await field.pressSequentially("o'neil");
      assert.equal(await field.inputValue(), 'oneil', `${path} ${label}`);
      await field.fill("x 'y");
      assert.equal(await field.inputValue(), 'xy', `${path} ${label}`);
    }
  }
});

test('who watched what is found by day, narrowed by type and user, and an empty result says so', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000901', channels: 1 });
  const watching = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await watching.locator('[data-phase="playing"]').waitFor();
  const page = await stage.signedIn(t, { path: '/uslog' });
  await expect(query(page)).toBeDisabled();
  await page.getByText('Choose the first day.').waitFor();
  await today(page).click();
  await page.getByText('Choose the last day.').waitFor();
  await expect(query(page)).toBeDisabled();
  await today(page).click();
  await page.getByLabel('Device ID', { exact: true }).fill(deviceId);
  await query(page).click();
  const rows = page.getByRole('table', { name: 'User stream log' }).getByRole('row');
  await rows.filter({ hasText: 'Liveview ask' }).filter({ hasText: deviceId }).first().waitFor();
  await page.getByLabel('Type').selectOption('Remote playback');
  await query(page).click();
  await page.getByText('no records').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await becomes(() => query(page).isDisabled(), true);
});

test('who talked with whom is found with the memo of the device; only level 0 filters by user', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000902', channels: 1 }, { vehicleid: '貨車七號' });
  const { user, hash } = stage.server.admin;
  const talker = await Talker.open(stage.server.ports.stream, { user, hash }, { deviceid: deviceId });
  await talker.whenState(deviceId, 'playing');
  talker.wish('stop');
  await talker.untilClosed();
  const page = await stage.signedIn(t, { path: '/talklog' });
  await chooseToday(page);
  await query(page).click();
  const row = page.getByRole('table', { name: 'Talk log' }).getByRole('row').filter({ hasText: deviceId });
  await row.getByText('貨車七號').waitFor();
  await row.getByText('admin').waitFor();
  const operator = await stage.account('log-reader', 2);
  const lower = await stage.signedIn(t, { path: '/talklog', account: operator });
  await lower.getByLabel('Device ID', { exact: true }).waitFor();
  assert.equal(await lower.getByLabel('User', { exact: true }).count(), 0);
  const lowest = await stage.account('log-stranger', 3);
  const sent = await stage.signedIn(t, { path: '/talklog', account: lowest });
  await sent.waitForURL((url) => url.pathname === '/');
});

test('a day to come cannot be chosen', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/uslog',
    prepare: (made) => made.clock.setFixedTime(new Date('2026-03-10T12:00:00')),
  });
  const days = page.getByRole('region', { name: 'Days' });
  await expect(days.locator('td[data-day="2026-03-11"] button')).toBeDisabled();
  await expect(days.locator('td[data-day="2026-03-10"] button')).toBeEnabled();
});

test('[F-ROUTE-031 E-ACCESSLOG-001 E-ENT-023 E-ENT-024] who changed what is found by user, action and address, with a column for each fact, and saved', async ({
  t,
}) => {
  const operator = await Channel.signedIn(stage.server);
  await operator.get('D01', { I: 'AUDIT-1', C: 2 });
  operator.close();
  const page = await stage.signedIn(t, { path: '/accesslog?member=admin' });
  await page.getByRole('heading', { name: 'Access log' }).waitFor();
  await expect(page.getByLabel('User', { exact: true })).toHaveValue('admin');
  const action = page.getByLabel('Action', { exact: true });
  await expect(action.locator('option')).toContainText(['All', 'Sign out', 'Change password']);
  await action.selectOption('Register device');
  await chooseToday(page);
  await query(page).click();
  const table = page.getByRole('table', { name: 'Access log' });
  const headers = ['Time', 'User', 'IP', 'Action', 'Device ID', 'Result', 'Type', 'Method', 'Contents'];
  await expect(table.getByRole('columnheader')).toContainText(headers);
  const row = table.getByRole('row').filter({ hasText: 'AUDIT-1' });
  const facts = ['admin', '127.0.0.1', 'Register device', 'AUDIT-1', 'Done', 'Command', 'D01', 'I: AUDIT-1, C: 2'];
  await expect(row.getByRole('cell')).toContainText([/\d{4}/, ...facts]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /^AccessLog_.*\.csv$/);
  assert.match(await readFile(await saved.path(), 'utf8'), /"?AUDIT-1"?.*D01/);
  await page.getByLabel('IP', { exact: true }).fill('192.0.2.1');
  await query(page).click();
  await page.getByText('no records').waitFor();
});

test('[E-LOG-002] a log is asked only when the first and the last day are chosen', async ({ t }) => {
  for (const path of ['/uslog', '/accesslog', '/talklog']) {
    const page = await stage.signedIn(t, { path });
    await expect(query(page)).toBeDisabled();
    await today(page).click();
    await page.getByText('Choose the last day.').waitFor();
    await expect(query(page)).toBeDisabled();
    await today(page).click();
    await expect(query(page)).toBeEnabled();
  }
});
