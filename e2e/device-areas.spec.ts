// Areas and routes of a recorder from its panel: listed, set by the form, changed, removed, asked of the device. What the device makes of
// them is integration/device-areas.test.ts and the simulator's area-watch.test.ts.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { until } from '../integration/support/until.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const ID = '13800000971';
const TITLE = `Areas and routes of ${ID}`;
const stage = useStage({}, ({ register }) => register(ID, 1));

const dialog = (page: Page): Locator => page.getByRole('dialog');
const row = (page: Page, text: string): Locator => dialog(page).getByRole('row').filter({ hasText: text });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const isOnline = (online: boolean): Promise<unknown> =>
  until(
    online ? 'it is on line' : 'it is away',
    async () => Number(Reflect.get(Object((await stage.command('Q05', { I: ID }))['Z']), 'status')) > 0 === online,
  );

test('areas are set in the recorder by a form, changed, removed, and asked of it; for one that is away they wait', async ({
  t,
}) => {
  const { server } = stage;
  const vehicle: Vehicle = createVehicle({
    host: '127.0.0.1',
    port: server.ports.jt808,
    phone: ID,
    edition: '2019',
    channels: 1,
    clips: null,
    intervalMs: 1000,
  });
  t.after(() => vehicle.stop());
  vehicle.start();
  await isOnline(true);
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, ID).click();
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await panel.getByRole('button', { name: 'Areas and routes' }).click();
  await expect(dialog(page)).toContainText('No areas or routes are known in this device');

  await press(page, 'Add area or route');
  await expect(dialog(page).getByRole('spinbutton', { name: 'Latitude' })).not.toHaveValue('');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Depot');
  await dialog(page).getByRole('spinbutton', { name: 'Radius' }).fill('0');
  await expect(dialog(page).getByRole('button', { name: 'Set in the device' })).toBeDisabled();
  await dialog(page).getByRole('spinbutton', { name: 'Radius' }).fill('350');
  await dialog(page).getByRole('checkbox', { name: 'Speed limit' }).check();
  await dialog(page).getByRole('spinbutton', { name: 'Top speed', exact: true }).fill('30');
  await press(page, 'Set in the device');
  await expect(row(page, 'Depot')).toContainText('In the device');
  await expect(row(page, 'Depot')).toContainText('350 m');
  await expect(row(page, 'Depot')).toContainText('30 km/h');
  assert.deepEqual([...(vehicle.kept.areas.get(1)?.keys() ?? [])], [1], 'the recorder has it');

  await press(page, 'Add area or route');
  await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Route' });
  await expect(dialog(page).getByRole('spinbutton', { name: 'Number' })).toHaveValue('2');
  const points = dialog(page).getByRole('textbox', { name: 'Points' });
  await points.fill('24.07, 120.52');
  await expect(dialog(page)).toContainText('Points: choose at least 2.');
  await points.fill('24.07, 120.52\nnonsense');
  await expect(dialog(page)).toContainText('Line 2: a latitude from -90 to 90');
  await points.fill('24.07, 120.52\n24.08, 120.53');
  await press(page, 'Set in the device');
  await expect(row(page, 'Route')).toContainText('2 points');

  await row(page, 'Depot').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('spinbutton', { name: 'Radius' }).fill('500');
  await press(page, 'Set in the device');
  await expect(row(page, 'Depot')).toContainText('500 m');

  for (const name of ['Gate', 'Yard']) {
    await press(page, 'Add area or route');
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
    await press(page, 'Set in the device');
    await expect(row(page, name)).toContainText('In the device');
  }

  await row(page, 'Route').getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page)).toContainText('The device no longer watches it.');
  await press(page, 'Cancel');
  await expect(row(page, 'Route')).toHaveCount(1);
  await row(page, 'Route').getByRole('button', { name: 'Remove' }).click();
  await press(page, 'Remove');
  await expect(row(page, 'Route')).toHaveCount(0);
  await expect.poll(() => vehicle.kept.areas.get(4)?.size ?? 0).toBe(0);

  // Somebody took one out by hand: the device itself knows.
  const yard = Math.max(...(vehicle.kept.areas.get(1)?.keys() ?? []));
  vehicle.kept.areas.get(1)?.delete(yard);
  await press(page, 'Ask the device');
  await expect(row(page, 'Yard')).toHaveCount(0);
  await expect(row(page, 'Depot')).toContainText('In the device');

  await vehicle.stop();
  await isOnline(false);
  await row(page, 'Depot').getByRole('button', { name: 'Remove' }).click();
  await press(page, 'Remove');
  await expect(row(page, 'Depot')).toContainText('Removal waits for the device');
  await expect(row(page, 'Gate')).toContainText('In the device');
  await expect(dialog(page).getByRole('button', { name: 'Ask the device' })).toBeDisabled();
  await expect(dialog(page).getByRole('heading', { name: TITLE })).toBeVisible();
});
