// What a device itself is set to, as people meet it: read from it, changed panel by panel, and what it answers wrongly, late or not at all.
// What the server refuses by itself is integration/device-setup.test.ts.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Page, Request } from '@playwright/test';
import { asJson, type Json } from '../integration/support/operator.ts';
import { ASK_ALL_PARAMETERS, answerParameters, type ParameterDevice } from '../integration/support/parameter-device.ts';
import type { Device } from '../integration/support/device.ts';
import { recorderOn, rowOf } from './device-table.ts';
import { type Ending, useStage } from './fixture.ts';
import { dialog, field, openPanel, openSheet, save, toast } from './setup-dialog.ts';
import { becomes } from './support/becomes.ts';
import { allAsked, standStill } from './support/clock.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const recorder = recorderOn(stage);

// 0x0075: live CBR CIF 25 pictures 15/s 200 kbit/s, stored VBR D1 50 25/s 1000 kbit/s, date and plate on the picture, sound on.
const AV = '00010019 0f000000c8 010300321900 0003e8000301'.replaceAll(' ', '');
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const usual: Readonly<Record<number, string>> = {
  0x0001: '0000001e',
  0x0012: hexOf('geheim'),
  0x0013: hexOf('10.1.2.3'),
  0x0055: '00000050',
  0x0056: '0000000a',
  0x0075: AV,
  0x0083: hexOf('KAA1234'),
  0x0090: '03',
};

const online = async (
  t: Ending,
  id: string,
  items: Readonly<Record<number, string>> = usual,
): Promise<{ device: Device; parameters: ParameterDevice }> => {
  const device = await recorder(t, id);
  return { device, parameters: answerParameters(device, items) };
};

/** What the page sent to the call, oldest first. */
const listen = (page: Page, method: 'POST' | 'PUT'): Json[] => {
  const sent: Json[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === method && request.url().includes('/gkserver/gkdevicesetup/'))
      sent.push(asJson(request.postDataJSON()));
  });
  return sent;
};

test('[F-ROUTE-016] [A-REMLIST-002] [A-PARAM-001] [A-PARAM-002] [A-PARAM-003] [A-PARAM-004] [A-PARAM-005] [A-PARAM-013] the list leads to a dialog that asks the device after a second; each panel saves by itself and asks again', async ({
  t,
}) => {
  const id = '13800000971';
  const { parameters } = await online(t, id);
  const page = await stage.signedIn(t, { path: '/devicesetup', prepare: (made) => made.clock.install() });
  const loads = listen(page, 'POST');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remote device setting');
  await page.getByRole('row').filter({ hasText: id }).click();
  const detail = page.getByRole('complementary', { name: 'Selected vehicle' });
  await expect(detail.getByText('Online')).toBeVisible();
  await page.waitForURL((url) => url.searchParams.get('device') === id);
  // Its code comes once, while time goes on.
  await detail.getByRole('button', { name: 'Remote Device Setting' }).click();
  await expect(dialog(page).getByRole('heading', { name: `Remote Device Setting ${id}` })).toBeVisible();
  await dialog(page).and(page.locator(':focus-within')).waitFor(); // it hears keys from when it takes the focus
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await standStill(page);
  await allAsked(page);
  parameters.hold();
  const before = loads.length;
  await detail.getByRole('button', { name: 'Remote Device Setting' }).click();
  await dialog(page).and(page.locator(':focus-within')).waitFor(); // its second has begun
  await page.clock.runFor(900);
  await allAsked(page);
  assert.equal(loads.length, before, 'not before a second');
  await page.clock.runFor(200);
  await becomes(() => loads.length, before + 1);
  await expect(dialog(page).getByText('Loading...')).toBeVisible();
  parameters.release();
  await page.clock.resume();
  await expect(field(page, 'Plate')).toHaveValue('KAA1234');
  for (const name of ['Text on the picture', 'Streams and recording', 'System', 'Network', 'Satellites and CAN']) {
    await openPanel(page, name);
    await expect(save(page)).toHaveCount(1);
  }

  await openPanel(page, 'System');
  await field(page, 'Overspeed period').fill('25');
  parameters.hold();
  await save(page).click();
  await expect(dialog(page).getByText('Saving...')).toBeVisible();
  parameters.release();
  await expect(toast(page, 'Save Success')).toBeVisible();
  await becomes(() => loads.length, before + 2, 'the device is asked again');
  await expect(field(page, 'Overspeed period')).toHaveValue('25');
  assert.equal(parameters.has.get(0x0056)?.at(-1), 25);
});

test('[A-PARAM-014] [A-PARAM-016] [A-PARAM-017] [A-PARAM-026] [A-PARAMS-004] [F-PRODUCT-010] what was changed is marked and sent alone; what was changed back is not; the device has it afterwards', async ({
  t,
}) => {
  const id = '13800000972';
  const { parameters } = await online(t, id);
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts = listen(page, 'PUT');
  await openSheet(page, id);
  await openPanel(page, 'System');
  const marks = dialog(page).getByText('changed', { exact: true });
  await save(page).click();
  await expect(toast(page, 'No changes')).toBeVisible();
  await field(page, 'Overspeed period').fill('11');
  await expect(marks).toHaveCount(1);
  await field(page, 'Overspeed period').fill('10');
  await expect(marks).toHaveCount(0);
  await field(page, 'Speed limit').fill('80.6');
  await save(page).click();
  await expect(toast(page, 'Save Success')).toBeVisible();
  assert.deepEqual(
    puts.map(({ deviceParams }) => deviceParams),
    [{ sys_spdlimit: 81 }],
  );
  assert.deepEqual(
    parameters.set.map((all) => all.map(({ id: number, raw }) => [number, Buffer.from(raw).toString('hex')])),
    [[[0x55, '00000051']]],
  );
  await expect(field(page, 'Speed limit')).toHaveValue('81');
  await page.reload();
  await page.getByRole('complementary').getByRole('button', { name: 'Remote Device Setting' }).click();
  await openPanel(page, 'System');
  await expect(field(page, 'Speed limit')).toHaveValue('81');
});

test('[A-PARAMO-002] [A-PARAME-003] [A-PARAME-004] [A-PARAME-006] [A-PARAMN-002] [A-PARAM-018] [A-PARAM-020] limits and choices of each value', async ({
  t,
}) => {
  const id = '13800000973';
  // A resolution that is none, and a heartbeat within its limits.
  const { parameters } = await online(t, id, { ...usual, 0x0075: `004d${AV.slice(4)}` });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  const puts = listen(page, 'PUT');
  await openSheet(page, id);
  const plate = field(page, 'Plate');
  await plate.fill('');
  await plate.pressSequentially('ABC-1234567890X');
  await expect(plate).toHaveValue('ABC-12345678');
  await expect(dialog(page).getByText('Letters A to Z and digits only.')).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await openPanel(page, 'Streams and recording');
  const size = field(page, 'Sub-stream: Resolution');
  await expect(size.locator('option:checked')).toHaveText('invalid - 77');
  await expect(size.locator('option')).toHaveText(['invalid - 77', 'CIF', '360P', 'VGA', '720P']);
  await size.selectOption('720P');
  await expect(size.locator('option')).toHaveText(['CIF', '360P', 'VGA', '720P']);
  for (const [name, unit, good, bad] of [
    ['Sub-stream: Frame rate', '1~15', ['1', '15'], ['0', '16']],
    ['Sub-stream: Bit rate', '32~1024 kbps', ['16', '1024'], ['15', '1025']],
  ] as const) {
    await expect(dialog(page).getByText(unit)).toBeVisible();
    for (const value of bad) {
      await field(page, name).fill(value);
      await expect(save(page)).toBeDisabled();
      await expect(dialog(page).getByText(/^This must be a number from/)).toBeVisible();
    }
    for (const value of good) {
      await field(page, name).fill(value);
      await expect(save(page)).toBeEnabled();
    }
  }
  await save(page).click();
  await expect(toast(page, 'Save Success')).toBeVisible();
  assert.deepEqual(puts[0]?.['deviceParams'], { enc_sres: 5, enc_sbit: 1024 });
  assert.equal(
    Buffer.from(parameters.has.get(0x0075) ?? []).toString('hex'),
    `0005${AV.slice(4, 10)}00000400${AV.slice(18)}`,
  );

  await openPanel(page, 'Network');
  const heartbeat = field(page, 'Heartbeat');
  assert.deepEqual(await heartbeat.evaluate((each: HTMLInputElement) => [each.type, each.min, each.max]), [
    'range',
    '1',
    '30',
  ]);
  await expect(field(page, 'Server: Dial-up password')).toHaveValue('********');
});

test('[A-PARAM-006] [A-PARAM-025] [A-PARAM-028] half an answer shows half the panels and says why; none, no answer at all and a refusal say so', async ({
  t,
}) => {
  const id = '13800000974';
  const { device, parameters } = await online(t, id, { 0x0055: '00000050', 0x0075: AV.slice(2) });
  const page = await stage.signedIn(t, { path: '/devicesetup', expected: /422/ });
  await openSheet(page, id);
  await expect(dialog(page).getByRole('tab')).toHaveText(['System', 'Raw list']);
  await expect(dialog(page).getByText(/The device told nothing of: General, Text on the picture/)).toBeVisible();
  await expect(dialog(page).getByText(/0x0075 \(Text on the picture, Streams and recording\): its 20 B/)).toBeVisible();
  parameters.ignores.add(0x0055);
  await field(page, 'Speed limit').fill('90');
  await save(page).click();
  await expect(dialog(page).getByText('The device did not take this and kept what it had: Speed limit.')).toBeVisible();
  await expect(field(page, 'Speed limit')).toHaveValue('80');
  parameters.has.delete(0x0055);
  await field(page, 'Speed limit').fill('91');
  await save(page).click();
  await expect(toast(page, 'Save Error')).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toContainText('The device does not have this parameter');
  parameters.has.clear();
  await dialog(page).getByRole('button', { name: 'Read again' }).click();
  await page.getByRole('dialog', { name: 'Discard the changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page).getByText('No Setable Item')).toBeVisible();
  device.on(ASK_ALL_PARAMETERS, ({ header }) => device.reply(header, 1));
  await dialog(page).getByRole('button', { name: 'Read again' }).click();
  await expect(toast(page, 'Load Error')).toBeVisible();
  await expect(dialog(page).getByText('Loading...')).toHaveCount(0);
  device.on(ASK_ALL_PARAMETERS, () => undefined);
  await dialog(page)
    .getByRole('button', { name: /Read again|Try again/ })
    .click();
  await expect(dialog(page).getByText('Loading...')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page).getByText('Loading...')).toHaveCount(0);
});

test('[A-PARAM-021] [A-PARAM-022] [A-REMLIST-001] [A-RIGHTS-003] [F-RIGHTS-018] each right opens its own: list, button, value and raw list', async ({
  t,
}) => {
  const id = '13800000975';
  await online(t, id);
  const granted = rights.filter((right) => right !== 'F_rmdvrs_speedlimit' && right !== 'F_rmdvrs_raw');
  const account = await stage.account('no-speed', 2, granted);
  const page = await stage.signedIn(t, { path: '/devicesetup', account });
  await openSheet(page, id);
  await openPanel(page, 'System');
  await expect(field(page, 'Overspeed period')).toBeVisible();
  assert.equal(await field(page, 'Speed limit').count(), 0);
  assert.equal(await dialog(page).getByRole('tab', { name: 'Raw list' }).count(), 0);
  await page.context().close();

  const none = await stage.account(
    'no-remote',
    2,
    rights.filter((right) => right !== 'F_rmdvrs'),
  );
  const other = await stage.signedIn(t, { path: '/blockview', account: none });
  await rowOf(other, id).click();
  await expect(other.getByRole('button', { name: 'Device editor' })).toBeVisible();
  assert.equal(await other.getByRole('button', { name: 'Remote Device Setting' }).count(), 0);
  await other.goto(other.url().replace('/blockview', '/devicesetup'));
  await expect(other).not.toHaveURL(/devicesetup/);
});

test('[F-ERR-014] [F-CMD-028] who saves over a change sees both values; the raw list is searched, and sets one by its name', async ({
  t,
}) => {
  const id = '13800000976';
  const { parameters } = await online(t, id, { ...usual, 0xe001: 'beef' });
  const page = await stage.signedIn(t, { path: '/blockview', expected: /409/ });
  await rowOf(page, id).click();
  await page.getByRole('button', { name: 'Remote Device Setting' }).click();
  await openPanel(page, 'System');
  await field(page, 'Speed limit').fill('90');
  parameters.has.set(0x0055, Uint8Array.of(0, 0, 0, 70));
  await save(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('the device changed this at');
  await expect(dialog(page).getByText('the device saved: 70 km/h')).toBeVisible();
  await save(page).click();
  await expect(toast(page, 'Save Success')).toBeVisible();
  assert.equal(parameters.has.get(0x0055)?.at(-1), 90);

  await openPanel(page, 'Raw list');
  const rows = dialog(page).getByRole('table', { name: 'Raw list' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'beef' })).toHaveCount(1);
  await dialog(page).getByRole('searchbox', { name: 'Search' }).fill('spdlimit');
  await expect(rows).toHaveCount(1);
  await rows.click();
  const editor = page.getByRole('dialog', { name: '0x0055 sys_spdlimit' });
  await editor.getByLabel('Speed limit').fill('95');
  await editor.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(toast(page, 'Set sys_spdlimit')).toContainText('Success');
  assert.equal(parameters.has.get(0x0055)?.at(-1), 95);
  await rows.click();
  const set = editor.getByRole('button', { name: 'Set', exact: true });
  await editor.getByLabel('Speed limit').fill('300');
  await expect(set).toBeDisabled();
  await editor.getByLabel('Speed limit').fill('96');
  parameters.has.delete(0x0055);
  await set.click();
  await expect(toast(page, 'Set sys_spdlimit').filter({ hasText: 'Failed' })).toBeVisible();
});

test('a device that is away says since when, on a phone too', async ({ t }) => {
  const id = '13800000977';
  const { device } = await online(t, id);
  const page = await stage.signedIn(t, { path: `/devicesetup?device=${id}`, phone: true, expected: /404/ });
  const detail = page.getByRole('complementary', { name: 'Selected vehicle' });
  await expect(detail.getByText('Online')).toBeVisible();
  device.close();
  await expect(detail.getByText(/^Offline since/)).toBeVisible();
  await detail.getByRole('button', { name: 'Remote Device Setting' }).click();
  await expect(dialog(page).getByText(/The device is offline since/)).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0);
});

test('[A-PARAME-005] the panel of the streams is saved only with a resolution and every value within its limits', async ({
  t,
}) => {
  const id = '13800000978';
  // The device tells no resolution: 255 is none of the standard.
  const { parameters } = await online(t, id, { 0x0075: `00ff${AV.slice(4)}` });
  const page = await stage.signedIn(t, { path: '/devicesetup' });
  await openSheet(page, id);
  await openPanel(page, 'Streams and recording');
  const [size, rate] = [field(page, 'Sub-stream: Resolution'), field(page, 'Sub-stream: Frame rate')];
  await expect(size.locator('option:checked')).toHaveText('invalid - 255');
  await expect(save(page)).toBeDisabled();
  await rate.fill('10');
  await expect(save(page)).toBeDisabled();
  await expect(dialog(page).getByText('The sub-stream needs a resolution')).toBeVisible();
  await size.selectOption('CIF');
  await expect(save(page)).toBeEnabled();
  await rate.fill('16');
  await expect(save(page)).toBeDisabled();
  await rate.fill('');
  await expect(save(page)).toBeDisabled();
  await rate.fill('15');
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(toast(page, 'Save Success')).toBeVisible();
  assert.deepEqual(parameters.set.length, 1);
});
