// The playback popup: eight tiles at most, and the way from it to the playback page.
import assert from 'node:assert/strict';
import { useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { driveTrack, inUtc, marksDrawn, steady, trackDayMs, trackPath } from './support/track.ts';
import { expect, test } from './test.ts';

const stage = useStage();

test('[A-PLAYBACK-023] the popup of a device with sixteen channels has eight tiles at most', async ({ t }) => {
  const device = await stage.device(t, { phone: '013800000941' });
  await stage.register(device.id, 16);
  await driveTrack(device, steady(8 * 3600, 40));
  const startMs = trackDayMs() + 8 * 3_600_000;
  const { app, config } = stage.server;
  await putFootage(app, config.data, { deviceId: device.id, channels: [1, 2], startMs, endMs: startMs + 60_000 });
  const page = await stage.signedIn(t, { path: trackPath(device.id), context: inUtc });
  const { marks } = await marksDrawn(page, 2);
  const start = marks.find(({ kind }) => kind === 'track-start');
  assert.ok(start);
  await page.getByTestId('track-map').click({ position: { x: start.x, y: start.y } });
  await page.getByRole('region', { name: 'On the track' }).getByRole('button', { name: 'Play video' }).click();
  const popup = page.getByRole('dialog', { name: /^Playback of/ });
  const tiles = popup.locator('[data-channel]');
  await popup.locator('[data-phase="playing"]').nth(1).waitFor();
  await expect(tiles, 'the first four to begin with').toHaveCount(4);
  for (const channel of [5, 6, 7, 8]) await popup.getByRole('button', { name: `ch${channel}`, exact: true }).click();
  await tiles.nth(7).waitFor();
  await popup.getByRole('button', { name: 'ch9', exact: true }).click();
  await page.locator('[data-sonner-toast]').filter({ hasText: 'over max channels count(8)' }).waitFor();
  await expect(tiles).toHaveCount(8);
  await popup.getByRole('link', { name: 'Open the playback page' }).click();
  await page.waitForURL(new RegExp(`/splayback/${device.id}\\?at=${startMs / 1000}`));
  await popup.waitFor({ state: 'detached' });
  await page.locator('[data-phase="playing"]').first().waitFor();
});
