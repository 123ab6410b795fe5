// Settings whose effect an administrator sees in the console itself: external pages, a text message that is tried. Each is saved in its tab and looked for where it counts.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { HttpSink } from '../integration/support/http-sink.ts';
import { Channel, asJson, httpCall } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import { go } from './go.ts';
import { inOrder } from './in-order.ts';
import { near, ownServer, report } from './support/map.ts';
import { openMenu } from './menus.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const save = async (page: Page): Promise<void> => {
  // Who saved last may stand there from before.
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await answer;
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
};

test('a setting that was asked for a moment ago shows its form', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=network' });
  await panel(page).getByRole('switch').waitFor();
  await go(page, '/idle');
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  await go(page, '/setting?tab=network');
  await expect(panel(page).getByRole('switch')).toBeVisible();
});

/** A page of somebody else, at an origin of its own. */
const elsewhere = async (t: Ending): Promise<string> => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>x</title><h1>Weather of others</h1>'),
  );
  const port = await listenOn(server, HOST, 0, 'test');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${HOST}:${port}/`;
};

test('[A-IFRAME-001 E-IFRAME-001 E-IFRAME-002 E-IFRAME-003] ui: five pages are saved, stand in the menu and open over the width, with camera and microphone', async ({
  t,
}) => {
  const url = await elsewhere(t);
  // What is added while the page is open is not in the policy that came with it, which the browser says before the page is loaded again.
  const page = await stage.signedIn(t, { path: '/setting?tab=iframes', expected: /frame-src/ });
  const titles = panel(page).getByRole('textbox', { name: /^Title \d$/ });
  const addresses = panel(page).getByRole('textbox', { name: /^Address \d$/ });
  await expect(titles).toHaveCount(5);
  await inOrder([0, 1, 2, 3, 4], async (at) => {
    await titles.nth(at).fill(`Page ${at + 1}`);
    await addresses.nth(at).fill(`${url}${at}`);
  });
  await expect(titles).toHaveCount(5);
  await addresses.nth(4).fill('weather');
  await expect(panel(page).getByRole('alert')).toContainText('An address begins with');
  await addresses.nth(4).fill(`${url}4`);
  await save(page);
  await page.reload();
  await expect(titles.nth(4)).toHaveValue('Page 5');
  await expect(addresses.nth(0)).toHaveValue(`${url}0`);
  await titles.nth(0).fill('Weather');
  await titles.nth(2).fill('');
  await save(page);
  await expect(titles.nth(2)).toHaveValue('Page 4'); // the row without a title is left out, and the next one is in its place
  await expect(titles.nth(4)).toHaveValue('');
  await openMenu(page, 'Other');
  const entry = page.getByRole('link', { name: 'Weather', exact: true });
  await expect(entry).toBeVisible(); // it comes with the next answer, into the open menu
  await entry.click();
  await page.waitForURL('**/iframe/0');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Weather of others' })).toBeVisible();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('src', `${url}0`);
  const allow = (await frame.getAttribute('allow'))?.split('; ') ?? [];
  assert.ok(allow.includes('camera') && allow.includes('microphone'), allow.join());
  const [room, box] = [await page.getByRole('main').boundingBox(), await frame.boundingBox()];
  assert.ok(room !== null && box !== null && box.width >= room.width - 2, `${box?.width} of ${room?.width}`);
  const inside = page.frames().find((one) => one.url() === `${url}0`);
  const may = await inside?.evaluate(() => {
    const policy: unknown = Reflect.get(document, 'featurePolicy');
    const ask = (name: string): unknown => Reflect.apply(Reflect.get(Object(policy), 'allowsFeature'), policy, [name]);
    return ['camera', 'microphone', 'geolocation'].map(ask);
  });
  assert.deepEqual(may, [true, true, false], 'also by the policy of our own page');
  await page.goto(new URL('/iframe/99', page.url()).href);
  await page.waitForURL((at) => at.pathname === '/');
});

test('[A-RUNLOG-002 A-RUNLOG-003] ui: the lines of the answer are shown; a failure says so, and another try shows them again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=runlog', expected: /500/ });
  const lines = panel(page).getByRole('list', { name: 'Run Log' }).getByRole('listitem');
  await expect(lines.first()).toContainText('start gkapp'); // what this server really logged
  await page.route(/web\.cgi\?type=runlog/, (route) => route.fulfill({ json: [{ line: 'a' }, { line: 'b' }] }));
  await panel(page).getByRole('button', { name: 'Reload' }).click();
  await expect(lines).toHaveText(['a', 'b']);
  await page.unroute(/web\.cgi\?type=runlog/);
  await page.route(/web\.cgi\?type=runlog/, (route) => route.fulfill({ status: 500, json: { hasError: 1 } }));
  await page.reload();
  await expect(panel(page).getByRole('alert')).toHaveText('Get logs error');
  await page.unroute(/web\.cgi\?type=runlog/);
  await panel(page).getByRole('button', { name: 'Reload' }).click();
  await expect(lines.first()).toContainText('start gkapp');
});

/** A provider of text messages that pages of other origins may ask. */
const smsProvider = async (t: Ending): Promise<HttpSink> => {
  const sink = await HttpSink.start(t);
  sink.headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'POST',
  };
  return sink;
};

test('[A-SMS-004 A-SMS-005 A-SMS-006 A-SMS-007 A-SMS-008 A-SMS-009] ui: a test message goes from the browser to the provider by the key that is typed, and an alert says what it answered', async ({
  t,
}) => {
  const sink = await smsProvider(t);
  // What is saved while the page is open is not in the policy that came with it, which the browser says.
  const page = await stage.signedIn(t, {
    path: '/setting?tab=sms',
    expected: /Content Security Policy|connect-src|401/,
  });
  const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
  const attempt = panel(page).getByRole('button', { name: 'Send test message' });
  const alert = page.getByRole('dialog', { name: 'Test message' });
  const answered = async (words: string): Promise<void> => {
    await attempt.click();
    await expect(alert.getByRole('alert')).toHaveText(words);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toHaveCount(0);
  };
  await field('Telephone number').fill('+886912345678');
  await field('Base URL').fill(`${sink.origin}/`);
  await field('API key').fill('k-1');
  await expect(panel(page).getByText('Save first', { exact: true })).toBeVisible();
  await expect(attempt).toBeDisabled();
  await save(page);
  await field('API key').fill('k-2');
  await answered('error: Reload this page first.');
  assert.equal(sink.requests.length, 0, 'not reached past the policy');
  await page.reload();

  await field('Telephone number').fill('+886912345678');
  await field('Sender').fill('Fleet');
  await field('Text').fill('Is anybody there?');
  await field('API key').fill('typed-key');
  await answered('success');
  const [first] = sink.requests.splice(0);
  assert.deepEqual([first?.method, first?.path], ['POST', '/sms/2/text/advanced']);
  assert.equal(first?.headers.origin, new URL(page.url()).origin, 'it is the browser that asks');
  assert.equal(first?.headers.authorization, 'App typed-key');
  assert.deepEqual(JSON.parse(first?.body ?? ''), {
    messages: [{ destinations: [{ to: '+886912345678' }], from: 'Fleet', text: 'Is anybody there?' }],
  });
  sink.status = 401;
  sink.answer = JSON.stringify({
    requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login' } },
  });
  await answered('error: Invalid login');
  sink.answer = 'no JSON';
  await answered('error: It answered 401');
});

test('a test message with the key as asterisks is sent by the server, which knows it', async ({ t }) => {
  const sink = await smsProvider(t);
  const input = { provider: 'infobip', config: { enable: 0, baseurl: sink.origin, apikey: 'kept-key' } };
  const { admin, ports } = stage.server;
  await httpCall(ports.http, 'PUT', '/gkserver/sms', { account: admin, input });
  const page = await stage.signedIn(t, { path: '/setting?tab=sms' });
  await panel(page).getByLabel('Telephone number').fill('+886912345678');
  const alert = page.getByRole('dialog', { name: 'Test message' });
  await panel(page).getByRole('button', { name: 'Send test message' }).click();
  await expect(alert.getByRole('alert')).toHaveText('success');
  const [first] = sink.requests.splice(0);
  assert.deepEqual([first?.headers.origin, first?.headers.authorization], [undefined, 'App kept-key']);
  await alert.getByRole('button', { name: 'OK' }).click();
  sink.status = 400;
  sink.answer = JSON.stringify({ requestError: { serviceException: { text: 'Bad number' } } });
  await panel(page).getByRole('button', { name: 'Send test message' }).click();
  await expect(alert.getByRole('alert')).toHaveText('error: Bad number');
  await alert.getByRole('button', { name: 'OK' }).click();
  // Another address would get a key that is not its own.
  await panel(page).getByLabel('Base URL').fill('https://other.api.infobip.com');
  await expect(panel(page).getByText('Save first', { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Send test message' })).toBeDisabled();
});

test('[A-MAINT-001 A-MAINT-003] ui: one of seven restart plans is saved by its number; those of the machine need a command', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=maintain' });
  const plans = panel(page).getByRole('radio');
  await expect(plans).toHaveCount(7);
  await expect(panel(page).getByRole('radio', { name: /^(PC|Process) restart (daily|weekly|monthly)/ })).toHaveCount(6);
  await expect(panel(page).getByRole('radio', { name: 'Do nothing' })).toBeChecked();
  await expect(panel(page).getByRole('radio', { name: /^PC restart daily.*machineRestartCommand/ })).toBeDisabled();
  const going = panel(page).getByRole('region', { name: 'Restarts' });
  await expect(going).not.toContainText('04:00:00');
  await panel(page).getByRole('radio', { name: 'Process restart weekly' }).check();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  assert.equal(asJson((await sent).postDataJSON())['restartplan'], 5);
  await expect(going).toContainText('04:00:00');
  await page.reload();
  await expect(panel(page).getByRole('radio', { name: 'Process restart weekly' })).toBeChecked();
  await panel(page).getByRole('radio', { name: 'Do nothing' }).check();
  await save(page);
});

test('[A-EXTRAJS-001] ui: a script is kept with its lines, runs in every page from then on, and is left out by plain', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=extrajs', expected: /400/ });
  const script = panel(page).getByLabel('Script', { exact: true });
  const text = "document.documentElement.dataset['extra'] =\n  'ran';\n\n// the end\n";
  await script.fill('const = 1;');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText(/Line 1: Unexpected token/)).toBeVisible();
  await script.fill(text);
  await save(page);
  const root = page.locator('html');
  assert.equal(await root.getAttribute('data-extra'), null);
  await page.reload();
  await expect(root).toHaveAttribute('data-extra', 'ran');
  await expect(script).toHaveValue(text);
  await page.goto(new URL('/setting?tab=extrajs&plain', page.url()).href);
  await expect(script).toHaveValue(text);
  await expect(root).not.toHaveAttribute('data-extra');
  await script.fill('');
  await save(page);
});

test('[A-REDIRECT-001] ui: prefix, new devices only, server and port are saved; all devices are sent only by who types how many', async ({
  t,
}) => {
  const other = createTcpServer((socket) => socket.destroy());
  const port = await listenOn(other, HOST, 0, 'test');
  t.after(() => other.close());
  const operator = await Channel.signedIn(stage.server, stage.server.admin);
  await operator.get('D01', { I: '13800000971', C: 1 });
  operator.close();
  const page = await stage.signedIn(t, { path: '/setting?tab=redirect' });
  const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
  const only = panel(page).getByRole('switch', { name: 'New devices only' });
  await expect(field('Device prefix')).toHaveValue('*');
  await expect(only).toBeChecked();
  await field('New server').fill(HOST);
  await field('New port').fill(String(port));
  await only.click();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Send devices to another server?' });
  await expect(question).toContainText('1 device matches now, 0 of them online.');
  await expect(question.getByRole('button', { name: 'Save and send' })).toBeDisabled();
  await question.getByLabel('Type 1 to confirm').fill('1');
  await question.getByRole('button', { name: 'Save and send' }).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await expect(panel(page).getByRole('region', { name: 'Devices sent on' }).getByRole('row')).toHaveText([
    /^Device/,
    /^13800000971Waiting/,
  ]);
  await page.reload();
  await expect(field('Device prefix')).toHaveValue('*');
  await expect(only).not.toBeChecked();
  await expect(field('New server')).toHaveValue(HOST);
  await expect(field('New port')).toHaveValue(String(port));
  await field('New server').fill('');
  await save(page);
});

test('[A-GMAP-001] ui: key and center are saved and there again, and maps begin there', async ({ t }) => {
  const { server, ending } = await ownServer(t);
  const page = await stage.signedIn(ending, { server, path: '/setting?tab=googlemap' });
  const key = panel(page).getByRole('region', { name: 'Google key' });
  const center = panel(page).getByRole('region', { name: 'Center of the map' });
  await expect(center.getByLabel('Latitude')).toHaveValue('24.078605');
  await expect(center.getByLabel('Longitude')).toHaveValue('120.528535');
  await key.getByLabel('Google key').fill('AIza-1');
  await key.getByRole('button', { name: 'Save' }).click();
  await expect(key.getByText(/^Saved by admin/)).toBeVisible();
  await center.getByLabel('Latitude').fill('52.52');
  await center.getByLabel('Longitude').fill('13.405');
  await center.getByRole('button', { name: 'Save' }).click();
  await expect(center.getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(key.getByLabel('Google key')).toHaveValue('AIza-1');
  await expect(center.getByLabel('Latitude')).toHaveValue('52.52');
  await expect(center.getByLabel('Longitude')).toHaveValue('13.405');
  const other = await stage.signedIn(ending, { server, path: '/map' });
  const drawn = await until('the map is there', async () => {
    const { center: middle } = await report(other);
    return middle.lat === 0 ? undefined : middle;
  });
  assert.ok(near(drawn.lat, 52.52) && near(drawn.lng, 13.405), JSON.stringify(drawn));
});
