// Which columns the dashboard shows: the usual ones, those a right or a secure page allows, and what the operator chooses. And the pad
// behind the PTZ column.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { asJson } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { textIn } from './device-table.ts';
import { useStage } from './fixture.ts';
import { framesOf, logSockets } from './socket-log.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const ID = '13800000701';
const stage = useStage({}, ({ register }) => register(ID, 2, { extid: 'MEMO-2' }));

const usual = [
  'Driver',
  'Speed km/h',
  'Place',
  'Last report',
  'Channels',
  'Device Memo',
  'Plate',
  'Signal',
  'ACC',
  'Voltage',
  'Disk used',
  'Temperature',
  'Satellites',
  'Loop data',
  'Time zone',
  'SD',
  'Recording status',
  'PTZ',
  'Talk',
];

const headers = async (page: Page): Promise<string[]> => {
  await page.getByRole('link', { name: ID, exact: true }).waitFor();
  const names = await page.getByRole('columnheader').allInnerTexts();
  return names.map((name) => name.replace(/[↑↓]$/, '').trim());
};

/** All but state, device and the button that removes one, which are no choice. */
const chosen = async (page: Page): Promise<string[]> =>
  (await headers(page)).filter((name) => !['', 'Device', 'Del'].includes(name));

const choices = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.waitFor();
  return dialog;
};

test('[F-COLUMNS-001] [F-COLUMNS-003] [A-DASH-012] [A-DASH-013] a fresh browser shows the usual columns; others are switched on, remembered, and given back', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/blockview' });
  await becomes(() => chosen(page), usual);
  const dialog = await choices(page);
  await expect(dialog.getByLabel('Extra memo')).toBeChecked({ checked: false });
  await dialog.getByLabel('Extra memo').check();
  await dialog.getByLabel('Voltage').uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const expected = [...usual.filter((name) => name !== 'Voltage'), 'Extra memo'];
  await becomes(() => chosen(page), expected);
  await page.getByRole('cell', { name: 'MEMO-2' }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('showColumns') ?? '');
  assert.ok(!kept.split(',').includes('voltage') && kept.split(',').includes('extraMemo'), kept);
  await page.reload();
  await becomes(() => chosen(page), expected);
  await (await choices(page)).getByRole('button', { name: 'Back to the usual columns' }).click();
  await page.keyboard.press('Escape');
  await becomes(() => chosen(page), usual);
});

test('state and device stay in sight while the other columns scroll away', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/blockview', context: { viewport: { width: 900, height: 700 } } });
  const link = page.getByRole('link', { name: ID, exact: true });
  const head = page.getByRole('columnheader', { name: 'Talk' });
  await textIn(page, ID, /^Channels$/); // the row is filled, and its columns are as wide as they stay
  const before = await link.boundingBox();
  await head.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      const talk = await head.boundingBox();
      return talk !== null && talk.x + talk.width <= 900;
    }, 'the last column is in sight')
    .toBe(true);
  const after = await link.boundingBox();
  assert.equal(after?.x, before?.x);
});

test('[F-COLUMNS-002] the talk column is there on a secure page only', async ({ t }) => {
  const secure = await stage.signedIn(t, { path: '/blockview' });
  await becomes(async () => (await headers(secure)).includes('Talk'), true, 'the talk column');
  const plain = await stage.signedIn(t, { path: '/blockview', plain: true });
  await becomes(
    () => chosen(plain),
    usual.filter((name) => name !== 'Talk'),
  );
  assert.equal(await (await choices(plain)).getByLabel('Talk').count(), 0);
});

test('[F-RIGHTS-025] [F-RIGHTS-026] [A-RIGHTS-005] without the rights to move cameras and to talk their columns are hidden and not offered', async ({
  t,
}) => {
  const without = (gone: string): string[] => rights.filter((right) => right !== gone);
  for (const [right, column] of [
    ['F_ptz', 'PTZ'],
    ['F_talk', 'Talk'],
  ] as const) {
    const account = await stage.account(`without-${right}`, 1, without(right));
    const page = await stage.signedIn(t, { account, path: '/blockview' });
    await becomes(
      () => chosen(page),
      usual.filter((name) => name !== column),
    );
    assert.equal(await (await choices(page)).getByLabel(column, { exact: true }).count(), 0);
  }
});

test('[F-RIGHTS-020] what moves cameras is there with the right to it and absent without', async ({ t }) => {
  const controls = async (expected: number[], account = stage.server.admin): Promise<void> => {
    const page = await stage.signedIn(t, { account, path: `/blockview?device=${ID}` });
    await page.getByRole('complementary', { name: 'Selected vehicle' }).waitFor();
    assert.equal(await textIn(page, ID, /^Channels$/), '2', 'the row is filled');
    const inRow = page.getByRole('button', { name: `Move the cameras of ${ID}` });
    const inPanel = page.getByRole('button', { name: 'PTZ', exact: true });
    await becomes(async () => [await inPanel.count(), await inRow.count()], expected, 'controls in panel and row');
  };
  await controls([1, 1]);
  const without = rights.filter((right) => right !== 'F_ptz');
  await controls([0, 0], await stage.account('no-cameras', 1, without));
});

test('[F-XINFO-002] the PTZ column opens a pad that moves the camera of a channel for as long as a button is held', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '13800000711', channels: 2 });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logSockets });
  await page.getByRole('button', { name: `Move the cameras of ${vehicle.deviceId}` }).click();
  const pad = page.getByRole('dialog', { name: `Cameras of ${vehicle.deviceId}` });
  const channels = pad.getByRole('group', { name: 'Channels' }).getByRole('button');
  await becomes(() => channels.allInnerTexts(), ['ch1', 'ch2']);
  await channels.nth(1).click();
  const moves = (): readonly string[] =>
    vehicle.memory.ptz.map(({ channel, id, values }) => [channel, id.toString(16), ...values].join(' '));
  const up = pad.getByRole('button', { name: 'Up', exact: true });
  await up.hover();
  await page.mouse.down();
  await until('the camera turns', () => moves().length === 1);
  await page.mouse.up();
  await until('the camera stands', () => moves().length === 2);
  await pad.getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await until('the lens has moved', () => moves().length === 4);
  assert.equal(moves()[0], '2 9301 1 128');
  assert.equal(moves()[1], '2 9301 0 0');
  assert.equal(moves()[2], '2 9306 0');
  const sent = (await framesOf(page, 'sent', 'D12')).map(({ message: { I, C, A } }) => [I, C, A]);
  assert.deepEqual(sent, [
    [vehicle.deviceId, 2, 'UP'],
    [vehicle.deviceId, 2, 'STOP'],
    [vehicle.deviceId, 2, 'ZI'],
    [vehicle.deviceId, 2, 'STOP'],
  ]);
  await vehicle.stop();
  await until('the server knows that it is gone', async () => {
    const { status } = asJson((await stage.command('Q05', { I: vehicle.deviceId })).Z);
    return status === 0;
  });
  await pad.getByRole('button', { name: 'Left', exact: true }).click();
  await pad.getByRole('alert').getByText('The device is offline').waitFor();
});
