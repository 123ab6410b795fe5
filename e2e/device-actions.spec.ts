// What the panel of a device does beyond texts (device-orders.spec.ts): questions before what cannot be undone, the right of each button, waking
// up, the pages of its logs, photos with their pictures, and the list of orders further back.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { type Right, rights } from '@outrider/contract';
import { Channel } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { field, openPanel, openSheet, save } from './setup-dialog.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected vehicle' });
const button = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string): Locator => panel(page).getByRole('link', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const notice = (page: Page, title: string, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: title }).filter({ hasText: text });
const orders = ['D12', 'D13', 'D17', 'D21', 'D22', 'D23', 'D24', 'D25', 'D26', 'D28'];
const sent = async (page: Page): Promise<string[]> =>
  (await readSockets(page)).frames
    .filter(({ way, code }) => way === 'sent' && orders.includes(code))
    .map(({ code }) => code);

test('[A-DEVACT-001] [A-DEVACT-002] what destroys something asks first and sends nothing when it is dismissed; records go when the id is typed exactly', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000971', channels: 2, vendorBlock: true });
  const id = vehicle.deviceId;
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, id).click();
  for (const [name, question] of [
    ['Restart', `Restart ${id}?`],
    ['Restore defaults', `Restore the defaults of ${id}?`],
    ['Format SD card', `Format the SD card of ${id}?`],
    ['Delete all local records', `Delete all recordings of ${id}?`],
  ] as const) {
    await button(page, name).click();
    await expect(dialog(page).getByRole('heading')).toHaveText(question);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await button(page, name).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  assert.deepEqual(await sent(page), []);

  await button(page, 'Delete all local records').click();
  const confirm = dialog(page).getByRole('button', { name: 'Delete' });
  for (const wrong of ['', id.slice(1), `${id}0`, 'yes']) {
    await dialog(page).getByRole('textbox').fill(wrong);
    await expect(confirm).toBeDisabled();
    await page.keyboard.press('Enter');
  }
  assert.deepEqual(await sent(page), [], 'a wrong id sends nothing');
  await dialog(page).getByRole('textbox').fill(id);
  await confirm.click();
  await expect(notice(page, 'Delete Recorded Data', 'Success')).toBeVisible();
  assert.deepEqual(await sent(page), ['D13']);

  const emptied = vehicle.kept.disk.saved.emptiedMs;
  await button(page, 'Format SD card').click();
  await dialog(page).getByRole('button', { name: 'Format SD card' }).click();
  await expect(notice(page, `Format the SD card of ${id}`, 'Success')).toBeVisible();
  assert.deepEqual(await sent(page), ['D13', 'D28']);
  assert.ok(emptied === null && vehicle.kept.disk.saved.emptiedMs !== null, 'its disk was emptied');
});

test('[A-DEVACT-005] [A-DEVACT-006] [A-DEVACT-007] each button and link is there with its own right alone; wake-up for a device that says it can', async ({
  t,
}) => {
  const able = await stage.vehicle(t, { phone: '13800000972', channels: 2, vendorBlock: true });
  const unable = await stage.vehicle(t, { phone: '13800000973', channels: 2 });
  const account = await stage.account('worker', 1);
  const page = await stage.signedIn(t, { account, path: '/blockview' });
  const { users } = stage.server.app;
  const user = users.byName('worker');
  assert.ok(user);
  const parts: readonly (readonly [Right, Locator])[] = [
    ['F_lmdvrs_syslog', link(page, 'System log')],
    ['F_lmdvrs_carbox', link(page, 'Driving recorder')],
    ['F_lmdvrs_restore', button(page, 'Restore defaults')],
    ['F_lmdvrs_format', button(page, 'Format SD card')],
    ['F_lmdvrs_reboot', button(page, 'Restart')],
    ['F_lmdvrs_textdevice', button(page, 'Send text')],
    ['F_lmdvrs_mcu', button(page, 'MCU command')],
    ['F_lmdvrs_wakeup', button(page, 'Wake up')],
    ['F_lmdvrs_deleteall', button(page, 'Delete all local records')],
  ];
  await rowOf(page, able.deviceId).click();
  for (const [, part] of parts) await expect(part).toBeVisible();
  for (const [missing, absent] of parts) {
    await users.change(user.id, { rights: new Set(rights.filter((right) => right !== missing)) });
    await expect(absent, `without ${missing}`).toHaveCount(0);
    for (const [right, part] of parts.filter(([own]) => own !== missing))
      await expect(part, `${right} without ${missing}`).toBeVisible();
  }
  await users.change(user.id, { rights: new Set(rights.filter((right) => right !== 'F_lmdvrs_deleterecord')) });
  await expect(button(page, 'Delete all local records'), 'the setting is off').toHaveCount(0);
  await users.change(user.id, { rights: new Set(rights) });
  await expect(button(page, 'Delete all local records')).toBeVisible();
  await expect(button(page, 'Wake up')).toBeVisible();
  await rowOf(page, unable.deviceId).click();
  await until('it was asked what it can', () => unable.received.some((message) => message.id === 0x8107));
  await expect(button(page, 'Format SD card')).toBeVisible();
  await expect(button(page, 'Wake up')).toHaveCount(0);
});

test('[A-DEVACT-010] wake-up is asked first, and goes as D12 with 120; a device that cannot do what it is told says so', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000974', channels: 1, vendorBlock: true });
  const unable = await stage.vehicle(t, { phone: '13800000975', channels: 1 });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, vehicle.deviceId).click();
  await button(page, 'Wake up').click();
  await dialog(page).getByRole('button', { name: 'Wake up' }).click();
  await expect(notice(page, `Wake up ${vehicle.deviceId}`, 'Success')).toBeVisible();
  const [frame] = await framesOf(page, 'sent', 'D12');
  assert.deepEqual([frame?.message['I'], frame?.message['A']], [vehicle.deviceId, 120]);
  assert.ok(vehicle.log.texts(10, 0).some((line) => line.endsWith('woken up')));
  await rowOf(page, unable.deviceId).click();
  await button(page, 'Format SD card').click();
  await dialog(page).getByRole('button', { name: 'Format SD card' }).click();
  await expect(notice(page, `Format the SD card of ${unable.deviceId}`, 'Not supported by the device')).toBeVisible();
});

test('[A-DEVACT-012] [A-DEVACT-013] the links lead to pages on the stream port, without a hash, which show what the device wrote by itself', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, {
    phone: '13800000976',
    channels: 1,
    vendorBlock: true,
    plate: 'BLACK-BOX-1',
  });
  await stage.command('D21', { I: vehicle.deviceId, A: 'Back to the yard' });
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, vehicle.deviceId).click();
  const east = await page.evaluate(() => -new Date().getTimezoneOffset());
  for (const [name, type, shown] of [
    ['System log', 'syslog', 'text: Back to the yard'],
    ['Driving recorder', 'carbox', 'BLACK-BOX-1'],
  ] as const) {
    const href = new URL((await link(page, name).getAttribute('href')) ?? '');
    assert.equal(href.port, String(stage.server.ports.stream));
    const query = Object.fromEntries(href.searchParams);
    assert.deepEqual(query, { type, deviceid: vehicle.deviceId, timezone: String(east), lang: 'en' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), link(page, name).click()]);
    await expect(opened.getByRole('heading')).toContainText(vehicle.deviceId);
    await expect(opened.getByRole('cell', { name: shown })).toBeVisible();
    const [download] = await Promise.all([
      opened.waitForEvent('download'),
      opened.getByRole('link', { name: 'Save as a file' }).click(),
    ]);
    assert.match(download.suggestedFilename(), new RegExp(`^${vehicle.deviceId}_${type}_\\d{14}\\.`));
    await opened.close();
  }
});

test('a photo is taken on the channel that is chosen, and its picture opens from the panel and from the list', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000977', channels: 3 });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await rowOf(page, vehicle.deviceId).click();
  await button(page, 'Take photo').click();
  await expect(dialog(page).getByRole('radio')).toHaveCount(3);
  await dialog(page).getByRole('radio', { name: 'ch3' }).check();
  await dialog(page).getByRole('button', { name: 'Take photo' }).click();
  await expect(notice(page, `Photo of ${vehicle.deviceId}`, 'Success')).toBeVisible();
  const [frame] = await framesOf(page, 'sent', 'D24');
  assert.equal(frame?.message['C'], 3);
  const picture = panel(page)
    .getByRole('region', { name: 'Orders' })
    .getByRole('link', { name: /^Picture of \d/ });
  await expect(picture).toBeVisible();
  const [opened] = await Promise.all([page.waitForEvent('popup'), picture.click()]);
  await opened.waitForLoadState(); // asked on its way there it would fail
  await expect.poll(() => opened.evaluate(() => document.images[0]?.naturalWidth ?? 0)).toBeGreaterThan(0);
  await opened.close();
  await panel(page).getByRole('button', { name: 'All orders' }).click();
  const row = page.getByRole('row').filter({ hasText: vehicle.deviceId });
  await expect(row.getByRole('link', { name: /^Picture of \d/ })).toHaveAttribute('href', /^\/gkevent\/file\/\d+$/);
});

test('the list of orders goes further back, and says in Chinese what is kept of them', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000978', channels: 1 });
  const channel = await Channel.signedIn(stage.server, stage.server.admin);
  t.after(() => channel.close());
  await channel.get('D21', { I: vehicle.deviceId, A: 'the very first one' });
  for (let i = 0; i < 205; i += 1) await channel.get('D25', { I: vehicle.deviceId });
  const page = await stage.signedIn(t, { path: '/deviceorders?find=the%20very%20first' });
  const first = page.getByRole('row').filter({ hasText: 'the very first one' });
  const older = page.getByRole('button', { name: 'Show older orders' });
  await expect(older).toBeVisible();
  await expect(first).toHaveCount(0);
  await older.click();
  await expect(first).toBeVisible();
  await expect(older).toHaveCount(0);

  await stage.register('13800000979', 1);
  const waiting = await channel.ask('D22', { I: '13800000979', W: 1 });
  const cancelled = await fetch(`http://127.0.0.1:${stage.server.ports.http}/gkdevice/orders`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: waiting[0]?.['O'],
      action: 'cancel',
      username: stage.server.admin.user,
      password: stage.server.admin.hash,
    }),
  });
  assert.equal(cancelled.status, 200);
  const prepare = (made: Page) => made.addInitScript(() => localStorage.setItem('locale', 'cn'));
  const chinese = await stage.signedIn(t, { path: '/deviceorders?find=13800000979', prepare });
  await expect(chinese.getByRole('row').filter({ hasText: '13800000979' })).toContainText('由 admin');
});

test('[F-ERR-022] a settings write that is answered with 2, and then with 408, shows no failure', async ({ t }) => {
  const id = '13800000980';
  const vehicle = await stage.vehicle(t, { phone: id, channels: 1 });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await openSheet(page, id);
  await openPanel(page, 'Network');
  const heartbeat = field(page, 'Heartbeat');
  await expect(heartbeat).toHaveValue('30');
  await vehicle.stop();
  await expect(page.getByRole('complementary', { name: 'Selected vehicle' }).getByText(/^Offline since/)).toHaveCount(
    1,
  );
  const failures = page.locator('[data-sonner-toast][data-type="error"]');
  await heartbeat.fill('12');
  await save(page).click();
  const offline = notice(page, 'Offline setting', 'The device is offline.');
  await expect(offline).toHaveAttribute('data-type', 'info');
  // Read once: a notice goes by itself.
  assert.equal(await failures.count(), 0);
  await expect(heartbeat).toHaveValue('30'); // read again: the panel begins again then
  await page.route('**/gkserver/gkdevicesetup/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...Object(await response.json()), result: '408' } });
  });
  await heartbeat.fill('13');
  await save(page).click();
  const silent = notice(page, 'Offline setting', 'The device does not answer.');
  await expect(silent).toHaveAttribute('data-type', 'info');
  assert.equal(await failures.count(), 0);
  await expect(dialog(page).getByText('Waits for the device: 13 s')).toBeVisible();
  assert.equal(await dialog(page).getByRole('alert').count(), 0);
});
