// The server settings: who opens them, their tabs, and what holds for each of them. What a setting does when it is saved is shown over the
// wire, in integration/; here it is saved and found again by an administrator.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { offences } from './axe.ts';
import { addressOf, savePassword, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { ownServer } from './support/map.ts';
import { expect, test } from './test.ts';

const PATH = '/setting';
/** Global: its pages may open sockets of a server of another name. */
const stage = useStage({ deployment: 'global' });

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const notice = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: 'Save Success' }).filter({ hasText: text });
/** The tabs there are, in their order. */
const TABS = ['Network', 'Nominatim', 'Iframes'];
const discard = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard the changes?' });
/** Gathers the requests for what a setting is. */
const noteAsks = (page: Page, asked: string[]): void => {
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/gkserver\/(network|nominatim)$/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
};

test('[F-ROUTE-015 A-SETTINGS-001] ui: admin opens the settings and their tabs, levels 1 to 3 are led to the start', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await expect(page.getByRole('tab')).toHaveText(TABS);
  await expect(panel(page).getByRole('switch', { name: 'Name this address to recorders' })).toBeVisible();
  await inOrder([1, 2, 3], async (level) => {
    const account = await stage.account(`setter-${level}`, level);
    const other = await stage.signedIn(t, { account, path: PATH });
    await other.waitForURL((url) => url.pathname === '/');
  });
});

test('[A-SETTINGS-002] ui: through a server of another name the settings lead to the start', async ({ t }) => {
  const page = await stage.page(t);
  await savePassword(page, stage.server.admin, 'fleet.test');
  const port = String(stage.server.ports.command);
  await page.addInitScript((command) => localStorage.setItem('ServerPort', command), port);
  await page.goto(addressOf(stage.server, PATH));
  await page.waitForURL((url) => url.pathname === '/');
});

test('a tab asks when it is first opened, not again; it stands in the address; arrows lead through them', async ({
  t,
}) => {
  const asked: string[] = [];
  const page = await stage.signedIn(t, { path: PATH, prepare: (made) => noteAsks(made, asked) });
  await panel(page).getByRole('switch').waitFor();
  assert.deepEqual(asked, ['GET /gkserver/network']);
  await tab(page, 'Network').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'Nominatim')).toBeFocused();
  await panel(page).getByRole('switch', { name: 'Name places beside positions' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('tab'), 'nominatim');
  await tab(page, 'Network').click();
  await tab(page, 'Nominatim').click();
  await expect(panel(page).getByRole('switch', { name: 'Name places beside positions' })).toBeVisible();
  assert.deepEqual(asked, ['GET /gkserver/network', 'GET /gkserver/nominatim']);
  await page.reload();
  await expect(tab(page, 'Nominatim')).toHaveAttribute('aria-selected', 'true');
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
});

test('[A-NET-001 A-NOMI-001] ui: switch, address and place names are saved, say who saved them, and are there again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await expect(panel(page).getByText('Nobody has changed this yet.')).toBeVisible();
  await panel(page).getByRole('switch').click();
  await panel(page).getByLabel('Address of the server').fill('fleet example');
  await expect(panel(page).getByText('This is no host name and no address.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await panel(page).getByLabel('Address of the server').fill('fleet.example.org');
  await save(page).click();
  await expect(notice(page, '')).toBeVisible();
  await expect(panel(page).getByText(/^Saved by admin, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)).toBeVisible();
  await tab(page, 'Nominatim').click();
  await expect(panel(page).getByLabel('Address of a Nominatim server')).toHaveValue('');
  await panel(page).getByLabel('Address of a Nominatim server').fill('http://127.0.0.1:8080');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByLabel('Address of a Nominatim server')).toHaveValue('http://127.0.0.1:8080');
  await tab(page, 'Network').click();
  await expect(panel(page).getByRole('switch')).toBeChecked();
  await expect(panel(page).getByLabel('Address of the server')).toHaveValue('fleet.example.org');
});

test('what is not saved is marked, kept behind another tab, and asked about before the screen is left', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=nominatim` });
  await panel(page).getByRole('switch').click();
  await tab(page, 'Network').click();
  await expect(page.getByRole('tab', { name: 'Nominatim changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await discard(page).getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('tab', { name: 'Nominatim changed' }).click();
  await expect(panel(page).getByRole('switch')).not.toBeChecked();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await discard(page).getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL((url) => url.pathname !== PATH);
});

test('what the environment sets is read there and says so', async ({ t }) => {
  const sources = { sources: new Map([['mediaAddress', 'environment']] as const) };
  const { server, ending } = await ownServer(t, { mediaAddress: '192.0.2.7' }, sources);
  const page = await stage.signedIn(ending, { server, path: PATH });
  await expect(panel(page).getByLabel('Address of the server')).toHaveValue('192.0.2.7');
  await expect(panel(page).getByLabel('Address of the server')).toBeDisabled();
  await expect(panel(page).getByRole('switch')).toBeDisabled();
  await expect(
    panel(page).getByText('Set by OUTRIDER_MEDIA_ADDRESS. It can be changed there alone.').first(),
  ).toBeVisible();
});

test('on a phone the tabs are a list to choose from', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH, phone: true });
  await page.getByLabel('Settings', { exact: true }).selectOption({ label: 'Nominatim' });
  await expect(page.getByRole('switch', { name: 'Name places beside positions' })).toBeVisible();
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
});
