// The chart Full View of the dashboard: who has it, and that it draws what the fleet does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';
import { until } from '../integration/support/until.ts';

const stage = useStage({}, ({ register }) => register('13800000951', 2));
const button = (page: Page): Locator => page.getByRole('button', { name: 'Full View' });
const row = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('row').filter({ has: dialog.page().getByRole('rowheader', { name, exact: true }) });

test('[A-DASH-020] Full View is there for level 0 alone, shows the fleet as it is now and of the last 24 hours, and saves it', async ({
  t,
}) => {
  for (const level of [1, 2, 3]) {
    const account = await stage.account(`view${level}`, level);
    const page = await stage.signedIn(t, { path: '/blockview', account });
    await page.getByRole('button', { name: 'All rows' }).waitFor();
    assert.equal(await button(page).count(), 0, `level ${level}`);
  }
  const page = await stage.signedIn(t, { path: '/blockview' });
  await button(page).click();
  const dialog = page.getByRole('dialog', { name: 'Full View' });
  await expect(row(dialog, 'All').getByRole('cell')).toHaveText(['1', '1', '1']);
  await expect(row(dialog, 'Offline').getByRole('cell').first()).toHaveText('1');
  for (const name of ['Devices by state in the last 24 hours', 'Speeds in the last 24 hours'])
    await until(`${name} is drawn`, async () => {
      const box = await dialog.getByRole('region', { name }).locator('canvas').boundingBox();
      return (box?.width ?? 0) > 700 && (box?.height ?? 0) > 100;
    });
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  assert.match(saved, /^\u{FEFF}Time,All,Online,Driving,/u);
  assert.match(saved, /\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,1,0,0,/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});
