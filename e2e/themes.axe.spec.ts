// Contrast in all 18 themes, by axe, on screens that between them hold every widget.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { offences } from './axe.ts';
import { useStage } from './fixture.ts';
import { test } from './test.ts';

const DEVICE = '13800000701';
const stage = useStage({}, ({ register }) => register(DEVICE, 1, { drivername: 'A. Driver', vehicleid: 'TRK-701' }));

/** Between them they hold every widget. The bars around them are judged once, with the first. */
const routes: readonly (readonly [path: string, ready: (page: Page) => Locator])[] = [
  ['/blockview', (page) => page.locator(`[data-device="${DEVICE}"]`).first()],
  [
    '/',
    (page) =>
      page
        .getByRole('main')
        .getByText(/TRK-701|13800000701/)
        .first(),
  ],
  ['/treeview', (page) => page.getByRole('treeitem').first()],
  ['/uslog', (page) => page.getByRole('button', { name: 'Query log' })],
];

for (const [route, ready] of routes)
  test(`text can be read in all 18 themes on ${route}`, async ({ t }) => {
    const found: Record<string, string[]> = {};
    const page = await stage.signedIn(t, { path: route, expected: /WebGL/ });
    await ready(page).waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const choice = page.getByLabel('Theme');
    await choice.waitFor();
    const themes = await choice
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
    assert.equal(themes.length, 18);
    for (const theme of themes) {
      await choice.selectOption(theme);
      await page.locator(`link[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      await page.waitForFunction(() => document.querySelectorAll('link[data-theme]').length === 1);
      const bad = await offences(page, () => {
        const axe = new AxeBuilder({ page }).withRules(['color-contrast']);
        return route === '/blockview' ? axe : axe.include('main');
      });
      if (bad.length > 0) found[theme] = bad;
    }
    assert.deepEqual(found, {});
  });
