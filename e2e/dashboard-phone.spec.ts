// The dashboard on a phone: cards, what a press on one shows, and the details of a device in their place.
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { Device } from '../integration/support/device.ts';
import type { Json } from '../integration/support/operator.ts';
import { useStage } from './fixture.ts';
import { withFleet } from './socket-log.ts';
import { expect, test } from './test.ts';

const REAL = '13800000901';
const stage = useStage({}, ({ register }) => register(REAL, 2));

test('[A-DASH-002] [A-DASH-006] [A-DASH-007] [A-DASH-008] [A-DASH-009] on a phone devices are cards; a press on one shows where it can be watched', async ({
  t,
}) => {
  const fleet = (real: Json): Json[] => [
    { ...real, deviceid: 'here', status: 1 },
    { ...real, deviceid: 'away', status: 0 },
  ];
  // The vehicles are on the page only: what it asks the server of them is not there.
  const page = await stage.signedIn(t, {
    path: '/blockview',
    phone: true,
    prepare: (made) => withFleet(made, fleet),
    expected: /404/,
  });
  await expect(page).toHaveTitle(/^Device List/);
  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  assert.equal(await page.getByRole('table').count(), 0);
  const card = (id: string): Locator => cards.and(page.locator(`[data-device="${id}"]`));
  const live = (id: string): Locator => card(id).getByRole('button', { name: 'LiveView', exact: true });
  const play = (id: string): Locator => card(id).getByRole('button', { name: 'PlayBack', exact: true });
  assert.deepEqual([await live('here').count(), await play('here').count()], [0, 0]);
  const choose = (id: string): Promise<void> => card(id).locator('[aria-expanded="false"]').click();
  await choose('away');
  await play('away').waitFor();
  assert.equal(await live('away').count(), 0);
  await choose('here');
  await play('away').waitFor({ state: 'detached' });
  await live('here').click();
  await page.waitForURL('**/liveview/here');
  await page.goBack();
  await play('here').click();
  await page.waitForURL('**/splayback/here');
});

test('on a phone the details of a device, with all that it can be told, take the place of the cards; a step back leads to them', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000921' });
  const fresh = await Device.online(stage.server.ports.jt808, { phone: '13800000922' });
  t.after(() => fresh.close());
  const page = await stage.signedIn(t, { path: '/blockview', phone: true });
  await expect(page.getByRole('region', { name: 'New devices' })).toBeVisible();
  const card = page.locator('[data-device="13800000921"]');
  await card.locator('[aria-expanded="false"]').click();
  await card.getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('complementary', { name: 'Selected vehicle' });
  await expect(details).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'New devices' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Send text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Call the office');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => [...vehicle.memory.texts]).toContain('Call the office');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Details', exact: true }).click();
  await details.getByRole('button', { name: 'Close the details' }).click();
  await expect(card).toBeVisible();
  await expect(details).toHaveCount(0);
});
