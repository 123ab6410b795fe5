// The menus of the bar: what each level, right and switch of a deployment offers, and that keyboard and phone reach all of it.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { rights } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import type { Config } from '../apps/server/src/config.ts';
import { until } from '../integration/support/until.ts';
import { offences, withTheme } from './axe.ts';
import { type Ending, addressOf, startStageServer, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { offeredEntries, openMenu, screensNav } from './menus.ts';
import { expect, test } from './test.ts';

const stage = useStage({ iframes: [{ title: 'Weather <b>x</b>', url: '/logo.svg' }] });

const path = (page: Page): string => new URL(page.url()).pathname;
const allBut = (...without: string[]): string[] => rights.filter((right) => !without.includes(right));

test('[F-NAV-005 F-NAV-006 F-NAV-007] live-view menu, GPS playback entry and video playback menu', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  assert.deepEqual(await openMenu(page, 'Live view'), ['Live view', 'Tree view', 'Random live view']);
  await page.keyboard.press('Escape');
  assert.deepEqual(await openMenu(page, 'Playback'), ['Video playback', 'Remote playback']);
  await page.keyboard.press('Escape');
  await screensNav(page).getByRole('link', { name: 'GPS playback', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/gpsplayback');
});

/** What each area of the console is entered by: its menu, an entry of it, and the heading of what opens. */
const areas = [
  ['Live view', 'Live view', 'Live view'],
  ['Playback', 'Video playback', 'Video playback'],
  ['', 'GPS playback', 'GPS playback'],
  ['Other', "Today's events", "Today's events"],
  ['Other', 'Mileage', 'Mileage'],
  ['Other', 'Device netflow', 'Device netflow'],
  ['Other', 'Auto upload', 'Auto upload'],
  ['Other', 'Event report setting', 'Event report setting'],
  ['System', 'System setting', 'System setting'],
  ['System', 'User setting', 'User setting'],
  ['System', 'Group setting', 'Group setting'],
] as const;

test("[F-PRODUCT-003 F-NAV-008] video, tracks, events, settings, accounts, reports: each entry opens its screen, the other menu's five kinds too", async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  await inOrder(areas, async ([menu, entry, title]) => {
    if (menu !== '') await openMenu(page, menu);
    await screensNav(page).getByRole('link', { name: entry, exact: true }).click();
    await expect(page, entry).toHaveTitle(new RegExp(title));
    await expect(page.getByRole('main')).not.toBeEmpty();
  });
  await openMenu(page, 'Other');
  await screensNav(page).getByRole('button', { name: 'Custom download' }).click();
  await expect(page.getByRole('dialog', { name: /custom/i })).toBeVisible();
});

/** What a page of this stage offers, once the server has told its external page as well. */
const wholeOffer = async (page: Page): Promise<readonly string[]> => {
  await openMenu(page, 'Other');
  await screensNav(page).getByRole('link', { name: 'Weather <b>x</b>' }).waitFor();
  await page.keyboard.press('Escape');
  return offeredEntries(page);
};

/** What leaves the menus with a right. */
const entriesOfRight = [
  ['P_tree', ['Live view > Tree view']],
  ['P_gppb', ['GPS playback']],
  ['P_lopb', ['Playback > Video playback']],
  ['P_repb', ['Playback > Remote playback']],
  ['F_event', ["Other > Today's events", 'Other > Event query', 'Other > Mileage']],
  ['F_addcd', ['Other > Custom download']],
  ['F_event_report', ['Other > Event report setting', 'Other > Report files']],
  ['F_rmdvrs', ['Other > Remote device setting']],
] as const;

test('[F-RIGHTS-010 F-RIGHTS-012 F-RIGHTS-013 F-RIGHTS-014 F-RIGHTS-015 F-RIGHTS-016 F-RIGHTS-017] each flag rules its entries', async ({
  t,
}) => {
  // With one entry the live view and playback menus are links of their entry's name.
  const offered = async (granted: readonly string[], name: string): Promise<Set<string>> => {
    const page = await stage.signedIn(t, { account: await stage.account(name, 1, granted), path: '/idle' });
    const entries = await wholeOffer(page);
    await page.context().close();
    return new Set(entries.map((entry) => entry.split(' > ').at(-1) ?? ''));
  };
  const whole = await offered(rights, 'whole');
  await inOrder(entriesOfRight, async ([right, entries]) => {
    const names = entries.map((entry) => entry.split(' > ').at(-1) ?? '');
    for (const name of names) assert.ok(whole.has(name), `${right}: ${name} is there with all rights`);
    const less = await offered(allBut(right), `without-${right}`);
    for (const name of names) assert.ok(!less.has(name), `without ${right}: no ${name}`);
    const gone = [...whole].filter((name) => !less.has(name));
    assert.ok(
      names.every((name) => gone.includes(name)) && gone.length <= names.length + 2,
      `${right}: ${gone.join()}`,
    );
  });
});

test('[F-RIGHTS-001 F-RIGHTS-035 F-RIGHTS-036 F-RIGHTS-038 F-RIGHTS-039 F-RIGHTS-040] levels: what is offered does not grow with the number', async ({
  t,
}) => {
  const read = async (level: number): Promise<{ all: readonly string[]; system: string[]; groups: number }> => {
    const page = await stage.signedIn(t, { account: await stage.account(`level-${level}`, level), path: '/idle' });
    const all = await wholeOffer(page);
    const system = all.filter((entry) => entry.startsWith('System > ')).map((entry) => entry.slice('System > '.length));
    const filter = page.getByRole('banner').getByRole('combobox', { name: 'Group filter' });
    if (level === 0) await filter.waitFor();
    const groups = await filter.count();
    await page.context().close();
    return { all, system, groups };
  };
  const [zero, one, two, three] = [await read(0), await read(1), await read(2), await read(3)];
  for (const [higher, lower] of [
    [zero, one],
    [one, two],
    [two, three],
  ] as const)
    assert.deepEqual(
      lower.all.filter((entry) => !higher.all.includes(entry)),
      [],
    );
  const listed =
    'User setting, Permission setting, Group setting, Group summary, Access log, User stream log, Talk log, Disk info, ' +
    'Face recognition, Route planning, Fence, Event definitions, Event download plan, Push event plan, ' +
    'Realtime event plan, Translation editor';
  for (const entry of listed.split(', ')) assert.ok(zero.system.includes(entry), entry);
  assert.ok(!zero.system.includes('System setting'), 'a level 0 user who is not named admin');
  const admin = await stage.signedIn(t, { path: '/idle' });
  assert.ok((await openMenu(admin, 'System')).includes('System setting'));
  assert.deepEqual([two.system, three.system], [['Group setting'], ['Group setting']]);
  const both = ['Local device settings', 'Firmware update'];
  for (const { system } of [zero, one])
    assert.deepEqual(
      system.filter((entry) => both.includes(entry)),
      both,
    );
  assert.deepEqual([zero.groups, one.groups, two.groups, three.groups], [1, 0, 0, 0]);
});

test('[F-RIGHTS-037] with other administrators enabled all of level 0 have the system setting', async ({ t }) => {
  const server = await startStageServer({ elseAdmin: true });
  t.after(() => server.close());
  const { hash, password } = server.admin;
  await server.app.users.add({
    name: 'second',
    passwordHash: hash,
    level: 0,
    rights: null,
    expiresMs: null,
    groupIds: [],
  });
  const page = await stage.signedIn(t, { server, account: { user: 'second', password, hash }, path: '/idle' });
  assert.ok((await openMenu(page, 'System')).includes('System setting'));
});

/** Each switch, what it takes out of the menus, a page it closes and where that then leads. */
const switches: readonly (readonly [Partial<Config>, string, string, string])[] = [
  [{ disableTreeView: true }, 'Tree view', '/treeview', '/'],
  [{ disableLiveView: true }, 'Live view', '/liveview', '/'],
  [{ disablePlayback: true }, 'Video playback', '/splayback', '/'],
  [{ disableRemotePlayback: true }, 'Remote playback', '/remoteplayback', '/'],
  [{ disableEvents: true }, "Today's events", '/todayevents', '/'],
  [{ disableAdvancedSettings: true }, 'Remote device setting', '/devicesetup', '/'],
  [{ disableMap: true }, 'Map', '/', '/idle'],
];

const shortNames = (entries: readonly string[]): string[] => entries.map((entry) => entry.split(' > ').at(-1) ?? '');

/** A server with the switch: its full administrator finds neither the entry nor the page. */
const assertClosed = async (t: Ending, [changes, entry, address, end]: (typeof switches)[number]): Promise<void> => {
  const server = await startStageServer(changes);
  t.after(() => server.close());
  const page = await stage.signedIn(t, { server, path: '/idle' });
  assert.ok(!shortNames(await offeredEntries(page)).includes(entry), `${Object.keys(changes).join()}: ${entry}`);
  await page.goto(addressOf(server, address));
  await page.waitForURL((url) => url.pathname === end);
  await page.context().close();
};

test('[F-RIGHTS-027] seven switches of the deployment take their entries and pages from the full administrator', async ({
  t,
}) => {
  const whole = shortNames(await offeredEntries(await stage.signedIn(t, { path: '/idle' })));
  await inOrder(switches, async (each) => {
    assert.ok(whole.includes(each[1]), each[1]);
    await assertClosed(t, each);
  });
});

test('[F-HTTP-010] external pages stand in the menu under their own titles', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  await openMenu(page, 'Other');
  await screensNav(page).getByRole('link', { name: 'Weather <b>x</b>' }).click();
  await page.waitForURL('**/iframe/0');
});

test('the menus work by keyboard: arrows move, Escape closes and gives the focus back', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  const toggle = screensNav(page).getByRole('button', { name: 'Live view', exact: true });
  await toggle.focus();
  await page.keyboard.press('ArrowDown');
  await screensNav(page).getByRole('link', { name: 'Live view', exact: true }).waitFor();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await toggle.and(page.locator('[aria-expanded="false"]:focus')).waitFor();
  assert.equal(path(page), '/idle');
  const entry = (name: string): Locator => screensNav(page).getByRole('link', { name, exact: true });
  await page.keyboard.press('ArrowDown');
  await entry('Live view').waitFor();
  await page.keyboard.press('ArrowDown');
  await entry('Live view').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await entry('Tree view').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/treeview');
});

test('words give way to icons where the bar would overflow, names stay', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/idle', context: { viewport: { width: 1000, height: 700 } } });
  const toggle = screensNav(page).getByRole('button', { name: 'System' });
  await toggle.waitFor();
  await until(
    'its word gives way',
    async () => !(await screensNav(page).getByText('System', { exact: true }).isVisible()),
  );
  const overflow = (): Promise<number> =>
    page.getByRole('banner').evaluate((element) => element.scrollWidth - element.clientWidth);
  await until('nothing overflows', async () => (await overflow()) <= 0);
  await page.setViewportSize({ width: 1900, height: 700 });
  await screensNav(page).getByText('System', { exact: true }).first().waitFor();
  await until('nothing overflows on a wide page', async () => (await overflow()) <= 0);
});

/** How many pixels a field has left beside a text in it. */
const roomLeft = (field: Locator, text: string): Promise<number> =>
  field.evaluate((element, words) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    const style = getComputedStyle(element);
    if (context === null) throw new Error('no canvas');
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const inside = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return inside - context.measureText(words).width;
  }, text);

for (const [language, words] of [
  ['en', ['Dashboard', 'Map', 'Live view', 'Playback', 'Other', 'System']],
  ['cn', ['仪表板', '地图', '系统']],
] as const)
  test(`at 1440 pixels icons stand with their words, ${language}`, async ({ t }) => {
    const page = await stage.signedIn(t, {
      path: '/idle',
      context: { viewport: { width: 1440, height: 900 } },
      prepare: (made) => made.addInitScript((locale) => localStorage.setItem('locale', locale), language),
    });
    const nav = page.getByRole('banner').getByRole('navigation');
    for (const word of words) await expect(nav.getByText(word, { exact: true }).first()).toBeVisible();
    const hidden = nav.locator('[class*="words"]').filter({ visible: false });
    await expect(hidden).toHaveCount(0);
    const banner = page.getByRole('banner');
    await expect.poll(() => banner.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBeLessThanOrEqual(0);
    const filter = banner.getByRole('searchbox');
    const hint = (await filter.getAttribute('placeholder')) ?? '';
    await expect.poll(() => roomLeft(filter, hint)).toBeGreaterThanOrEqual(0);
    await expect.poll(() => roomLeft(filter, '13800000101')).toBeGreaterThanOrEqual(0);
    await expect.poll(() => roomLeft(banner.getByRole('combobox'), 'North region')).toBeGreaterThanOrEqual(20); // its arrow
  });

test('a phone has every menu in its drawer and the places under the thumb', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', phone: true });
  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByRole('link', { name: 'Live view' }).click();
  await page.waitForURL('**/liveview');
  await places.getByRole('button', { name: 'More' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  for (const entry of ['Tree view', 'GPS playback', 'Remote playback', 'Mileage', 'Weather <b>x</b>', 'User setting'])
    await drawer.getByRole('link', { name: entry, exact: true }).waitFor(); // external pages come when the server has told them
  assert.equal(await drawer.getByRole('link', { name: 'Map', exact: true }).count(), 0);
  await expect(drawer.getByRole('combobox', { name: 'Group filter' })).toHaveCount(1);
  await drawer.getByRole('link', { name: 'Tree view' }).click();
  await page.waitForURL('**/treeview');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(path(page), '/treeview');
});

test('[F-RIGHTS-021 F-RIGHTS-023] the flags of map and tree view rule their pages', async ({ t }) => {
  const nomap = await stage.signedIn(t, { account: await stage.account('nomap', 1, allBut('F_gps')), path: '/' });
  await nomap.waitForURL((url) => url.pathname === '/idle');
  await screensNav(nomap).getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
  assert.equal(await screensNav(nomap).getByRole('link', { name: 'Map', exact: true }).count(), 0);
  const notree = await stage.signedIn(t, {
    account: await stage.account('notree', 1, allBut('P_tree')),
    path: '/treeview',
  });
  await notree.waitForURL((url) => url.pathname === '/');
  await screensNav(notree).getByRole('link', { name: 'Map', exact: true }).waitFor();
  await notree.getByRole('main').locator('canvas').first().waitFor();
  await notree.goto(addressOf(stage.server, '/'));
  await notree.getByRole('main').locator('canvas').first().waitFor();
});

const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']);

test('open menus, quick bar, list of keys and idle page have no serious offence, in a light and a dark theme', async ({
  t,
}) => {
  await inOrder(['default', 'darkly'], async (theme) => {
    const page = await stage.signedIn(t, { path: '/idle', prepare: withTheme(theme) });
    const judge = async (what: string): Promise<void> =>
      assert.deepEqual(await offences(page, () => axe(page)), [], `${what} in ${theme}`);
    await judge('the idle page');
    await inOrder(['System', 'Other', 'Live view'], async (menu) => {
      await openMenu(page, menu);
      await judge(menu);
      await page.keyboard.press('Escape');
    });
    await page.getByRole('button', { name: 'Idle countdown menu' }).click();
    await page.locator('.dropdown-menu.show').waitFor();
    await judge('the menu of the countdown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.getByRole('option', { name: 'Dashboard' }).waitFor();
    await judge('the quick bar');
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'Dashboard' }).waitFor({ state: 'detached' });
    assert.equal(path(page), '/idle', 'Escape closed what was open, and nothing more');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await judge('the list of keys');
    await page.context().close();
  });
  const phone = await stage.signedIn(t, { path: '/blockview', phone: true });
  await phone.getByRole('button', { name: 'More' }).click();
  await phone.getByRole('dialog', { name: 'Menu' }).getByLabel('Theme').waitFor();
  assert.deepEqual(await offences(phone, () => axe(phone)), []);
});
