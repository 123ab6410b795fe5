// Signing in and out, as an operator does it: the form and its messages, what is remembered, the gate in front of every screen.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { CaptchaDrawer, type DrawCaptcha, createLoginLink } from '../apps/server/src/features/session/index.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { until } from '../integration/support/until.ts';
import { addressOf, fillSignIn, startStageServer, useStage } from './fixture.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const open = async (page: Page, path = '/login'): Promise<void> => {
  await logSockets(page);
  await page.goto(addressOf(stage.server, path));
};
const problem = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();
const path = (page: Page): string => new URL(page.url()).pathname;
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
/** What lets this browser sign in by itself. */
const signsIn = async (page: Page): Promise<Record<string, string | undefined>> => {
  const { AutoLogin, Sha256Pass } = await stored(page);
  return { AutoLogin, Sha256Pass };
};
const store = (page: Page, values: Record<string, string>): Promise<unknown> =>
  page.addInitScript((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, values);
const saved = () => ({
  UserName: 'admin',
  Sha256Pass: stage.server.admin.hash,
  ServerIp: '127.0.0.1',
  ServerPort: '24680',
  AutoLogin: 'true',
});

test('[F-PRODUCT-002 F-GATE-001 F-LOGIN-001 F-LOGIN-002 F-STATUSBAR-002] a fresh browser meets the sign-in form at any path', async ({
  t,
}) => {
  const page = await stage.page(t);
  await open(page, '/blockview');
  await page.waitForURL('**/login');
  assert.equal((await stored(page)).AutoLogin, undefined);
  await expect(page.getByLabel('User name')).toHaveAttribute('name', 'username');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  assert.equal(await page.getByRole('contentinfo').count(), 0);
  await page.goto(addressOf(stage.server, '/connectrecorder'));
  await page.waitForURL('**/login');
});

test('[F-ROUTE-001] /login stays /login while nobody is signed in', async ({ t }) => {
  const page = await stage.page(t);
  await open(page);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(path(page), '/login');
});

test('[F-LOGIN-015] a form without name or password says so and opens no socket', async ({ t }) => {
  const page = await stage.page(t);
  for (const typed of [
    { user: '', password: '' },
    { user: 'admin', password: '' },
    { user: '', password: 'secret' },
  ]) {
    await open(page); // a fresh form: the words are about this press
    await fillSignIn(page, typed);
    await problem(page, 'Oops Invalid username or password');
    assert.deepEqual((await readSockets(page)).opened, []);
  }
});

/** Counts from now on how often the form begins and ends to shake: a busy page may not be looked at while it does. */
const watchShakes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const moment of ['animationstart', 'animationend'])
      document.addEventListener(moment, ({ target }) => {
        const { dataset } = document.body;
        if (target instanceof HTMLFormElement) dataset[moment] = String(Number(dataset[moment] ?? 0) + 1);
      });
  });
const shakes = (page: Page): Promise<{ begun: number; ended: number }> =>
  page.evaluate(() => {
    const { animationstart = '0', animationend = '0' } = document.body.dataset;
    return { begun: Number(animationstart), ended: Number(animationend) };
  });

test('[F-LOGIN-011 F-ERR-001 F-SESSION-006] a wrong password shakes the form, says AuthFailed and ends the connection', async ({
  t,
}) => {
  const page = await stage.page(t);
  await open(page);
  await watchShakes(page);
  await fillSignIn(page, { user: 'admin', password: 'wrong' });
  await problem(page, 'AuthFailed');
  await until('the shake is over', async () => (await shakes(page)).ended > 0);
  assert.deepEqual(await shakes(page), { begun: 1, ended: 1 });
  assert.equal(path(page), '/login');
  await page.waitForFunction(() => Reflect.get(globalThis, 'socketLog').closed.length === 1);
  assert.equal((await readSockets(page)).opened.length, 1);
});

test('each further refusal shakes the form again', async ({ t }) => {
  const page = await stage.page(t);
  await open(page);
  await watchShakes(page);
  for (const [count, password] of [
    [1, 'wrong once'],
    [2, 'wrong twice'],
  ] as const) {
    await fillSignIn(page, { user: 'nobody', password });
    await until(`shake ${count}`, async () => (await shakes(page)).begun === count);
    await problem(page, 'AuthFailed');
  }
});

test('[F-SESSION-004 F-SESSION-005] the right password opens the console, asked for by name and hash in the first message', async ({
  t,
}) => {
  const page = await stage.page(t);
  await open(page);
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  const { frames } = await readSockets(page);
  const { N: _, ...first } = frames[0]?.message ?? {};
  assert.deepEqual(first, { M: 'Q02', U: 'admin', P: stage.server.admin.hash });
  assert.notEqual(path(page), '/login');
});

test('[F-LOGIN-010] on a desktop with a map the start is the map', async ({ t }) => {
  const page = await stage.page(t, { expected: /WebGL/ });
  await open(page);
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

test('[F-LOGIN-008] without the map the start is the dashboard', async ({ t }) => {
  const account = await stage.account('no-map', 1, ['P_dash', 'P_live']);
  const page = await stage.page(t);
  await open(page);
  await fillSignIn(page, account);
  await page.waitForURL('**/blockview');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor({ state: 'attached' });
});

test('[F-LOGIN-009] on a phone the start is the dashboard', async ({ t }) => {
  const page = await stage.page(t, { phone: true });
  await open(page);
  await fillSignIn(page, stage.server.admin);
  await page.waitForURL('**/blockview');
});

test('with a saved password the next visit needs no form, and the password itself is stored nowhere', async ({ t }) => {
  const page = await stage.page(t);
  await open(page);
  await page.getByLabel('Save password').check();
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('contentinfo').waitFor();
  await becomes(async () => {
    const { UserName, Sha256Pass, ServerIp, ServerPort, AutoLogin } = await stored(page);
    return { UserName, Sha256Pass, ServerIp, ServerPort, AutoLogin };
  }, saved());
  const { Sha256Pass: _, ...rest } = await stored(page);
  assert.equal(JSON.stringify(rest).includes(stage.server.admin.password), false);
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.getByRole('contentinfo').waitFor();
  assert.equal(path(page), '/blockview');
});

test('[F-SESSION-007] five stored values sign in without the form', async ({ t }) => {
  const page = await stage.page(t);
  await store(page, saved());
  await open(page, '/blockview');
  await page.getByRole('contentinfo').waitFor();
  assert.equal(path(page), '/blockview');
});

test('[F-SESSION-008] when one of the stored values is missing, auto-login is off', async ({ t }) => {
  for (const missing of ['ServerPort', 'Sha256Pass']) {
    const page = await stage.page(t);
    await store(page, { ...saved(), [missing]: '' });
    await open(page, '/blockview');
    await page.waitForURL('**/login');
    await becomes(() => signsIn(page), { AutoLogin: 'false', Sha256Pass: undefined }, missing);
    assert.deepEqual((await readSockets(page)).opened, [], missing);
  }
});

test("[F-GATE-002 A-GATE-002 E-GATE-002] with AutoLogin 'false' a screen leads to the form", async ({ t }) => {
  const page = await stage.page(t);
  await store(page, { ...saved(), AutoLogin: 'false' });
  await open(page, '/blockview');
  await page.waitForURL('**/login');
  assert.deepEqual((await readSockets(page)).opened, []);
  assert.equal((await stored(page)).Sha256Pass, undefined, 'a hash that signs nobody in is not kept');
});

test('[F-GATE-003 A-GATE-003 E-GATE-003] a stored password that is refused leads to the form', async ({ t }) => {
  const page = await stage.page(t);
  await store(page, { ...saved(), Sha256Pass: '0'.repeat(64) });
  await open(page, '/gpsplayback');
  await page.waitForURL('**/login');
  assert.equal((await framesOf(page, 'received', 'Q02'))[0]?.message.R, '401');
  await problem(page, 'AuthFailed');
  await becomes(async () => (await stored(page)).Sha256Pass, undefined, 'nor one that is refused');
});

test('[F-GATE-004 E-GATE-002] while the server is slow to answer, the page stays and then fills', async ({ t }) => {
  const page = await stage.page(t);
  await store(page, saved());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void held.then(() => socket.send(message)));
  });
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  assert.equal(path(page), '/blockview');
  assert.equal(await page.getByRole('contentinfo').count(), 0);
  release();
  await page.getByRole('contentinfo').waitFor();
  assert.equal(path(page), '/blockview');
});

test('[F-LOGIN-014] a sign-in link with a token pair signs in without a name', async ({ t }) => {
  const { app } = stage.server;
  const admin = app.users.byName('admin');
  assert.ok(admin);
  const { e, h } = await createLoginLink(app.db.db, admin.id, app.clock.now() + 60_000);
  const page = await stage.page(t);
  await open(page, `/login?${new URLSearchParams({ h, e }).toString()}`);
  await page.getByRole('contentinfo').waitFor();
  const [login] = await framesOf(page, 'sent', 'Q02');
  const { N: _, ...sent } = login?.message ?? {};
  assert.deepEqual(sent, { M: 'Q02', e, h });
});

test('a sign-in link that is wrong says AuthFailed', async ({ t }) => {
  const page = await stage.page(t);
  await open(page, '/login?h=no&e=no');
  await problem(page, 'AuthFailed');
});

test('[F-SESSION-009 F-SESSION-011] signing out leads to the form, ends the calls, and a reload stays there', async ({
  t,
}) => {
  const page = await stage.page(t);
  await store(page, {});
  await open(page);
  await page.getByLabel('Save password').check();
  await fillSignIn(page, stage.server.admin);
  await page.getByRole('button', { name: 'User menu' }).click();
  const groups = addressOf(stage.server, '/gkserver/usergroup');
  const answersWith = (status: number) => async (): Promise<boolean> =>
    (await page.request.get(groups)).status() === status;
  await until('the browser has its cookie', answersWith(200)); // it is asked for once the sign-in is through
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.waitForFunction(() => Reflect.get(globalThis, 'socketLog').closed.length === 1);
  assert.equal((await readSockets(page)).opened.length, 1);
  await becomes(() => signsIn(page), { AutoLogin: 'false', Sha256Pass: undefined });
  await until('the browser is nobody', answersWith(401));
  await page.goto(addressOf(stage.server, '/blockview'));
  await page.waitForURL('**/login');
});

test('[F-SESSION-010] after signing out nothing of the former user is left for the next one', async ({ t }) => {
  const id = '13800000901';
  await stage.register(id);
  t.after(() => stage.command('D02', { I: id }));
  const outsider = await stage.account('outsider', 1, undefined, []);
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('link', { name: id }).waitFor();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await fillSignIn(page, outsider);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('No devices yet').waitFor();
  assert.equal(await page.getByRole('link', { name: id }).count(), 0);
});

test('[F-LOGIN-004] saving the password is offered, unless the deployment signs in by itself', async ({ t }) => {
  const page = await stage.page(t);
  await open(page);
  await page.getByLabel('Save password').waitFor();
  const forced = await startStageServer({ forceAutoLogin: true });
  t.after(() => forced.close());
  await page.goto(addressOf(forced, '/login'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByLabel('Save password').count(), 0);
});

test('[F-LOGIN-003] the server address is asked for only by a global deployment that lets people enter it', async ({
  t,
}) => {
  const page = await stage.page(t);
  for (const { changes, shown } of [
    { changes: { deployment: 'global', serverAddressEntry: true }, shown: 1 },
    { changes: { deployment: 'global', serverAddressEntry: false }, shown: 0 },
    { changes: { deployment: 'local', serverAddressEntry: true }, shown: 0 },
  ] as const) {
    const server = await startStageServer(changes);
    t.after(() => server.close());
    const asked = page.waitForResponse('**/gkserver/captcha');
    await page.goto(addressOf(server, '/login'));
    await asked;
    await page.waitForLoadState('networkidle');
    const address = page.getByLabel('Server address');
    await until(`${shown} with ${JSON.stringify(changes)}`, async () => (await address.count()) === shown);
  }
});

test('[F-LOGIN-017 F-LOGIN-018 F-LOGIN-019] an address that cannot be one is refused in words', async ({ t }) => {
  const page = await stage.page(t); // it is closed before its server
  const server = await startStageServer({ deployment: 'global', serverAddressEntry: true });
  t.after(() => server.close());
  await page.goto(addressOf(server, '/login'));
  const address = page.getByLabel('Server address');
  await expect(page.getByLabel('Port')).toHaveValue('24680');
  for (const wrong of ['http://x', 'a/b']) {
    await address.fill(''); // other words each time: those that are there already prove nothing
    await fillSignIn(page, server.admin);
    await problem(page, 'Empty Server Address');
    await address.fill(wrong);
    await fillSignIn(page, server.admin);
    await problem(page, 'Wrong Server Address');
  }
  await address.fill('127.0.0.1');
  await page.getByLabel('Port').fill('');
  await fillSignIn(page, server.admin);
  await problem(page, 'Empty Server Port');
});

test('[F-LOGIN-005 F-LOGIN-016 F-CAPTCHA-004] with the captcha on, only the right code signs in', async ({ t }) => {
  const drawn = new Map<string, string>();
  const drawer = new CaptchaDrawer(silentLog);
  t.after(() => drawer.close());
  /** The server's own drawing, heard. */
  const drawCaptcha: DrawCaptcha = async () => {
    const captcha = await drawer.draw();
    drawn.set(`data:image/svg+xml,${encodeURIComponent(captcha.svg)}`, captcha.text);
    return captcha;
  };
  const page = await stage.page(t, { expected: /400 \(Bad Request\)|WebGL/ }); // it is closed before its server
  const server = await startStageServer({ captcha: true }, undefined, { drawCaptcha });
  t.after(() => server.close());
  await page.goto(addressOf(stage.server, '/login'));
  await page.waitForLoadState('networkidle');
  const code = page.getByLabel('Verification code', { exact: true });
  const picture = page.getByRole('img', { name: 'Verification code picture' });
  assert.equal((await code.count()) + (await picture.count()), 0);

  await logSockets(page);
  await page.goto(addressOf(server, '/login'));
  const source = async (): Promise<string> => (await picture.getAttribute('src')) ?? '';
  const other = (than: string): Promise<unknown> =>
    page.waitForFunction(
      (old) => document.querySelector('img[alt="Verification code picture"]')?.getAttribute('src') !== old,
      than,
    );
  const first = await source();
  await page.getByRole('button', { name: 'New verification code' }).click();
  await other(first);
  const second = await source();
  assert.notEqual(drawn.get(second), drawn.get(first));

  await code.fill(drawn.get(first) ?? ''); // the code of the picture that is gone
  await fillSignIn(page, server.admin);
  await problem(page, 'The verification code you entered is incorrect');
  assert.deepEqual((await readSockets(page)).opened, []);

  await other(second); // a used picture makes room for a new one
  await code.fill(drawn.get(await source())?.toLowerCase() ?? '');
  await fillSignIn(page, server.admin);
  await page.getByRole('contentinfo').waitFor();
});

test('[F-GATE-005 F-RIGHTS-022] a screen whose right is missing leads to the start, and back goes past it', async ({
  t,
}) => {
  const account = await stage.account('no-live', 1, ['P_dash', 'F_gps']);
  const page = await stage.signedIn(t, { account, path: '/blockview', expected: /WebGL/ });
  for (const refused of ['/liveview', '/connectrecorder']) {
    await page.goto(addressOf(stage.server, refused));
    await page.getByRole('contentinfo').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goBack();
    await page.waitForURL('**/blockview');
  }
});

test('[F-GATE-006 A-GATE-005 A-GATE-006] without its right the dashboard leads to /idle, without a word where no hint is configured', async ({
  t,
}) => {
  const account = await stage.account('no-dash', 1, ['P_live', 'F_gps']);
  const page = await stage.signedIn(t, {
    account,
    path: '/blockview',
    prepare: (made) =>
      made.addInitScript(() => {
        new MutationObserver(() => {
          if (document.querySelector('[role=dialog]') !== null) Reflect.set(globalThis, 'hinted', true);
        }).observe(document, { subtree: true, childList: true });
      }),
  });
  await page.waitForURL('**/idle');
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'hinted')), undefined);
});
