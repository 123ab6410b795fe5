// Changing the own password, from the user menu and after an expired one at sign-in, on the deployment that checks accounts first
// and asks more of passwords.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { createLoginLink } from '../apps/server/src/features/session/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { type Account, addressOf, fillSignIn, useStage } from './fixture.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage({ pageVariant: 8, passwordDays: 90 });
const NEW = 'Abcd123@';

const path = (page: Page): string => new URL(page.url()).pathname;
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Change password' });
const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const saveButton = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save' });
const incorrectAt = (page: Page, label: string): Promise<string> =>
  field(page, label).evaluate((input) => {
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    return note?.textContent ?? '';
  });

const openFromMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog(page).waitFor();
};

type Typed = { current: string; next: string; repeat: string };
const type = async (page: Page, { current, next, repeat }: Typed): Promise<void> => {
  await field(page, 'Current password').fill(current);
  await field(page, 'New password').fill(next);
  await field(page, 'Repeat the new password').fill(repeat);
};

/** An account whose time is over. */
const expired = async (user: string): Promise<Account> => {
  const password = `Pass-of-${user}-1`;
  const account = { user, password, hash: toPasswordHash(password) };
  const { users, clock } = stage.server.app;
  const expiresMs = clock.now() - 1000;
  const groupIds = [ROOT_GROUP_ID];
  await users.add({ name: user, passwordHash: account.hash, level: 1, rights: new Set(rights), expiresMs, groupIds });
  return account;
};

test('[F-MODAL-003 F-PWD-001 F-PWD-002 F-PWD-003 F-PWD-004] the change is saved only with the right current password and the new one twice', async ({
  t,
}) => {
  const account = await stage.account('forms', 1);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  await openFromMenu(page);
  await field(page, 'Current password').and(page.locator(':focus')).waitFor();
  await expect(saveButton(page)).toBeDisabled();

  await type(page, { current: 'not it', next: NEW, repeat: NEW });
  await becomes(() => incorrectAt(page, 'Current password'), 'Incorrect');
  await expect(saveButton(page)).toBeDisabled();

  await type(page, { current: account.password, next: '', repeat: '' });
  await becomes(() => incorrectAt(page, 'Current password'), '');
  await expect(saveButton(page)).toBeDisabled();

  await type(page, { current: account.password, next: NEW, repeat: `${NEW}x` });
  await becomes(() => incorrectAt(page, 'Repeat the new password'), 'Incorrect');
  await expect(saveButton(page)).toBeDisabled();

  await type(page, { current: account.password, next: NEW, repeat: NEW });
  await becomes(() => saveButton(page).isEnabled(), true);
  assert.equal(await dialog(page).getByText('Incorrect').count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).waitFor({ state: 'detached' });
});

test('[F-PWD-010] the stricter deployment lists what a new password misses', async ({ t }) => {
  const account = await stage.account('bob', 1);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  await openFromMenu(page);
  await type(page, { current: account.password, next: 'abc', repeat: 'abc' });
  const warnings = dialog(page).getByRole('alert').getByRole('listitem');
  await becomes(
    () => warnings.allInnerTexts(),
    ['At least 8 characters', 'Lowercase and uppercase letters', 'A digit or one of @ # $ % ^ & + ='],
  );
  await expect(saveButton(page)).toBeDisabled();
  await type(page, { current: account.password, next: 'xBOBx123A!', repeat: 'xBOBx123A!' });
  await becomes(() => warnings.allInnerTexts(), ['Only letters, digits and @ # $ % ^ & + =', 'Not the user name']);
  await type(page, { current: account.password, next: NEW, repeat: NEW });
  await becomes(() => warnings.count(), 0);
  await becomes(() => saveButton(page).isEnabled(), true);
});

test('[F-HTTP-022 E-APP-004] a change from the user menu signs out and starts the page again; the new password signs in', async ({
  t,
}) => {
  const account = await stage.account('changer', 1);
  const said: string[] = [];
  const page = await stage.signedIn(t, {
    account,
    path: '/blockview',
    prepare: (made) => {
      made.on('request', (request) => said.push(`${request.url()} ${request.postData() ?? ''}`));
      made.on('websocket', (socket) => {
        said.push(socket.url());
        socket.on('framesent', ({ payload }) => said.push(String(payload)));
      });
    },
  });
  await openFromMenu(page);
  await page.evaluate(() => Reflect.set(globalThis, 'samePage', true));
  await type(page, { current: account.password, next: NEW, repeat: NEW });
  await expect(saveButton(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Sign in with the new one.', { exact: true }).waitFor();
  await page.waitForURL('**/login');
  await page.waitForFunction(() => Reflect.get(globalThis, 'samePage') === undefined);

  await fillSignIn(page, account);
  await page.getByRole('alert').getByText('Invalid User', { exact: true }).waitFor();
  await fillSignIn(page, { user: account.user, password: NEW });
  await page.getByRole('contentinfo').waitFor();
  // Whatever went out: no password in clear, and each value that stands for one is the hash of one of the two.
  assert.deepEqual(
    said.filter((text) => [account.password, NEW].some((clear) => decodeURIComponent(text).includes(clear))),
    [],
  );
  const sent = said.flatMap((text) =>
    [...text.matchAll(/"(?:P|passwd|newpass|password)":"([^"]*)"/g)].map(([, v]) => v),
  );
  assert.deepEqual(new Set(sent), new Set([account.hash, toPasswordHash(NEW)]));
  assert.ok(sent.length >= 4 && sent.every((value) => /^[0-9A-F]{64}$/.test(value ?? '')), sent.join());
});

test('[F-ERR-009] a refused change shows the message of the server for 5 s and keeps what was typed', async ({ t }) => {
  const account = await stage.account('refused', 1);
  const page = await stage.signedIn(t, {
    account,
    path: '/blockview',
    prepare: (made) => made.clock.install(),
  });
  await page.route('**/gkserver/passwd', (route) =>
    route.fulfill({ json: { hasError: 1, message: 'Not before <b>Monday</b>' } }),
  );
  await openFromMenu(page);
  await type(page, { current: account.password, next: NEW, repeat: NEW });
  await standStill(page);
  await saveButton(page).click();
  const message = page.getByText('Not before <b>Monday</b>', { exact: true });
  while ((await message.count()) === 0) await page.clock.runFor(20);
  await page.clock.runFor(4500);
  await expect(message).toBeVisible();
  await page.clock.runFor(1000);
  await message.waitFor({ state: 'detached' });
  await expect(field(page, 'New password')).toHaveValue(NEW);
  await becomes(() => saveButton(page).isEnabled(), true);
});

test('[F-LOGIN-012 F-LOGIN-013 F-LOGIN-021 F-HTTP-011 F-HTTP-021] an expired account is asked for a new password at sign-in, and is signed in with it', async ({
  t,
}) => {
  const account = await expired('lapsed');
  const page = await stage.page(t, { expected: /WebGL/ });
  await logSockets(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, account);
  await dialog(page).waitFor();
  assert.equal(path(page), '/login');
  assert.deepEqual(asked, ['POST /gkserver/verifyUser']);
  assert.deepEqual((await readSockets(page)).opened, []);

  await page.mouse.click(5, 5); // the backdrop
  await page.keyboard.press('Escape');
  await page.locator('.modal-static').waitFor({ state: 'detached' }); // it only shook
  await expect(dialog(page)).toBeVisible();

  await type(page, { current: account.password, next: NEW, repeat: NEW });
  await saveButton(page).click();
  await page.getByRole('contentinfo').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  const [login] = await framesOf(page, 'sent', 'Q02');
  const { N: _, ...sent } = login?.message ?? {};
  assert.deepEqual(sent, { M: 'Q02', U: account.user, P: toPasswordHash(NEW) });
});

test('cancelling the change at sign-in leads back to the form', async ({ t }) => {
  const account = await expired('hesitant');
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, account);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign in' }).and(page.locator(':enabled')).waitFor();
});

test('[F-LOGIN-020] the checking deployment says Invalid User before anything is sent on the main channel', async ({
  t,
}) => {
  const page = await stage.page(t);
  await logSockets(page);
  await page.goto(addressOf(stage.server, '/login'));
  await fillSignIn(page, { user: 'admin', password: 'wrong' });
  await page.getByRole('alert').getByText('Invalid User', { exact: true }).waitFor();
  assert.deepEqual((await readSockets(page)).opened, []);
});

test('who signed in by a link is told how the password can be changed', async ({ t }) => {
  const { app } = stage.server;
  const admin = app.users.byName('admin');
  assert.ok(admin);
  const { e, h } = await createLoginLink(app.db.db, admin.id, app.clock.now() + 60_000);
  const page = await stage.page(t, { expected: /WebGL/ });
  await page.goto(addressOf(stage.server, `/login?${new URLSearchParams({ h, e }).toString()}`));
  await page.getByRole('contentinfo').waitFor();
  await openFromMenu(page);
  await dialog(page).getByText('You signed in by a link.').waitFor();
  assert.equal(await saveButton(page).count(), 0);
});
