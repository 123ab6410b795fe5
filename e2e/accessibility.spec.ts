// Every screen under axe: nothing serious or critical in a light and a dark theme, on a desktop and on a phone, and nothing wider
// than a phone. Modals and paths without a screen are modals.axe.spec.ts, the 18 themes themes.axe.spec.ts.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { type Device, locationAt } from '../integration/support/device.ts';
import { addressOf, useStage } from './fixture.ts';
import { offences, withTheme } from './axe.ts';
import { test } from './test.ts';

const DEVICE = '13800000701';
const NEW_DEVICE = '13800000702';
type Route = readonly [path: string, ready: (page: Page) => Locator];
/** Each screen, and what must be seen before it is judged. */
const routes: readonly Route[] = [
  ['/blockview', (page) => page.locator(`[data-device="${DEVICE}"]`).first()],
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
  [`/splayback/${DEVICE}`, (page) => page.getByText('Choose a time')],
  ['/remoteplayback', (page) => page.getByText(DEVICE).first()],
  [`/remoteplayback/${DEVICE}`, (page) => page.getByRole('heading', { name: 'Record list' })],
  ['/devicesetup', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/driversetting', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/devicemodelinfo', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/facerecognitionsetting', (page) => page.getByRole('row').filter({ hasText: DEVICE })],
  ['/facerecognitionsetting?tab=add', (page) => page.getByRole('button', { name: 'Set selected' })],
  ['/uslog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/deviceusage', (page) => page.getByRole('button', { name: 'Query', exact: true })],
  ['/devicenetflow', (page) => page.getByRole('button', { name: 'Query', exact: true })],
  ['/performanceinfo', (page) => page.getByRole('heading', { name: 'Performance info' })],
  ['/accesslog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/autoupload', (page) => page.getByRole('button', { name: 'Search', exact: true })],
  ['/diskinfo', (page) => page.getByRole('table', { name: 'Disks' })],
  ['/i18neditor', (page) => page.getByRole('table', { name: 'Translation editor' })],
  ['/talklog', (page) => page.getByRole('button', { name: 'Query log' })],
  ['/todayevents', (page) => page.getByRole('heading', { name: "Today's events" })],
  ['/queryeventex', (page) => page.getByRole('button', { name: 'Search', exact: true })],
  ['/eventreportsetting', (page) => page.getByRole('button', { name: 'Save New' })],
  ['/reportfilelist', (page) => page.getByRole('button', { name: 'Query Report Files' })],
  ['/mileage', (page) => page.getByRole('button', { name: 'Search' })],
  ['/pdfviewer', (page) => page.getByText('This address names no PDF of this server')],
  ['/idle', (page) => page.getByRole('heading', { name: 'Idle' })],
  ['/connectrecorder', (page) => page.getByText('Ports of this server')],
  ['/gpsplayback', (page) => page.getByRole('button', { name: 'Query', exact: true })],
];
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

for (const theme of ['default', 'darkly'])
  for (const phone of [false, true])
    test(`no route has a serious offence in the theme ${theme}${phone ? ' on a phone' : ''}`, async ({ t }) => {
      const page = await stage.signedIn(t, { path: '/blockview', phone, prepare: withTheme(theme), expected: /WebGL/ });
      const found: Record<string, unknown> = {};
      for (const [route, ready] of routes) {
        await page.goto(addressOf(stage.server, route));
        await page.waitForURL(/./);
        await ready(page)
          .or(page.locator(`[data-device="${DEVICE}"]`))
          .first()
          .waitFor();
        const bad = await offences(page, () => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']));
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
