// Every screen under axe: nothing serious or critical in a light and a dark theme, on a desktop and on a phone, and nothing wider
// than a phone. Modals and paths without a screen are modals.axe.spec.ts, the 18 themes themes.axe.spec.ts.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Device, locationAt } from '../integration/support/device.ts';
import { addressOf, useStage } from './fixture.ts';
import { DEVICE, routes } from './judged-routes.ts';
import { offences, withTheme } from './axe.ts';
import { test } from './test.ts';

const NEW_DEVICE = '13800000702';
const stage = useStage({}, async ({ register, device: connect }) => {
  await register(DEVICE, 1, { drivername: 'A. Driver', vehicleid: 'TRK-701', plate: 'ABC-7010' });
  // It stays until the stage closes, or the server misses its heartbeats.
  await driving(await connect({ after: () => undefined }, { phone: DEVICE }));
});

const driving = (device: Device): Promise<unknown> =>
  device.locate(locationAt(Math.floor(Date.now() / 1000) * 1000, { speedKmh: 40 }));

/** How much wider than the window the page is, px. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

type Judged = readonly [what: string, theme: string, phone: boolean, narrow: (axe: AxeBuilder) => AxeBuilder];
/** A dark theme changes colours and nothing else; a phone has the colours of a desktop, and what it looks for in them costs most. */
const looks: readonly Judged[] = [
  ['offence', 'default', false, (axe) => axe.withTags(['wcag2a', 'wcag2aa'])],
  ['lack of contrast', 'darkly', false, (axe) => axe.withRules(['color-contrast'])],
  ['offence', 'default', true, (axe) => axe.withTags(['wcag2a', 'wcag2aa']).disableRules(['color-contrast'])],
];

for (const [what, theme, phone, narrow] of looks)
  test(`no route has a serious ${what} in the theme ${theme}${phone ? ' on a phone' : ''}`, async ({ t }) => {
    const page = await stage.signedIn(t, { path: '/idle', phone, prepare: withTheme(theme), expected: /WebGL/ });
    const found: Record<string, unknown> = {};
    for (const [route, ready] of routes) {
      await page.goto(addressOf(stage.server, route));
      await page.waitForURL(/./);
      await ready(page)
        .or(page.locator(`[data-device="${DEVICE}"]`))
        .first()
        .waitFor();
      const bad = await offences(page, () => narrow(new AxeBuilder({ page })));
      const wide = await overflow(page);
      if (bad.length > 0 || wide > 0) found[`${route} → ${new URL(page.url()).pathname}`] = { bad, wide };
    }
    assert.deepEqual(found, {});
  });

test('the sign-in page has no serious offence in either theme, with its message too', async ({ t }) => {
  for (const theme of ['default', 'darkly']) {
    const page = await stage.page(t);
    await withTheme(theme)(page);
    await page.goto(addressOf(stage.server, '/login'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa'])), []);
  }
});

test('open menus and dialogs have no serious offence', async ({ t }) => {
  await driving(await stage.device(t, { phone: NEW_DEVICE }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  const axe = (): AxeBuilder => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Theme').waitFor();
  assert.deepEqual(await offences(page, axe), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  assert.deepEqual(await offences(page, axe), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Add device ${NEW_DEVICE}` }).click();
  await page.getByRole('dialog').getByLabel('Driver').waitFor();
  assert.deepEqual(await offences(page, axe), []);
});
