// Pictures of what administrators open: people and groups, the record of a device, its own settings, what it is asked, logs.
import type { Page } from '@playwright/test';
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

/** A dialog over a screen, with its first fields. */
const dialogIsFilled = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first().waitFor();
};

export const administrationScreens: readonly Screen[] = [
  room('users', '/usersetting'),
  room('user-editor', '/usersetting?row=admin', (page) => page.getByRole('textbox', { name: 'Memo' }).waitFor()),
  room('permission', '/permission'),
  room('groups', '/groupsetting', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  room('group-summary', '/groupsummary', (page) => page.getByRole('heading', { name: 'Find Setting' }).waitFor()),
  room('registered-devices', '/regdevices'),
  room('device-editor', `/blockview?device=${VEHICLE}`, async (page) => {
    await page.getByRole('button', { name: 'Device editor' }).first().click();
    await dialogIsFilled(page);
  }),
  room('device-setup', '/devicesetup'),
  room('device-setup-dialog', `/devicesetup?device=${VEHICLE}`, async (page) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
    await page.getByRole('dialog').getByRole('tab').first().waitFor();
    await dialogIsFilled(page);
  }),
  room('device-orders', '/deviceorders', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  room('access-log', '/accesslog'),
  room('firmware', '/devicefirmwareupdate'),
  room('faces', '/facerecognitionsetting', (page) => page.getByRole('tab', { name: 'Edit' }).waitFor()),
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
