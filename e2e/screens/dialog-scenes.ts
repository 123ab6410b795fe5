// Dialogs, menus and side sheets over the screens, each as it opens: only for a look (`--into`), docs has no pictures of them.
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

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
/** From the panel of a device, which phones do not have. */
const ofDashboard = (name: string, button: string): Screen => ({
  ...over(name, `/blockview?device=${VEHICLE}`, button),
  onPhone: false,
});

export const dialogScreens: readonly Screen[] = [
  scene('add-device', '/blockview', async (page) => {
    await page
      .getByRole('button', { name: /^Add device / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  ofDashboard('areas', 'Areas and routes'),
  ofDashboard('text', 'Send text'),
  ofDashboard('photo', 'Take photo'),
  ofDashboard('stored', 'Stored in the device'),
  ofDashboard('sound', 'Record sound'),
  ofDashboard('upload', 'Upload to an FTP server'),
  ofDashboard('control', 'Doors and power'),
  ofDashboard('editor', 'Device editor'),
  ofDashboard('customer', 'Customer record'),
  ofVehicle('setup', 'Remote Device Setting'),
  over('batch', '/devicesetup', 'Set many vehicles'),
  over('record-days', '/regdevices', 'Select all', 'Record days'),
  over('data-limit', '/regdevices', 'Select all', 'Data limit'),
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
  scene('auto-update', '/devicefirmwareupdate?tab=plans', (page) =>
    page.getByRole('button', { name: 'Add Plan' }).waitFor(),
  ),
  scene('new-user', '/usersetting', async (page) => {
    await press(page, 'New user');
    await page.getByRole('textbox', { name: 'Memo' }).waitFor();
  }),
  scene('permission-change', '/permission', async (page) => {
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
    await page.getByRole('option').first().waitFor();
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
  scene('menu', '/blockview', async (page) => {
    await page.locator('main').getByText('TRK-101').first().waitFor();
    await page
      .getByRole('button', { name: /^(?:Menu|User menu|Settings)$/ })
      .first()
      .click();
    await page.locator('.dropdown-menu.show, .offcanvas.show, [role="dialog"]').first().waitFor();
  }),
  scene('stream-status', '/blockview', async (page) => {
    await page
      .getByRole('button', { name: /^Stream status/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
];
