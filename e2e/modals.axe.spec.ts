// Every modal, and every path whose screen is not there yet, under axe: nothing serious or critical.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { offences, withTheme } from './axe.ts';
import { rules } from './documented-paths.ts';
import { addressOf, useStage } from './fixture.ts';
import { openMenu } from './menus.ts';
import { test } from './test.ts';

const SPEAKER = '13800000703';
const OTHER_SPEAKER = '13800000704';
const stage = useStage();

/** Each modal: how it is opened, on which page, and its name. */
const modals = (
  phone: string,
): readonly (readonly [name: string, path: string, open: (page: Page) => Promise<unknown>])[] => [
  ['Custom event', '/blockview', (page) => fromOther(page, 'Custom download')],
  ['Broadcast', '/blockview', (page) => fromOther(page, 'Broadcast')],
  ['Stream status', '/blockview', (page) => page.getByRole('button', { name: /^Stream status/ }).click()],
  ['Change password', '/blockview', (page) => fromUser(page, 'Change password')],
  ['Keyboard shortcuts', '/blockview', (page) => fromUser(page, 'Keyboard shortcuts')],
  ['Talk', `/liveview/${phone}`, (page) => page.getByRole('button', { name: /^Talk/ }).first().click()],
  ['Find a device or a screen', '/blockview', (page) => page.keyboard.press('Control+k')],
];
const fromOther = async (page: Page, entry: string): Promise<void> => {
  await openMenu(page, 'Other');
  // The dashboard has a button of this name too, behind the menu.
  await page.getByRole('button', { name: entry, exact: true }).first().click();
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

/** The others have a specification of their own under axe. */
const judged = rules
  .map(([address]) => address)
  .filter((address) => !/^\/(?:|blockview|liveview|connectrecorder|iframe\/0|.*\/TRK-1)$/.test(address));
const half = Math.ceil(judged.length / 2);
for (const [part, paths] of [judged.slice(0, half), judged.slice(half)].entries())
  test(`no documented path offends, ${part + 1} of 2`, async ({ t }) => {
    const page = await stage.signedIn(t, { path: '/blockview' });
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(addressOf(stage.server, path));
      await page.locator('main').locator('h1, h2, table, form').first().waitFor();
      // The bars around it are judged with the screens.
      const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).include('main'));
      if (bad.length > 0) found[path] = bad;
    }
    assert.deepEqual(found, {});
  });
