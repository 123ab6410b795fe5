// What devices sent of their own accord, as an operator looks for it: filters, days, the table, the file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type MediaUpload, t0801MediaUpload } from '@outrider/jt808';
import { type Device, locationAt } from '../integration/support/device.ts';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const [FIRST, SECOND] = ['13800000911', '13800000912'];
const jpeg = Uint8Array.from({ length: 2048 }, (_, i) => (i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : i & 0x7f));
const today = (page: Page) => page.getByRole('region', { name: 'Days' }).locator('td[data-today="true"] button');
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Auto upload' }).getByRole('row');

const send = async (device: Device, mediaId: number, changes: Partial<MediaUpload> = {}): Promise<void> => {
  const location = locationAt(Date.now());
  const file = { mediaId, type: 0, format: 0, event: 2, channel: 1, location, data: jpeg, ...changes };
  device.sendBody(0x0801, t0801MediaUpload.encode(file, '2013'), 500);
  await device.take(0x8800);
};

test('[E-AUTOUP-001 E-AUTOUP-002 E-AUTOUP-003 E-HTTP-071] files are searched by days, device and extension, all without a filter, and downloaded', async ({
  t,
}) => {
  for (const phone of [FIRST, SECOND]) {
    await stage.register(phone, 4);
    const device = await stage.device(t, { phone });
    await send(device, 1);
    if (phone === FIRST) await send(device, 2, { type: 1, format: 2, data: new Uint8Array(500).fill(0x55) });
  }
  const page = await stage.signedIn(t, { path: '/autoupload' });
  const [id, extension] = [page.getByLabel('Device ID', { exact: true }), page.getByLabel('File Extension')];
  for (const field of [id, extension]) {
    await field.pressSequentially("a b'c");
    await expect(field).toHaveValue('abc');
    await field.fill('');
  }
  await expect(search(page)).toBeDisabled();
  await today(page).click();
  await today(page).click();
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/gkdevice/autoupload')),
    search(page).click(),
  ]);
  const { deviceid, fileext, afterTime, beforeTime, ...others } = request.postDataJSON();
  assert.deepEqual([deviceid, fileext, others], ['', '', {}]);
  assert.ok(Number.isInteger(afterTime) && beforeTime - afterTime >= 82_800 && afterTime < Date.now() / 1000);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Serial No',
    'Device ID',
    'File Name',
    'File Size',
    'Extension',
    'File Time',
    'Update Time',
    'Download',
  ]);
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await id.fill(FIRST);
  await search(page).click();
  await expect(rows(page)).toHaveCount(3);
  await extension.fill('jpg');
  await search(page).click();
  await expect(rows(page)).toHaveCount(2);
  const row = rows(page).filter({ hasText: FIRST });
  await expect(row).toContainText('2 KB');
  const link = row.getByRole('link', { name: /^Download / });
  await expect(link).toHaveAttribute('href', new RegExp(`^/gkdevice/aufile/${FIRST}_.*\\.jpg\\?s=\\d+$`));
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.deepEqual(new Uint8Array(await readFile(await saved.path())), jpeg);
});

test('[E-ROLE-013] without the right for events the page is not there', async ({ t }) => {
  const account = await stage.account('noevents', 2, ['P_dash', 'F_gps']);
  const page = await stage.signedIn(t, { path: '/autoupload', account });
  await expect(page).toHaveURL((url) => url.pathname === '/');
});
