// Pictures of what administrators open: people and groups, the record of a device, its own settings, what it is asked, logs.
import type { Page } from '@playwright/test';
import { openPanel } from '../setup-dialog.ts';
import { seen } from '../tiles.ts';
import type { Screen } from './screen.ts';

/** Of the demo fleet. */
const VEHICLE = '13800000101';

const filled = (page: Page): Promise<void> => page.locator('main tbody tr').first().waitFor();

const room = (name: string, path: string, ready: (page: Page) => Promise<unknown> = filled): Screen => ({
  name,
  path: () => path,
  signedIn: true,
  onPhone: true,
  ready,
});

/** The zone that is open, and its map. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('.area-handle').nth(1).waitFor();
  await page.getByRole('listbox', { name: 'Devices' }).getByRole('option').nth(3).waitFor();
};

/** A dialog over a screen, with its first fields. */
const dialogIsFilled = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first().waitFor();
};

const openSetup = async (page: Page): Promise<void> => {
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
  await page.getByRole('dialog').getByRole('tab').first().waitFor();
  await dialogIsFilled(page);
};

/** One device that is new, one that is changed, one line that is wrong. */
const LINES = `Device ID,Channels,Driver\n13800000801,4,L. Petrov\n${VEHICLE},4,K. Moreau\n13800000802,99,N. Adeyemi\n`;

export const administrationScreens: readonly Screen[] = [
  room('users', '/usersetting'),
  room('user-editor', '/usersetting?row=admin', (page) => page.getByRole('textbox', { name: 'Memo' }).waitFor()),
  room('permission', '/permission'),
  room('groups', '/groupsetting', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  room('group-summary', '/groupsummary', (page) => page.getByRole('heading', { name: 'Find Setting' }).waitFor()),
  room('registered-devices', '/regdevices'),
  room('device-import', '/regdevices', async (page) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = { name: 'vehicles.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES) };
    await page.getByRole('dialog').getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('dialog').getByText('13800000802').waitFor();
  }),
  room('device-editor', '/regdevices', async (page) => {
    await page.getByRole('row').filter({ hasText: VEHICLE }).getByText(VEHICLE, { exact: true }).click();
    await dialogIsFilled(page);
  }),
  room('device-setup', '/devicesetup'),
  room('device-setup-dialog', `/devicesetup?device=${VEHICLE}`, openSetup),
  room('calibration', `/devicesetup?device=${VEHICLE}`, async (page) => {
    await openSetup(page);
    await openPanel(page, 'Driver monitoring');
    await page.getByRole('button', { name: 'Calibrate on the live picture' }).click();
    await page
      .getByRole('dialog', { name: /^Calibration/ })
      .locator('canvas[data-marks="after"]')
      .waitFor();
    await seen(page, 1);
  }),
  room('device-orders', '/deviceorders', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  room('firmware', '/devicefirmwareupdate', (page) => page.getByRole('main').getByText('TRK-101').first().waitFor()),
  room('firmware-store', '/devicefirmwareupdate?tab=store'),
  room('faces', `/facerecognitionsetting?device=${VEHICLE}&tab=add`, (page) =>
    page.getByRole('table', { name: 'Faces' }).getByRole('row').nth(1).waitFor(),
  ),
  room('face-slots', `/facerecognitionsetting?device=${VEHICLE}`, async (page) => {
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByRole('table', { name: 'Slots' }).getByText('A. Lin').waitFor();
  }),
  room('settings', '/setting', (page) => page.getByRole('main').getByRole('spinbutton').first().waitFor()),
  room('record-disks', '/setting?tab=disks', async (page) => {
    await page.getByText('sdb1').first().waitFor();
    await page.getByRole('radio', { name: 'Capacity' }).waitFor();
    // What was loaded is said over the top of the page.
    await page.locator('[data-sonner-toast]').nth(1).waitFor();
    await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' });
  }),
  room('fence', '/fence?index=1', drawn),
  room('route-planning', '/routeplanning?index=1', drawn),
  room('drivers', '/driversetting'),
  room('models', '/devicemodelinfo'),
  {
    ...room('full-view', '/blockview', async (page) => {
      await page.getByRole('button', { name: 'Full View' }).click();
      await page.getByRole('dialog').locator('canvas').first().waitFor();
    }),
    onPhone: false,
  },
];
