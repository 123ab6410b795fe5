// How a firmware reaches a recorder, as people choose it: by link, in packets, by itself, of one update, of a plan and of a roll-out that
// begins later for a group. What is seen is what the simulated recorders were told. The rest of the screen is firmware.spec.ts.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { createVehicle, type Faults, type Vehicle } from '../apps/simulator/src/index.ts';
import { keyOf } from '../integration/support/device-keys.ts';
import { firmwareImage, linkOf, storeFirmware } from '../integration/support/firmware.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { expect, test } from './test.ts';

const IDS = ['13800000991', '13800000992', '13800000993', '13800000994', '13800000995'] as const;
const [LINKED, PACKED, PLANNED, LATER, APART] = IDS;
const OLD = 'outrider-0.1.0';
const BY_LINK = 0x8105;
const IN_PACKETS = 0x8108;
/** An update in packets takes two seconds until the device is known to answer nothing, a restart, its version; a busy machine longer. */
const DONE = { timeout: 90_000 };
const stage = useStage({}, async ({ register }) => {
  await inOrder(IDS, (id) => register(id, 1));
});

const PATH = '/devicefirmwareupdate';
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const wayField = (page: Page): Locator => page.getByLabel('Way', { exact: true });
const wayOf = (page: Page, version: string): Locator => page.getByRole('combobox', { name: `Way of ${version}` });
const told = ({ received }: Vehicle, message: number): number => received.filter(({ id }) => id === message).length;
/** How often by link, and whether in packets: those come again to a recorder that is slow to answer. */
const ways = (vehicle: Vehicle): [number, boolean] => [told(vehicle, BY_LINK), told(vehicle, IN_PACKETS) > 0];

const drive = async (t: Ending, phone: string, faults: Faults = {}): Promise<Vehicle> => {
  const options = { host: HOST, port: stage.server.app.ports.jt808, phone, channels: 1, clips: null, faults };
  const vehicle = createVehicle(options);
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};
/** Puts a firmware into the store beside the page. */
const stored = async (version: string, bytes: number) => {
  const operator = await Channel.signedIn(stage.server);
  const firmware = await storeFirmware(stage.server, operator, firmwareImage(version, bytes), `${version}.bin`);
  operator.close();
  return { id: String(firmware['firmwareid']), link: linkOf(stage.server, firmware) };
};

test('ui: the way of an update decides what the recorder is told: the file itself, an address, or the file where it knows no addresses', async ({
  t,
}) => {
  const first = await stored('outrider-0.2.0', 60_000);
  const second = await stored('outrider-0.3.0', 60_000);
  const linked = await drive(t, LINKED);
  const packed = await drive(t, PACKED, { upgrade: 'no-link' });
  const page = await stage.signedIn(t, { path: PATH });
  const update = (id: string): Promise<void> => page.getByRole('button', { name: `Update ${id}`, exact: true }).click();
  await page.getByLabel('Firmware', { exact: true }).selectOption(first.id);
  await expect(wayField(page)).toHaveValue('auto');

  await wayField(page).selectOption({ label: 'In packets' });
  await update(LINKED);
  await expect(row(page, LINKED)).toContainText('100 %', DONE);
  await expect(row(page, LINKED)).toContainText('outrider-0.2.0');
  assert.deepEqual(ways(linked), [0, true], 'though it knows links');

  const inPackets = told(linked, IN_PACKETS);
  await wayField(page).selectOption({ label: 'By link' });
  await update(PACKED);
  await expect(row(page, PACKED)).toContainText('Not supported by the device');
  assert.deepEqual(ways(packed), [1, false], 'a link and nothing else');
  await page.getByLabel('Firmware', { exact: true }).selectOption(second.id);
  await expect(page.getByRole('button', { name: `Update ${LINKED}` })).toBeEnabled(DONE);
  await update(LINKED);
  await expect(row(page, LINKED)).toContainText('outrider-0.3.0', DONE);
  assert.deepEqual([told(linked, BY_LINK), told(linked, IN_PACKETS)], [1, inPackets]);

  await wayField(page).selectOption({ label: 'By link, else in packets' });
  await expect(page.getByRole('button', { name: `Update ${PACKED}` })).toBeEnabled(DONE);
  await update(PACKED);
  await expect(row(page, PACKED)).toContainText('100 %', DONE);
  assert.deepEqual(ways(packed), [2, true], 'the link was tried first');
});

test('ui: a plan has a way, it is changed in its row, and the next vehicle that comes is told so, also by a server that was restarted', async ({
  t,
}) => {
  const { link } = await stored('outrider-0.4.0', 60_000);
  const expected = /WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource/;
  const page = await stage.signedIn(t, { path: `${PATH}?tab=plan`, expected });
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  await field('Source version').fill('elsewhere');
  await field('Address (URL)').fill('http://example.com/box.bin');
  await wayField(page).selectOption({ label: 'In packets' });
  await page.getByRole('button', { name: 'Add Plan' }).click();
  const refusal = page.getByText('Only a file of the firmware store can be sent in packets.');
  await expect(refusal).toBeVisible();
  await wayField(page).selectOption({ label: 'By link' });
  await page.getByRole('button', { name: 'Add Plan' }).click();
  await expect(wayOf(page, 'elsewhere')).toHaveValue('link');

  await field('Source version').fill(OLD);
  await field('Address (URL)').fill(link);
  await wayField(page).selectOption({ label: 'By link' });
  await page.getByRole('button', { name: 'Add Plan' }).click();
  await expect(wayOf(page, OLD)).toHaveValue('link');
  await wayOf(page, OLD).selectOption({ label: 'In packets' });
  await expect(wayOf(page, OLD)).toBeEnabled();
  await expect(wayOf(page, OLD)).toHaveValue('packets');
  await wayOf(page, 'elsewhere').selectOption({ label: 'In packets' });
  await expect(refusal.last()).toBeVisible();
  await expect(wayOf(page, 'elsewhere')).toHaveValue('link');

  await stage.server.stop();
  await stage.server.reopen();
  await page.reload();
  await expect(wayOf(page, OLD)).toHaveValue('packets');
  const planned = await drive(t, PLANNED);
  await until('it was updated by the plan', () => planned.kept.firmware === 'outrider-0.4.0', {
    deadlineMs: DONE.timeout,
  });
  assert.deepEqual(ways(planned), [0, true]);
  await page.getByRole('button', { name: `Delete ${OLD}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(wayOf(page, OLD)).toHaveCount(0);
});

test('ui: a roll-out for a group begins at its time in the way that was chosen, for the vehicles that are in the group then', async ({
  t,
}) => {
  const { id } = await stored('outrider-0.5.0', 20_000);
  const { groups } = stage.server.app;
  const north = await groups.add(1, 'North');
  const later = await drive(t, LATER);
  const apart = await drive(t, APART);
  const page = await stage.signedIn(t, { path: PATH });
  await page.getByLabel('Firmware', { exact: true }).selectOption(id);
  await wayField(page).selectOption({ label: 'In packets' });
  await page.getByRole('button', { name: 'Roll out to many …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll out firmware' });
  const begin = dialog.getByRole('button', { name: 'Begin', exact: true });
  await expect(begin).toBeDisabled();
  await dialog.getByRole('button', { name: 'Groups: none' }).click();
  await page.getByRole('option', { name: 'All devices → North' }).click();
  await dialog.getByRole('button', { name: /^Groups: / }).press('Escape');
  await expect(begin).toBeEnabled();
  await dialog.getByLabel('Memo').fill('by night');
  await dialog.getByRole('checkbox', { name: 'Begin later' }).check();
  const plan = dialog.getByRole('button', { name: 'Plan it' });
  const time = dialog.getByLabel('Begins at', { exact: true });
  await expect(time).toHaveValue(/ 02:00:00$/);
  await time.fill('tonight');
  await expect(plan).toBeDisabled();
  const beginsMs = Math.ceil(Date.now() / 1000) * 1000 + 20_000;
  await time.fill(
    await page.evaluate((ms) => {
      const at = new Date(ms);
      const two = (part: number): string => String(part).padStart(2, '0');
      const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
      return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
    }, beginsMs),
  );
  await plan.click();
  const list = page.getByRole('region', { name: 'Roll-outs' });
  await expect(list).toContainText('Begins at ');
  await groups.setDeviceGroups(keyOf(stage.server.config.data, LATER), [north]);
  await expect(list.getByRole('button', { name: 'Begin now' })).toBeVisible();
  assert.deepEqual([ways(later), Date.now() < beginsMs], [[0, false], true], 'not before its time');

  await expect(list).toContainText('1 done · 0 failed · 0 under way · 0 to come', DONE);
  assert.equal(later.kept.firmware, 'outrider-0.5.0');
  assert.deepEqual(ways(later), [0, true]);
  assert.deepEqual(ways(apart), [0, false], 'it is not in the group');
});
