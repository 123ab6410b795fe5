// What recorders say of themselves, from their bytes to the operator's eyes: columns, badges, icons, the details beside the table, the
// sums of the day.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import { powerItem, standardItem, storageItem, t0702DriverCard, temperaturesItem } from '@outrider/jt808';
import type { Locator, Page } from '@playwright/test';
import { locationAt } from '../integration/support/device.ts';
import { asJson } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { SECOND_MS, cell, nowMs, recorderOn, rowOf, textIn } from './device-table.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const recorder = recorderOn(stage);

/** Waits until a cell says it: before its value comes a dash may stand there. */
const says = (page: Page, id: string, header: RegExp, text: string): Promise<void> =>
  becomes(() => textIn(page, id, header), text, `${header} of ${id}`);

test('[F-DEVICE-010] [F-DEVICE-012] [F-DEVICE-019] [A-DASH-050] what a recorder says of supply, disks, sensors and zone stands in its columns, a dash before', async ({
  t,
}) => {
  const id = '13800000501';
  const device = await recorder(t, id);
  const silent = '13800000502';
  await recorder(t, silent);
  const items = [
    powerItem(24.6, 92),
    temperaturesItem([4.2, null, -18.1]),
    storageItem({ usedPercent: 61, lifeLeft: [96, -2], recordingErrors: 0 }),
    standardItem(0x06, { temperatureC: 30 }),
    standardItem(0x30, { signalStrength: 28 }),
    standardItem(0x31, { satellites: 11 }),
  ];
  await device.locate(locationAt(nowMs(), { status: 3, items }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, id).waitFor();
  await says(page, id, /^Voltage$/, '24.6 V · 92 %');
  await says(page, id, /^Disk used$/, '61 %');
  await says(page, id, /^Signal$/, '90 %');
  await says(page, id, /^ACC$/, 'On');
  await says(page, id, /^Temperature$/, '30.0 °C');
  await says(page, id, /^Satellites$/, '11');
  await says(page, id, /^Loop data$/, '4.2 / – / -18.1 °C');
  await says(page, id, /^SD$/, 'none');
  const words = (await cell(page, id, /^SD$/)).getByTitle('Storage 1: 96 %, storage 2: none');
  await expect(words).toHaveCount(1);
  await says(page, id, /^Time zone$/, 'UTC+8');
  for (const header of [/^Voltage$/, /^Disk used$/, /^Loop data$/, /^SD$/, /^Temperature$/])
    await says(page, silent, header, '–');
});

test('[F-DEVICE-017] [A-DASH-051] [A-PROD-002] the recording status follows what the server records, and a fault of the recorder is told with its count', async ({
  t,
}) => {
  const id = '13800000511';
  const device = await recorder(t, id);
  await device.locate(locationAt(nowMs(), {}));
  const { bus } = stage.server.app;
  const online = Promise.withResolvers<number>();
  t.after(
    bus.subscribe('position.accepted', ({ deviceId, deviceKey }) => deviceId === id && online.resolve(deviceKey)),
  );
  await device.locate(locationAt(nowMs() + SECOND_MS, {}));
  const deviceKey = await online.promise;
  const page = await stage.signedIn(t, { path: '/blockview' });
  await rowOf(page, id).waitFor();
  const status = await cell(page, id, /^Recording status$/);
  await becomes(() => status.innerText(), 'Not recording');
  await rowOf(page, id).getByRole('img', { name: 'Driving', exact: true }).waitFor();
  const reload = async (): Promise<void> => {
    await page.reload();
    await rowOf(page, id).waitFor();
  };
  bus.publish('recording.changed', { deviceKey, recording: true });
  await reload();
  await becomes(() => status.innerText(), 'Recording');
  await says(page, id, /^Channels$/, '4');
  await expect.poll(() => textIn(page, id, /^Place$/)).toMatch(/24\.10000, 120\.60000|Taiwan/);
  await rowOf(page, id).getByRole('img', { name: 'Driving, Recording', exact: true }).waitFor();
  bus.publish('recording.changed', { deviceKey, recording: false });
  await reload();
  await becomes(() => status.innerText(), 'Not recording');
  const fault = [
    standardItem(0x17, { storageFault: 1 }),
    storageItem({ usedPercent: 10, lifeLeft: [90, 90], recordingErrors: 3 }),
  ];
  await device.locate(locationAt(nowMs() + 2 * SECOND_MS, { items: fault }));
  await reload();
  await becomes(() => status.innerText(), 'Fault (3)');
});

test('[F-DEVICE-024] a device is added with an icon, and the icon changes with its index', async ({ t }) => {
  const id = '13800000521';
  await stage.device(t, { phone: id });
  t.after(() => stage.command('D02', { I: id }));
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page.getByRole('button', { name: `Add device ${id}` }).click();
  const dialog = page.getByRole('dialog', { name: `Add device ${id}` });
  const preview = dialog.getByRole('img');
  await dialog.getByRole('img', { name: 'Truck' }).waitFor();
  const truck = await preview.innerHTML();
  await dialog.getByLabel('Icon').selectOption('Bus');
  await dialog.getByRole('img', { name: 'Bus' }).waitFor();
  await expect.poll(() => preview.innerHTML()).not.toBe(truck);
  await dialog.getByRole('button', { name: 'Add device' }).click();
  await rowOf(page, id).getByRole('img', { name: 'Bus' }).waitFor();
  assert.equal(asJson((await stage.command('Q05', { I: id })).Z).icon, 1);
});

/** A figure of the day, or a fact. */
const named = (panel: Locator, name: string): Locator =>
  panel
    .locator('dl > div')
    .filter({ has: panel.page().getByText(name, { exact: true }) })
    .locator('dd');

test('[A-DASH-047] [A-DASH-048] [A-DASH-054] [A-DEVACT-004] [A-DEVACT-011] a press on a row shows the device beside the table: map, gauges, its day, its facts, and what can be done with it', async ({
  t,
}) => {
  const id = '13800000531';
  const device = await recorder(t, id, { vehicleid: '<b>x</b> 卡車', plate: 'PL-531', extid: 'EXT-531' });
  await device.ask(t0702DriverCard, { status: 1, time: null, cardResult: 0, name: '王小明', certificate: 'B-531' });
  const start = nowMs() - 10 * SECOND_MS;
  await device.locate(locationAt(start, { latitude: 24, speedKmh: 60 }));
  await device.locate(locationAt(start + 9 * SECOND_MS, { latitude: 24.01, speedKmh: 110, direction: 90 }));
  const page = await stage.signedIn(t, { path: '/blockview', context: { viewport: { width: 1440, height: 900 } } });
  await (await cell(page, id, /^Plate$/)).click();
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await panel.getByRole('heading', { name: '<b>x</b> 卡車' }).waitFor();
  await panel.getByText(id, { exact: true }).waitFor();
  await says(page, id, /^Device Memo$/, '<b>x</b> 卡車');
  await says(page, id, /^Channels$/, '4');
  await panel.getByRole('region', { name: 'Map' }).locator('canvas').waitFor();
  await panel.getByRole('img', { name: 'Speed: 110 km/h' }).waitFor();
  await panel.getByRole('img', { name: /Direction: East 90°/ }).waitFor();
  for (const [name, text] of [
    ['Distance', '1.1 km'],
    ['Driving time', '9 s'],
    ['This driver', '9 s'],
    ['Parkings', '0'],
    ['Parking time', '0 s'],
    ['Device Memo', '<b>x</b> 卡車'],
    ['Plate', 'PL-531'],
    ['Over speed', '1'],
    ['Driver', '王小明'],
    ['Driving licence', 'B-531'],
    ['Extra memo', 'EXT-531'],
  ] as const)
    await becomes(() => named(panel, name).innerText(), text, name);
  assert.equal(new URL(page.url()).searchParams.get('device'), id);
  await page.reload();
  await panel.getByRole('button', { name: 'Live', exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Track' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('device') === id);

  const account = await stage.account(
    'no-pictures',
    1,
    rights.filter((right) => right !== 'P_live'),
  );
  const without = await stage.signedIn(t, { account, path: `/blockview?device=${id}` });
  const theirs = without.getByRole('complementary', { name: 'Selected vehicle' });
  await theirs.getByRole('button', { name: 'Track' }).waitFor();
  assert.equal(await theirs.getByRole('button', { name: /live/i }).count(), 0);
});

test('the divider is moved by mouse and keys, its place is remembered, and Escape closes the details', async ({
  t,
}) => {
  const id = '13800000541';
  await recorder(t, id);
  const page = await stage.signedIn(t, { path: `/blockview?device=${id}` });
  const divider = page.getByRole('separator', { name: 'Width of the details' });
  const width = async (): Promise<number> => Number(await divider.getAttribute('aria-valuenow'));
  await becomes(width, 360);
  const box = await divider.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + 3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x - 97, box.y + 100, { steps: 4 });
  await page.mouse.up();
  const near = async (): Promise<number | false> => Math.abs((await width()) - 460) < 8 && width();
  const dragged = await until('the divider is where it was let go', near);
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await becomes(width, dragged - 16);
  await page.reload();
  await divider.waitFor();
  await becomes(width, dragged - 16);
  await page.keyboard.press('Escape');
  await divider.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('device'), null);
});
