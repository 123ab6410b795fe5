// Every route and every modal under axe: nothing serious or critical in a light and a dark theme, on a desktop and on a phone, and
// nothing wider than a phone; and readable contrast in all 18 themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { locationAt } from '../integration/support/device.ts';
import { comingRoutes } from '../apps/console/src/app/routes/coming.ts';
import { addressOf, useStage } from './fixture.ts';
import { openMenu } from './menus.ts';

const DEVICE = '13800000701';
const NEW_DEVICE = '13800000702';
/** Stays online: the others say nothing after their first report. */
const SPEAKER = '13800000703';
type Route = readonly [path: string, ready: (page: Page) => Locator];
const notYet = (page: Page): Locator => page.getByText('not part of this version');
/** Each screen, and what must be seen before it is judged. */
const routes: readonly Route[] = [
  ['/blockview', (page) => page.getByRole('link', { name: DEVICE }).first()],
  ['/', (page) => page.getByText(/TRK-701|13800000701/).first()],
  ['/liveview', (page) => page.getByText(DEVICE).first()],
  [`/liveview/${DEVICE}`, (page) => page.getByRole('region').first()],
  [
    '/treeview',
    (page) =>
      page
        .getByRole('treeitem')
        .first()
        .or(page.getByRole('button', { name: 'Devices' })),
  ],
  ['/rendomliveview', (page) => page.locator('[data-phase], [data-tile]').first()],
  ['/videotest', (page) => page.getByRole('heading', { level: 1 })],
  ['/audiotest', (page) => page.getByRole('heading', { level: 1 })],
  ['/splayback', (page) => page.getByText(DEVICE).first()],
  ['/uslog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/talklog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/idle', (page) => page.getByRole('heading', { name: 'Idle' })],
  ['/connectrecorder', (page) => page.getByText('Ports of this server')],
  ['/gpsplayback', notYet],
];
/** Those worth all 18 themes: between them they hold every widget. The bars around them are judged once, with the first. */
const themed = ['/blockview', '/', '/treeview', '/uslog'] as const;

const stage = useStage({}, async ({ register, device: connect }) => {
  await register(DEVICE, 1, { drivername: 'A. Driver', vehicleid: 'TRK-701', plate: 'ABC-7010' });
  // The recorders stay until the stage closes.
  const forever = { after: () => undefined };
  for (const phone of [DEVICE, NEW_DEVICE]) {
    const device = await connect(forever, { phone });
    await device.locate(locationAt(Math.floor(Date.now() / 1000) * 1000, { speedKmh: 40 }));
  }
});

/** What axe finds serious or critical: rule and elements. */
const offences = async (page: Page, axe: AxeBuilder): Promise<string[]> => {
  // A colour on its way between two is neither; what turns without end is left turning.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
const withTheme = (theme: string) => (page: Page) =>
  page.addInitScript((name) => localStorage.setItem('themeName', name), theme);

/** How much wider than the window the page is, px. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const theme of ['default', 'darkly'])
  for (const phone of [false, true])
    test(`no route has a serious offence in the theme ${theme}${phone ? ' on a phone' : ''}`, async (t) => {
      const page = await stage.signedIn(t, { path: '/blockview', phone, prepare: withTheme(theme), expected: /WebGL/ });
      const found: Record<string, unknown> = {};
      for (const [route, ready] of routes) {
        await page.goto(addressOf(stage.server, route));
        await page.waitForURL(/./);
        await ready(page)
          .or(page.getByRole('link', { name: DEVICE }))
          .first()
          .waitFor();
        const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']);
        const bad = await offences(page, axe);
        const wide = await overflow(page);
        if (bad.length > 0 || wide > 0) found[`${route} → ${new URL(page.url()).pathname}`] = { bad, wide };
      }
      assert.deepEqual(found, {});
    });

test('a path whose screen is not there yet says so without an offence', async (t) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  const missing = comingRoutes.filter(({ path }) => !routes.some(([known]) => known === path.split('/:')[0]));
  assert.ok(missing.length > 5);
  const found: Record<string, string[]> = {};
  for (const { path } of missing) {
    await page.goto(addressOf(stage.server, path.split('/:')[0] ?? path));
    await notYet(page).or(page.getByText(DEVICE)).first().waitFor();
    // The bars around it are judged with the screens.
    const bad = await offences(page, new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).include('main'));
    if (bad.length > 0) found[path] = bad;
  }
  assert.deepEqual(found, {});
});

test('the sign-in page has no serious offence in either theme, with its message too', async (t) => {
  for (const theme of ['default', 'darkly']) {
    const page = await stage.page(t);
    await withTheme(theme)(page);
    await page.goto(addressOf(stage.server, '/login'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await offences(page, new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa'])), []);
  }
});

test('open menus and dialogs have no serious offence', async (t) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  const axe = (): AxeBuilder => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Theme').waitFor();
  assert.deepEqual(await offences(page, axe()), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  assert.deepEqual(await offences(page, axe()), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Add device ${NEW_DEVICE}` }).click();
  await page.getByRole('dialog').getByLabel('Driver').waitFor();
  assert.deepEqual(await offences(page, axe()), []);
});

/** Each modal: how it is opened, on which page, and its name. */
const modals: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<unknown>])[] = [
  ['Custom event', '/blockview', (page) => fromOther(page, 'Custom download')],
  ['Broadcast', '/blockview', (page) => fromOther(page, 'Broadcast')],
  ['Stream status', '/blockview', (page) => page.getByRole('button', { name: /^Stream status/ }).click()],
  ['Change password', '/blockview', (page) => fromUser(page, 'Change password')],
  ['Keyboard shortcuts', '/blockview', (page) => fromUser(page, 'Keyboard shortcuts')],
  ['Talk', `/liveview/${SPEAKER}`, (page) => page.getByRole('button', { name: /^Talk/ }).first().click()],
  ['Find a device or a screen', '/blockview', (page) => page.keyboard.press('Control+k')],
];
const fromOther = async (page: Page, entry: string): Promise<void> => {
  await openMenu(page, 'Other');
  await page.getByRole('button', { name: entry, exact: true }).click();
};
const fromUser = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
};

test('every modal is without a serious offence in a light and a dark theme', async (t) => {
  await stage.vehicle(t, { phone: `0${SPEAKER}`, channels: 1 });
  const found: Record<string, string[]> = {};
  for (const theme of ['default', 'darkly'])
    for (const [name, path, open] of modals) {
      const page = await stage.signedIn(t, { path, prepare: withTheme(theme), expected: /WebGL|microphone/i });
      await open(page);
      await page.getByRole('dialog', { name }).waitFor();
      const bad = await offences(page, new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
      if (bad.length > 0) found[`${name} in ${theme}`] = bad;
      await page.close();
    }
  assert.deepEqual(found, {});
});

test('text can be read in all 18 themes, on every kind of screen', async (t) => {
  const found: Record<string, string[]> = {};
  for (const route of themed) {
    const page = await stage.signedIn(t, { path: route, expected: /WebGL/ });
    await routes
      .find(([path]) => path === route)?.[1](page)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const choice = page.getByLabel('Theme');
    const themes = await choice
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    assert.equal(themes.length, 18);
    for (const theme of themes) {
      await choice.selectOption(theme);
      await page.locator(`link[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      await page.waitForFunction(() => document.querySelectorAll('link[data-theme]').length === 1);
      const axe = new AxeBuilder({ page }).withRules(['color-contrast']);
      const bad = await offences(page, route === '/blockview' ? axe : axe.include('main'));
      if (bad.length > 0) found[`${route} in ${theme}`] = bad;
    }
    await page.close();
  }
  assert.deepEqual(found, {});
});
