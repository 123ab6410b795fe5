// What the server refuses is said by one toast on any screen; forms and dialogs keep the reason where it was asked. Nobody is refused by
// merely going through the screens that are theirs.
import assert from 'node:assert/strict';
import {
  type Call,
  deleteAccount,
  getActions,
  getPerformance,
  getConnectRecorder,
  getDeviceFirmware,
  getDeviceInfo,
  getDeviceOrders,
  getUserGroupsOf,
  mapSetting,
  postDrivers,
  postFaces,
  postRegistrations,
  postUserList,
  putAccount,
  rights,
} from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { go } from './go.ts';
import { inOrder } from './in-order.ts';
import { rules } from './documented-paths.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

const placeOf = ({ path }: Call): string => `**${path.replaceAll(/\{\w+\}/g, '*')}*`;
const refuse = (page: Page, call: Call, message: string): Promise<unknown> =>
  page.route(placeOf(call), (route) =>
    route.request().method() === call.method ? route.fulfill({ json: { hasError: true, message } }) : route.fallback(),
  );

/** Each screen with a call that it begins with. */
const screens: readonly (readonly [string, Call])[] = [
  ['/usersetting', postUserList],
  ['/groupsetting', getUserGroupsOf],
  ['/connectrecorder', getConnectRecorder],
  ['/regdevices', postRegistrations],
  ['/devicefirmwareupdate', getDeviceFirmware],
  ['/devicemodelinfo', getDeviceInfo],
  ['/driversetting', postDrivers],
  ['/facerecognitionsetting?tab=add', postFaces],
  ['/deviceorders', getDeviceOrders],
  ['/accesslog', getActions],
  ['/performanceinfo', getPerformance],
  ['/', mapSetting.load],
];

test('[A-ERR-001] [E-ERR-001] a refused call of any screen is a toast titled error with the words of the server, top centre', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/idle', expected: /WebGL/ });
  await inOrder(screens, async ([address, call]) => {
    const message = `No <b>${address}</b>`;
    await refuse(page, call, message);
    await go(page, address);
    const toast = toasts(page).filter({ has: page.getByText(message, { exact: true }) });
    // At one look: it stays for five seconds, and a busy machine takes its time between two.
    await expect
      .poll(() =>
        toast.evaluateAll((all) =>
          all.map((each) => [
            each.querySelector('[data-title]')?.textContent,
            ...['data-type', 'data-y-position', 'data-x-position'].map((name) => each.getAttribute(name)),
          ]),
        ),
      )
      .toEqual([['error', 'error', 'top', 'center']]);
    await page.unroute(placeOf(call));
    await go(page, '/idle');
    await expect(page.getByRole('heading', { name: 'Idle' })).toBeVisible();
  });
});

test('[A-ERR-001] [E-ERR-001] the toast of a refusal is there for five seconds', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle', prepare: (made) => made.clock.install() });
  await refuse(page, postUserList, 'The disk is full');
  // From here on time passes by runFor alone, however long the looks in between take.
  await standStill(page);
  await go(page, '/usersetting');
  const toast = toasts(page).filter({ hasText: 'The disk is full' });
  await until('it is told', async () => (await toast.count()) > 0, { between: () => page.clock.runFor(20) });
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1500);
  await expect(toast).toHaveCount(0);
});

test('[A-ERR-001] a form and a question keep the reason where they are, beside the one toast of each', async ({
  t,
}) => {
  await stage.account('keeper', 2);
  const page = await stage.signedIn(t, { path: '/usersetting' });
  await refuse(page, putAccount, 'Not on a Monday');
  await refuse(page, deleteAccount, 'Not on a Tuesday');
  await page.getByRole('table', { name: 'User setting' }).getByText('keeper', { exact: true }).click();
  await page.getByLabel('Memo', { exact: true }).fill('night shift');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toasts(page).filter({ hasText: 'Not on a Monday' })).toHaveCount(1);
  const editor = page.getByRole('complementary').or(page.locator('form')).filter({ hasText: 'Not on a Monday' });
  await expect(editor.first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page).filter({ hasText: 'Not on a Tuesday' })).toHaveCount(1);
  await expect(page.getByRole('dialog').getByText('Not on a Tuesday')).toBeVisible();
});

/** The texts of all toasts that come on this page, also of those that are gone. */
const heardToasts = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heardToasts: heard });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast][data-type=error]'))
        if (!heard.includes(toast.textContent)) heard.push(toast.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'heardToasts'));
};

for (const [name, level, granted] of [
  ['nothing', 3, []],
  ['everything', 3, rights],
  ['nothing-two', 2, []],
] as const)
  test(`[A-ERR-001] going through the screens refuses nothing to an account of level ${level} with ${granted.length} rights`, async ({
    t,
  }) => {
    const account = await stage.account(`walks-${name}`, level, granted);
    let heard: (() => Promise<string[]>) | undefined;
    const refused: string[] = [];
    const page = await stage.signedIn(t, {
      account,
      path: '/idle',
      expected: /WebGL|Failed to load resource/,
      prepare: async (made) => {
        heard = await heardToasts(made);
        made.on('response', (response) => {
          if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
        });
      },
    });
    await inOrder(rules, async ([address]) => {
      await go(page, address);
      await page.waitForLoadState('networkidle');
    });
    assert.deepEqual([await heard?.(), refused], [[], []]);
  });
