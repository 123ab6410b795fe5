// A phone that is turned while live pictures play: they go on, fit the other way round, and are not asked for again. Recorded ones are told in
// layout.spec.ts.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { type Ending, useStage } from './fixture.ts';
import { expect, test } from './test.ts';
import { changesFrom, pictureText, playing, seen, tile } from './tiles.ts';

const UPRIGHT = { width: 390, height: 844 };
const LYING = { width: 844, height: 390 };

const stage = useStage();

/** The stream sockets that the page and its workers open. */
const phoneAt = async (t: Ending, path: string): Promise<{ page: Page; streams: string[] }> => {
  const streams: string[] = [];
  const page = await stage.signedIn(t, {
    phone: true,
    path,
    prepare: (made) =>
      made.on('websocket', (socket) => {
        if (socket.url().includes('/ws.cgi')) streams.push(socket.url());
      }),
  });
  return { page, streams };
};

/** Turns it there and back; each time the same picture goes on, within the window. */
const turned = async (page: Page): Promise<void> => {
  await seen(page, 1);
  const picture = tile(page, 1).locator('canvas:not([data-marks]), video');
  const handle = await picture.elementHandle();
  for (const size of [LYING, UPRIGHT]) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => {
        const box = await tile(page, 1).boundingBox();
        if (box === null) return 'no tile';
        const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
        return inside && box.width > 150 && box.height > 100 ? 'inside' : JSON.stringify(box);
      })
      .toBe('inside');
    await changesFrom(page, 1, await pictureText(page, 1));
    assert.equal(await handle?.evaluate((element) => element.isConnected), true, 'the same picture');
  }
};

test('live pictures go on when the phone is turned, by the same stream', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000521', channels: 1, alarms: false });
  const { page, streams } = await phoneAt(t, `/liveview/${deviceId}`);
  await playing(page, 1);
  const opened = streams.length;
  await turned(page);
  assert.equal(streams.length, opened, 'no stream was opened again');
});
