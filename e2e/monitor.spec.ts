// The monitor pages: outside the console, each with an account of its own, connected and disconnected by hand or by its address.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { postDownloadPlan } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { httpCall } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { ownServer } from './support/map.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const state = (page: Page): Locator => page.getByRole('status').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const table = (page: Page, name: string): Locator => page.getByRole('table', { name });
const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('User name').fill(stage.server.admin.user);
  await page.getByLabel('Password').fill(stage.server.admin.password);
  await button(page, 'Connect').click();
};

/** What a page sent over its sockets, and where these were. */
const noteSockets = (page: Page) => {
  const urls: string[] = [];
  const sent: string[] = [];
  page.on('websocket', (socket) => {
    urls.push(socket.url());
    socket.on('framesent', ({ payload }) => sent.push(...String(payload).trim().split('\n')));
  });
  return { urls, sent };
};

const arrayColumns = 'deviceid ArrivedTime LastRecvTime LastSentTime ChCount EnableSave RecAudio'
  .split(' ')
  .concat(Array.from({ length: 8 }, (_, at) => `Sock${at + 1}`));
const infoColumns = 'deviceid deviceidFixed eventGroup modelName bindTime isVcp ChCount IP port version'.split(' ');

const pages = [
  ['/hbmonitor', 'DB13', 'Heartbeat monitor'],
  ['/dlmonitor', 'DB14', 'Download settings'],
] as const;

test('[E-WS-006 E-MON-011 E-MON-012 E-WS-019] ui: a page connects to the command port by an account that is typed, says so, and asks in JSON with M until it is disconnected', async ({
  t,
}) => {
  await inOrder(pages, async ([path, code, title]) => {
    const page = await stage.page(t);
    const { urls, sent } = noteSockets(page);
    await page.goto(addressOf(stage.server, path));
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(state(page)).toHaveText('disconnected');
    await expect(button(page, 'Disconnect')).toBeDisabled();
    await signIn(page);
    await expect(state(page)).toHaveText('connected');
    await expect(button(page, 'Connect')).toBeDisabled();
    await expect(button(page, 'Disconnect')).toBeEnabled();
    const connectedColour = await state(page).evaluate((node) => getComputedStyle(node).color);
    assert.deepEqual(urls, [`ws://${HOST}:${stage.server.ports.command}/`]);
    await expect.poll(() => sent.length).toBeGreaterThan(1); // asked again
    const { user, hash } = stage.server.admin;
    for (const line of sent) {
      const { M, U, P } = JSON.parse(line);
      assert.deepEqual([M, U, String(P).toLowerCase()], [code, user, hash.toLowerCase()]);
    }
    await button(page, 'Disconnect').click();
    await expect(state(page)).toHaveText('disconnected');
    await expect(button(page, 'Connect')).toBeEnabled();
    await expect(state(page)).not.toHaveCSS('color', connectedColour);
  });
});

test('[E-WS-006] ui: a page that came by https connects to the command port by wss', async ({ t }) => {
  const probe = createServer();
  const https = await listenOn(probe, HOST, 0, 'test');
  await closeServer(probe);
  const { server, ending } = await ownServer(t, { httpsPort: https });
  const page = await stage.page(ending, { context: { ignoreHTTPSErrors: true } });
  const { urls } = noteSockets(page);
  const { user, hash } = server.admin;
  await page.goto(`https://${HOST}:${https}/hbmonitor?user=${user}&password=${hash}`);
  await expect(state(page)).toHaveText('connected');
  assert.deepEqual(urls, [`wss://${HOST}:${server.ports.command}/`]);
});

test('[E-MON-009 E-MON-010] ui: counters with a row for each recorder, and the download settings, by an account in the address that is not left there', async ({
  t,
}) => {
  const { id } = await stage.device(t, { phone: '13800000981' });
  await stage.register(id, 4);
  const { user, hash } = stage.server.admin;
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, `/hbmonitor?user=${user}&password=${hash}`));
  await expect(state(page)).toHaveText('connected');
  await expect(page).toHaveURL(({ search }) => search === '');
  await expect(page.locator('dt')).toHaveText(['all', 'hb', 're', 'ev', 'el', 'wait', 'run']);
  await expect(page.locator('dd').first()).toHaveText(/^\d+$/);
  await expect(table(page, 'Devices').getByRole('columnheader')).toHaveText(['deviceid', 'hb', 're', 'ev', 'el']);
  await expect(table(page, 'Devices').getByRole('row', { name: id })).toBeVisible();
  const plan = {
    ...postDownloadPlan.example.input.eventDownloadPlan,
    updateMode: 'GLOBAL',
    deviceid: 'GLOBAL',
    groupid: 'root',
    appdevid: 13,
    preoffset: 7,
  };
  const saved = await httpCall(stage.server.ports.http, 'POST', '/gkevent/eventdownloadplan', {
    account: stage.server.admin,
    input: { eventDownloadPlan: plan },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  await page.goto(addressOf(stage.server, `/dlmonitor?user=${user}&password=${hash}`));
  const planned = table(page, 'Download settings').getByRole('row').filter({ hasText: 'GLOBAL13' });
  await expect(planned.getByRole('cell').nth(6)).toHaveText('7');
  await expect(table(page, 'Download settings').getByRole('columnheader')).toHaveText(
    'deviceid appdevid downloadtype mediatype downloadplan streamtype preoffset postoffset intermission entimepart timepart enupload upload accoffonly maxbackupsecs snapshotmode custompat'.split(
      ' ',
    ),
  );
});

test('a wrong account is told so, and the page is disconnected', async ({ t }) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, `/hbmonitor?user=admin&password=${'0'.repeat(64)}`));
  await expect(page.getByRole('alert')).not.toHaveText('');
  await expect(state(page)).toHaveText('disconnected');
});

test('[E-ENT-049 E-ENT-050 E-MON-006 E-MON-014 E-HTTP-079 E-CONST-031] ui: the tables of devices are asked for every five seconds; who was bound 200 s ago is offline', async ({
  t,
}) => {
  const asked: string[] = [];
  const { id } = await stage.device(t, { phone: '13800000982' });
  await stage.register(id, 4);
  const page = await stage.page(t);
  await page.clock.install();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/dev(array|info)$/.test(pathname)) asked.push(pathname + search);
  });
  await page.route('**/api/devinfo*', async (route) => {
    const response = await route.fetch();
    const [row] = await response.json();
    const nowS = await page.evaluate(() => Math.floor(Date.now() / 1000));
    const rows = [60, 200].map((ago) => ({ ...row, deviceid: `BOUND-${ago}`, bindTime: nowS - ago }));
    await route.fulfill({ response, json: rows });
  });
  await page.goto(addressOf(stage.server, '/devarray'));
  await button(page, 'Connect').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000); // from here on time passes by runFor alone
  await signIn(page);
  await expect(table(page, 'Device array').getByRole('row', { name: id })).toBeVisible();
  await expect(table(page, 'Device array').getByRole('columnheader')).toHaveText(arrayColumns);
  await expect(table(page, 'Device info').getByRole('columnheader')).toHaveText(infoColumns);
  // Every cell of a time, of both tables.
  for (const [name, columns] of [
    ['Device array', ['ArrivedTime', 'LastRecvTime', 'LastSentTime']],
    ['Device info', ['bindTime']],
  ] as const)
    for (const column of columns) {
      const at = (name === 'Device array' ? arrayColumns : infoColumns).indexOf(column);
      const cells = table(page, name).locator(`tbody tr > :nth-child(${at + 1})`);
      await expect(cells).not.toHaveCount(0);
      for (const cell of await cells.all()) await expect(cell).toHaveText(TIME);
    }
  const colour = (name: string): Promise<string> =>
    table(page, 'Device info')
      .getByRole('row', { name })
      .getByRole('cell')
      .first()
      .evaluate((node) => getComputedStyle(node).color);
  await expect(table(page, 'Device info').getByRole('row', { name: 'BOUND-60' })).toHaveAttribute(
    'data-standing',
    'online',
  );
  await expect(table(page, 'Device info').getByRole('row', { name: 'BOUND-200' })).toHaveAttribute(
    'data-standing',
    'offline',
  );
  assert.notEqual(await colour('BOUND-60'), await colour('BOUND-200'));
  asked.length = 0;
  await page.clock.runFor(4900);
  assert.deepEqual(asked, []);
  await page.clock.runFor(200);
  await expect.poll(() => new Set(asked)).toEqual(new Set(['/api/devarray', '/api/devinfo']));
  await expect(page.getByRole('status').first()).toHaveText('connected');
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // it asks again while the page closes
});

test('[E-HTTP-075] ui: a viewer page takes the first stream port of the protocol, /dlmonitor its command port', async ({
  t,
}) => {
  const { ports, admin } = stage.server;
  const vehicle = await stage.vehicle(t, { phone: '13800000990', channels: 1 });
  const page = await stage.page(t);
  // One more stream port behind the first: it is not for viewers.
  await page.route('**/gkserver/protocol', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), streamings: [ports.stream, 9] } });
  });
  const { urls } = noteSockets(page);
  const portsOf = (path: RegExp): string[] => [
    ...new Set(urls.filter((url) => path.test(url)).map((url) => new URL(url).port)),
  ];
  await page.goto(addressOf(stage.server, `/dlmonitor?user=${admin.user}&password=${admin.hash}`));
  await expect(state(page)).toHaveText('connected');
  assert.deepEqual(portsOf(/^/), [String(ports.command)]);
  await page.goto(addressOf(stage.server, `/live/${vehicle.deviceId}/${admin.user}/${admin.password}`));
  await expect.poll(() => portsOf(/ws\.cgi/)).toEqual([String(ports.stream)]);
});
