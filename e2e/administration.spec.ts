// What holds over the screens of administration together: each path of the shell shows its own screen, and each of five areas opens and
// saves a change. What each of them does is shown in its own spec.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { asJson, asList, httpCall } from '../integration/support/operator.ts';
import { addressOf, useStage } from './fixture.ts';
import { rowOf } from './device-table.ts';
import { inOrder } from './in-order.ts';
import { openMenu, screensNav } from './menus.ts';
import { plant } from './support/events.ts';
import { expect, test } from './test.ts';

const ID = 'ADM-1';
const stage = useStage({ iframes: [{ title: 'Our logo', url: '/logo.svg' }] }, (made) => made.register(ID, 4));

const heading =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('heading', { level: 1, name, exact: true });
const area =
  (role: 'region' | 'table' | 'tree' | 'complementary', name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole(role, { name });

/** What the screen of the path has; where another has it too, with the title of the page. */
const OWN: readonly (readonly [string, (page: Page) => Locator, string?])[] = [
  ['/', (page) => page.getByTestId('fleet-map')],
  ['/blockview', (page) => page.getByRole('button', { name: 'Full View' })],
  ['/treeview', heading('Tree view')],
  ['/routeplanning', area('region', 'Route planning')],
  ['/fence', area('region', 'Fence')],
  ['/liveview', (page) => page.getByText('Choose a device to watch')],
  ['/rendomliveview', heading('Random live view')],
  [`/liveview/${ID}`, (page) => page.getByText('Offline since')],
  ['/videotest', heading('Video test')],
  ['/audiotest', heading('Audio test')],
  ['/gpsplayback', heading('GPS playback')],
  ['/splayback', heading('Choose a device to play back'), 'Video playback'],
  [`/splayback/${ID}`, (page) => page.getByText('Choose a time')],
  ['/remoteplayback', heading('Choose a device to play back'), 'Remote playback'],
  [`/remoteplayback/${ID}`, (page) => page.getByLabel('Duration')],
  ['/setting', (page) => page.getByRole('tab', { name: 'Network' })],
  ['/devicesetup', heading('Remote device setting')],
  ['/regdevices', (page) => page.getByRole('checkbox', { name: `Choose ${ID}` })],
  ['/usersetting', area('table', 'User setting')],
  ['/groupsetting', area('region', 'Change this group')],
  ['/groupsummary', area('region', 'Viewable Group List')],
];

/** Those of events and plans, and the further ones; by their titles, which are their own. */
const EVENTS_AND_PLANS: typeof OWN = [
  ['/todayevents', heading("Today's events")],
  ['/queryeventex', heading('Event query')],
  ['/mileage', heading('Mileage')],
  ['/eventdefinesetting', heading('Event definitions')],
  ['/eventdownloadplansetting', heading('Event download plan')],
  ['/pusheventplansetting', heading('Push event plan')],
  ['/realtimeeventplansetting', heading('Realtime event plan')],
];
const FURTHER: typeof OWN = [
  ['/devicefirmwareupdate', heading('Firmware update')],
  ['/idle', heading('Idle')],
  ['/uslog', heading('User stream log')],
  ['/accesslog', heading('Access log')],
  ['/talklog', heading('Talk log')],
  ['/autoupload', heading('Auto upload')],
  ['/diskinfo', heading('Disk info')],
  ['/deviceusage', heading('Device usage')],
  ['/devicenetflow', heading('Device netflow')],
  ['/driversetting', heading('Driver setting')],
  ['/devicemodelinfo', heading('Disk Info'), 'Device model info'],
  ['/performanceinfo', heading('Performance info')],
  ['/facerecognitionsetting', heading('Face recognition')],
  ['/eventreportsetting', heading('Event report setting')],
  ['/reportfilelist', heading('Report files')],
  ['/i18neditor', heading('Translation editor')],
  ['/permission', heading('Permission setting')],
  ['/iframe/0', (page) => page.locator('iframe[title="Our logo"]')],
];

const showOwn = async (page: Page, own: typeof OWN): Promise<void> => {
  await inOrder(own, async ([path, seen, title = '']) => {
    await page.goto(addressOf(stage.server, path));
    await expect(seen(page).first(), path).toBeVisible();
    assert.equal(new URL(page.url()).pathname, path);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
  });
};

test('[E-ROUTE-001] ui: with full rights each path of the shell shows its own screen', async ({ t }) => {
  await showOwn(await stage.signedIn(t, { path: '/idle' }), OWN);
  const stranger = await stage.page(t);
  await stranger.goto(addressOf(stage.server, '/login'));
  await expect(stranger.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('[E-ROUTE-002 E-APP-002] ui: each path of events and of plans shows its own screen', async ({ t }) => {
  await showOwn(await stage.signedIn(t, { path: '/idle' }), EVENTS_AND_PLANS);
});

test('[E-ROUTE-003 E-APP-002] ui: each further path shows its own screen', async ({ t }) => {
  test.slow();
  await showOwn(await stage.signedIn(t, { path: '/idle' }), FURTHER);
});

/** Menu and entry, and what opens. */
const REACHED: readonly (readonly [string, string, (page: Page) => Locator])[] = [
  ['System', 'Fence', area('region', 'Fence')],
  ['System', 'Route planning', area('region', 'Route planning')],
  ['', 'GPS playback', heading('GPS playback')],
  ['Playback', 'Video playback', heading('Choose a device to play back')],
  ['System', 'System setting', (page) => page.getByRole('tab', { name: 'Protocol', selected: true })],
  ['System', 'System setting', (page) => page.getByRole('tab', { name: 'Network' })],
  ['System', 'Group setting', area('region', 'Change this group')],
  ['System', 'User setting', area('table', 'User setting')],
  ['System', 'Local device settings', (page) => page.getByRole('checkbox', { name: `Choose ${ID}` })],
  ['', 'Dashboard', (page) => page.getByRole('button', { name: 'Full View' })],
];

test("[A-PROD-003] ui: on the server's own host the menus lead to each part of administration, its dialogs among them", async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/idle' });
  await inOrder(REACHED, async ([menu, entry, seen]) => {
    if (menu === '') await screensNav(page).getByRole('link', { name: entry, exact: true }).click();
    else {
      await openMenu(page, menu);
      await screensNav(page).locator('.dropdown-menu.show').getByRole('link', { name: entry, exact: true }).click();
    }
    await expect(seen(page).first(), entry).toBeVisible();
  });
  // The dashboard is open: the dialogs of a vehicle.
  const { deviceId: id } = await stage.vehicle(t, { phone: '13800000991', channels: 4 });
  await rowOf(page, id).click();
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await panel.getByRole('button', { name: 'PTZ', exact: true }).click();
  const pad = page.getByRole('dialog', { name: `Cameras of ${id}` });
  await expect(pad).toBeVisible();
  await pad.getByRole('button', { name: 'Close' }).click();
  await panel.getByRole('button', { name: 'Device editor' }).click();
  const editor = page.getByRole('dialog', { name: `${id} Editor` });
  await expect(editor).toBeVisible();
  await editor.getByRole('button', { name: 'Close' }).first().click();
  await openMenu(page, 'Other');
  await screensNav(page).locator('.dropdown-menu.show').getByRole('link', { name: 'Remote device setting' }).click();
  await expect(heading('Remote device setting')(page)).toBeVisible();
});

const input = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const saveIn = (place: Locator): Promise<void> => place.getByRole('button', { name: 'Save', exact: true }).click();
const answer = async (path: string): Promise<unknown> =>
  (await httpCall(stage.server.ports.http, 'GET', path, { account: stage.server.admin })).body;

test('[A-PROD-009] ui: an administrator opens settings, groups, users, registered devices and fences, and each keeps a change', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/setting?tab=record' });
  await input(page, 'Record days').fill('44');
  await saveIn(page.getByRole('tabpanel'));
  await expect(page.getByText(/^Saved by admin/)).toBeVisible();
  await page.reload();
  await expect(input(page, 'Record days')).toHaveValue('44');

  const group = page.getByRole('region', { name: 'Change this group' });
  await page.goto(addressOf(stage.server, '/groupsetting'));
  await group.getByLabel('New group below').fill('night');
  await group.getByRole('button', { name: 'Add child' }).click();
  const below = page.getByRole('region', { name: 'Groups below' }).getByRole('button', { name: 'night' });
  await expect(below).toBeVisible();
  await page.reload();
  await expect(below).toBeVisible();

  await page.goto(addressOf(stage.server, '/usersetting'));
  await page.getByRole('button', { name: 'New user' }).click();
  await input(page, 'Name').fill('warden');
  await input(page, 'Password').fill('Sesame-1');
  await input(page, 'Repeat password').fill('Sesame-1');
  await input(page, 'Group').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const warden = page.getByRole('table', { name: 'User setting' }).getByText('warden', { exact: true });
  await expect(warden).toBeVisible();
  await page.reload();
  await expect(warden).toBeVisible();

  await page.goto(addressOf(stage.server, '/regdevices'));
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose ${ID}` }) });
  await row.getByText(ID, { exact: true }).click();
  const editor = page.getByRole('dialog', { name: `${ID} Editor` });
  await editor.getByLabel('Driver', { exact: true }).fill('Okafor');
  await saveIn(editor);
  await expect(editor.getByText('No changes')).toBeVisible();
  await page.reload();
  await expect(row.getByText('Okafor', { exact: true })).toBeVisible();

  await page.goto(addressOf(stage.server, '/fence'));
  const fence = page.getByRole('region', { name: 'Fence', exact: true });
  await fence.getByRole('list', { name: 'Fences' }).getByRole('button', { name: /New$/ }).click();
  await fence.getByRole('spinbutton', { name: 'Latitude' }).fill('24.1');
  await fence.getByRole('spinbutton', { name: 'Longitude' }).fill('120.6');
  await fence.getByRole('textbox', { name: 'Title' }).fill('Yard');
  await saveIn(fence);
  await expect(page.getByText('Save Success')).toBeVisible();
  await expect(fence.getByRole('list', { name: 'Fences' }).getByRole('button', { name: /Yard/ })).toBeVisible();
  const fences = asList(await answer('/gkserver/fencelist'));
  assert.ok(fences.some(({ title, lat }) => title === 'Yard' && lat === 24.1));
});

test('[E-HTTP-073] ui: the map of an event is drawn of tiles of the map service; Load Address shows what the geocoder answers', async ({
  t,
}) => {
  const [serialno = 0] = await plant(stage, { id: ID, deviceMs: Date.now() });
  const page = await stage.signedIn(t, { path: '/todayevents' });
  const tile = page.waitForResponse((response) => /\/map\/tiles\/\d+\/\d+\/\d+\.pbf$/.test(response.url()));
  await page.getByRole('button', { name: `Map of event ${serialno}` }).click();
  assert.equal((await tile).status(), 200);
  assert.ok((await (await tile).body()).length > 0);
  await expect(page.getByRole('dialog', { name: /Over speed/ }).locator('canvas')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/nominatim/reverse');
  await page.getByRole('button', { name: 'Load Address' }).click();
  const text = String(asJson(await (await asked).json())['display_name']);
  assert.match(text, /Taiwan/);
  await expect(page.getByRole('dialog', { name: 'Export events' }).getByRole('cell', { name: text })).toBeVisible();
});
