// The stand-alone live page, told as who embeds it meets it: an address with a device, a mask and an account, and nothing but pictures.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Account, addressOf, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { becomes } from './support/becomes.ts';
import { fourInARow, serverWithLayout, standing, threeInARow, usualPlaces } from './support/viewer-layout.ts';
import { expect, test } from './test.ts';
import { playing, seen } from './tiles.ts';

const stage = useStage({}, async ({ register }) => {
  await inOrder([1, 2, 3, 4, 5, 6, 7, 8, 16], (channels) => register(`CH${channels}`, channels));
});

const tiles = (page: Page): Locator => page.locator('section[data-channel]');
const spinner = (page: Page): Locator => page.locator('[data-spinner]').first();
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const account = (): Account => stage.server.admin;
/** The plain address of a device, with a mask or without. */
const live = (target: string, password = account().password): string =>
  addressOf(stage.server, `/live/${target}/${account().user}/${password}`);

const channelsOf = (page: Page): Promise<(string | null)[]> =>
  tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-channel')));

/** The page has taken in what it was told. */
const atRest = (page: Page): Promise<unknown> => page.evaluate(() => new Promise((done) => requestIdleCallback(done)));

/** The page of a device, all its tiles there. */
const opened = async (page: Page, target: string, count: number): Promise<void> => {
  await page.goto(live(target));
  await tiles(page)
    .nth(count - 1)
    .waitFor();
};

test('[E-VIEWER-002 E-VIEWER-003 E-VIEWER-004 E-VIEWER-011 E-VIEWER-012] a plain address turns into a sealed one, waits with a spinner, plays, and plays again when loaded again', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000901', channels: 4 });
  const page = await stage.page(t);
  let answerDevice = (): void => {};
  let answerPorts = (): void => {};
  const deviceAsked = new Promise<void>((resolve) => {
    answerDevice = resolve;
  });
  const portsAsked = new Promise<void>((resolve) => {
    answerPorts = resolve;
  });
  await page.route('**/gkdevice/device', (route) => deviceAsked.then(() => route.continue()));
  await page.route('**/gkserver/protocol', (route) => portsAsked.then(() => route.continue()));
  await page.goto(live(deviceId));
  await page.waitForURL((url) => /^\/live\/[\w-]+$/.test(url.pathname));
  for (const secret of [account().user, account().password, account().hash, deviceId])
    assert.ok(!page.url().includes(secret), 'nothing in clear in the address');
  await spinner(page).waitFor();
  const told = page.waitForResponse('**/gkserver/protocol');
  answerPorts();
  await told;
  await atRest(page);
  assert.equal(await tiles(page).count(), 0);
  assert.equal(await spinner(page).isVisible(), true, 'the ports alone are not enough');
  answerDevice();
  await inOrder([1, 2, 3, 4], (channel) => playing(page, channel));
  await seen(page, 1);
  await expect(page).toHaveTitle(`${deviceId} liveview`);
  const sealed = page.url();
  await page.unrouteAll();
  await page.reload();
  await inOrder([1, 2, 3, 4], (channel) => playing(page, channel));
  assert.equal(page.url(), sealed);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  for (const secret of [account().password, account().hash]) assert.ok(!kept.includes(secret), 'nothing is kept');
});

test('[E-VIEWER-011] the spinner also waits for the ports when the device is known', async ({ t }) => {
  const page = await stage.page(t);
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/gkserver/protocol', (route) => asked.then(() => route.continue()));
  const told = page.waitForResponse('**/gkdevice/device');
  await page.goto(live('CH2'));
  await told;
  await spinner(page).waitFor();
  await atRest(page);
  assert.equal(await tiles(page).count(), 0);
  answer();
  await tiles(page).nth(1).waitFor();
});

test('[E-VIEWER-005 E-VIEWER-006 E-VIEWER-036 E-CONST-027] a mask chooses channels: at most eight, and only those the device has', async ({
  t,
}) => {
  const page = await stage.page(t);
  const cases: [string, string[]][] = [
    ['CH4@5', ['1', '3']],
    ['CH8', ['1', '2', '3', '4', '5', '6', '7', '8']],
    ['CH16', ['1', '2', '3', '4', '5', '6', '7', '8']],
    ['CH4@255', ['1', '2', '3', '4']],
    ['CH16@65535', ['1', '2', '3', '4', '5', '6', '7', '8']],
    ['CH4@65535', ['1', '2', '3', '4']],
    ['CH16@65280', ['9', '10', '11', '12', '13', '14', '15', '16']],
  ];
  await inOrder(cases, async ([target, channels]) => {
    await opened(page, target, channels.length);
    await becomes(() => channelsOf(page), channels, target);
  });
  await page.goto(live('CH4@0'));
  await page.getByRole('alert').getByText('The device has none of these channels.').waitFor();
});

test('[E-VIEWER-007 E-VIEWER-008 E-VIEWER-009 E-HTTP-076] tiles stand by twelve columns, as many as there are, and as the layout of the server says', async ({
  t,
}) => {
  const page = await stage.page(t, { expected: /status of 404/ });
  await inOrder(usualPlaces, async ([count, places]) => {
    await opened(page, `CH${count}`, count);
    await becomes(() => standing(tiles(page)), [...places], `${count} channels`);
  });
  await page.route('**/gkserver/videolayout', (route) => route.fulfill({ status: 404, json: {} }));
  await opened(page, 'CH8', 8);
  await becomes(() => standing(tiles(page)), fourInARow, '4x2 where the layout cannot be asked');
  const wide = await serverWithLayout(t, { simpleLiveLayout: '3x3' });
  const other = await stage.page(t);
  await other.goto(addressOf(wide, `/live/CH8/${wide.admin.user}/${wide.admin.password}`));
  await tiles(other).nth(7).waitFor();
  await other.locator('[data-tiles="3"]').waitFor();
  await becomes(() => standing(tiles(other)), threeInARow, '3x3');
});

test('[E-VIEWER-010] on a phone a single channel fills the window and nothing scrolls; several stand in columns', async ({
  t,
}) => {
  const page = await stage.page(t, { phone: true });
  const overflow = (one: Page): Promise<string> => one.evaluate(() => getComputedStyle(document.body).overflow);
  await opened(page, 'CH1', 1);
  await until('nothing scrolls', async () => (await overflow(page)) === 'hidden');
  await becomes(() => tiles(page).first().boundingBox(), { x: 0, y: 0, width: 390, height: 844 });
  await opened(page, 'CH4', 4);
  await becomes(() => standing(tiles(page)), ['0+12/0', '0+12/1', '0+12/2', '0+12/3'], 'upright');
  await becomes(() => overflow(page), 'visible');
  await page.setViewportSize({ width: 844, height: 390 });
  await becomes(() => standing(tiles(page)), ['0+6/0', '6+6/0', '0+6/1', '6+6/1']);
  const desktop = await stage.page(t);
  await opened(desktop, 'CH1', 1);
  assert.equal(await overflow(desktop), 'visible');
});

test('[E-VIEWER-001 E-VIEWER-028 F-ROUTE-050] the first segment alone chooses a viewer page, without bar and menu; any other path is the console', async ({
  t,
}) => {
  const page = await stage.page(t);
  const { user, password } = account();
  const paths = [
    [`/live/CH2/${user}/${password}`, 'CH2 liveview'],
    [`/playback/CH2@1/0/1704164645/${user}/${password}`, 'CH2 playback'],
    [`/remote/CH2@1/60/2024-01-02 03:04:05/${user}/${password}`, 'CH2 remote playback'],
    [`/dlplayback/CH2@1/60/1704164645/${user}/${password}/clip.1`, 'CH2 channel 1 download'],
    [`/dlremote/CH2@1/60/1704164645/${user}/${password}`, 'CH2 channel 1 download'],
  ] as const;
  await inOrder(paths, async ([path, title]) => {
    await page.goto(addressOf(stage.server, path));
    await expect(page).toHaveTitle(title); // its own, not that of a console which is still loading
    await page.getByRole('main').waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0, path);
    assert.equal(await page.getByRole('contentinfo').count(), 0, path);
    assert.match(pathOf(page), new RegExp(`^/${path.split('/')[1]}/`));
  });
  await page.goto(addressOf(stage.server, '/unknown'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const signedIn = await stage.signedIn(t);
  await inOrder(['/unknown', '/liveview/CH2', '/lives/CH2/a/b', '/playbacks'], async (path) => {
    await signedIn.goto(addressOf(stage.server, path));
    await signedIn.getByRole('navigation').first().waitFor();
  });
});

test('[E-VIEWER-029 E-VIEWER-030 E-ERR-010 E-ROLE-016] an unknown device is a red alert, a known one plays for every level that may see it, and a server out of reach keeps the page loading until it is back', async ({
  t,
}) => {
  const page = await stage.page(t, { expected: /net::ERR_FAILED|status of 401/ });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(live('NOBODY'));
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'error', exact: true }).waitFor();
  await expect(alert.locator('p')).toHaveText('Unknown device NOBODY');
  await page.goto(live('CH2', 'a wrong password'));
  await alert.getByText('Wrong user name or password.').waitFor();
  const outsider = await stage.account('outsider', 2, undefined, []);
  await page.goto(addressOf(stage.server, `/live/CH2/${outsider.user}/${outsider.password}`));
  await alert.getByText('Unknown device CH2').waitFor();
  await opened(page, 'CH2', 2);
  const shown = usualPlaces.find(([count]) => count === 2)?.[1] ?? [];
  await becomes(() => standing(tiles(page)), [...shown]);
  await inOrder([1, 2, 3], async (level) => {
    const { user, password } = await stage.account(`watcher-${level}`, level, ['P_live']);
    await page.goto(addressOf(stage.server, `/live/CH2/${user}/${password}`));
    await tiles(page).nth(1).waitFor();
    await becomes(() => standing(tiles(page)), [...shown], `level ${level}`);
    await becomes(() => channelsOf(page), ['1', '2'], `level ${level}`);
  });
  await page.clock.install();
  await page.route('**/gkdevice/device', (route) => route.abort());
  await page.goto(live('CH2'));
  await page.getByText('The server cannot be reached. Trying again every 10 s.').waitFor();
  await spinner(page).waitFor();
  assert.equal(await alert.count(), 0);
  await until('it is logged', () => said.some((text) => text.startsWith('The server could not be asked')));
  await page.unrouteAll();
  await page.clock.runFor(11_000);
  await tiles(page).nth(1).waitFor();
});

test('[E-VIEWER-034 F-CONST-041] lookup and streams have 64 characters as they are, and the hash of any other password', async ({
  t,
}) => {
  const page = await stage.page(t);
  const sockets: (string | null)[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).searchParams.get('password')));
  const lookup = async (path: string): Promise<unknown> => {
    const asked = page.waitForRequest('**/gkdevice/device');
    await page.goto(addressOf(stage.server, path));
    return (await asked).postDataJSON();
  };
  const { user, password, hash } = account();
  const expected = { deviceid: 'CH2', username: user, password: hash };
  assert.deepEqual(await lookup(`/live/CH2/${user}/${password}`), expected);
  await until('both streams are asked for', () => sockets.length === 2);
  assert.deepEqual(await lookup(`/live/CH2/${user}/${hash.toLowerCase()}`), {
    ...expected,
    password: hash.toLowerCase(),
  });
  await tiles(page).nth(1).waitFor();
  await until('both streams are asked for', () => sockets.length === 4);
  assert.deepEqual(sockets, [hash, hash, hash.toLowerCase(), hash.toLowerCase()]);
});

test('[E-WS-001] one socket a channel says which stream and who asks, the address goes nowhere else, and what cannot be read fails in words', async ({
  t,
}) => {
  const page = await stage.page(t);
  const sockets: URL[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url())));
  const referrers: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') referrers.push(request.headers()['referer'] ?? '');
  });
  const response = await page.goto(live('CH2@3'));
  assert.equal(response?.headers()['referrer-policy'], 'no-referrer');
  for (const nth of [0, 1]) await tiles(page).nth(nth).getByText('Device offline').waitFor();
  const wanted = ['deviceid', 'channel', 'user', 'password'];
  assert.deepEqual(
    sockets
      .map(({ pathname, searchParams }) => [pathname, ...wanted.map((name) => searchParams.get(name))])
      .toSorted((a, b) => Number(a[2]) - Number(b[2])),
    ['1', '2'].map((channel) => ['/ws.cgi', 'CH2', channel, account().user, account().hash]),
  );
  assert.ok(referrers.length >= 3);
  assert.deepEqual(new Set(referrers), new Set(['']));
  await inOrder(['/live', '/live/abc', '/live/CH2/admin', '/live/<b>/a/b', '/live/a/b/c/d'], async (path) => {
    await page.goto(addressOf(stage.server, path));
    await page.getByRole('alert').getByText('fail param').waitFor();
  });
  assert.equal(pathOf(page), '/live/a/b/c/d');
});
