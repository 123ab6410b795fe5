// What stands where: nothing overlaps, nothing covers what is to be pressed, a phone on its side shows pictures, and everything grows
// with the text. Told on the screens where it went wrong once.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { eventsReach, logEvents } from './event-log.ts';
import { useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { footageOf, hourOfYesterday, playingAt, playingTime } from './support/playback.ts';
import { expect, test } from './test.ts';
import { playing, seen } from './tiles.ts';

type Box = { x: number; y: number; width: number; height: number };

const stage = useStage();

const boxOf = async (place: Locator): Promise<Box> => {
  const box = await place.boundingBox();
  assert.ok(box !== null, 'it is on the page');
  return box;
};
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const overflows = (place: Locator): Promise<boolean> =>
  place.evaluate((el) => el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1);
const bell = (page: Page): Locator => page.getByRole('button', { name: /^Alarms/ });
const toasts = (page: Page): Locator => page.locator('[data-sonner-toast]');

test("the buttons of the map's vehicle panel hold their words and stand apart, in every language", async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000701', alarms: false });
  const page = await stage.signedIn(t, { path: `/?device=${vehicle.deviceId}` });
  const foot = page.getByRole('complementary', { name: 'Selected vehicle' }).locator('footer');
  await foot.getByRole('button', { name: 'Follow' }).waitFor();
  await expect(foot.locator('> *')).toHaveCount(4);
  const buttons = await foot.locator('> *').all();
  const boxes = await Promise.all(buttons.map(boxOf));
  for (const [i, box] of boxes.entries()) {
    assert.equal(await overflows(buttons[i] ?? foot), false, `button ${i}`);
    for (const other of boxes.slice(i + 1)) assert.equal(overlap(box, other), false, JSON.stringify([box, other]));
  }
});

test('a phone on its side has the layout of a phone, with the picture as high as the screen', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000702', channels: 2, alarms: false });
  const page = await stage.signedIn(t, { phone: true, path: `/liveview/${vehicle.deviceId}` });
  await playing(page, 1);
  await page.setViewportSize({ width: 844, height: 390 });
  await becomes(() => page.getByRole('banner').count(), 0);
  await expect
    .poll(async () => {
      const tile = await boxOf(page.locator('[data-channel="1"]'));
      return tile.y < 2 && tile.height > 370 && tile.width > 600 ? 'as high as the screen' : JSON.stringify(tile);
    })
    .toBe('as high as the screen');
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.locator(`[data-device="${vehicle.deviceId}"]`).first().waitFor();
  assert.equal(await page.getByRole('table', { name: 'Devices' }).count(), 0, 'cards, no table');
});

test('recorded pictures take the room of the page, upright and on the side of a phone that is turned while they play', async ({
  t,
}) => {
  const deviceId = 'TRK-TURNED';
  const startMs = hourOfYesterday(9);
  await footageOf(stage, deviceId, { channels: [1], startMs, endMs: startMs + 120_000, sound: false });
  const path = `/splayback/${deviceId}?at=${startMs / 1000}`;
  const wide = await stage.signedIn(t, { path, context: { viewport: { width: 1440, height: 900 } } });
  await playingAt(wide, startMs);
  await expect.poll(async () => (await boxOf(wide.locator('[data-channel="1"]'))).height).toBeGreaterThan(400);
  const phone = await stage.signedIn(t, { phone: true, path });
  await playingAt(phone, startMs);
  await expect.poll(async () => (await boxOf(phone.locator('[data-channel="1"]'))).height).toBeGreaterThan(180);
  const before = await playingTime(phone);
  await phone.setViewportSize({ width: 844, height: 390 });
  const tile = phone.locator('[data-channel="1"]');
  await expect.poll(async () => (await boxOf(tile)).height).toBeGreaterThan(280);
  await expect.poll(async () => (await boxOf(tile)).width).toBeGreaterThan(400);
  await expect.poll(() => playingTime(phone)).toBeGreaterThan(before + 2000);
  await seen(phone, 1);
  await phone.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await boxOf(tile)).width).toBeLessThan(391);
  const again = await playingTime(phone);
  await expect.poll(() => playingTime(phone)).toBeGreaterThan(again + 1000);
});

test('a number that comes to the bell moves nothing in the bar', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000703', alarms: false });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logEvents });
  await page.locator(`[data-device="${vehicle.deviceId}"]`).first().waitFor();
  await eventsReach(page, 'openedMs', 1);
  const before = await boxOf(bell(page));
  vehicle.sendAlarm('collision');
  await page.getByRole('button', { name: /^Alarms \(\d+\)$/ }).waitFor();
  await becomes(() => boxOf(bell(page)), before, 'where the bell is');
});

test('what stands in a row of the dashboard fits its cell', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000704', alarms: false });
  const page = await stage.signedIn(t, { path: '/blockview', context: { viewport: { width: 2200, height: 900 } } });
  const button = page
    .getByRole('row')
    .filter({ hasText: vehicle.deviceId })
    .getByRole('button', { name: /^Move the cameras/ });
  await button.first().waitFor();
  const cell = button.first().locator('xpath=ancestor::td');
  assert.equal(await cell.evaluate((el) => el.scrollWidth > el.clientWidth), false);
});

test('toasts leave dialogs and the panel of the map in reach', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000705', alarms: false });
  const context = { viewport: { width: 1440, height: 700 } };
  const page = await stage.signedIn(t, { path: `/?device=${vehicle.deviceId}`, context, prepare: logEvents });
  await eventsReach(page, 'openedMs', 1);
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await panel.getByRole('button', { name: 'Follow' }).waitFor();
  await page.bringToFront();
  vehicle.sendAlarm('sos');
  const call = toasts(page).filter({ hasText: 'Call request' });
  await call.waitFor();
  await becomes(async () => overlap(await boxOf(call), await boxOf(panel)), false);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('table', { name: 'Devices' }).getByText(vehicle.deviceId).first().waitFor();
  await call.waitFor();
  await page.keyboard.press('?');
  const dialog = page.locator('.modal-content');
  await dialog.waitFor();
  await becomes(async () => overlap(await boxOf(call), await boxOf(dialog)), false);
});

test('everything grows with the text: on a screen of 4K, and where the browser is set to larger text', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000706', alarms: false });
  const sizes = async (width: number, height: number): Promise<number[]> => {
    const page = await stage.signedIn(t, { path: '/blockview', context: { viewport: { width, height } } });
    const row = page.getByRole('row').filter({ hasText: vehicle.deviceId });
    await row.waitFor();
    const text = await row.evaluate((el) => Number.parseFloat(getComputedStyle(el).fontSize));
    return [text * 10, (await boxOf(row)).height, (await boxOf(page.getByRole('banner'))).height].map(Math.round);
  };
  const usual = await sizes(1440, 900);
  assert.deepEqual(
    await sizes(3840, 2160),
    usual.map((px) => Math.round(px * 1.5)),
  );
  const page = await stage.signedIn(t, { path: '/blockview' });
  const row = page.getByRole('row').filter({ hasText: vehicle.deviceId });
  await row.waitFor();
  // What a browser set to larger text does to the page: its root is larger.
  await page.addStyleTag({ content: 'html { font-size: 32px !important; }' });
  await page.setViewportSize({ width: 1300, height: 820 });
  const ROW_PX = 32; // twice as large a page of them leaves no room for higher ones
  await becomes(async () => (await boxOf(row)).height, ROW_PX * 2);
  assert.equal(
    (await row.evaluate((el) => Number.parseFloat(getComputedStyle(el).fontSize))) * 10,
    (usual[0] ?? 0) * 2,
  );
});
