// Every route under axe: nothing serious or critical in a light and a dark theme, on a desktop and on a phone; and readable
// contrast in all 18 themes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { locationAt } from '../integration/support/device.ts';
import { addressOf, useStage } from './fixture.ts';

const DEVICE = '13800000701';
const NEW_DEVICE = '13800000702';
/** Each route, and what must be seen before it is judged. */
const routes = [
  ['/blockview', (page: Page) => page.getByRole('link', { name: DEVICE })],
  ['/', (page: Page) => page.getByText(/TRK-701|13800000701/).first()],
  ['/liveview', (page: Page) => page.getByText(DEVICE).first()],
  [`/liveview/${DEVICE}`, (page: Page) => page.getByRole('region').first()],
  ['/connectrecorder', (page: Page) => page.getByText('Ports of this server')],
  ['/treeview', (page: Page) => page.getByRole('treeitem').first()],
  ['/gpsplayback', (page: Page) => page.getByText('not part of this version')],
] as const;

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

for (const theme of ['default', 'darkly'])
  for (const phone of [false, true])
    test(`no route has a serious offence in the theme ${theme}${phone ? ' on a phone' : ''}`, async (t) => {
      const page = await stage.signedIn(t, { path: '/blockview', phone, prepare: withTheme(theme), expected: /WebGL/ });
      const found: Record<string, string[]> = {};
      for (const [route, ready] of routes) {
        await page.goto(addressOf(stage.server, route));
        await ready(page).waitFor();
        const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']);
        const bad = await offences(page, axe);
        if (bad.length > 0) found[`${route} → ${new URL(page.url()).pathname}`] = bad;
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

test('text can be read in all 18 themes', async (t) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('link', { name: DEVICE }).waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const choice = page.getByLabel('Theme');
  const themes = await choice.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  assert.equal(themes.length, 18);
  const found: Record<string, string[]> = {};
  for (const theme of themes) {
    await choice.selectOption(theme);
    await page.locator(`link[data-theme="${theme}"]`).waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.querySelectorAll('link[data-theme]').length === 1);
    const bad = await offences(page, new AxeBuilder({ page }).withRules(['color-contrast']));
    if (bad.length > 0) found[theme] = bad;
  }
  assert.deepEqual(found, {});
});
