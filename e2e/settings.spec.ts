// The server settings: who opens them, their tabs, and what holds for each of them. What a setting does when it is saved is shown over the
// wire, in integration/; here it is saved and found again by an administrator.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { offences } from './axe.ts';
import { t0200LocationReport } from '@outrider/jt808';
import { createManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { Device, locationAt } from '../integration/support/device.ts';
import { Channel, asJson, asList, httpCall } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { addressOf, savePassword, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { ownServer } from './support/map.ts';
import { expect, test } from './test.ts';

const PATH = '/setting';
const NETWORK = '/setting?tab=network';
const SOS = 1;
/** Global: its pages may open sockets of a server of another name. */
const stage = useStage({ deployment: 'global' });

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const panel = (page: Page): Locator => page.getByRole('tabpanel').locator('> div:not([hidden])');
const save = (page: Page): Locator => panel(page).getByRole('button', { name: 'Save' });
const notice = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: 'Save Success' }).filter({ hasText: text });
/** The tabs there are, in their order. */
const TABS = [
  'Protocol',
  'Network',
  'DDNS',
  'Maintain',
  'GPS Relay',
  'Google Map',
  'Events',
  'Device Redirect',
  'SSL Setting',
  "Let's Encrypt",
  'Extra JS',
  'Record Disks',
  'Record Options',
  'Event Recover',
  'Database',
  'Push Event',
  'Nominatim',
  'Heart Beat Relay',
  'Email Sender',
  'SMS Sender',
  'Iframes',
  'Run Log',
];
const optionsOf = (page: Page, name: string): Promise<string[]> =>
  panel(page).getByLabel(name, { exact: true }).locator('option').allInnerTexts();
const discard = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard the changes?' });
/** Gathers the requests for what a setting is. */
const noteAsks = (page: Page, asked: string[]): void => {
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/gkserver\/(network|recordoption)$/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
};

test('[F-ROUTE-015 A-SETTINGS-001 A-SETTINGS-003] ui: admin opens the settings and their tabs, levels 1 to 3 are led to the start', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await expect(page.getByRole('tab')).toHaveText(TABS);
  await expect(panel(page).getByRole('spinbutton', { name: 'HTTP port' })).toBeVisible();
  await inOrder([1, 2, 3], async (level) => {
    const account = await stage.account(`setter-${level}`, level);
    const other = await stage.signedIn(t, { account, path: PATH });
    await other.waitForURL((url) => url.pathname === '/');
  });
});

test('[A-SETTINGS-002] ui: through a server of another name the settings lead to the start', async ({ t }) => {
  const page = await stage.page(t);
  await savePassword(page, stage.server.admin, 'fleet.test');
  const port = String(stage.server.ports.command);
  await page.addInitScript((command) => localStorage.setItem('ServerPort', command), port);
  await page.goto(addressOf(stage.server, PATH));
  await page.waitForURL((url) => url.pathname === '/');
});

test('a tab asks when it is first opened, not again; it stands in the address; arrows lead through them', async ({
  t,
}) => {
  const asked: string[] = [];
  const page = await stage.signedIn(t, { path: NETWORK, prepare: (made) => noteAsks(made, asked) });
  await panel(page).getByRole('switch').waitFor();
  assert.deepEqual(asked, ['GET /gkserver/network']);
  await tab(page, 'Network').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'DDNS')).toBeFocused();
  await tab(page, 'Record Options').click();
  await panel(page).getByLabel('Record days').waitFor();
  await page.waitForURL((url) => url.searchParams.get('tab') === 'record');
  await tab(page, 'Network').click();
  await tab(page, 'Record Options').click();
  await expect(panel(page).getByLabel('Record days')).toBeVisible();
  assert.deepEqual(asked, ['GET /gkserver/network', 'GET /gkserver/recordoption']);
  await page.reload();
  await expect(tab(page, 'Record Options')).toHaveAttribute('aria-selected', 'true');
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
});

test('[A-COVER-001] ui: event recover is one of three, which are saved as nothing, 0 and 1', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=recover' });
  const choice = panel(page).getByRole('radio');
  await expect(choice).toHaveCount(3);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/gkserver/cover')) sent.push(request.postDataJSON());
  });
  await expect(panel(page).getByRole('radio', { name: 'Default' })).toBeChecked();
  await inOrder(['Enable', 'Disable', 'Default', 'Enable'], async (name) => {
    await panel(page).getByRole('radio', { name }).check();
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    // It is off while it saves, too; what is said of the last save may be of the one before.
    await expect(save(page)).toHaveAttribute('aria-busy', 'false');
    await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  });
  expect(sent).toMatchObject([{ enable: '1' }, { enable: '0' }, { enable: '' }, { enable: '1' }]);
  await page.reload();
  await expect(panel(page).getByRole('radio', { name: 'Enable' })).toBeChecked();
});

test('[A-NET-001 A-NOMI-001] ui: switch, address and place names are saved, say who saved them, and are there again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: NETWORK });
  await expect(panel(page).getByText('Nobody has changed this yet.')).toBeVisible();
  await panel(page).getByRole('switch').click();
  await panel(page).getByLabel('Address of the server').fill('fleet example');
  await expect(panel(page).getByText('This is no host name and no address.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await panel(page).getByLabel('Address of the server').fill('fleet.example.org');
  await save(page).click();
  await expect(notice(page, '')).toBeVisible();
  await expect(panel(page).getByText(/^Saved by admin, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)).toBeVisible();
  await tab(page, 'Nominatim').click();
  await expect(panel(page).getByLabel('Address of a Nominatim server')).toHaveValue('');
  await panel(page).getByLabel('Address of a Nominatim server').fill('http://127.0.0.1:8080');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByLabel('Address of a Nominatim server')).toHaveValue('http://127.0.0.1:8080');
  await tab(page, 'Network').click();
  await expect(panel(page).getByRole('switch')).toBeChecked();
  await expect(panel(page).getByLabel('Address of the server')).toHaveValue('fleet.example.org');
});

test('[A-RELAY-001 A-RELAY-003] ui: both relays are saved and there again, and say how they go', async ({ t }) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=gpsrelay`, expected: /400/ });
  const going = panel(page).getByRole('region', { name: 'Status' });
  await expect(going).toContainText('Devices connected there0');
  await panel(page).getByRole('switch', { name: 'Pass positions on' }).click();
  await panel(page).getByLabel('Address of the other server').fill('other server');
  await expect(panel(page).getByText('This is no host name and no address.')).toBeVisible();
  await panel(page).getByLabel('Address of the other server').fill('127.0.0.1');
  await panel(page).getByLabel('Port', { exact: true }).fill(String(stage.server.ports.jt808));
  await save(page).click();
  await expect(panel(page).getByText('This is this server: what it passed on would come back to it.')).toBeVisible();
  await panel(page).getByLabel('Port', { exact: true }).fill('9');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByRole('switch', { name: 'Pass positions on' })).toBeChecked();
  await expect(panel(page).getByLabel('Address of the other server')).toHaveValue('127.0.0.1');
  await expect(panel(page).getByLabel('Port', { exact: true })).toHaveValue('9');
  await tab(page, 'Heart Beat Relay').click();
  await panel(page).getByRole('switch', { name: 'Pass heartbeats on' }).click();
  await panel(page).getByLabel('Address and port').fill('10.0.0.1');
  await expect(panel(page).getByText('Type an address and a port, as 192.0.2.10:5000.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await panel(page).getByLabel('Address and port').fill('10.0.0.1:5000');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByRole('switch', { name: 'Pass heartbeats on' })).toBeChecked();
  await expect(panel(page).getByLabel('Address and port')).toHaveValue('10.0.0.1:5000');
});

test('[A-DDNS-001 A-DDNS-002] ui: the service, its type and the account are saved and there again; the password does not come back', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=ddns` });
  await expect(panel(page).getByText('The service has not been asked yet.')).toBeVisible();
  assert.deepEqual(await optionsOf(page, 'Service'), ['CCTVDVR', 'NO-IP', 'My online portal']);
  const values = panel(page).getByLabel('Service', { exact: true }).locator('option');
  assert.deepEqual(await values.evaluateAll((all) => all.map((each) => each.getAttribute('value'))), ['0', '1', '2']);
  await panel(page).getByLabel('Service', { exact: true }).selectOption('My online portal');
  await panel(page).getByRole('switch', { name: 'Update the service' }).click();
  await panel(page).getByLabel('Server', { exact: true }).fill('http://127.0.0.1:9/nic/update?hostname=a.example.org');
  await panel(page).getByLabel('User', { exact: true }).fill('fleet');
  await panel(page).getByLabel('Password', { exact: true }).fill('very secret');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByRole('switch', { name: 'Update the service' })).toBeChecked();
  await expect(panel(page).getByLabel('Service', { exact: true })).toHaveValue('2');
  await expect(panel(page).getByLabel('Server', { exact: true })).toHaveValue(/hostname=a\.example\.org$/);
  await expect(panel(page).getByLabel('User', { exact: true })).toHaveValue('fleet');
  await expect(panel(page).getByLabel('Password', { exact: true })).toHaveValue('********');
  await expect(panel(page).getByRole('region', { name: 'Last answer' })).toContainText('a.example.org');
});

test('[A-RECOPT-001] ui: record days are saved and there again; 0 is unlimited, and says so', async ({ t }) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=record` });
  const days = panel(page).getByLabel('Record days');
  await expect(days).toHaveValue('30');
  await expect(panel(page).getByText('0: unlimited, until the disk is full.')).toBeVisible();
  await days.fill('30000');
  await expect(save(page)).toBeDisabled();
  await days.fill('0');
  await save(page).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue('0');
});

test('[A-DB-001 A-DB-003 A-DB-004] ui: three selects with the days of the specification are saved; full is 0', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=database` });
  await panel(page).getByLabel('GPS tracks').waitFor();
  const days = ['30 days', '60 days', '90 days', '180 days', '360 days', '720 days', 'full'];
  assert.deepEqual(await optionsOf(page, 'Events'), days);
  assert.deepEqual(await optionsOf(page, 'Stream log'), days);
  const years = ['0.5 years', '1 year', '2 years', '3 years', '4 years', '5 years', '6 years', '10 years', 'full'];
  assert.deepEqual(await optionsOf(page, 'GPS tracks'), years);
  await panel(page).getByLabel('Events', { exact: true }).selectOption('full');
  await panel(page).getByLabel('Stream log').selectOption('360 days');
  await panel(page).getByLabel('GPS tracks').selectOption('10 years');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  const { events, uslogs, gps } = asJson((await sent).postDataJSON());
  assert.deepEqual([events, uslogs, gps], [0, 360, 3600]);
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(panel(page).getByLabel('Events', { exact: true })).toHaveValue('0');
  await expect(panel(page).getByLabel('Stream log')).toHaveValue('360');
  await expect(panel(page).getByLabel('GPS tracks')).toHaveValue('3600');
});

test('keeping less says how much goes, and is saved only by who types so', async ({ t }) => {
  const clock = createManualClock(Date.now() - 40 * 86_400_000);
  const { server, ending } = await ownServer(t, {}, { clock });
  const operator = await Channel.signedIn(server, server.admin);
  await operator.get('D01', { I: '13800000970', C: 1 });
  operator.close();
  const waiting = { between: () => clock.advance(10) };
  const device = await Device.online(server.ports.jt808, { phone: '13800000970', waiting });
  const path = '/gkserver/dbmaintain';
  const listed = async (): Promise<number> => {
    const from = Math.floor(clock.now() / 1000) - 3600;
    const input = { deviceid: '13800000970', start: from, end: from + 7200 };
    const { body } = await httpCall(server.ports.http, 'POST', '/gkevent/trackevents', {
      account: server.admin,
      input,
    });
    return asList(body).length;
  };
  const older = async (): Promise<unknown> => {
    const input = { events: 30, uslogs: 0, gps: 0 };
    const { body } = await httpCall(server.ports.http, 'POST', path, { account: server.admin, input });
    return asJson(body)['events'];
  };
  ending.after(() => device.close());
  await device.ask(t0200LocationReport, locationAt(clock.now(), { alarm: SOS }));
  await until('the SOS is stored', async () => (await listed()) === 1, waiting);
  clock.jumpTo(Date.now());
  const events = await older();
  assert.ok(Number(events) >= 1, `${String(events)} events`);
  const page = await stage.signedIn(ending, { server, path: `${PATH}?tab=database` });
  await panel(page).getByLabel('Events', { exact: true }).selectOption('30 days');
  await save(page).click();
  const question = page.getByRole('dialog', { name: 'Delete what is older?' });
  await expect(question.getByText(`Events: ${String(events)}`)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Save and delete' })).toBeDisabled();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page).getByLabel('Events', { exact: true })).toHaveValue('30');
  assert.equal(await older(), events, 'nothing was saved');
  await save(page).click();
  await question.getByLabel('Type delete to confirm').fill('delete');
  await question.getByRole('button', { name: 'Save and delete' }).click();
  await expect(panel(page).getByText(/^Saved by admin/)).toBeVisible();
  await until('they are gone', async () => (await older()) === 0, waiting);
});

test('what is not saved is marked, kept behind another tab, and asked about before the screen is left', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `${PATH}?tab=nominatim` });
  await panel(page).getByRole('switch').click();
  await tab(page, 'Network').click();
  await expect(page.getByRole('tab', { name: 'Nominatim changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await discard(page).getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('tab', { name: 'Nominatim changed' }).click();
  await expect(panel(page).getByRole('switch')).not.toBeChecked();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await discard(page).getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL((url) => url.pathname !== PATH);
});

test('what the environment sets is read there and says so', async ({ t }) => {
  const sources = { sources: new Map([['mediaAddress', 'environment']] as const) };
  const { server, ending } = await ownServer(t, { mediaAddress: '192.0.2.7' }, sources);
  const page = await stage.signedIn(ending, { server, path: NETWORK });
  await expect(panel(page).getByLabel('Address of the server')).toHaveValue('192.0.2.7');
  await expect(panel(page).getByLabel('Address of the server')).toBeDisabled();
  await expect(panel(page).getByRole('switch')).toBeDisabled();
  await expect(
    panel(page).getByText('Set by OUTRIDER_MEDIA_ADDRESS. It can be changed there alone.').first(),
  ).toBeVisible();
});

test('on a phone the tabs are a list to choose from', async ({ t }) => {
  const page = await stage.signedIn(t, { path: PATH, phone: true });
  await page.getByLabel('Settings', { exact: true }).selectOption({ label: 'Nominatim' });
  await expect(page.getByRole('switch', { name: 'Name places beside positions' })).toBeVisible();
  assert.deepEqual(await offences(page, () => new AxeBuilder({ page })), []);
});
