// Many vehicles set at once and kept as a template says, as people meet it: chosen in the list, seen before it is sent who is there, followed
// vehicle by vehicle. The vehicles are simulated and really change. Kills and rights are integration/parameter-batches.test.ts.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { Device } from '../integration/support/device.ts';
import { answerParameters } from '../integration/support/parameter-device.ts';
import { HOST } from '../integration/support/server.ts';
import { rowOf } from './device-table.ts';
import { type Ending, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const HERE = '13800003201';
const AWAY = '13800003202';
const BUS = '13800003203';
const VAN = '13800003204';
const stage = useStage({}, async ({ register }) => {
  await register(HERE, 2);
  await register(AWAY, 2);
  await register(BUS, 2);
  await register(VAN, 2);
});

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Set many vehicles' });
const row = (page: Page, id: string): Locator => page.getByRole('row').filter({ hasText: id });
const beatOf = (vehicle: Vehicle): number => vehicle.parameters.number(1, 0);
const limitOf = (vehicle: Vehicle): number => vehicle.parameters.number(0x55, 0);
const drive = (t: Ending, phone: string, stateFile?: string): Vehicle => {
  const options = { host: HOST, port: stage.server.ports.jt808, phone, channels: 2, clips: null, intervalMs: 60_000 };
  const vehicle = createVehicle({ ...options, ...(stateFile !== undefined && { stateFile }) });
  t.after(() => vehicle.stop());
  vehicle.start();
  return vehicle;
};

test('two vehicles are ticked and set together: one confirms, the other waits, is cancelled, tried again and set when it comes', async ({
  t,
}) => {
  const here = drive(t, HERE);
  await here.whenOnline();
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await expect(row(page, HERE).getByText('Online')).toBeVisible();
  await page.getByRole('checkbox', { name: `Choose ${HERE}` }).check();
  await page.getByRole('checkbox', { name: `Choose ${AWAY}` }).check();
  await page.getByRole('button', { name: 'Set 2 vehicles' }).click();
  await expect(dialog(page).getByLabel('Device ID', { exact: true })).toHaveValue(`${HERE},${AWAY}`);
  await expect(dialog(page).getByText('1 of 2 vehicles are online and are set now.')).toBeVisible();
  await expect(dialog(page).getByText(/1 is away/)).toBeVisible();
  const begin = dialog(page).getByRole('button', { name: 'Set 2 vehicles' });
  await expect(begin).toBeDisabled();
  await dialog(page).getByLabel('Add a value').selectOption({ label: 'Speed limit' });
  await expect(dialog(page).getByLabel('Speed limit', { exact: true })).toHaveValue('');
  await expect(begin).toBeDisabled();
  await dialog(page).getByLabel('Speed limit', { exact: true }).fill('70');
  await dialog(page).getByLabel('Add a value').selectOption({ label: 'Daylight saving time' });
  await dialog(page).getByRole('button', { name: 'Leave out: Daylight saving time' }).click();
  await dialog(page).getByLabel('Speed limit', { exact: true }).fill('');
  await expect(begin).toBeDisabled();
  await dialog(page).getByLabel('Speed limit', { exact: true }).fill('70');
  await dialog(page).getByLabel('Memo').fill('Town');
  await begin.click();

  const batch = page.getByRole('listitem', { name: 'Town' });
  await expect(row(page, HERE)).toContainText('Confirmed');
  await expect(row(page, AWAY)).toContainText('Waiting');
  await expect(batch).toContainText('1 confirmed · 1 wait or are asked · 0 failed · 2 vehicles');
  await expect(batch).toContainText('Speed limit: 70');
  assert.equal(limitOf(here), 70);
  await batch.getByRole('button', { name: 'Cancel what waits' }).click();
  await expect(row(page, AWAY)).toContainText('Cancelled');
  await batch.getByRole('button', { name: 'Retry failed' }).click();
  await expect(row(page, AWAY)).toContainText('Waiting');
  await page.reload();
  await expect(row(page, AWAY)).toContainText('Waiting');
  const away = drive(t, AWAY);
  await becomes(() => limitOf(away), 70, 'the vehicle that came has it');
  await expect(row(page, AWAY)).toContainText('Confirmed');
  await expect(batch).toContainText('2 confirmed · 0 wait or are asked');
  const saving = page.waitForEvent('download');
  await batch.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  assert.match(text, new RegExp(`${AWAY}.*Confirmed`));
});

test('ui: rows ticked in the registration table, and the row selected on the dashboard, are the vehicles that a batch begins with', async ({
  t,
}) => {
  const here = drive(t, HERE);
  await here.whenOnline();
  const page = await stage.signedIn(t, { path: '/regdevices' });
  const open = page.getByRole('button', { name: 'Set many vehicles' });
  await expect(open).toBeDisabled();
  await page.getByRole('checkbox', { name: `Choose ${BUS}` }).check();
  await page.getByRole('checkbox', { name: `Choose ${AWAY}` }).check();
  await page.getByRole('checkbox', { name: `Choose ${HERE}` }).check();
  await page.getByRole('checkbox', { name: `Choose ${BUS}` }).uncheck();
  await open.click();
  await expect(dialog(page).getByLabel('Device ID', { exact: true })).toHaveValue(`${AWAY},${HERE}`);
  await dialog(page).getByLabel('Add a value').selectOption({ label: 'Heartbeat' });
  await dialog(page).getByLabel('Heartbeat', { exact: true }).fill('14');
  await dialog(page).getByLabel('Memo').fill('From the table');
  await dialog(page).getByRole('button', { name: 'Set 2 vehicles' }).click();
  await expect(page).toHaveURL(/\/devicesetup\?tab=batches&batch=\d+$/);
  await expect(page.getByRole('listitem', { name: 'From the table' })).toContainText('2 vehicles');
  await expect(row(page, HERE)).toContainText('Confirmed');
  await expect(row(page, AWAY)).toContainText('Waiting');
  assert.equal(beatOf(here), 14);

  await page.goto(new URL('/blockview', page.url()).href);
  await rowOf(page, HERE).click();
  await page.getByRole('button', { name: 'Set many vehicles' }).click();
  await expect(dialog(page).getByLabel('Device ID', { exact: true })).toHaveValue(HERE);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('a template is set in its vehicles, tells what somebody changed, and sets it again when the vehicle comes back', async ({
  t,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'outrider-template-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'state.json');
  const bus = drive(t, BUS, stateFile);
  await bus.whenOnline();
  const page = await stage.signedIn(t, { path: '/devicesetup?tab=templates' });
  await page.getByRole('button', { name: 'New template' }).click();
  const sheet = page.getByRole('region', { name: 'New template' });
  await sheet.getByLabel('Name', { exact: true }).fill('City bus');
  await sheet.getByLabel('Add a value').selectOption({ label: 'Heartbeat' });
  await sheet.getByLabel('Heartbeat', { exact: true }).fill('12');
  await sheet.getByLabel('Device ID', { exact: true }).fill(BUS);
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes(() => beatOf(bus), 12, 'the vehicle has it');
  await page.getByRole('button', { name: 'What differs from City bus' }).click();
  const differing = page.getByRole('dialog', { name: 'What differs from City bus' });
  await expect(differing.getByRole('row').filter({ hasText: BUS })).toContainText('As set');

  await stage.command('D16', { I: BUS, A: 'net_hbsec', B: 25 });
  await becomes(() => beatOf(bus), 25, 'somebody changed it');
  await expect(differing.getByRole('row').filter({ hasText: BUS })).toContainText('Heartbeat: 25 s for 12 s');
  await bus.stop();
  const back = drive(t, BUS, stateFile);
  assert.equal(beatOf(back), 25);
  await becomes(() => beatOf(back), 12, 'it was set again');
  await expect(differing.getByRole('row').filter({ hasText: BUS })).toContainText('As set');
  await differing.getByRole('button', { name: 'Set those that differ' }).click();
  await expect(page.getByText('Every device holds it already.')).toBeVisible();
});

test('ui: a vehicle that has only some of the values of a template gets those; the others are named in its row and counted apart', async ({
  t,
}) => {
  const van = await Device.online(stage.server.ports.jt808, { phone: VAN });
  t.after(() => van.close());
  const { has } = answerParameters(van, { 0x0001: '0000001e', 0x0055: '00000055' });
  const page = await stage.signedIn(t, { path: '/devicesetup?tab=templates' });
  await page.getByRole('button', { name: 'New template' }).click();
  const sheet = page.getByRole('region', { name: 'New template' });
  await sheet.getByLabel('Name', { exact: true }).fill('Van');
  for (const [name, value] of [
    ['Speed limit', '60'],
    ['Overspeed period', '3'],
  ] as const) {
    await sheet.getByLabel('Add a value').selectOption({ label: name });
    await sheet.getByLabel(name, { exact: true }).fill(value);
  }
  await sheet.getByRole('checkbox', { name: /Set again each time/ }).uncheck();
  await sheet.getByLabel('Device ID', { exact: true }).fill(VAN);
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'What differs from Van' }).click();
  const differing = page.getByRole('dialog', { name: 'What differs from Van' });
  const own = differing.getByRole('row').filter({ hasText: VAN });
  await expect(own).toContainText('Differs');
  await differing.getByRole('button', { name: 'Set those that differ' }).click();
  await expect(row(page, VAN)).toContainText('Confirmed in part');
  await expect(row(page, VAN)).toContainText(/does not have this parameter: Overspeed period/);
  assert.equal(Buffer.from(has.get(0x55) ?? []).readUInt32BE(), 60);

  await page.getByRole('tab', { name: 'Templates' }).click();
  const line = page.getByRole('row').filter({ hasText: 'Van' });
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'What differs from Van' }).click();
  await expect(own).toContainText('Not supported');
  await expect(own).toContainText('Overspeed period: the vehicle does not know this');
  await expect(differing.getByLabel('State').getByRole('option', { name: 'Not supported (1)' })).toBeAttached();
  await differing.getByRole('button', { name: 'Set those that differ' }).click();
  await expect(page.getByText('Every device holds what it supports of it.')).toBeVisible();
});

test('ui: what was chosen for many vehicles is not dropped by Escape without a question', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await page.getByRole('checkbox', { name: `Choose ${AWAY}` }).check();
  await page.getByRole('button', { name: 'Set 1 vehicle' }).click();
  await dialog(page).getByLabel('Memo').fill('Town');
  const question = page.getByRole('dialog', { name: 'Discard the changes?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog(page).getByLabel('Memo')).toHaveValue('Town');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
});
