// Every modal, and every path whose screen is not there yet, under axe: nothing serious or critical.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { offences, withTheme } from './axe.ts';
import { rules } from './documented-paths.ts';
import { addressOf, useStage } from './fixture.ts';
import { routes } from './judged-routes.ts';
import { openMenu } from './menus.ts';
import { test } from './test.ts';

const SPEAKER = '13800000703';
const OTHER_SPEAKER = '13800000704';
const stage = useStage();

/** Each modal: how it is opened, on which page, and its name. */
const modals = (
  phone: string,
): readonly (readonly [name: string, path: string, open: (page: Page) => Promise<unknown>])[] => [
  ['Custom event', '/idle', (page) => fromOther(page, 'Custom download')],
  ['Broadcast', '/idle', (page) => fromOther(page, 'Broadcast')],
  ['Stream status', '/idle', (page) => page.getByRole('button', { name: /^Stream status/ }).click()],
  ['Change password', '/idle', (page) => fromUser(page, 'Change password')],
  ['Keyboard shortcuts', '/idle', (page) => fromUser(page, 'Keyboard shortcuts')],
  ['Talk', `/liveview/${phone}`, (page) => page.getByRole('button', { name: /^Talk/ }).first().click()],
  ['Find a device or a screen', '/idle', (page) => page.keyboard.press('Control+k')],
];
const fromOther = async (page: Page, entry: string): Promise<void> => {
  await openMenu(page, 'Other');
  await page.getByRole('button', { name: entry, exact: true }).click();
};
const fromUser = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
};

for (const theme of ['default', 'darkly'])
  test(`every modal is without a serious offence in the theme ${theme}`, async ({ t }) => {
    const phone = theme === 'default' ? SPEAKER : OTHER_SPEAKER;
    await stage.vehicle(t, { phone: `0${phone}`, channels: 1 });
    const found: Record<string, string[]> = {};
    for (const [name, path, open] of modals(phone)) {
      const page = await stage.signedIn(t, { path, prepare: withTheme(theme), expected: /WebGL|microphone/i });
      await open(page);
      await page.getByRole('dialog', { name }).waitFor();
      const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
      if (bad.length > 0) found[`${name} in ${theme}`] = bad;
      await page.close();
    }
    assert.deepEqual(found, {});
  });

/** What shows a device is judged with one, in accessibility.spec.ts. */
const isJudgedThere = (path: string): boolean => routes.some(([route]) => route === path) || path.endsWith('/TRK-1');
test('no other documented path offends', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  const found: Record<string, string[]> = {};
  for (const path of rules.map(([address]) => address).filter((address) => !isJudgedThere(address))) {
    await page.goto(addressOf(stage.server, path));
    await page.locator('main').locator('h1, h2, table, form').first().waitFor();
    // The bars around it are judged with the screens.
    const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).include('main'));
    if (bad.length > 0) found[path] = bad;
  }
  assert.deepEqual(found, {});
});
