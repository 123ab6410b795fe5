// The idle countdown of the bar and the page it leads to: what it counts, where it stands still, what the page shows, and the way back.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Config } from '../apps/server/src/config.ts';
import { type Ending, type SignedInOptions, addressOf, fillSignIn, startStageServer, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { openMenu, screensNav } from './menus.ts';
import { becomes } from './support/becomes.ts';
import { allAsked, standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const SECOND_MS = 1000;
const DAY_S = 86_400;
const path = (page: Page): string => new URL(page.url()).pathname;
const entriesBehind = (page: Page): Promise<number> => page.evaluate(() => history.length);
const stopwatch = (page: Page): Locator => page.getByRole('button', { name: /^Idle countdown \d+$/ });
const left = async (page: Page): Promise<number> => Number(/\d+/.exec(await stopwatch(page).innerText())?.[0]);
/** Waits until the stopwatch shows these seconds: a page takes a moment to follow its address. */
const shows = (page: Page, seconds: number): Promise<void> =>
  page.getByRole('button', { name: `Idle countdown ${seconds}`, exact: true }).waitFor();
const choose = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'Idle countdown menu' }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
};

/** A page whose time stands still until the test lets it pass. */
const still = async (t: Ending, options: SignedInOptions): Promise<Page> => {
  const page = await stage.signedIn(t, {
    ...options,
    prepare: (made) => made.clock.install({ time: Date.now() }),
  });
  await standStill(page);
  return page;
};
const pass = (page: Page, seconds: number): Promise<void> => page.clock.runFor(seconds * SECOND_MS);

const ownServer = async (t: Ending, changes: Partial<Config>) => {
  const server = await startStageServer(changes);
  t.after(() => server.close());
  return server;
};

test('[F-NAV-015 F-COUNTDOWN-001 F-COUNTDOWN-003 F-COUNTDOWN-004 F-COUNTDOWN-005 F-COUNTDOWN-006] the stopwatch starts at 1800, falls each second, freezes, runs and starts over', async ({
  t,
}) => {
  const page = await stage.page(t);
  await page.clock.install({ time: Date.now() });
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await stopwatch(page).waitFor();
  await standStill(page);
  await allAsked(page); // what the last second changed is drawn by then
  const start = await left(page);
  assert.ok(start <= 1800 && start > 1770, `just below 1800: ${start}`);
  await pass(page, 3);
  await shows(page, start - 3);
  await choose(page, 'Freeze'); // a press as any other: it starts over before it stands still
  await pass(page, 3);
  await shows(page, 1800);
  await choose(page, 'Run');
  await pass(page, 2);
  await shows(page, 1798);
  await stopwatch(page).click();
  await shows(page, 1800);
  await pass(page, 1);
  await shows(page, 1799);
});

test('a press, a key and the wheel start it over wherever they are, a moving mouse does not, and frozen stays frozen', async ({
  t,
}) => {
  const page = await still(t, { path: '/mileage' });
  const heading = page.getByRole('main');
  for (const [what, work] of [
    ['a press', () => heading.click({ position: { x: 5, y: 5 } })],
    ['a key', () => page.keyboard.press('Shift')],
    ['the wheel', () => page.mouse.wheel(0, 40)],
    ['a touch', () => heading.dispatchEvent('touchstart')],
  ] as const) {
    await stopwatch(page).click();
    await pass(page, 100);
    await shows(page, 1700);
    await work();
    await test.step(what, () => shows(page, 1800));
  }
  await pass(page, 100);
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 320);
  await pass(page, 1);
  await shows(page, 1699);
  await choose(page, 'Freeze');
  await page.keyboard.press('Shift');
  await pass(page, 50);
  await shows(page, 1800);
});

test('[F-COUNTDOWN-002 F-CONST-007] one deployment gives live view 120 s, other screens 1800 s', async ({ t }) => {
  const server = await ownServer(t, { pageVariant: 11 });
  const page = await still(t, { server, path: '/liveview/TRK-1' });
  const first = await left(page);
  assert.ok(first <= 120 && first > 100, `${first}`);
  await screensNav(page).getByRole('link', { name: 'GPS playback' }).click();
  await page.waitForURL('**/gpsplayback');
  await shows(page, 1800);
  await openMenu(page, 'Live view');
  await screensNav(page).getByRole('link', { name: 'Live view', exact: true }).click();
  await page.waitForURL('**/liveview');
  await shows(page, 120);
  await pass(page, 121);
  await page.waitForURL('**/idle');
  await page.context().close(); // before its server
});

test('[F-COUNTDOWN-007 F-COUNTDOWN-008 F-IDLE-006] at zero it leads to the idle page, where it leads nowhere; a click there goes back', async ({
  t,
}) => {
  const page = await still(t, { path: '/mileage' });
  await page.goto(addressOf(stage.server, '/treeview'));
  await stopwatch(page).waitFor();
  await stopwatch(page).click();
  await shows(page, 1800);
  const behind = await entriesBehind(page);
  await pass(page, 1799);
  await shows(page, 1);
  assert.equal(path(page), '/treeview');
  await pass(page, 1);
  await page.waitForURL('**/idle');
  assert.equal(await entriesBehind(page), behind + 1);
  await pass(page, 4000);
  assert.deepEqual([path(page), await entriesBehind(page)], ['/idle', behind + 1]);
  await shows(page, 0);
  await page.getByRole('heading', { name: 'Idle', exact: true }).waitFor();
  await page.getByRole('main').click({ position: { x: 40, y: 40 } });
  await page.waitForURL('**/treeview');
  await shows(page, 1800);
  const out = await stage.page(t);
  await out.clock.install({ time: Date.now() });
  await out.goto(addressOf(stage.server, '/login'));
  await out.getByRole('button', { name: 'Sign in' }).waitFor();
  const entries = await entriesBehind(out);
  await out.clock.runFor(4000 * SECOND_MS);
  assert.deepEqual([path(out), await entriesBehind(out)], ['/login', entries]);
});

test('[F-COUNTDOWN-009] the translation editor does not count', async ({ t }) => {
  const page = await still(t, { path: '/i18neditor' });
  const start = await left(page);
  await pass(page, 10);
  assert.equal(await left(page), start);
  await screensNav(page).getByRole('link', { name: 'GPS playback' }).click();
  await page.getByRole('heading', { name: 'GPS playback' }).waitFor();
  await pass(page, 10);
  await shows(page, 1790); // the press on the link was work
});

/** No stopwatch, and no move however long it takes. */
const assertUncounted = async (t: Ending, options: SignedInOptions): Promise<void> => {
  const page = await still(t, { ...options, path: '/treeview' });
  assert.equal(await page.getByText('Idle countdown').count(), 0);
  await pass(page, 4000);
  assert.equal(path(page), '/treeview');
  await page.context().close(); // before its server
};

test('[F-COUNTDOWN-010 F-COUNTDOWN-011] a phone and a deployment without idle count nothing and stay where they are', async ({
  t,
}) => {
  const server = await ownServer(t, { disableIdle: true });
  await inOrder([{ phone: true }, { server }], async (options) => {
    await assertUncounted(t, options);
  });
});

test('[F-ROUTE-029 F-IDLE-001 F-IDLE-007] the idle page: its title, dark in a light theme, a clock that moves each second', async ({
  t,
}) => {
  const page = await still(t, { path: '/idle', context: { timezoneId: 'Asia/Taipei' } });
  await page.getByRole('heading', { name: 'Idle', exact: true }).waitFor();
  await expect(page).toHaveTitle('Idle · Outrider');
  const ground = await page
    .getByRole('main')
    .locator('[data-bs-theme="dark"]')
    .evaluate((element) => getComputedStyle(element).backgroundImage);
  assert.match(ground, /rgb\(24, 34, 43\).*rgb\(10, 15, 19\)/);
  const time = page.getByRole('main').locator('time');
  const seconds = async (): Promise<number> => {
    const [hours = 0, minutes = 0, rest = 0] = (await time.innerText()).split(':').map(Number);
    return hours * 3600 + minutes * 60 + rest;
  };
  const pageSeconds = (): Promise<number> =>
    page.evaluate(() => {
      const now = new Date();
      return now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds();
    });
  await becomes(seconds, await pageSeconds()); // the time at which it stands still
  const hand = (): Promise<string | null> =>
    page.getByRole('img', { name: 'Clock' }).locator('line').last().getAttribute('transform');
  const [before, angle] = [await seconds(), await hand()];
  await pass(page, 3);
  await becomes(async () => ((await seconds()) - before + DAY_S) % DAY_S, 3);
  await expect.poll(hand).not.toBe(angle);
  assert.equal((await page.getByRole('img', { name: 'Clock' }).boundingBox())?.width, 400);
});

test('[F-IDLE-003 F-IDLE-004 F-IDLE-005] clock, logo and links are as the deployment says', async ({ t }) => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-idle-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const logo = join(folder, 'logo.svg');
  await writeFile(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>',
  );
  const idleLinks = [{ text: 'Depot <b>北</b>', url: 'https://depot.example.org/x' }];
  const server = await ownServer(t, { idleClock: false, idleLogoFile: logo, idleLinks });
  const own = await stage.signedIn(t, { server, path: '/idle' });
  const shown = own.getByRole('img', { name: 'Logo' });
  await shown.waitFor();
  await becomes(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth), 80);
  const link = own.getByRole('link', { name: 'Depot <b>北</b>' });
  await expect(link).toHaveAttribute('href', 'https://depot.example.org/x');
  assert.deepEqual(
    [await own.getByRole('img', { name: 'Clock' }).count(), await own.getByRole('main').locator('time').count()],
    [0, 0],
  );
  await own.context().close(); // before its server
  const plain = await stage.signedIn(t, { path: '/idle' });
  await plain.getByRole('img', { name: 'Clock' }).waitFor();
  await plain.getByRole('main').locator('time').waitFor();
  const main = plain.getByRole('main');
  assert.deepEqual(
    [await main.getByRole('img', { name: 'Logo' }).count(), await main.getByRole('link').count()],
    [0, 0],
  );
});

test('with nothing behind it the idle page leads to the first screen of the user, or stays', async ({ t }) => {
  const watcher = await stage.account('watcher', 2, ['P_live']);
  const page = await stage.signedIn(t, { account: watcher, path: '/idle' });
  await page.getByRole('heading', { name: 'Idle', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/liveview');
  const nobody = await stage.account('nobody', 3, []);
  const bare = await stage.signedIn(t, { account: nobody, path: '/idle' });
  await bare.getByRole('button', { name: 'Go back' }).click();
  await bare.getByRole('heading', { name: 'Idle', exact: true }).waitFor();
  assert.equal(path(bare), '/idle');
});
