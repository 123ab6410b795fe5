// What the panel of a device has for administrators and for what the device keeps itself: pictures and sounds in its memory, fetched and
// opened; doors, power and connection.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { FtpServer } from '../integration/support/ftp-server.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected vehicle' });
const button = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const notice = (page: Page, title: string, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: text });

test('what the device keeps itself is looked for in it, fetched, and opened from the same place; sound in the vehicle comes there too', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000981', channels: 2 });
  const timed = vehicle.photos.take(2, 1, vehicle.locationNow());
  const page = await stage.signedIn(t, { path: '/blockview', expected: /404/ });
  await rowOf(page, vehicle.deviceId).click();
  await button(page, 'Record sound').click();
  await dialog(page).getByLabel('For').fill('0');
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('1 to 65535 seconds');
  await dialog(page).getByLabel('For').fill('1');
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(notice(page, `Sound in ${vehicle.deviceId}`, 'Success')).toBeVisible();

  await button(page, 'Stored in the device').click();
  const row = dialog(page).getByRole('row').filter({ hasText: 'By time' });
  await expect(row).toContainText('ch2');
  await row.getByRole('button', { name: `Fetch number ${timed.mediaId}` }).click();
  const opener = row.getByRole('link', { name: 'Open' });
  await expect(opener).toBeVisible();
  const [opened] = await Promise.all([page.waitForEvent('popup'), opener.click()]);
  await opened.waitForLoadState();
  await expect.poll(() => opened.evaluate(() => document.images[0]?.naturalWidth ?? 0)).toBeGreaterThan(0);
  await opened.close();
  await dialog(page).getByLabel('Kind').selectOption('Clips');
  await expect(dialog(page).getByText('The device keeps none of these')).toBeVisible();
  await dialog(page).getByLabel('Kind').selectOption('Sounds');
  await expect(async () => {
    await dialog(page).getByRole('button', { name: 'Ask the device again' }).click();
    await expect(dialog(page).getByRole('link', { name: 'Open' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await vehicle.stop();
  await expect(button(page, 'Live')).toBeDisabled();
  await button(page, 'Stored in the device').click();
  await expect(dialog(page).getByRole('alert')).toContainText('offline');
});

test('doors, power and connection are one dialog of administrators: nothing wrong is sent, and the device leaves for the server that was named', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000982', channels: 2 });
  const id = vehicle.deviceId;
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).click();
  const open = () => button(page, 'Doors and power').click();
  const choose = (name: string) => dialog(page).getByRole('radio', { name }).check();
  const send = () => dialog(page).getByRole('button', { name: 'Send' }).click();
  await open();
  await choose('Unlock the doors');
  await send();
  await expect(notice(page, `Doors of ${id}`, 'Success')).toBeVisible();
  await open();
  await choose('To another server');
  await send();
  await expect(dialog(page).getByRole('alert')).toHaveText('An address has no spaces and no semicolon.');
  await dialog(page).getByLabel('Address').fill('127.0.0.1');
  await dialog(page).getByLabel('Port').fill('0');
  await send();
  await expect(dialog(page).getByRole('alert')).toHaveText('A port is between 1 and 65535.');
  await dialog(page).getByLabel('Port').fill('1');
  await send();
  await expect(notice(page, `Power and connection of ${id}`, 'Success')).toBeVisible();
  const frames = [...(await framesOf(page, 'sent', 'D27')), ...(await framesOf(page, 'sent', 'D29'))];
  assert.deepEqual(
    frames.map(({ message }) => [message['A'], message['H'], message['T'], message['B']]),
    [
      ['unlock', undefined, undefined, undefined],
      ['connect', '127.0.0.1', 1, 30],
    ],
  );
  await expect(button(page, 'Live')).toBeDisabled();
  await expect.poll(() => vehicle.server).toBe('127.0.0.1:1');
});

test('recordings go to an FTP server that is named: nothing wrong is sent, it runs in the panel, is paused and goes on, and the list says what came of it', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000983', channels: 2 });
  const id = vehicle.deviceId;
  const ftp = await FtpServer.start();
  t.after(() => ftp.close());
  ftp.hold();
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).click();
  await button(page, 'Upload to an FTP server').click();
  const send = () => dialog(page).getByRole('button', { name: 'Upload' }).click();
  await send();
  await expect(dialog(page).getByRole('alert')).toHaveText('An address has no spaces.');
  await dialog(page).getByLabel('Channel').selectOption('ch2');
  await dialog(page).getByLabel('FTP server').fill('127.0.0.1');
  await dialog(page).getByLabel('Port').fill(String(ftp.port));
  await dialog(page).getByLabel('User').fill('fleet');
  await dialog(page).getByLabel('Password').fill('secret');
  await send();
  await expect(notice(page, `Upload from ${id}`, 'Success')).toBeVisible();
  const [frame] = await framesOf(page, 'sent', 'D33');
  assert.deepEqual([frame?.message['C'], frame?.message['U'], frame?.message['W']], [2, 'fleet', undefined]);
  const orders = panel(page).getByRole('region', { name: 'Orders' });
  await expect(orders).toContainText('Uploading');
  await expect.poll(() => ftp.said.filter((line) => line.startsWith('STOR')).length).toBe(1);
  await orders.getByRole('button', { name: 'Pause' }).click();
  await expect(notice(page, 'Pause', 'Success')).toBeVisible();
  ftp.release();
  await expect.poll(() => ftp.files.size).toBe(1);
  await orders.getByRole('button', { name: 'Resume' }).click();
  await expect(orders.getByText('Uploading')).toHaveCount(0);
  assert.ok(ftp.files.size > 1, 'the others came after that');
  await panel(page).getByRole('button', { name: 'All orders' }).click();
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Uploaded');
});
