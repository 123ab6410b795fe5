// The table of the dashboard as a journey reads it: rows, cells under a header; and recorders that are in it for one test.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { Device } from '../integration/support/device.ts';
import { until } from '../integration/support/until.ts';
import type { Ending, Stage } from './fixture.ts';

export const SECOND_MS = 1000;
/** Now in whole seconds, as recorders can say it; UTC ms. */
export const nowMs = (): number => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;

/** Makes registered recorders that are online and gone with their test. */
export const recorderOn =
  (stage: Stage) =>
  async (t: Ending, phone: string, details = {}): Promise<Device> => {
    await stage.register(phone, 4, details);
    t.after(() => stage.command('D02', { I: phone }));
    return stage.device(t, { phone });
  };

export const rowOf = (page: Page, id: string): Locator =>
  page.getByRole('row').filter({ has: page.locator(`[data-device="${id}"]`) });

/** The ids in the order of the table, or of what is left of it. */
export const idsIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('table', { name: 'Devices' })
    .locator('tbody [data-device]')
    .evaluateAll((cells) => cells.map((each) => each.getAttribute('data-device') ?? ''));

/** The cell of a device under a header; headers say their unit behind their word. */
export const cell = async (page: Page, id: string, header: RegExp): Promise<Locator> => {
  await rowOf(page, id).waitFor();
  const names = (await page.getByRole('columnheader').allInnerTexts()).map((name) => name.replace(/[↑↓]$/, '').trim());
  const at = names.findIndex((name) => header.test(name));
  assert.notEqual(at, -1, `no column ${header} among ${names.join(', ')}`);
  return rowOf(page, id).getByRole('cell').nth(at);
};

/** What stands there: cells are filled a moment after their row, if only with a dash. */
export const textIn = async (page: Page, id: string, header: RegExp): Promise<string> => {
  const place = await cell(page, id, header);
  return until(`something under ${header} of ${id}`, async () => (await place.innerText()) || undefined);
};
