// The device editor as people meet it: every field with its rule, what is sent of it, who is shown which field, two who edit at once.
// What the server refuses by itself is integration/device-editor.test.ts, what the fields do device-effects.test.ts.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { asJson, type Json } from '../integration/support/operator.ts';
import { rowOf } from './device-table.ts';
import { useStage } from './fixture.ts';
import { framesOf, logSockets, readSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { standStill } from './support/clock.ts';
import { until } from '../integration/support/until.ts';
import { expect, test } from './test.ts';

const ID = '13800000951';
const stage = useStage({}, ({ register }) => register(ID, 4));

const editor = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, name: string): Locator => editor(page).getByLabel(name, { exact: true });
const save = (page: Page): Locator => editor(page).getByRole('button', { name: 'Save', exact: true });
const optionsOf = (page: Page, name: string): Promise<string[]> => field(page, name).locator('option').allInnerTexts();

const openEditor = async (page: Page): Promise<void> => {
  await rowOf(page, ID).click();
  await page.getByRole('button', { name: 'Device editor' }).click();
  await expect(field(page, 'Driver').or(field(page, 'Plate')).first()).toBeVisible();
};

const stored = async (): Promise<Json> => asJson((await stage.command('D03', { I: ID }))['Z']);
/** Saves, and gives the fields that were sent. `deletes`: it is asked first. */
const saved = async (page: Page, { deletes = false } = {}): Promise<Json> => {
  const before = (await readSockets(page)).frames.filter(({ way, code }) => way === 'sent' && code === 'D04').length;
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  if (deletes) await page.getByRole('button', { name: 'Save and delete' }).click();
  const frame = (await framesOf(page, 'sent', 'D04', before + 1)).at(-1);
  await expect(editor(page).getByText('No changes')).toBeVisible();
  return asJson(frame?.message['Z']);
};

test('[A-DEVEDIT-001] [A-DEVEDIT-004] [A-DEVEDIT-005] [A-DEVEDIT-006] [A-DEVEDIT-007] [A-DEVEDIT-010] [A-DEVEDIT-024] what a vehicle is: kept as typed up to its limit, sent alone, there when opened again', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await openEditor(page);
  await expect(editor(page).getByRole('heading')).toHaveText(`${ID} Editor`);
  const box = await editor(page).locator('.modal-content').boundingBox();
  assert.ok(box !== null && box.width >= 690, JSON.stringify(box));
  assert.deepEqual(await optionsOf(page, 'Channels'), ['1', '2', '3', '4', '8', '12', '16', '20', '36', '64']);
  const zones = await field(page, 'Zone of the clock')
    .locator('option')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value'))));
  assert.deepEqual([zones.at(0), zones.at(-1)], [-43_200, 43_200]);
  for (const name of ['Driver', 'Device Memo', 'External id']) {
    await field(page, name).pressSequentially('0123456789012345678901234567890123456789');
    await expect(field(page, name)).toHaveValue('0123456789012345678901234567890');
  }
  await field(page, 'Map location').pressSequentially(`24.${'0'.repeat(70)}`);
  await expect(field(page, 'Map location')).toHaveValue(`24.${'0'.repeat(60)}`);
  await field(page, 'Map location').fill('24.07,120.52');
  await field(page, 'Video loss interval').fill('60');
  await field(page, 'Time zone by place').check();
  await field(page, 'Icon').selectOption('Bus');
  await field(page, 'Zone of the clock').selectOption('-43200');
  const typed = '0123456789012345678901234567890';
  assert.deepEqual(await saved(page), {
    driver: typed,
    vehicleid: typed,
    extid: typed,
    maplocation: '24.07,120.52',
    videolossinterval: 60,
    gpstzenable: 1,
    icon: 1,
    clockzone: -43_200,
  });
  const record = await stored();
  assert.deepEqual([record['driver'], record['clockzone'], record['icon']], [typed, -43_200, 1]);
  await editor(page).getByRole('button', { name: 'Close' }).last().click();
  await openEditor(page);
  for (const name of ['Driver', 'Device Memo', 'External id']) await expect(field(page, name)).toHaveValue(typed);
  await expect(field(page, 'Map location')).toHaveValue('24.07,120.52');
  await expect(field(page, 'Video loss interval')).toHaveValue('60');
  await expect(field(page, 'Time zone by place')).toBeChecked();
  await expect(rowOf(page, ID).getByRole('img', { name: 'Bus' })).toBeVisible();
  await field(page, 'Channels').selectOption('12');
  assert.equal((await saved(page))['channel'], 12);
  await field(page, 'Channels').selectOption('4');
  await saved(page);
});

test('[A-DEVEDIT-008] [A-DEVEDIT-009] [A-DEVEDIT-013] [A-DEVEDIT-014] [A-DEVEDIT-015] [A-DEVEDIT-016] [A-DEVEDIT-017] channels: ticks, names, order and talk, all of them by the number of channels; the volume in MB', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await openEditor(page);
  await field(page, 'Main stream 2').check();
  await field(page, 'Channels that are installed 3').uncheck();
  await field(page, 'Name of channel 1').pressSequentially('Front, the door at');
  await expect(field(page, 'Name of channel 1')).toHaveValue('Front the do');
  await field(page, 'Channel 2 further to the front').click();
  await field(page, 'Talk channel').selectOption('3');
  await field(page, 'Data limit').check();
  await field(page, 'Data volume of a month').fill('10');
  assert.deepEqual(await saved(page), {
    streamtype: '0100',
    chmask: '0010',
    chnames: 'Front the do,,,',
    chsort: '2,1,3,4',
    talkch: 3,
    netlimit: 1,
    maxnetflow: 10_240,
  });
  const { chmask, chsort, talkch } = await stored();
  assert.deepEqual([chmask, chsort, talkch], ['0010', '2,1,3,4', 3]);
  await editor(page).getByRole('button', { name: 'Close' }).last().click();
  await openEditor(page);
  await expect(field(page, 'Data volume of a month')).toHaveValue('10');
  await expect(field(page, 'Channels that are installed 3')).not.toBeChecked();
  await field(page, 'Channels').selectOption('8');
  await expect(field(page, 'Talk channel')).toHaveValue('1');
  await expect(field(page, 'Main stream 8')).not.toBeChecked();
  assert.deepEqual(await saved(page), {
    channel: 8,
    streamtype: '01000000',
    chmask: '00100000',
    chnames: 'Front the do,,,,,,,',
    chsort: '1,2,3,4,5,6,7,8',
    talkch: 1,
  });
});

test('[A-DEVEDIT-011] [A-DEVEDIT-012] [A-DEVEDIT-018] [A-DEVEDIT-019] [A-DEVEDIT-020] [A-DEVEDIT-021] [A-DEVEDIT-022] [A-DEVEDIT-023] recording: its options, what each shows, days with their default', async ({
  t,
}) => {
  await stage.command('D04', { I: ID, Z: { channel: 4, recenable: 0, recdays: 0, eventdays: 0 } });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await openEditor(page);
  const days = field(page, 'Record days');
  const daysDefault = field(page, 'Record days: Default');
  const plan = editor(page).getByRole('group', { name: 'Recording plan' });
  const recordings = ['Forbidden', 'Liveview Only', 'Record Full Channel', 'Record Selected Channel'];
  assert.deepEqual(await optionsOf(page, 'Recording'), recordings);
  for (const [i, value] of [-1, 1, 2, 0].entries()) {
    await field(page, 'Recording').selectOption(recordings[value + 1] ?? '');
    await expect(daysDefault).toHaveCount(value >= 1 ? 1 : 0);
    await expect(plan).toHaveCount(value === 2 ? 1 : 0);
    assert.equal((await saved(page))['recenable'], value, String(i));
  }
  const sounds = [
    'Forbidden',
    'Single source without record',
    'Single source with record',
    'Multi source without record',
    'Multi source with record',
  ];
  assert.deepEqual(await optionsOf(page, 'Recorded sound'), sounds);
  for (const value of [-1, 0, 1, 2, 3]) {
    await field(page, 'Recorded sound').selectOption(sounds[value + 1] ?? '');
    assert.deepEqual(await saved(page), { recaudio: value });
  }
  await field(page, 'Recording').selectOption('Record Selected Channel');
  await field(page, 'Recording plan 4').check();
  await daysDefault.uncheck();
  await expect(days).toHaveValue('7');
  for (const wrong of ['0', '-1', '30000']) {
    await days.fill(wrong);
    await expect(save(page)).toBeDisabled();
  }
  await expect(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill('29999');
  assert.deepEqual(await saved(page, { deletes: true }), { recenable: 2, recplan: '0001', recdays: 29_999 });
  await days.fill('1');
  assert.deepEqual(await saved(page, { deletes: true }), { recdays: 1 });
  await daysDefault.check();
  assert.deepEqual(await saved(page, { deletes: true }), { recdays: 0 });
  await field(page, 'Event days: Default').uncheck();
  await expect(field(page, 'Event days')).toHaveValue('365');
  await field(page, 'Event days').fill('90');
  assert.deepEqual(await saved(page, { deletes: true }), { eventdays: 90 });
  assert.equal((await stored())['eventdays'], 90);
  await field(page, 'Event days: Default').check();
  assert.deepEqual(await saved(page, { deletes: true }), { eventdays: 0 });
});

test('[A-DEVEDIT-002] [A-DEVEDIT-003] Save rests for three seconds, and whoever opened the editor asks again after two', async ({
  t,
}) => {
  const page = await stage.signedIn(t, {
    path: '/blockview',
    prepare: async (made) => {
      await made.clock.install();
      await logSockets(made);
    },
  });
  await openEditor(page);
  await field(page, 'Plate').fill('KAA-1');
  const asked = async (): Promise<number> =>
    (await readSockets(page)).frames.filter(({ way, code }) => way === 'sent' && code === 'Q03').length;
  await standStill(page);
  const before = await asked();
  await save(page).click();
  await page.clock.runFor(100);
  await expect(save(page)).toBeDisabled();
  await becomes(async () => (await stored())['plate'], 'KAA-1');
  await page.clock.runFor(1800);
  assert.equal(await asked(), before);
  await page.clock.runFor(200);
  await becomes(asked, before + 1);
  await page.clock.runFor(700);
  await expect(save(page)).toBeDisabled();
  await page.clock.runFor(500);
  await expect(save(page)).toBeEnabled();
});

test('[A-DEVEDIT-026] a field is there with its right only; who saves over another one sees both values', async ({
  t,
}) => {
  const granted = rights.filter((right) => right !== 'F_lmdvrs_recdays' && right !== 'F_lmdvrs_driver');
  const account = await stage.account('second', 2, granted);
  const page = await stage.signedIn(t, { path: '/blockview', account, prepare: logSockets });
  await openEditor(page);
  await field(page, 'Recording').selectOption('Record Full Channel');
  await expect(field(page, 'Event days: Default')).toHaveCount(1);
  await expect(field(page, 'Record days: Default')).toHaveCount(0);
  await expect(field(page, 'Driver')).toHaveCount(0);
  await field(page, 'Plate').fill('MINE-1');
  await stage.command('D04', { I: ID, Z: { plate: 'THEIRS-2', vehicleid: 'night bus' } });
  await save(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('admin changed this at');
  await expect(editor(page).getByText('admin saved: THEIRS-2')).toBeVisible();
  await expect(field(page, 'Plate')).toHaveValue('MINE-1');
  await expect(field(page, 'Device Memo')).toHaveValue('night bus');
  const sent = await saved(page);
  assert.deepEqual(sent, { plate: 'MINE-1', recenable: 1 });
  await until('both are kept', async () => {
    const { plate, vehicleid } = await stored();
    return plate === 'MINE-1' && vehicleid === 'night bus';
  });
});

test('what somebody else saved of channels, days and volume meanwhile is told in words', async ({ t }) => {
  const id = '13800000952';
  await stage.register(id, 4);
  await stage.command('D04', { I: id, Z: { netlimit: 1, maxnetflow: 1024, recenable: 1 } });
  const page = await stage.signedIn(t, { path: `/blockview?device=${id}` });
  await page.getByRole('button', { name: 'Device editor' }).click();
  await field(page, 'Main stream 2').check();
  await field(page, 'Channels that are installed 3').uncheck();
  await field(page, 'Name of channel 1').fill('Mine');
  await field(page, 'Talk channel').selectOption('2');
  await field(page, 'Data volume of a month').fill('10');
  const theirs = { streamtype: '1001', chmask: '0100', chnames: 'Front,Rear,,', talkch: 3, maxnetflow: 20_480 };
  await stage.command('D04', { I: id, Z: theirs });
  await save(page).click();
  await expect(editor(page).getByRole('alert')).toContainText('admin changed this at');
  for (const text of ['1, 4', '1, 3, 4', 'Front, Rear', '3', '20 MB'])
    await expect(editor(page).getByText(`admin saved: ${text}`, { exact: true })).toBeVisible();
});
