// 'Remote Device Setting' as a journey finds its way in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { asJson, type Json } from '../integration/support/operator.ts';
import type { Ending, Stage } from './fixture.ts';
import { expect } from './test.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Remote Device Setting/ });
export const field = (page: Page, name: string): Locator => dialog(page).getByLabel(name, { exact: true });
export const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save', exact: true });
export const openPanel = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('tab', { name, exact: true }).click();
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text });

/** The dialog over the list, with the first panel in sight unless nothing was told. */
export const openSheet = async (page: Page, id: string): Promise<void> => {
  await page.getByRole('row').filter({ hasText: id }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
};

let made = 0;

/** A recorder that knows the block, the dialog open over it, and what the page sends of it. */
export const openOnBlock = async (
  stage: Stage,
  t: Ending,
  channels = 4,
): Promise<{ page: Page; vehicle: Vehicle; puts: Json[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-block-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  made += 1;
  const vehicle = await stage.vehicle(t, {
    phone: `1380000099${made}`,
    channels,
    intervalMs: 60_000,
    vendorBlock: true,
    stateFile: join(folder, 'state.json'),
  });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts: Json[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/gkdevicesetup/'))
      puts.push(asJson(asJson(request.postDataJSON())['deviceParams']));
  });
  await openSheet(page, vehicle.deviceId);
  return { page, vehicle, puts };
};

/** Saves, and returns once the device has it. */
export const saved = async (page: Page): Promise<void> => {
  // The words of the save before may stand there still; the answer comes once the device has it.
  const answer = page.waitForResponse(
    (each) => each.request().method() === 'PUT' && each.url().includes('/gkdevicesetup/'),
  );
  await save(page).click();
  await answer;
  await expect(dialog(page).getByText('changed', { exact: true })).toHaveCount(0);
  await expect(toast(page, 'Save Success').first()).toBeVisible();
};
export const group = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name, exact: true });
