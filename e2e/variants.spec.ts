// Brand variants as people meet them: name, logo, language and labels, what is hidden and what is offered.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import type { Config } from '../apps/server/src/config.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { Channel, asJson, asList, httpCall } from '../integration/support/operator.ts';
import {
  type Account,
  type Ending,
  type SignedInOptions,
  type StageServer,
  addressOf,
  startStageServer,
  useStage,
} from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const path = (page: Page): string => new URL(page.url()).pathname;
const bar = (page: Page): Locator => page.getByRole('banner');
const english = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', 'en');
  });

type Deployed = { page: Page; server: StageServer };

/** A signed-in page on a server of its own; the page is closed before its server. */
const deployed = async (
  t: Ending,
  changes: Partial<Config>,
  { account, ...options }: SignedInOptions & { account?: Account } = {},
): Promise<Deployed> => {
  const server = await startStageServer(changes);
  const page = await stage.signedIn(t, {
    server,
    account: account ?? server.admin,
    path: '/blockview',
    prepare: english,
    expected: /WebGL/,
    ...options,
  });
  t.after(() => server.close());
  return { page, server };
};

/** A page of a server, nobody signed in. */
const visited = async (t: Ending, changes: Partial<Config>): Promise<Deployed> => {
  const page = await stage.page(t);
  const server = await startStageServer(changes);
  t.after(() => server.close());
  await page.goto(addressOf(server, '/login'));
  return { page, server };
};

const registerAt = async (server: StageServer, id: string): Promise<void> => {
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: id, C: 2 });
  channel.close();
};

/** Opens each menu of the bar in turn and gives the texts of its entries; plain links count as their own menu. */
const menuEntries = async (page: Page): Promise<string[]> => {
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const texts = await nav.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('title') ?? ''));
  for (const toggle of await nav.getByRole('button').all()) {
    await toggle.click();
    const menu = nav.locator('.dropdown-menu.show');
    await menu.waitFor();
    texts.push(...(await menu.locator('.dropdown-item').allInnerTexts()));
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
  return texts.map((text) => text.trim());
};

const entriesOf = async (page: Page, menu: string): Promise<string[]> => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: menu, exact: true }).click();
  const shown = page.locator('.dropdown-menu.show');
  await shown.waitFor();
  return (await shown.locator('.dropdown-item').allInnerTexts()).map((text) => text.trim());
};

const userMenu = async (page: Page): Promise<Locator> => {
  await page.locator('header').getByRole('button', { name: 'User menu' }).click();
  const menu = page.locator('.dropdown-menu.show');
  await menu.waitFor();
  return menu;
};

/** Where a signed-in browser ends that opens `address`. */
const endOf = async (page: Page, server: StageServer, address: string, end: string): Promise<void> => {
  await page.goto(addressOf(server, address));
  await page.getByRole('contentinfo').waitFor();
  await page.waitForURL((url) => url.pathname === end);
  // Who is led on sees nothing before: with something drawn the address is the last one.
  await page.getByRole('main').locator(':scope > *').first().waitFor({ state: 'attached' });
  assert.equal(path(page), end);
};

test('[F-VARIANT-001 F-PRODUCT-013] variant and version come from the hosting page; another one needs a reload, no other build', async ({
  t,
}) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/login'));
  await page.getByRole('heading', { name: 'Outrider', exact: true }).waitFor();
  const logo = page.locator('header img');
  await expect(logo).toHaveAttribute('src', '/logo.svg');
  await page.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.gms = { variant: 1, version: '77.5' };` }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Outrider Health' }).waitFor();
  await page.getByText('Outrider Health 77.5').waitFor();
  await expect(logo).toHaveAttribute('src', '/logos/health.svg');
  await becomes(
    () => logo.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0),
    true,
  );
});

test('[F-VARIANT-002 F-VARIANT-006] the health variant hides most entries, and their pages lead away', async ({
  t,
}) => {
  const ordinary = await stage.signedIn(t, { path: '/blockview' });
  const all = await menuEntries(ordinary);
  const system = await entriesOf(ordinary, 'System');
  const { page, server } = await deployed(t, { pageVariant: 1 });
  await page.getByRole('link', { name: 'Outrider Health' }).waitFor();
  const left = await menuEntries(page);
  const gone = all.filter((text) => !left.includes(text));
  const features = all.filter((text) => !system.includes(text));
  assert.ok(gone.length * 2 > features.length, `${gone.length} of ${features.length} are hidden`);
  for (const text of ['Map', 'Tree view', 'Video playback', 'Remote playback', 'Custom download'])
    assert.ok(gone.includes(text), `${text} is still offered: ${left.join()}`);
  for (const text of ['Dashboard', 'Live view']) assert.ok(left.includes(text), text);
  for (const hidden of ['/', '/treeview', '/splayback', '/remoteplayback', '/todayevents', '/devicesetup'])
    await endOf(page, server, hidden, '/idle');
  for (const kept of ['/blockview', '/liveview']) await endOf(page, server, kept, kept);
});

test('[F-VARIANT-004] an ordinary variant starts in English, another one in Traditional Chinese', async ({ t }) => {
  const plain = await visited(t, {});
  await plain.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect(plain.page.locator('html')).toHaveAttribute('lang', 'en');
  const tw = await visited(t, { pageVariant: 13 });
  await tw.page.getByRole('button', { name: '登入' }).waitFor();
  await expect(tw.page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
});

test('[F-VARIANT-005] a variant renames labels', async ({ t }) => {
  await stage.register('13800000601');
  t.after(() => stage.command('D02', { I: '13800000601' }));
  const ordinary = await stage.signedIn(t, { path: '/blockview' });
  await ordinary.getByRole('columnheader', { name: 'Device', exact: true }).waitFor();
  const server = await startStageServer({ pageVariant: 1 });
  await registerAt(server, '13800000602');
  const page = await stage.signedIn(t, { server, account: server.admin, path: '/blockview' });
  t.after(() => server.close());
  await page.getByRole('columnheader', { name: 'Monitor', exact: true }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Device', exact: true }).count(), 0);
});

test('[F-VARIANT-007] the semiconductor variant takes exactly eight things away', async ({ t }) => {
  const { page, server } = await deployed(t, { pageVariant: 2 });
  await page.waitForFunction(() => localStorage.getItem('dashboardTime') !== null); // the sign-in is through
  assert.equal(await bar(page).locator('[data-countdown]').count(), 0, 'the idle countdown');
  const map = '/';
  const [advancedSettings, liveView, remotePlayback, events] = [
    '/devicesetup',
    '/liveview',
    '/remoteplayback',
    '/todayevents',
  ];
  for (const taken of [map, advancedSettings, liveView, remotePlayback, events])
    await endOf(page, server, taken, '/idle');
  const gms = await page.evaluate((): Record<string, unknown> => Reflect.get(globalThis, 'gms'));
  const off = Object.entries(gms).flatMap(([key, on]) => (key.startsWith('disable') && on === true ? [key] : []));
  assert.deepEqual(off.toSorted(), [
    'disableAdvancedSettings',
    'disableEvents',
    'disableIdle',
    'disableLiveView',
    'disableMap',
    'disablePlaybackDownload',
    'disableRecordingButton',
    'disableRemotePlayback',
  ]);
  for (const kept of ['/blockview', '/treeview', '/splayback', '/gpsplayback', '/usersetting', '/setting'])
    await endOf(page, server, kept, kept);
});

const HINT = 'Please contact your service provider.';

/** A second administrator of that server. */
const secondAdmin = async ({ app }: StageServer): Promise<Account> => {
  const password = 'Second-1x';
  const hash = toPasswordHash(password);
  const own = { level: 0, rights: new Set(rights), expiresMs: null, groupIds: [] };
  await app.users.add({ name: 'boss', passwordHash: hash, ...own });
  return { user: 'boss', password, hash };
};

test('[F-VARIANT-008] one transport variant keeps the settings to admin and tells the others whom to ask', async ({
  t,
}) => {
  const server = await startStageServer({ pageVariant: 4 });
  const account = await secondAdmin(server);
  const options = { server, path: '/blockview', prepare: english };
  const other = await stage.signedIn(t, { ...options, account });
  const admin = await stage.signedIn(t, { ...options, account: server.admin });
  t.after(() => server.close());
  assert.equal((await entriesOf(other, 'System')).includes('System setting'), false);
  await other.keyboard.press('Escape');
  await (await userMenu(other)).getByText(HINT, { exact: true }).waitFor();
  assert.equal((await entriesOf(admin, 'System')).includes('System setting'), true);
  await admin.keyboard.press('Escape');
  assert.equal(await (await userMenu(admin)).getByText(HINT).count(), 0);
});

test('the other transport variant gives the settings to every administrator', async ({ t }) => {
  const server = await startStageServer({ pageVariant: 3 });
  const account = await secondAdmin(server);
  const page = await stage.signedIn(t, { server, account, path: '/blockview', prepare: english });
  t.after(() => server.close());
  assert.equal((await entriesOf(page, 'System')).includes('System setting'), true);
});

test('[F-VARIANT-009] external settings are offered where the variant has them, and name the external pages', async ({
  t,
}) => {
  const ordinary = await stage.signedIn(t, { path: '/blockview' });
  assert.equal((await entriesOf(ordinary, 'System')).includes('External settings'), false);
  const iframes = [{ title: 'Weather <b>now</b>', url: 'https://weather.example.org/' }];
  const { page } = await deployed(t, { pageVariant: 5, iframes });
  assert.equal((await entriesOf(page, 'System')).includes('External settings'), true);
  await page.getByRole('button', { name: 'External settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'External settings' });
  await dialog.getByText('https://weather.example.org/').waitFor();
  await expect(dialog.getByRole('link', { name: 'Weather <b>now</b>' })).toHaveAttribute('href', '/iframe/0');
});

test('[F-VARIANT-010] broadcast is offered where the variant has it', async ({ t }) => {
  const talking = await deployed(t, { pageVariant: 6 });
  assert.equal((await entriesOf(talking.page, 'Other')).includes('Broadcast'), true);
  const silent = await deployed(t, { pageVariant: 7 });
  assert.equal((await entriesOf(silent.page, 'Other')).includes('Broadcast'), false);
});

test('[F-VARIANT-011 F-RIGHTS-042 F-MODAL-001] the user menu offers the change of password and the copyright where the deployment has them', async ({
  t,
}) => {
  const own = async (page: Page): Promise<string[]> => (await userMenu(page)).getByRole('button').allInnerTexts();
  const ordinary = await stage.signedIn(t, { path: '/blockview' });
  assert.deepEqual(
    (await own(ordinary)).filter((text) => /password|Copyright/.test(text)),
    ['Change password'],
  );
  const without = await deployed(t, { pageVariant: 7 });
  assert.deepEqual(
    (await own(without.page)).filter((text) => /password|Copyright/.test(text)),
    [],
  );
  const noted = await deployed(t, { pageVariant: 10 });
  await (await userMenu(noted.page)).getByRole('button', { name: 'Copyright' }).click();
  await noted.page.getByRole('dialog', { name: 'Copyright' }).getByText('All rights reserved.').waitFor();
});

test('[F-CONST-037 F-CONST-038] lengths are kilometres or miles; where kilometres are forced there is no choice and a stored mile does not count', async ({
  t,
}) => {
  const ordinary = await stage.signedIn(t, { path: '/blockview' });
  await bar(ordinary).getByRole('button', { name: 'Settings' }).click();
  const units = ordinary.getByLabel('Length unit').getByRole('option');
  await becomes(() => units.allInnerTexts(), ['Kilometre', 'Mile']);
  const server = await startStageServer({ forceKilometre: true });
  await registerAt(server, '13800000603');
  const page = await stage.signedIn(t, {
    server,
    account: server.admin,
    path: '/blockview',
    prepare: (made) => made.addInitScript(() => localStorage.setItem('lengthUnit', 'mile')),
  });
  t.after(() => server.close());
  await bar(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Theme').waitFor();
  assert.equal(await page.getByLabel('Length unit').count(), 0);
  await page.getByRole('columnheader', { name: 'Speed km/h' }).waitFor();
});

test('[F-LOCALE-001] the language menu lists what the server offers, each with its flag and its own name', async ({
  t,
}) => {
  const { body } = await httpCall(stage.server.ports.http, 'GET', '/i18n/config');
  const offered = asList(asJson(body)['configs']).map(({ config, icon, name }) => ({ config, icon, name }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  await bar(page).getByRole('button', { name: 'Settings' }).click();
  const listed = (): Promise<unknown> =>
    page
      .getByLabel('Language')
      .locator('option')
      .evaluateAll((all) =>
        all.map((option) => ({
          config: option.getAttribute('value'),
          icon: option.querySelector('img')?.getAttribute('src'),
          name: option.textContent,
        })),
      );
  await becomes(listed, offered);
  await page.getByLabel('Language').click();
  const flag = page.getByLabel('Language').locator('option img').nth(1);
  await flag.waitFor();
  await becomes(() => flag.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0), true);
});

test('[F-PRODUCT-004] administrators and operators sign in, and each is offered what the role allows', async ({
  t,
}) => {
  const operator = await stage.account('operator', 2, ['P_dash', 'P_live', 'F_gps']);
  const admin = await stage.signedIn(t, { expected: /WebGL/ });
  const other = await stage.signedIn(t, { account: operator, expected: /WebGL/ });
  const [all, some] = [await menuEntries(admin), await menuEntries(other)];
  assert.deepEqual([path(admin), path(other)], ['/', '/']);
  for (const text of ['User setting', 'Video playback', 'Tree view']) {
    assert.equal(all.includes(text), true, text);
    assert.equal(some.includes(text), false, text);
  }
  for (const text of ['Dashboard', 'Map', 'Live view']) assert.equal(some.includes(text), true, text);
});

test('[A-VARIANT-001] [A-VARIANT-002] the four variants: no removal of users and level 1 first, fewer options, Chinese labels, customer records', async ({
  t,
}) => {
  const peer = await deployed(t, { pageVariant: 1 }, { path: '/usersetting' });
  await expect(peer.page.locator('header img').first()).toHaveAttribute('src', '/logos/health.svg');
  await peer.page.getByRole('button', { name: 'New user' }).click();
  await expect(peer.page.getByLabel('Permission', { exact: true })).toHaveValue('1');
  const { server: peerServer } = peer;
  await secondAdmin(peerServer);
  await peer.page.goto(addressOf(peer.server, '/usersetting'));
  await peer.page.getByRole('row').filter({ hasText: 'boss' }).first().click();
  await peer.page.getByRole('button', { name: 'Update', exact: true }).waitFor();
  assert.equal(await peer.page.getByRole('button', { name: 'Delete user' }).count(), 0);

  const chip = await deployed(t, { pageVariant: 2 });
  await expect(chip.page.locator('header img').first()).toHaveAttribute('src', '/logos/chip.svg');
  const left = await menuEntries(chip.page);
  for (const text of ['Map', 'Live view', 'Remote playback']) assert.equal(left.includes(text), false, text);
  assert.ok(left.includes('Video playback'));

  const server = await startStageServer({ pageVariant: 4 });
  await registerAt(server, '13800000604');
  const labels = await stage.signedIn(t, { server, account: server.admin, path: '/blockview' });
  t.after(() => server.close());
  await expect(labels.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  await labels.getByRole('columnheader', { name: '車號備註' }).waitFor();

  const selling = await deployed(t, { pageVariant: 9 });
  await registerAt(selling.server, '13800000605');
  await selling.page.goto(addressOf(selling.server, '/blockview?device=13800000605'));
  await selling.page.getByRole('button', { name: 'Customer record' }).click();
  await selling.page.getByRole('dialog', { name: '[13800000605] Editor' }).waitFor();
});
