// Named layouts of the tree view: made, chosen, deleted, kept apart by user and server, and what is done when nothing can be kept.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { type Account, addressOf, fillSignIn, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';
import { channelButton, deviceRow, leaf, leaves, tileOf, tileOrder, tiles } from './tree.ts';
import { until } from '../integration/support/until.ts';

const DEVICE = 'LAYOUT-1';
const PATH = '/treeview';
// Global: a page may then talk to a server of another name.
const stage = useStage({ deployment: 'global' }, async ({ register }) => {
  await register(DEVICE, 4);
  await register('LAYOUT-2', 4);
});

const layouts = (page: Page): Locator => page.getByRole('combobox', { name: 'Layout' });
const names = (page: Page): Locator => layouts(page).getByRole('option');
const noTiles = (page: Page): Locator => page.getByText('This layout has no tiles yet');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

test('[F-LAYOUT-001] [F-LAYOUT-005] [F-LAYOUT-002] a layout is made under a name, selected with its own tiles, and chosen again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await deviceRow(page, DEVICE).click();
  await leaf(page, 'ch1').click();
  await button(page, 'New layout').click();
  const form = dialog(page, 'New layout');
  const save = form.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  for (const blank of ['', '   ']) {
    await form.getByLabel('Layout name').fill(blank);
    await expect(save).toBeDisabled();
  }
  for (const taken of ['default', 'Default ']) {
    await form.getByLabel('Layout name').fill(taken);
    await form.getByText('There is a layout of this name already. Choose another name.').waitFor();
    await expect(save).toBeDisabled();
  }
  await form.getByLabel('Layout name').fill('N');
  await until('Save is enabled', () => save.isEnabled());
  await form.getByLabel('Layout name').fill('Night');
  await save.click();
  await form.waitFor({ state: 'detached' });
  await expect(names(page)).toHaveText(['default', 'Night']);
  await until('the new layout is selected', async () => (await layouts(page).inputValue()) === 'Night');
  await noTiles(page).waitFor();
  await leaf(page, 'ch2').click();
  await leaf(page, 'ch3').click();
  await layouts(page).selectOption('default');
  await tileOf(page, DEVICE, 2).waitFor({ state: 'detached' });
  await becomes(() => tileOrder(page), ['channel/1']);
  await layouts(page).selectOption('Night');
  await tileOf(page, DEVICE, 2).waitFor();
  await becomes(() => tileOrder(page), ['channel/2', 'channel/3']);
  await page.reload();
  await tileOf(page, DEVICE, 2).waitFor();
  await expect(layouts(page)).toHaveValue('Night');
});

test('[F-LAYOUT-006] [F-LAYOUT-007] [F-LAYOUT-003] [F-LAYOUT-004] [E-DEVLIST-005] deleting asks by name and goes back to default, which stays', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await deviceRow(page, DEVICE).click();
  await leaf(page, 'ch4').click();
  await expect(button(page, 'Delete layout')).toBeDisabled();
  await button(page, 'New layout').click();
  await dialog(page, 'New layout').getByLabel('Layout name').fill('<b>夜班</b>');
  await page.keyboard.press('Enter');
  await noTiles(page).waitFor();
  await leaf(page, 'ch1').click();
  await button(page, 'Delete layout').click();
  const question = dialog(page, 'Delete layout');
  await question.getByText('confirm delete <b>夜班</b>', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await expect(names(page)).toHaveText(['default', '<b>夜班</b>']);
  await tileOf(page, DEVICE, 1).waitFor();
  await button(page, 'Delete layout').click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await tileOf(page, DEVICE, 4).waitFor();
  await expect(names(page)).toHaveText(['default']);
  await expect(layouts(page)).toHaveValue('default');
  await becomes(() => tileOrder(page), ['channel/4']);
  await expect(button(page, 'Delete layout')).toBeDisabled();
});

/** Signs in as somebody else, or elsewhere, in the same browser. */
const comeAs = async (page: Page, { user, hash }: Account, serverAddress: string): Promise<void> => {
  await page.evaluate(
    ([name, passwordHash, address, port]) => {
      const stored = { UserName: name, Sha256Pass: passwordHash, ServerIp: address, ServerPort: port };
      for (const [key, value] of Object.entries({ ...stored, AutoLogin: 'true' })) localStorage.setItem(key, value);
    },
    [user, hash, serverAddress, String(stage.server.ports.command)] as const,
  );
  await page.goto(addressOf(stage.server, PATH));
  await deviceRow(page, DEVICE).waitFor();
};

test('[F-WRAP-003] tiles are kept for each server address, user and layout apart', async ({ t }) => {
  const ann = await stage.account('ann', 1);
  const bob = await stage.account('bob', 1);
  const page = await stage.signedIn(t, { path: PATH, account: ann });
  const own = new URL(page.url()).hostname;
  await channelButton(page, DEVICE).click();
  await tiles(page).nth(3).waitFor();
  await comeAs(page, bob, own);
  await noTiles(page).waitFor();
  await comeAs(page, ann, 'fleet.test');
  await noTiles(page).waitFor();
  await comeAs(page, ann, own);
  await tiles(page).nth(3).waitFor();
  await button(page, 'New layout').click();
  await dialog(page, 'New layout').getByLabel('Layout name').fill('Other');
  await page.keyboard.press('Enter');
  await noTiles(page).waitFor();
  await layouts(page).selectOption('default');
  await tiles(page).nth(3).waitFor();
});

test('two windows show two layouts, and what one changes the other has', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH });
  const other = await page.context().newPage();
  await other.goto(addressOf(stage.server, PATH));
  await noTiles(other).waitFor();
  await button(page, 'New layout').click();
  await dialog(page, 'New layout').getByLabel('Layout name').fill('Wall');
  await page.keyboard.press('Enter');
  await layouts(other).getByRole('option', { name: 'Wall' }).waitFor({ state: 'attached' });
  await expect(layouts(other)).toHaveValue('default');
  await layouts(other).selectOption('Wall');
  await channelButton(page, DEVICE).click();
  await tiles(other).nth(3).waitFor();
  // News that comes late, of something written before, takes nothing away.
  await other.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('treeLayouts')))
      dispatchEvent(new StorageEvent('storage', { key, newValue: '{"all":[{"name":"Wall","wraps":[]}]}' }));
  });
  await expect(tiles(other)).toHaveCount(4);
});

test('a browser that keeps nothing still has layouts, and says that they will not last', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: PATH,
    prepare: (made) =>
      made.addInitScript(() => {
        Storage.prototype.setItem = function refuse(key, value) {
          if (key.startsWith('treeLayouts')) throw new DOMException('full', 'QuotaExceededError');
          this[key] = value;
        };
      }),
  });
  await channelButton(page, DEVICE).click();
  await tiles(page).nth(3).waitFor();
  await page.getByRole('alert').getByText('This browser refuses to keep layouts').waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.waitForURL('**/blockview');
  await tiles(page).first().waitFor({ state: 'detached' }); // the address is there before the screen
  await page.goBack();
  await tiles(page).nth(3).waitFor();
});

test('a broken store begins again with an empty default', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH });
  await channelButton(page, DEVICE).click();
  await tiles(page).nth(3).waitFor();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('treeLayouts')))
      localStorage.setItem(key, '{"all":[{"name":"default","wraps":[{"device":null}]},');
  });
  await page.reload();
  await noTiles(page).waitFor();
  await expect(names(page)).toHaveText(['default']);
});

test('from sign-in to a saved layout of six tiles takes at most 12 actions', async ({ t }) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/login'));
  const session = page.waitForResponse((each) => new URL(each.url()).pathname === '/gkserver/session');
  await fillSignIn(page, stage.server.admin);
  let actions = 0;
  const click = async (what: Locator): Promise<void> => {
    actions += 1;
    await what.click();
  };
  await click(page.getByRole('banner').getByRole('button', { name: 'Live view' }));
  await click(page.getByRole('link', { name: 'Tree view' }));
  await click(button(page, 'New layout'));
  actions += 1;
  await dialog(page, 'New layout').getByLabel('Layout name').fill('Depot');
  await click(dialog(page, 'New layout').getByRole('button', { name: 'Save' }));
  await click(channelButton(page, DEVICE));
  await click(deviceRow(page, 'LAYOUT-2'));
  await leaves(page).first().waitFor();
  await click(leaf(page, 'ch1'));
  await click(leaf(page, 'ch2'));
  await tiles(page).nth(5).waitFor();
  assert.ok(actions <= 12, `${actions} actions`);
  const kept = (): Promise<number> =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('treeLayouts/')).length);
  await becomes(kept, 1);
  await session;
  await page.goto(addressOf(stage.server, '/login')); // the session goes on
  await page.getByRole('banner').getByRole('button', { name: 'Live view' }).click();
  await page.getByRole('link', { name: 'Tree view' }).click();
  await tiles(page).nth(5).waitFor();
  await expect(layouts(page)).toHaveValue('Depot');
});
