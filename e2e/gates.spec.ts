// What stands in front of the console: the entrance by its own path, the end of a trial, and the hint before a page that this
// deployment switched off.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Config } from '../apps/server/src/config.ts';
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { type Ending, type StageServer, addressOf, startStageServer, useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const path = (page: Page): string => new URL(page.url()).pathname;
const signInButton = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in' }).waitFor();
const ENTRANCE = createHash('sha256').update('/depot-7').digest('hex');
const DAY_MS = 86_400_000;

/** A page and the server of a deployment of its own; the page is closed before its server. */
const deployed = async (t: Ending, changes: Partial<Config>): Promise<{ page: Page; server: StageServer }> => {
  const page = await stage.page(t, { expected: /WebGL/ });
  const server = await startStageServer(changes);
  t.after(() => server.close());
  return { page, server };
};

/** The rest of the world, which tests must not ask. */
const elsewhere = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );

test('[F-ENTRANCE-001] with an entrance only its path leads in, once for each tab; others go to the given address', async ({
  t,
}) => {
  const { page, server } = await deployed(t, {
    entranceHash: ENTRANCE,
    entranceRedirect: 'https://elsewhere.example/lost',
  });
  await elsewhere(page);
  for (const other of ['/', '/login', '/depot-70']) {
    await page.goto(addressOf(server, other), { waitUntil: 'commit' });
    await page.waitForURL('https://elsewhere.example/lost');
  }
  await page.goto(addressOf(server, '/depot-7'));
  await signInButton(page);
  assert.equal(path(page), '/login');
  await page.reload();
  await signInButton(page);

  const other = await page.context().newPage();
  await elsewhere(other);
  await other.goto(addressOf(server, '/login'), { waitUntil: 'commit' });
  await other.waitForURL('https://elsewhere.example/lost');
});

test('a viewer page, which brings its own account, is outside the entrance', async ({ t }) => {
  const { page, server } = await deployed(t, { entranceHash: ENTRANCE });
  await page.goto(addressOf(server, '/live/no-segment-of-ours'));
  await page.getByRole('alert').getByText('fail param').waitFor();
});

test('[F-ENTRANCE-002] without an address of its own the entrance leads to a public search site', async ({ t }) => {
  const { page, server } = await deployed(t, { entranceHash: ENTRANCE.toUpperCase() });
  await elsewhere(page);
  await page.goto(addressOf(server, '/blockview'), { waitUntil: 'commit' });
  await page.waitForURL('https://duckduckgo.com/');
});

test('[F-ENTRANCE-003] without an entrance every path opens', async ({ t }) => {
  const page = await stage.page(t);
  for (const any of ['/login', '/blockview', '/depot-7']) {
    await page.goto(addressOf(stage.server, any));
    await signInButton(page);
  }
});

test('[F-TRIAL-001 E-TRIAL-001] after its last day a trial shows one sentence on every path, whatever the clock of the browser says', async ({
  t,
}) => {
  const { page, server } = await deployed(t, { trialExpire: '2020-01-31' });
  await page.clock.install({ time: new Date('2019-06-01T00:00:00Z') });
  for (const any of ['/', '/login', '/blockview', '/treeview', '/nothing', '/live/TRK-1/user/password']) {
    await page.goto(addressOf(server, any));
    await page.getByText('Sorry, Trial over expire date.', { exact: true }).waitFor();
    await expect(page.locator('body')).toHaveText('Sorry, Trial over expire date.', { useInnerText: true });
  }
});

test('[F-TRIAL-002 E-TRIAL-001] before the end of a trial the console runs as usual, whatever the clock of the browser says', async ({
  t,
}) => {
  const { page, server } = await deployed(t, { trialExpire: '2099-12-31' });
  await page.clock.install({ time: new Date('2150-01-01T00:00:00Z') });
  await page.goto(addressOf(server, '/'));
  await signInButton(page);
  assert.equal(path(page), '/login');
});

test('a trial that ends while the console is open ends it', async ({ t }) => {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const server = await startStageServer({ trialExpire: tomorrow });
  const page = await stage.signedIn(t, {
    server,
    account: server.admin,
    path: '/blockview',
    prepare: (made) => made.clock.install(),
  });
  t.after(() => server.close());
  await page.getByTitle('Server time').waitFor();
  await page.clock.fastForward(3 * DAY_MS);
  await page.getByText('Sorry, Trial over expire date.', { exact: true }).waitFor();
  await page.getByRole('contentinfo').waitFor({ state: 'detached' });
});

test('[F-GATE-007 A-GATE-006] a page that is switched off here shows the hint of the deployment before it leads away', async ({
  t,
}) => {
  const server = await startStageServer({ disableTreeView: true, disabledHint: 'Ask the <b>depot</b> office.' });
  const page = await stage.signedIn(t, { server, account: server.admin, path: '/treeview', expected: /WebGL/ });
  t.after(() => server.close());
  const hint = page.getByRole('dialog', { name: 'Not available here' });
  await hint.getByText('Ask the <b>depot</b> office.', { exact: true }).waitFor();
  assert.equal(path(page), '/treeview');
  await hint.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await hint.waitFor({ state: 'detached' });

  await server.app.users.add({
    name: 'no-dash',
    passwordHash: server.admin.hash,
    level: 1,
    rights: new Set(['P_live', 'F_gps']),
    expiresMs: null,
    groupIds: [ROOT_GROUP_ID],
  });
  const account = { ...server.admin, user: 'no-dash' };
  const refused = await stage.signedIn(t, { server, account, path: '/blockview' });
  await refused.getByRole('dialog').getByText('Ask the <b>depot</b> office.', { exact: true }).waitFor();
  assert.equal(path(refused), '/blockview');
  await refused.getByRole('button', { name: 'OK' }).click();
  await refused.waitForURL((url) => url.pathname === '/idle');
});
