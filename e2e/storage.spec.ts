// What a browser remembers under which names, when it is written, and that everything works where nothing can be stored; several
// tabs, a wrong clock, an older server.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { Channel } from '../integration/support/operator.ts';
import { addressOf, fillSignIn, startStageServer, useStage } from './fixture.ts';
import { changeAnswers } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const path = (page: Page): string => new URL(page.url()).pathname;
const statusLine = (page: Page): Locator => page.getByRole('contentinfo');
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
const settings = (page: Page): Promise<void> =>
  page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};
const filterButton = (page: Page, name: RegExp): Locator => statusLine(page).getByRole('button', { name });

test('[F-STORE-001] each preference is kept under its name, through a reload', async ({ t }) => {
  const page = await stage.page(t, { expected: /WebGL/ }); // it is closed before its server
  const server = await startStageServer({ deployment: 'global', serverAddressEntry: true });
  t.after(() => server.close());
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: '13800000700', C: 1 });
  channel.close();
  await page.goto(addressOf(server, '/login'));
  await page.evaluate(() => localStorage.setItem('editPermissions', 'P_live,F_gps')); // its screen comes later
  await page.getByLabel('Server address').fill('127.0.0.1');
  await page.getByLabel('Port').fill(String(server.ports.command));
  await page.getByLabel('Save password').check();
  await fillSignIn(page, server.admin);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'attached' });
  await settings(page);
  await page.getByLabel('Theme').selectOption('solar');
  await page.getByLabel('Length unit').selectOption('mile');
  await page.getByLabel('Event notifications').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Plate').uncheck();
  await page.getByRole('button', { name: 'Done' }).click();

  const named = async () => {
    const { UserName, ServerIp, ServerPort, Sha256Pass, AutoLogin, themeName, lengthUnit, eventNotify, ...rest } =
      await stored(page);
    const { showColumns, editPermissions } = rest;
    const kept = { UserName, ServerIp, ServerPort, Sha256Pass, AutoLogin, themeName, lengthUnit, eventNotify };
    return { ...kept, editPermissions, showColumns };
  };
  const before = await named();
  assert.match(before.showColumns ?? '', /driver/);
  assert.doesNotMatch(before.showColumns ?? '', /plate/);
  const { showColumns: _, ...plain } = before;
  assert.deepEqual(plain, {
    UserName: 'admin',
    ServerIp: '127.0.0.1',
    ServerPort: String(server.ports.command),
    Sha256Pass: server.admin.hash,
    AutoLogin: 'true',
    themeName: 'solar',
    lengthUnit: 'mile',
    eventNotify: 'false',
    editPermissions: 'P_live,F_gps',
  });
  await page.reload();
  await statusLine(page).waitFor();
  await becomes(named, before);
  await page.locator('html[data-bs-theme="dark"]').waitFor();
  await settings(page);
  await expect(page.getByLabel('Length unit')).toHaveValue('mile');
  await expect(page.getByLabel('Event notifications')).toBeChecked({ checked: false });
});

test('[F-STORE-002] without anything stored the main channel is looked for at port 24680', async ({ t }) => {
  const page = await stage.page(t, { expected: /WebGL|500|protocol/ });
  await page.route('**/gkserver/protocol', (route) => route.fulfill({ status: 500, json: {} }));
  const asked: string[] = [];
  await page.routeWebSocket(/:24680\//, (socket) => {
    asked.push(socket.url());
    const server = new WebSocket(`ws://127.0.0.1:${stage.server.ports.command}/`);
    const open = new Promise((resolve) => server.addEventListener('open', resolve));
    socket.onMessage((text) => void open.then(() => server.send(String(text))));
    server.addEventListener('message', ({ data }) => socket.send(String(data)));
    socket.onClose(() => server.close());
  });
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await statusLine(page).waitFor();
  assert.deepEqual([...new Set(asked)], ['ws://127.0.0.1:24680/']); // one that opens late is tried again
  await becomes(async () => (await stored(page)).ServerPort, '24680');
});

test('[F-STORE-004] [E-DEVLIST-006] language, time of the dashboard, user name, filter word and filter mode are stored as they change', async ({
  t,
}) => {
  const other = await stage.account('keeper', 1);
  const page = await stage.signedIn(t, { path: '/blockview', prepare: (made) => made.clock.install() });
  const changes = async (key: string, change: () => Promise<unknown>): Promise<void> => {
    const before = (await stored(page))[key];
    await change();
    await page.waitForFunction(([name, old]) => localStorage.getItem(name ?? '') !== old, [key, before ?? null], {
      polling: 50,
    });
  };
  await changes('filterWord', () => page.getByRole('searchbox').fill('bus'));
  await changes('filterMode', () => filterButton(page, /^Offline/).click());
  await changes('dashboardTime', () => page.clock.runFor(3 * SECOND_MS));
  await changes('dashboardTime', () => page.clock.runFor(11 * SECOND_MS));
  await changes('UserName', async () => {
    await signOut(page);
    await fillSignIn(page, other);
    await statusLine(page).waitFor();
  });
  await settings(page);
  await changes('locale', () => page.getByLabel('Language').selectOption({ label: '简体中文' }));
  const { filterWord, filterMode, UserName, locale } = await stored(page);
  assert.deepEqual([filterWord, filterMode, UserName, locale], ['bus', 'offline', 'keeper', 'cn']);
  await page.reload();
  await page.locator('html[lang="zh-Hans"]').waitFor();
  await expect(page.getByRole('searchbox')).toHaveValue('bus');
  await expect(filterButton(page, /^离线/)).toHaveAttribute('aria-pressed', 'true');
});

test('[F-STORE-006 E-CONST-025] a saved sign-in stores seven values, and the password itself is none of them', async ({
  t,
}) => {
  const page = await stage.page(t, { expected: /WebGL/ });
  await page.goto(addressOf(stage.server, '/login'));
  await page.getByLabel('Save password').check();
  await fillSignIn(page, stage.server.admin);
  await statusLine(page).waitFor();
  await becomes(
    async () => {
      const { UserName, ServerIp, ServerPort, Sha256Pass, AutoLogin, lengthUnit, eventNotify } = await stored(page);
      return { UserName, ServerIp, ServerPort, Sha256Pass, AutoLogin, lengthUnit, eventNotify };
    },
    {
      UserName: 'admin',
      ServerIp: '127.0.0.1',
      ServerPort: '24680',
      Sha256Pass: stage.server.admin.hash,
      AutoLogin: 'true',
      lengthUnit: 'kilometre',
      eventNotify: 'true',
    },
  );
  assert.equal(JSON.stringify(await stored(page)).includes(stage.server.admin.password), false);
});

/** Makes the browser refuse to store: each access throws, or each write. */
const refuse = (page: Page, how: 'forbidden' | 'full'): Promise<unknown> =>
  page.addInitScript((kind) => {
    const no = (name: string) => () => {
      throw new DOMException(name, name);
    };
    if (kind === 'full') {
      Storage.prototype.setItem = no('QuotaExceededError');
      return;
    }
    for (const place of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, place, { get: no('SecurityError') });
  }, how);

for (const how of ['forbidden', 'full'] as const)
  test(`with storage ${how} everything works for as long as the page is open`, async ({ t }) => {
    const page = await stage.page(t, { expected: /WebGL/ });
    await refuse(page, how);
    await page.goto(addressOf(stage.server, '/login'));
    await page.getByLabel('Save password').check();
    await fillSignIn(page, stage.server.admin);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await settings(page);
    await page.getByLabel('Theme').selectOption('darkly');
    await page.locator('html[data-bs-theme="dark"]').waitFor();
    await page.getByLabel('Length unit').selectOption('mile');
    await becomes(() => page.getByLabel('Length unit').inputValue(), 'mile');
    await page.getByLabel('Language').selectOption({ label: '繁體中文' });
    await page.getByRole('link', { name: '儀表板' }).waitFor();
    await page.keyboard.press('Escape');
    const third = statusLine(page).getByRole('button').nth(2);
    await third.click();
    await becomes(() => third.getAttribute('aria-pressed'), 'true');
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(path(page), '/login');
  });

test('signing out in one tab signs the other out; another user takes the whole browser over', async ({ t }) => {
  const first = await stage.page(t, { expected: /WebGL/ });
  const account = await stage.account('second', 1);
  await first.goto(addressOf(stage.server, '/login'));
  await first.getByLabel('Save password').check();
  await fillSignIn(first, stage.server.admin);
  await statusLine(first).waitFor();
  const second = await first.context().newPage();
  await second.goto(addressOf(stage.server, '/blockview'));
  await statusLine(second).waitFor();

  await signOut(second);
  await first.getByText('You signed out in another tab.', { exact: true }).waitFor();
  await second.waitForURL('**/login'); // it has waited for the server
  await becomes(() => [path(first), path(second)], ['/login', '/login']);

  // It is told once the cookie is there: who signed in before would be the one to leave.
  await second.evaluate(() => {
    const channel = new BroadcastChannel('outrider');
    channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
      document.body.dataset.news = data.kind;
    });
  });
  await fillSignIn(first, stage.server.admin);
  await statusLine(first).waitFor();
  await second.locator('body[data-news="signed-in"]').waitFor();
  await fillSignIn(second, account);
  await statusLine(second).waitFor();
  await first.getByText('Another user signed in in this browser.', { exact: true }).waitFor();
  await expect(second.getByRole('button', { name: 'User menu' })).toHaveAttribute('title', 'second');
  const cookie = await second.evaluate(() => fetch('/gkserver/usergroup').then(({ status }) => status));
  assert.equal(cookie, 200, 'the cookie of the second user is still there');
});

for (const [word, wrongByMs] of [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const)
  test(`ages are right where the clock of the browser is a day ${word}`, async ({ t }) => {
    const recorder = await stage.device(t, { phone: wrongByMs > 0 ? '13800000701' : '13800000702' });
    const page = await stage.signedIn(t, {
      path: '/blockview',
      prepare: (made) => made.clock.install({ time: Date.now() + wrongByMs }),
    });
    await page.clock.runFor(3 * SECOND_MS);
    const fresh = page.getByRole('region', { name: 'New devices' }).getByRole('listitem');
    await fresh
      .filter({ hasText: recorder.id })
      .getByText(/^\d+ s ago$/)
      .waitFor();
  });

test('a server whose answers miss something is told in words, at sign-in and afterwards', async ({ t }) => {
  const refused = await stage.page(t);
  await changeAnswers(refused, (line) => (line.M === 'Q02' ? { ...line, F: undefined } : line));
  await refused.goto(addressOf(stage.server, '/login'));
  await fillSignIn(refused, stage.server.admin);
  await refused.getByRole('alert').getByText('The server answered something unexpected').waitFor();

  const page = await stage.page(t);
  await changeAnswers(page, (line) => (line.M === 'Q01' ? { ...line, Z: { version: '0.0.1' } } : line));
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('This server answers otherwise than this console expects').waitFor();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'attached' });
});
