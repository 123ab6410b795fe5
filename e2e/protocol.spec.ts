// The first tab of the server settings: ports, what may not be saved of them, and the restart after which the console is at another port.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { HOST } from '../integration/support/server.ts';
import { savePassword, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { ownServer } from './support/map.ts';
import { expect, test } from './test.ts';

const PATH = '/setting';
const stage = useStage();

const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const port = (page: Page, name: string): Locator => panel(page).getByRole('spinbutton', { name, exact: true });
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const freePort = async (): Promise<number> => {
  const probe = createServer();
  const free = await listenOn(probe, HOST, 0, 'test');
  await closeServer(probe);
  return free;
};

test('[A-SETTINGS-004 A-SETTINGS-005 A-SETTINGS-006] ui: Protocol is open at first, warns of the reboot and asks alone; Network asks when it is first opened, once', async ({
  t,
}) => {
  const asked: string[] = [];
  const page = await stage.signedIn(t, {
    path: PATH,
    prepare: (made) =>
      void made.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/gkserver\/(protocol|network|recordoption|dbmaintain|iframe|nominatim)$/.test(pathname))
          asked.push(pathname);
      }),
  });
  await expect(page.getByRole('tab', { name: 'Protocol' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByRole('note')).toContainText('A reboot is needed to apply');
  await expect(port(page, 'HTTP port')).toHaveValue(String(stage.server.ports.http));
  assert.deepEqual([...new Set(asked)], ['/gkserver/protocol']);
  await page.getByRole('tab', { name: 'Network' }).click();
  await panel(page).getByRole('switch').first().waitFor();
  await page.getByRole('tab', { name: 'Protocol' }).click();
  await page.getByRole('tab', { name: 'Network' }).click();
  await panel(page).getByRole('switch').first().waitFor();
  assert.equal(asked.filter((path) => path === '/gkserver/network').length, 1);
});

test('[A-PROTO-001] ui: nothing is shown until the ports are there', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  const held = Promise.withResolvers<void>();
  await page.route('**/gkserver/protocol', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.evaluate(() => history.pushState({}, '', '/setting'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('tab', { name: 'Protocol' })).toBeVisible();
  await expect(panel(page)).toHaveText('');
  held.resolve();
  await expect(port(page, 'GPS UDP port')).toHaveValue(String(stage.server.ports.jt808));
});

test('[A-PROTO-006 A-PROTO-007 A-PROTO-008 A-PROTO-009] ui: Save is off while a port is missing, out of range, or the same as another', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  const names = ['GPS UDP port', 'Command TCP/UDP port', 'HTTP port'];
  await expect(port(page, 'HTTP port')).not.toHaveValue('');
  const values = new Map<string, string>();
  for (const name of [...names, 'Streaming port 1', 'HTTPS port'])
    values.set(name, await port(page, name).inputValue());
  const kept = (name: string): string => values.get(name) ?? '';
  await expect(save(page)).toBeDisabled(); // nothing was changed
  await port(page, 'Streaming port 3').fill('45001');
  await expect(save(page)).toBeEnabled();
  await inOrder(names, async (name) => {
    await port(page, name).fill('');
    await expect(save(page)).toBeDisabled();
    await port(page, name).fill(kept(name));
    await expect(save(page)).toBeEnabled();
  });
  await inOrder([...values.keys()], async (name) => {
    for (const wrong of ['-1', '65536']) {
      await port(page, name).fill(wrong);
      await expect(save(page)).toBeDisabled();
    }
    for (const right of ['0', '65535']) {
      await port(page, name).fill(right);
      await expect(save(page)).toBeEnabled();
    }
    await port(page, name).fill(kept(name));
  });
  const pairs = [
    ['GPS UDP port', 'Command TCP/UDP port'],
    ['GPS UDP port', 'HTTP port'],
    ['Command TCP/UDP port', 'HTTP port'],
    ['Streaming port 1', 'HTTP port'],
    ['Streaming port 10', 'HTTP port'],
  ] as const;
  await inOrder(pairs, async ([one, other]) => {
    await port(page, one).fill(kept(other));
    await expect(save(page)).toBeDisabled();
    await port(page, one).fill(kept(one));
    await expect(save(page)).toBeEnabled();
  });
});

test('[A-PROTO-003 A-PROTO-004 A-PROTO-005 A-PROTO-014] ui: every field has its control, is saved and there again', async ({
  t,
}) => {
  const { server, ending } = await ownServer(t);
  const page = await stage.signedIn(ending, { server, path: PATH });
  const { ports } = server;
  await expect(port(page, 'GPS UDP port')).toHaveValue(String(ports.jt808));
  await expect(port(page, 'Command TCP/UDP port')).toHaveValue(String(ports.command));
  await expect(panel(page).getByRole('spinbutton', { name: /^Streaming port \d+$/ })).toHaveCount(10);
  await expect(port(page, 'Streaming port 1')).toHaveValue(String(ports.stream));
  await expect(port(page, 'HTTPS port')).toHaveValue('0');
  const wanted = new Map<string, string>();
  for (const name of [
    'GPS UDP port',
    'Command TCP/UDP port',
    'Streaming port 1',
    'Streaming port 2',
    'HTTP port',
    'HTTPS port',
  ])
    wanted.set(name, String(await freePort()));
  await inOrder([...wanted], ([name, value]) => port(page, name).fill(value));
  await panel(page).getByRole('checkbox', { name: 'Disable live streams' }).check();
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await inOrder([...wanted], ([name, value]) => expect(port(page, name)).toHaveValue(value));
  await expect(panel(page).getByRole('checkbox', { name: 'Disable live streams' })).toBeChecked();
});

test('[A-PROTO-010] ui: SSL only can be ticked on a page by https alone', async ({ t }) => {
  const plain = await stage.signedIn(t, { path: PATH });
  await expect(panel(plain).getByRole('checkbox', { name: 'SSL only' })).toBeDisabled();
  const https = await freePort();
  const { server, ending } = await ownServer(t, { httpsPort: https });
  const page = await stage.page(ending, { context: { ignoreHTTPSErrors: true } });
  server.pages.add(page);
  await savePassword(page, server.admin, HOST);
  await page.goto(`https://${HOST}:${https}${PATH}`);
  await panel(page).getByRole('checkbox', { name: 'SSL only' }).check();
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByRole('checkbox', { name: 'SSL only' })).toBeChecked();
});

test('[A-PROTO-013] ui: a reboot says so, and the page follows the console to its new port, still signed in', async ({
  t,
}) => {
  let restart = (): void => undefined;
  const { server, ending } = await ownServer(t, {}, { restart: () => restart() });
  restart = () => void server.stop().then(() => server.reopen());
  const page = await stage.signedIn(ending, {
    server,
    path: PATH,
    expected: /WebSocket|ERR_CONNECTION_REFUSED|Failed to load/,
  });
  const http = await freePort();
  await expect(port(page, 'HTTP port')).not.toHaveValue('');
  await port(page, 'HTTP port').fill(String(http));
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Reboot' }).click();
  const reboot = page.waitForRequest((request) => new URL(request.url()).pathname === '/gkserver/reboot');
  // Looked for before it comes: the page leaves as soon as the console is at its new port.
  const said = page.locator('[data-sonner-toast]').filter({ hasText: 'The server restarts.' }).waitFor();
  await page.getByRole('dialog', { name: 'Reboot the server?' }).getByRole('button', { name: 'Reboot' }).click();
  const [request] = await Promise.all([reboot, said]);
  const posted = request.postDataJSON();
  assert.deepEqual(
    [posted.http, posted.appcommand, posted.sslonly],
    [http, server.ports.command, 0],
    'the settings go with it',
  );
  await page.waitForURL((url) => url.port === String(http));
  await expect(port(page, 'HTTP port')).toHaveValue(String(http));
});
