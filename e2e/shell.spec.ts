// The frame around every screen: navigation bar, menus, filter box, personal settings, status line; on a desktop and on a phone.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { locationAt } from '../integration/support/device.ts';
import { type Json, asJson } from '../integration/support/operator.ts';
import { type Account, type Ending, addressOf, useStage } from './fixture.ts';
import { changeAnswers, logSockets, readSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

/** Where the console may sign in to other servers: elsewhere pages may open sockets of their own only. */
const stage = useStage({ deployment: 'global' });

const SECOND_MS = 1000;
const bar = (page: Page): Locator => page.getByRole('banner');
const statusLine = (page: Page): Locator => page.getByRole('contentinfo');
const path = (page: Page): string => new URL(page.url()).pathname;
const settings = async (page: Page): Promise<void> => page.getByRole('button', { name: 'Settings' }).click();
const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('[F-NAV-001 F-STATUSBAR-001] bar and status line stand on every screen but sign-in', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  for (const screen of ['/blockview', '/treeview', '/setting', '/']) {
    await page.goto(addressOf(stage.server, screen));
    await bar(page).waitFor();
    await statusLine(page).waitFor();
    assert.equal(path(page), screen);
  }
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal((await bar(page).count()) + (await statusLine(page).count()), 0);
});

test('[F-NAV-003 F-NAV-004 F-ROUTE-003] the dashboard icon leads to the dashboard, without a number while no device is new', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/connectrecorder' });
  await page.waitForFunction(() => localStorage.getItem('dashboardTime') !== null); // the list of devices has come
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-label', 'Dashboard');
  await bar(page).getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/blockview');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'attached' });
});

test('[F-NAV-014] the user menu names the user and lets him sign out', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  const menu = page.getByRole('button', { name: 'User menu' });
  await expect(menu).toHaveAttribute('title', 'admin'); // the bar itself may have no room for it
  await menu.click();
  await expect(page.getByRole('heading', { name: /^admin\s*Administrator$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
});

/** The menu is there on the own server and, for the same user, gone on another one. */
const assertSystemOnOwnHost = async (t: Ending, account: Account): Promise<void> => {
  const page = await stage.signedIn(t, { account, path: '/idle' });
  await page.getByRole('button', { name: 'System' }).waitFor();
  await page.evaluate(
    ([port]) => {
      localStorage.setItem('ServerIp', 'fleet.test');
      localStorage.setItem('ServerPort', String(port));
    },
    [stage.server.ports.command],
  );
  await logSockets(page);
  await page.reload();
  await statusLine(page).waitFor();
  const opened = new Set((await readSockets(page)).opened); // one that opens late is tried again
  assert.deepEqual([...opened], [`ws://fleet.test:${stage.server.ports.command}/`]);
  await bar(page).getByRole('button', { name: 'User menu' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'System' }).count(), 0);
  await page.context().close();
};

test('[F-NAV-010 F-RIGHTS-034] for each level the system menu is there only while the console is on its own server', async ({
  t,
}) => {
  await assertSystemOnOwnHost(t, stage.server.admin);
  for (const level of [0, 1, 2, 3]) await assertSystemOnOwnHost(t, await stage.account(`host-${level}`, level));
});

const icon = (page: Page): Locator => page.getByRole('button', { name: 'Stream status' });

test('[F-NAV-013 F-RIGHTS-041] the storage icon is for administrators on a desktop and opens the stream status', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview', prepare: (made) => made.clock.install() });
  await icon(page).click();
  const dialog = page.getByRole('dialog', { name: 'Stream status' });
  await page.clock.runFor(4 * SECOND_MS);
  await dialog.getByText('To viewers').waitFor();
  await dialog.getByText('Nobody is watching a device at the moment.').waitFor();
  const phone = await stage.signedIn(t, { path: '/blockview', phone: true });
  assert.equal(await icon(phone).count(), 0);
  for (const level of [1, 2, 3]) {
    const account = await stage.account(`storage-${level}`, level);
    const other = await stage.signedIn(t, { account, path: '/blockview' });
    assert.equal(await icon(other).count(), 0);
  }
});

test('[F-RIGHTS-009 F-RIGHTS-011] dashboard and live view are offered to those who have their rights', async ({
  t,
}) => {
  const assertLinks = async (rights: string[], offered: string[]): Promise<void> => {
    const account = await stage.account(`rights-${rights.join('-')}`, 1, rights);
    const page = await stage.signedIn(t, { account, path: '/idle' });
    const entries = page.getByRole('navigation', { name: 'Screens' }).locator(':scope > a');
    await becomes(() => entries.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')), offered);
  };
  await assertLinks(['P_dash', 'P_live'], ['/blockview', '/liveview']);
  await assertLinks(['P_live'], ['/liveview']);
  await assertLinks(['P_dash'], ['/blockview']);
});

test('[F-NAV-009 F-THEME-001 F-THEME-002] the settings menu offers 18 themes; the chosen one changes the look and is kept', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await settings(page);
  await page.getByLabel('Language').waitFor();
  const theme = page.getByLabel('Theme');
  const offered = await theme.locator('option').evaluateAll((all) => all.map((option) => option.getAttribute('value')));
  const names = 'default cerulean cosmo darkly flatly journal litera lumen materia minty pulse sandstone simplex solar';
  assert.deepEqual(offered, [...names.split(' '), 'spacelab', 'superhero', 'united', 'yeti']);
  await page.getByText('Best resolution 1920x1080 pixel', { exact: true }).waitFor();
  const light = await background(page);
  await theme.selectOption('darkly');
  await page.locator('html[data-bs-theme="dark"]').waitFor();
  const dark = await background(page);
  assert.notEqual(dark, light);
  await page.reload();
  await statusLine(page).waitFor();
  await page.locator('html[data-bs-theme="dark"]').waitFor();
  await becomes(() => background(page), dark);
});

test('[F-STORE-003] language and filter are restored after a reload', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await settings(page);
  await page.getByLabel('Language').selectOption({ label: '繁體中文' });
  await page.getByRole('link', { name: '儀表板' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  await page.keyboard.press('Escape');
  const group = statusLine(page).getByRole('group').getByRole('button');
  await group.nth(2).click();
  await page.getByRole('searchbox').fill('abc');
  await page.reload();
  await page.getByRole('link', { name: '儀表板' }).waitFor();
  await expect(group.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('searchbox')).toHaveValue('abc');
});

test('every language speaks: English, Traditional and Simplified Chinese', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  for (const { menu, label, tag, word } of [
    { menu: 'Settings', label: '简体中文', tag: 'zh-Hans', word: '仪表板' },
    { menu: '设置', label: '繁體中文', tag: 'zh-Hant', word: '儀表板' },
    { menu: '設定', label: 'English', tag: 'en', word: 'Dashboard' },
  ]) {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await bar(page).locator('.dropdown-menu.show select').first().selectOption({ label });
    await page.locator(`html[lang="${tag}"]`).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: word, exact: true }).waitFor();
  }
});

test('[F-STORE-005] [E-DEVLIST-007] an unknown stored language falls back to the default one', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: (made) => made.addInitScript(() => localStorage.setItem('locale', 'klingon')),
  });
  await page.getByRole('link', { name: 'Dashboard' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('each change of language, filter word and filter mode is stored at once, and so is the name of who signs in', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  assert.equal(await stored(page, 'UserName'), 'admin');
  await page.getByRole('searchbox').fill('bus');
  assert.equal(await stored(page, 'filterWord'), 'bus');
  await statusLine(page)
    .getByRole('button', { name: /^Offline/ })
    .click();
  assert.equal(await stored(page, 'filterMode'), 'offline');
  await settings(page);
  await page.getByLabel('Language').selectOption({ label: '简体中文' });
  await page.locator('html[lang="zh-Hans"]').waitFor();
  assert.equal(await stored(page, 'locale'), 'cn');
});

test('[F-UNIT-002] [A-DASH-045] the length unit changes speeds and their unit everywhere', async ({ t }) => {
  const id = '13800000501';
  await stage.register(id);
  t.after(() => stage.command('D02', { I: id }));
  const device = await stage.device(t, { phone: id });
  await device.locate(locationAt(Math.floor(Date.now() / SECOND_MS) * SECOND_MS, { speedKmh: 100 }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  const row = page.getByRole('row').filter({ hasText: id });
  await row.getByText('100', { exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Speed km/h' }).waitFor();
  await settings(page);
  await page.getByLabel('Length unit').selectOption('mile');
  await row.getByText('62', { exact: true }).waitFor();
  await page.getByRole('columnheader', { name: 'Speed mi/h' }).waitFor();
  await page.goto(addressOf(stage.server, '/liveview'));
  await page.getByText('62 mi/h').waitFor();
});

/** Seconds of the day on the status line's clock, and the zone behind it in minutes. */
const serverClock = async (page: Page): Promise<{ seconds: number; zone: number }> => {
  const text = await page.getByTitle('Server time').innerText();
  const [, hours, minutes, seconds, sign, east = '0', part = '0'] =
    /^(\d\d):(\d\d):(\d\d) \(UTC(?:([+-])(\d+)(?::(\d\d))?)?\)$/.exec(text) ?? [];
  const zone = (Number(east) * 60 + Number(part)) * (sign === '-' ? -1 : 1);
  return { seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), zone };
};
const DAY_S = 86_400;

test("[F-STATUSBAR-003] the status line shows the server's time in the server's zone, whatever the browser's clock says", async ({
  t,
}) => {
  const startS = Math.floor(Date.now() / SECOND_MS);
  const wrong = Date.now() - 3 * 3600 * SECOND_MS;
  const heard: { told: Json; heardS: number }[] = [];
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install({ time: wrong });
      await made.clock.pauseAt(wrong + SECOND_MS); // the moment that the server tells stays on screen
      await changeAnswers(made, (line) => {
        if (line.M === 'Q01') heard.push({ told: asJson(line.Z), heardS: Date.now() / SECOND_MS });
        return line;
      });
    },
    context: { timezoneId: 'America/Lima' },
  });
  await page.getByTitle('Server time').waitFor();
  const { seconds, zone } = await serverClock(page);
  const [{ told, heardS } = { told: {}, heardS: 0 }] = heard;
  const { time, timezone } = told;
  assert.ok(Number(time) >= startS && Number(time) <= heardS, `${startS}, ${String(time)}, ${heardS}`);
  assert.equal(zone, timezone);
  assert.equal(seconds, (Number(time) + Number(timezone) * 60) % DAY_S);
});

test('[F-STATUSBAR-004] the server time ticks each second', async ({ t }) => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install({ time: Date.now() });
      await made.clock.pauseAt(Date.now() + SECOND_MS);
    },
  });
  await page.getByTitle('Server time').waitFor();
  const before = await serverClock(page);
  for (const passed of [1, 2, 3]) {
    await page.clock.runFor(SECOND_MS);
    await becomes(async () => ((await serverClock(page)).seconds - before.seconds + DAY_S) % DAY_S, passed);
  }
});

test('[F-STATUSBAR-007 F-RIGHTS-043] only the user named admin sees version, licence and expiry', async ({ t }) => {
  const { version } = asJson((await stage.command('Q01')).Z);
  const page = await stage.signedIn(t, { path: '/blockview' });
  const line = statusLine(page);
  await line.getByText(`v${String(version)}`).waitFor();
  await line.getByText(/Licence: unlimited, never expires/).waitFor();
  const told = { version: '7.8.9', maxlicense: 250, expire: '2031-05-06' };
  const licensed = await stage.signedIn(t, {
    path: '/idle',
    prepare: (made) =>
      changeAnswers(made, (each) => (each.M === 'Q01' ? { ...each, Z: { ...asJson(each.Z), ...told } } : each)),
  });
  await statusLine(licensed).getByText('Licence: 250, until 2031-05-06 · v7.8.9', { exact: true }).waitFor();
  const second = await stage.account('second-admin', 0);
  const other = await stage.signedIn(t, { account: second, path: '/blockview' });
  await other.getByTitle('Server time').waitFor();
  assert.equal(
    await statusLine(other)
      .getByText(/Licence|v\d/)
      .count(),
    0,
  );
});

test('[F-NAV-002] on a phone a hamburger opens the menu, with screens, settings and sign-out', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', phone: true });
  assert.equal(await page.getByRole('link', { name: 'Connect a recorder' }).count(), 0);
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByLabel('Theme').waitFor();
  await drawer.getByRole('button', { name: 'Sign out' }).waitFor();
  await drawer.getByRole('link', { name: 'Connect a recorder' }).click();
  await page.waitForURL('**/connectrecorder');
  await drawer.waitFor({ state: 'detached' });
});

test('[F-ROUTE-049] paths match exactly: a longer one does not show the screen of its beginning', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', expected: /WebGL/ });
  for (const longer of ['/blockview/xyz', '/treeview/xyz']) {
    await page.goto(addressOf(stage.server, longer));
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('main').locator('canvas').first().waitFor(); // the map, which is the start
    assert.equal(await page.getByRole('heading', { name: 'Dashboard' }).count(), 0);
  }
});

const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a device or a screen' });

test('from sign-in to the live view of a named vehicle, or to it on the map, in three actions by the quick bar', async ({
  t,
}) => {
  await stage.register('QUICK-104', 2, { vehicleid: 'Depot 南 <b>7</b>', drivername: 'مريم' });
  t.after(() => stage.command('D02', { I: 'QUICK-104' }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.locator('[data-device="QUICK-104"]').first().waitFor();
  await page.keyboard.press('Control+K');
  await finder(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('南 quick');
  await page.getByRole('option', { name: /Depot 南 <b>7<\/b>.*QUICK-104/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/liveview/QUICK-104');
  await page.keyboard.press('Control+K');
  await finder(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('مريم');
  await page.getByRole('option', { name: /QUICK-104/ }).waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.waitForURL('**/?device=QUICK-104');
});

test('Enter in the quick bar belongs to what was typed, also when the list has not been drawn yet', async ({ t }) => {
  for (const id of ['TRK-9', 'TRK-107']) await stage.register(id);
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('main').getByRole('link', { name: 'TRK-107', exact: true }).first().waitFor();
  await page.keyboard.press('Control+k');
  await finder(page).fill('trk-9');
  await page.getByRole('option').filter({ hasText: 'TRK-9' }).waitFor();
  // A fast typist: the last letters and Enter come before the page has a moment to draw.
  await finder(page).evaluate((field) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('no field');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'trk-107');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await page.waitForURL((url) => url.pathname === '/liveview/TRK-107');
});

test('the quick bar finds screens, moves by arrows, closes by Escape and says when nothing fits', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  await page.keyboard.press('Control+K');
  await page.getByRole('option', { name: 'Dashboard' }).waitFor();
  await finder(page).fill('log');
  await page.getByRole('option', { name: 'Dashboard' }).waitFor({ state: 'detached' }); // what fits is drawn after what is typed
  await page.getByRole('option', { name: /Talk log/ }).waitFor();
  await page
    .getByRole('option', { name: /Place on the map/ })
    .first()
    .waitFor(); // places come last, behind all else
  const found = page.getByRole('listbox', { name: 'Found' });
  const chosen = found.getByRole('option', { selected: true });
  const [first, last] = [await chosen.innerText(), await found.getByRole('option').last().innerText()];
  await page.keyboard.press('ArrowUp');
  await becomes(() => chosen.innerText(), last);
  assert.equal(await finder(page).getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
  await page.keyboard.press('ArrowDown');
  await becomes(() => chosen.innerText(), first);
  await finder(page).fill('zzzz');
  await page.getByText('Nothing fits').waitFor();
  await page.keyboard.press('Escape');
  await finder(page).waitFor({ state: 'detached' });
  assert.equal(path(page), '/idle');
});

test('g and a letter goes places, a question mark lists the keys, and neither happens while typing', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', prepare: (made) => made.clock.install() });
  await standStill(page); // a letter belongs to its g for 1.5 s only
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/idle');
  await page.keyboard.press('g');
  await page.clock.runFor(2 * SECOND_MS);
  await page.keyboard.press('d'); // too late
  await page.clock.resume();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Find a device or a screen').waitFor();
  assert.equal(path(page), '/idle');
  await keys.getByText('Ctrl K').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('gd?');
  assert.deepEqual([path(page), await page.getByRole('searchbox').inputValue()], ['/idle', 'gd?']);
  await page.keyboard.press('Escape');
  await standStill(page);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/blockview');
});

test('the list of keys of a screen also tells those that work everywhere', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/' });
  await page.getByRole('main').locator('canvas').first().waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys of the map' });
  await keys.getByText('Next and previous vehicle').waitFor();
  await keys.getByText('Find a device or a screen').waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
