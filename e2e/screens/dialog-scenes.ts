// Dialogs, menus and side sheets over the screens, each as it opens: only for a look (`--into`), docs has no pictures of them.
import type { Page } from '@playwright/test';
import { until } from '../../integration/support/until.ts';
import { openPanel } from '../setup-dialog.ts';
import { trailReport } from '../support/map.ts';
import type { Scene, Screen } from './screen.ts';
import { mapTileIsDrawn } from './walked-scenes.ts';

/** Of the demo fleet. */
const VEHICLE = '13800000101';

const scene = (name: string, path: string, ready: (page: Page) => Promise<unknown>): Screen => ({
  name: `dialog-${name}`,
  path: () => path,
  signedIn: true,
  onPhone: true,
  ready,
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** What a phone has elsewhere. */
const onDesk: typeof scene = (...given) => ({ ...scene(...given), onPhone: false });

/** Opened by one press or more, until a dialog stands. */
const over = (name: string, path: string, ...presses: readonly string[]): Screen =>
  scene(name, path, async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    for (const each of presses) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await press(page, each);
    }
    await page.getByRole('dialog').first().waitFor();
  });

const ofVehicle = (name: string, button: string): Screen => over(name, `/devicesetup?device=${VEHICLE}`, button);
/** From the panel of a device, which on a phone has the room of the list. */
const ofDashboard = (name: string, ...presses: readonly string[]): Screen =>
  over(name, `/blockview?device=${VEHICLE}&details=1`, ...presses);
/** The form of an area, when its map is there. */
const ofArea = (name: string, kind: string): Screen =>
  scene(name, `/blockview?device=${VEHICLE}&details=1`, async (page) => {
    await press(page, 'Areas and routes');
    await press(page, 'Add area or route');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind });
    const map = dialog.locator('.maplibregl-map');
    await until('the map is there', async () => (await trailReport(page, map)).zoom > 0);
  });
/** A panel of the settings of a device. */
const ofSetup = (name: string, panel: string): Screen =>
  scene(`setup-${name}`, `/devicesetup?device=${VEHICLE}`, async (page) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
    await openPanel(page, panel);
  });

/** Every tab of the server settings but the first, which docs show. */
const settingTabs =
  'network ddns maintain gpsrelay googlemap events redirect ssl certbot extrajs disks record recover database push nominatim hbrelay mail sms iframes runlog'.split(
    ' ',
  );

export const dialogScreens: readonly Screen[] = [
  scene('add-device', '/blockview', async (page) => {
    await page
      .getByRole('button', { name: /^Add device / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  ofDashboard('areas', 'Areas and routes'),
  scene('panel', `/blockview?device=${VEHICLE}&details=1`, mapTileIsDrawn),
  ofArea('area', 'Circle'),
  ofArea('route', 'Route'),
  ofDashboard('text', 'Send text'),
  ofDashboard('mcu', 'MCU command'),
  ofDashboard('format', 'Format SD card'),
  ofDashboard('photo', 'Take photo'),
  ofDashboard('stored', 'Stored in the device'),
  ofDashboard('sound', 'Record sound'),
  ofDashboard('upload', 'Upload to an FTP server'),
  ofDashboard('control', 'Doors and power'),
  ofDashboard('editor', 'Device editor'),
  ofVehicle('setup', 'Remote Device Setting'),
  ofSetup('network', 'Network'),
  ofSetup('streams', 'Streams and recording'),
  ofSetup('events', 'Events and alarms'),
  ofSetup('text', 'Text on the picture'),
  ofSetup('raw', 'Raw list'),
  over('batch', '/devicesetup', 'Set many vehicles'),
  scene('batch-values', '/devicesetup', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await press(page, 'Set many vehicles');
    const dialog = page.getByRole('dialog');
    const add = dialog.getByLabel('Add a value');
    await add.selectOption({ label: 'Speed limit' });
    await add.selectOption({ label: 'Daylight saving time' });
  }),
  scene('batches', '/devicesetup?tab=batches', (page) => page.getByRole('listitem', { name: 'Town limits' }).waitFor()),
  scene('templates', '/devicesetup?tab=templates', (page) => page.getByText('City bus').first().waitFor()),
  scene('template-differs', '/devicesetup?tab=templates', async (page) => {
    await press(page, 'What differs from City bus');
    await page.getByRole('dialog').getByText('TRK-101').first().waitFor();
  }),
  over('record-days', '/regdevices', 'Choose all', 'Record days'),
  over('data-limit', '/regdevices', 'Choose all', 'Data limit'),
  over('columns', '/regdevices', 'Columns'),
  scene('template', '/devicesetup?tab=templates', async (page) => {
    await press(page, 'New template');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
  }),
  scene('rollout', '/devicefirmwareupdate', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await page.getByRole('combobox', { name: 'Firmware' }).selectOption({ index: 1 });
    await press(page, 'Roll out to many …');
    await page.getByRole('dialog').waitFor();
  }),
  scene('auto-update', '/devicefirmwareupdate?tab=plan', (page) =>
    page.getByRole('button', { name: 'Add Plan' }).waitFor(),
  ),
  onDesk('password', '/blockview', async (page) => {
    await press(page, 'User menu');
    await press(page, 'Change password');
    await page.getByRole('dialog').waitFor();
  }),
  scene('new-user', '/usersetting', async (page) => {
    await press(page, 'New user');
    await page.getByRole('textbox', { name: 'Memo' }).waitFor();
  }),
  onDesk('permission-change', '/permission', async (page) => {
    await page.getByRole('button', { name: /^Talk for Viewer: / }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  }),
  scene('group', '/groupsetting', async (page) => {
    await press(page, 'North');
    await page.getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  scene('group-diagram', '/groupsetting', (page) => page.getByRole('tab', { name: 'Diagram' }).click()),
  scene('quick-bar', '/blockview', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('107');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  }),
  scene('keys', `/liveview/${VEHICLE}`, async (page) => {
    await page.locator('[data-phase="playing"]').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  }),
  scene('more', '/blockview', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await press(page, 'More');
    await page.getByRole('button', { name: 'Broadcast', exact: true }).waitFor();
  }),
  onDesk('menu', '/blockview', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await page
      .getByRole('button', { name: /^(?:Menu|User menu|Settings)$/ })
      .first()
      .click();
    await page.locator('.dropdown-menu.show, .offcanvas.show, [role="dialog"]').first().waitFor();
  }),
  onDesk('stream-status', '/blockview', async (page) => {
    await page
      .getByRole('button', { name: /^Stream status/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  ...['requestarray', 'ftpmonitor', 'geoarray'].map((page) => ({
    name: `engineers-${page}`,
    path: ({ user, password }: Scene) => `/${page}?user=${user}&password=${password}`,
    signedIn: false,
    onPhone: true,
    ready: (each: Page) =>
      each
        .getByRole('button', { name: /^(?:Disconnect|断开|中斷)/ })
        .and(each.locator(':enabled'))
        .waitFor(),
  })),
  ...settingTabs.map((id) =>
    scene(`setting-${id}`, `/setting?tab=${id}`, (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^(Save|Reload|保存|儲存|重新)/ })
        .first()
        .waitFor(),
    ),
  ),
];
