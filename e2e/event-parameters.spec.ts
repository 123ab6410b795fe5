// The tab of events: what is fetched, in which order, and the room of it; the page of disks shows the same sizes. What the switches and
// sizes do is integration/event-parameters.test.ts.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { t0801MediaUpload } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { Device, locationAt } from '../integration/support/device.ts';
import { Channel } from '../integration/support/operator.ts';
import { offences } from './axe.ts';
import { type Ending, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const ID = '13800000177';
const PATH = '/setting?tab=events';
const SIZES = [
  ['Footage size', '100G'],
  ['Snapshot size', '20G'],
  ['SD backup size', '1T'],
  ['Auto upload size', '500M'],
] as const;

const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const field = (page: Page, name: string): Locator => panel(page).getByRole('textbox', { name, exact: true });
const toggle = (page: Page, name: string): Locator => panel(page).getByRole('switch', { name });
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const space = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Event Download Folder' }).getByText(name, { exact: true }).locator('..');

/** Two pictures that the recorder was asked for, of 1.1 MB together. */
const sendPictures = async (t: Ending): Promise<void> => {
  const operator = await Channel.signedIn(stage.server);
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const device = await Device.online(stage.server.ports.jt808, { phone: ID });
  t.after(() => device.close());
  await inOrder([1, 2], async (mediaId) => {
    const data = Uint8Array.from({ length: 600_000 }, (_, i) =>
      i < 3 ? ([0xff, 0xd8, 0xff][i] ?? 0) : (i * mediaId) & 0x7f,
    );
    const picture = {
      mediaId,
      type: 0,
      format: 0,
      event: 0,
      channel: 1,
      location: locationAt(Date.UTC(2026, 4, 5)),
      data,
    };
    device.sendBody(0x0801, t0801MediaUpload.encode(picture, '2013'), 1000);
    await device.take(0x8800);
  });
};

test('[A-EVPARAM-001] ui: six controls are saved and there again, and the page of disks shows the sizes', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await expect(toggle(page, 'Download video')).toBeChecked();
  await toggle(page, 'Download video').click();
  await toggle(page, 'Download old events first').click();
  await field(page, 'Snapshot size').fill('20 apples');
  await expect(panel(page).getByText('Type a size like 500M, 100G or 2T, or nothing.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await inOrder(SIZES, async ([name, size]) => field(page, name).fill(size));
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(toggle(page, 'Download video')).not.toBeChecked();
  await expect(toggle(page, 'Download old events first')).not.toBeChecked();
  await inOrder(SIZES, async ([name, size]) => expect(field(page, name)).toHaveValue(size));
  await page.goto(new URL('/diskinfo', page.url()).href);
  await expect(space(page, 'Footage Space')).toContainText('of 100.0000 GB');
  await expect(space(page, 'Snapshot Space')).toContainText('of 20.0000 GB');
  await expect(space(page, 'SD Backup Space')).toContainText('of 1024.0000 GB');
  await expect(space(page, 'Auto Upload Space')).toContainText('of 0.4883 GB');
});

test('a size that is less than what is kept says so and is typed for; then the oldest goes', async ({ t }) => {
  await sendPictures(t);
  const page = await stage.signedIn(t, { path: PATH });
  await field(page, 'Snapshot size').fill('1');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Delete what is beyond?' });
  await expect(dialog).toContainText('Snapshot Space: 0.0001 GB');
  await dialog.getByRole('textbox').fill('delete');
  const saved = page.waitForResponse((each) => each.request().method() === 'PUT');
  await dialog.getByRole('button', { name: 'Save and delete' }).click();
  await saved; // its words of the save before may stand there still
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Snapshot size')).toHaveValue('1');
  await page.goto(new URL('/diskinfo', page.url()).href);
  await expect(space(page, 'Snapshot Space')).toContainText('0.0006 GB of 0.0010 GB');
});
