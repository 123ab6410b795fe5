// The scripted walk of playback: from the dashboard to the right sixty seconds of a day as a file, in at most twelve actions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { until } from '../integration/support/until.ts';
import { rowOf } from './device-table.ts';
import { addressOf, useStage } from './fixture.ts';
import { shownDay } from './support/calendar.ts';
import { dayOf, hourOfYesterday } from './support/playback.ts';
import { putFootage } from './support/recorded.ts';
import { test } from './test.ts';
import { playing } from './tiles.ts';

const MOST_ACTIONS = 12;
/** 14:05, yesterday. */
const START_MS = hourOfYesterday(14) + 5 * 60_000;

const stage = useStage();

test('[F-ROUTE-012 A-PROD-006 F-FILENAME-001] from the dashboard to a saved minute of yesterday takes at most twelve actions; its cameras and its track are as near', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000901', channels: 2 }, { vehicleid: 'TRK-901' });
  const { deviceId } = vehicle;
  const { app, config } = stage.server;
  const footage = { channels: [1, 2], startMs: START_MS, endMs: START_MS + 120_000 };
  await putFootage(app, config.data, { deviceId, ...footage });
  const page = await stage.signedIn(t, { path: '/blockview' });
  let actions = 0;
  const act = async (done: Promise<unknown>): Promise<void> => {
    actions += 1;
    await done;
  };
  await act(rowOf(page, deviceId).getByRole('cell').nth(2).click());
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await act(panel.getByRole('button', { name: 'Playback', exact: true }).click());
  await page.waitForURL(new RegExp(`/splayback/${deviceId}`));
  const yesterday = await shownDay(page, dayOf(START_MS));
  await act(yesterday.click());
  await act(page.getByRole('button', { name: 'Hour 14', exact: true }).click());
  await act(page.getByRole('button', { name: 'Minute 05', exact: true }).click());
  await playing(page, 1);
  const saved = page.waitForEvent('download');
  await act(page.getByRole('button', { name: 'Download', exact: true }).click());
  const file = await saved;
  assert.ok(actions <= MOST_ACTIONS, `${actions} actions`);
  const day = new Date(START_MS).toLocaleDateString('sv').replaceAll('-', '');
  assert.equal(file.suggestedFilename(), `${deviceId}_${day}_140500_ch1_60s.mp4`);
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', await file.path()];
  const seconds = Number(execFileSync('ffprobe', probe).toString());
  assert.ok(Math.abs(seconds - 60) < 1, `${seconds} s`);

  await page.goto(addressOf(stage.server, `/blockview?device=${deviceId}`));
  await rowOf(page, deviceId)
    .getByRole('button', { name: /^Move the cameras of/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).focus();
  await page.keyboard.press('Enter');
  await until('the lens has moved', () => vehicle.memory.ptz.length === 2);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'GPS playback' }).click();
  await page
    .getByRole('region', { name: 'Track', exact: true })
    .getByText(/ km\/h$/)
    .first()
    .waitFor();
});
