// The page of models, as recorders say it themselves, and the page of drivers, whose edits stay on the page.
import assert from 'node:assert/strict';
import { t0702DriverCard } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const MODELS = 'Device model info';
const DRIVERS = 'Driver setting';

const table = (page: Page, name: string): Locator => page.getByRole('table', { name });
const row = (page: Page, name: string, id: string): Locator =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) });
const headers = async (page: Page, name: string): Promise<string[]> =>
  (await table(page, name).getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[↑↓]$/, '').trim());

test('[F-ROUTE-038] [E-MODEL-001] [E-MODEL-002] the page of models has its documented title and columns, and says of each recorder what it says of itself', async ({
  t,
}) => {
  await stage.register('NEVER-CAME', 1);
  const vehicle = await stage.vehicle(t, { phone: '13800000731', channels: 3, clips: null });
  const page = await stage.signedIn(t, { path: '/devicemodelinfo' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disk Info');
  const mine = row(page, MODELS, vehicle.deviceId);
  await expect(mine).toContainText('SIM-3CH');
  await expect(mine).toContainText('outrider-0.1.0');
  await expect(mine).toContainText('88888888013800000731');
  assert.deepEqual(await headers(page, MODELS), ['#', 'deviceid', 'model', 'f/w', 'mobile identification']);
  await expect(page.getByText('1 device has not said yet what it is.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('SIM-3CH');
  await expect(row(page, MODELS, 'NEVER-CAME')).toHaveCount(0);
  await expect(mine).toBeVisible();
});

test('[F-ROUTE-037] [E-DRIVER-001] [E-DRIVER-002] [E-DRIVER-003] [E-ROLE-009] the page of drivers shows names and cards to levels 0 and 1; a name that is typed there stays there', async ({
  t,
}) => {
  const id = '13800000732';
  await stage.register(id, 1);
  const device = await stage.device(t, { phone: id });
  const card = {
    status: 1,
    time: Date.UTC(2026, 0, 1, 8),
    cardResult: 0,
    name: 'Wang',
    certificate: 'A1',
    issuer: 'T',
  };
  assert.equal(await device.ask(t0702DriverCard, { ...card, validUntil: '20301231' }), 0);
  const page = await stage.signedIn(t, { path: '/driversetting', account: await stage.account('mei', 1) });
  const mine = row(page, DRIVERS, id);
  await expect(mine).toContainText('Wang');
  assert.deepEqual(await headers(page, DRIVERS), [
    'Device ID',
    'Driver Name',
    'Gender',
    'phone',
    'birthday',
    'pic',
    'Update Time',
    'Action',
  ]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['PUT', 'POST', 'DELETE'].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
  });
  await mine.getByRole('button', { name: `Driver Name of ${id}` }).click();
  const input = mine.getByRole('textbox', { name: `Driver Name of ${id}` });
  await expect(input).toBeFocused();
  await input.fill('Lin Mei');
  await input.press('Enter');
  await expect(mine).toContainText('Lin Mei');
  await expect(mine).toContainText('not saved');
  assert.deepEqual(sent, []);
  await mine.getByRole('button', { name: `Device editor of ${id}` }).click();
  await expect(page.getByRole('dialog')).toContainText(id);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(mine).toContainText('Wang');
  await expect(mine).not.toContainText('Lin Mei');

  const level2 = await stage.signedIn(t, { path: '/driversetting', account: await stage.account('chen', 2) });
  await level2.waitForURL((url) => url.pathname !== '/driversetting');
});
