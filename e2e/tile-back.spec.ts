// One live tile goes back to what was recorded, on the server or by the recorder, while the others stay live.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { type Ending, useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { expect, test } from './test.ts';
import { changesFrom, pictureText, playing, tile } from './tiles.ts';

const MINUTE_MS = 60_000;
const stage = useStage();

/** Two channels of which the server has the last minutes. */
const recordedVehicle = async (t: Ending, phone: string): Promise<string> => {
  const { deviceId } = await stage.vehicle(t, { phone, channels: 2, alarms: false });
  const { app, config } = stage.server;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
  await putFootage(app, config.data, { deviceId, channels: [1, 2], startMs, endMs: startMs + 20 * MINUTE_MS });
  return deviceId;
};

const watching = async (t: Ending, deviceId: string): Promise<Page> => {
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 1);
  await playing(page, 2);
  return page;
};

/** That a channel plays what is sent now: recorded pictures say where they come from. */
const livePicture = (page: Page, channel: number): Locator =>
  tile(page, channel).locator('[data-phase="playing"]:not([data-origin])');
/** The frame of the tile that went back. */
const gone = (page: Page, source: string): Locator => page.locator(`[data-back="${source}"]`);
/** How long ago its pictures are, in seconds. */
const agoS = async (page: Page): Promise<number> => {
  const text = (await page.locator('[data-back] [data-badge]').textContent()) ?? '';
  const [, minutes = Number.NaN, seconds = Number.NaN] = /−(\d+):(\d\d)$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/** Presses on the picture of a channel and moves to the right; it is still held then. */
const drag = async (page: Page, channel: number, px: number): Promise<void> => {
  const box = await tile(page, channel).boundingBox();
  assert.ok(box !== null);
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px, y, { steps: 4 });
};

test('the key and the button take one tile back, again further; the other stays live, and a key returns', async ({
  t,
}) => {
  const page = await watching(t, await recordedVehicle(t, '013800000511'));
  const other = await tile(page, 2).locator('canvas, video').elementHandle();
  await tile(page, 1).click({ position: { x: 60, y: 60 } });
  await page.keyboard.press('b');
  await tile(page, 1).getByText('recorded', { exact: true }).waitFor();
  await expect(gone(page, 'server').locator('[data-channel="1"]')).toHaveCount(1);
  await expect.poll(() => agoS(page)).toBeGreaterThanOrEqual(28);
  assert.ok((await agoS(page)) < 55, 'half a minute, not more');
  await page.getByText('Plays from the server.').waitFor();
  await page.getByRole('region', { name: 'Recordings', exact: true }).waitFor();
  await page.keyboard.press('b');
  await expect.poll(() => agoS(page)).toBeGreaterThanOrEqual(56);
  await changesFrom(page, 2, await pictureText(page, 2));
  assert.equal(await other?.evaluate((element) => element.isConnected), true, 'the other picture is the same one');
  await expect(livePicture(page, 2)).toBeVisible();
  await page.keyboard.press(' ');
  await page.getByRole('status', { name: 'Speed' }).getByText('Paused').waitFor();
  await page.keyboard.press('n');
  await expect(page.locator('[data-back]')).toHaveCount(0);
  await playing(page, 1);
  await expect(livePicture(page, 1)).toBeVisible();

  await tile(page, 2).hover();
  await tile(page, 2).getByRole('button', { name: 'Back 30 s' }).click();
  await expect(gone(page, 'server').locator('[data-channel="2"]')).toHaveCount(1);
  await expect(livePicture(page, 1)).toBeVisible();
  await gone(page, 'server').getByRole('button', { name: 'Live' }).click();
  await playing(page, 2);
  await expect(page.locator('[data-back]')).toHaveCount(0);
});

test('a drag takes one tile back as long as it is held, a small move does not', async ({ t }) => {
  const page = await watching(t, await recordedVehicle(t, '013800000512'));
  await drag(page, 2, 10);
  assert.equal(await page.locator('[data-back]').count(), 0, 'a small move is no drag');
  await page.mouse.up();
  await drag(page, 2, 240);
  await expect(gone(page, 'server').locator('[data-channel="2"]')).toHaveCount(1);
  await expect.poll(() => agoS(page)).toBeGreaterThanOrEqual(57);
  await expect(livePicture(page, 1)).toBeVisible();
  assert.equal(await page.locator('[data-playing-time]').count(), 0, 'the tiles keep their size meanwhile');
  await page.mouse.up();
  await expect(page.locator('[data-back]')).toHaveCount(0);
  await playing(page, 2);
});

test('what the server does not have comes from the recorder, into this tile alone; letting go is live again', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000513', channels: 2, alarms: false, parked: true });
  const page = await watching(t, deviceId);
  await drag(page, 1, 640);
  await tile(page, 1).getByText('from the device', { exact: true }).waitFor();
  await expect(gone(page, 'recorder').locator('[data-channel="1"]')).toHaveCount(1);
  await expect.poll(() => agoS(page)).toBeGreaterThan(420);
  await expect(livePicture(page, 2)).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('[data-back]')).toHaveCount(0);
  await playing(page, 1);
  // A recorder lists what it has closed: of half a minute ago nobody has anything, and the tile says so.
  await tile(page, 1).click({ position: { x: 60, y: 60 } });
  await page.keyboard.press('b');
  await page.getByText('Plays from the recorder.').waitFor();
  await expect(livePicture(page, 2)).toBeVisible();
});

test('on a phone held upright the picture that went back stays one, and the timeline below it is reached by scrolling', async ({
  t,
}) => {
  const deviceId = await recordedVehicle(t, '013800000514');
  const page = await stage.signedIn(t, { phone: true, path: `/liveview/${deviceId}` });
  await page.setViewportSize({ width: 390, height: 600 });
  await playing(page, 1);
  await page.keyboard.press('b');
  await expect(gone(page, 'server')).toHaveCount(1);
  const height = async (): Promise<number> => (await tile(page, 1).boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThanOrEqual(200);
  const timeline = page.getByRole('region', { name: 'Recordings', exact: true });
  await timeline.getByRole('button').first().scrollIntoViewIfNeeded();
  await expect(timeline.getByRole('button').first()).toBeInViewport();
});

test('who may see nothing recorded is offered no way back; who may ask recorders only, has it', async ({ t }) => {
  const deviceId = await recordedVehicle(t, '013800000515');
  const of = async (name: string, without: readonly string[]): Promise<Page> => {
    const account = await stage.account(
      name,
      2,
      rights.filter((right) => !without.includes(right)),
    );
    const page = await stage.signedIn(t, { account, path: `/liveview/${deviceId}` });
    await playing(page, 1);
    await tile(page, 1).hover();
    return page;
  };
  const none = await of('back-none', ['P_lopb', 'P_repb']);
  assert.equal(await none.getByRole('button', { name: 'Back 30 s' }).count(), 0);
  await none.keyboard.press('b');
  await drag(none, 1, 240);
  await none.mouse.up();
  assert.equal(await none.locator('[data-back]').count(), 0);
  const remote = await of('back-remote', ['P_lopb']);
  await tile(remote, 1).getByRole('button', { name: 'Back 30 s' }).click();
  await expect(gone(remote, 'recorder')).toHaveCount(1);
});
