// From a point of the track to what the cameras saw there: the playback popup with video and map.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { rights } from '@outrider/contract';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { dayText, inUtc, marksDrawn, steady, tracked, trackDayMs, trackMap, trackPath } from './support/track.ts';
import { test } from './test.ts';

const stage = useStage();
const info = (page: Page) => page.getByRole('region', { name: 'On the track' });
const playVideo = (page: Page) => info(page).getByRole('button', { name: 'Play video' });

test('[A-GPSPB-005] a point of the track opens a popup with video tiles and a map of that moment', async ({ t }) => {
  const device = await tracked(stage, t, '013800000931', steady(8 * 3600, 40));
  const startMs = trackDayMs() + 8 * 3_600_000;
  const { app, config } = stage.server;
  await putFootage(app, config.data, { deviceId: device.id, channels: [1, 2], startMs, endMs: startMs + 60_000 });
  const page = await stage.signedIn(t, { path: trackPath(device.id), context: inUtc });
  const { marks } = await marksDrawn(page, 2);
  const [start, end] = ['track-start', 'track-end'].map((kind) => marks.find((mark) => mark.kind === kind));
  assert.ok(start && end);
  // A third of the way up the line: a place between the marks, which are 40 positions apart.
  const at = { x: start.x, y: start.y + Math.round((end.y - start.y) / 3) };
  await page.getByTestId('track-map').click({ position: at });
  await info(page)
    .getByText(new RegExp(`^${dayText(trackDayMs())} 08:0[1-4]:\\d0 · 40 km/h`))
    .waitFor();
  await until('the vehicle is drawn there', async () => {
    const { vehicle } = await trackMap(page);
    return vehicle !== null && vehicle.lat > 24.102 && vehicle.lat < 24.108;
  });
  await page.keyboard.press('Home');
  await page.getByTestId('track-map').click({ position: { x: start.x, y: start.y } });
  await info(page)
    .getByText(`${dayText(trackDayMs())} 08:00:00 · 40 km/h`)
    .waitFor();
  await playVideo(page).click();
  const popup = page.getByRole('dialog', { name: /^Playback of/ });
  await until('two channels play', async () => (await popup.locator('[data-phase="playing"]').count()) === 2);
  await popup.locator('canvas.maplibregl-canvas').waitFor();
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await info(page).getByRole('button', { name: 'Close' }).click();
  await info(page).waitFor({ state: 'detached' });

  const blind = await stage.account(
    'nolopb',
    1,
    rights.filter((right) => right !== 'P_lopb'),
  );
  const other = await stage.signedIn(t, { path: trackPath(device.id), account: blind, context: inUtc });
  const theirs = (await marksDrawn(other, 2)).marks.find(({ kind }) => kind === 'track-start');
  assert.ok(theirs);
  await other.getByTestId('track-map').click({ position: { x: theirs.x, y: theirs.y } });
  await info(other).getByText('08:00:00 · 40 km/h').waitFor();
  assert.equal(await playVideo(other).count(), 0, 'not for who may not play recordings');
});
