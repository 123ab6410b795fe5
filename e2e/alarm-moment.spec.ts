// From an alarm to its footage with one press: from the server where it is recorded there, else from the recorder; by pointer and by
// keyboard; and the list of alarms, which the server keeps.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { eventsReach, logEvents } from './event-log.ts';
import { addressOf, useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { expect, test } from './test.ts';

const stage = useStage();
const MINUTE_MS = 60_000;
const BEFORE_S = 10;
/** Twice as long as the page waits between two questions. */
const FILE_MS = 30_000;

const rowOf = (page: Page, id: string): Locator =>
  page.getByRole('list', { name: 'Recent alarms' }).getByRole('listitem').filter({ hasText: id });
const atOf = (page: Page): number => Number(new URL(page.url()).searchParams.get('at'));
/** When the newest alarm of a device happened, unix seconds, as the server keeps it. */
const alarmSecond = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const response = await fetch('/gkevent/recentalarms', { method: 'POST', credentials: 'same-origin' });
    const { alarms }: { alarms: { deviceid: string; eventtimeutc: number }[] } = await response.json();
    return alarms.find(({ deviceid }) => deviceid === wanted)?.eventtimeutc ?? 0;
  }, id);

test('one press on a toast or in the list plays the ten seconds before an alarm, the page says from where, and the list outlives a reload', async ({
  t,
}) => {
  const quiet = { channels: 2, alarms: false, parked: true, intervalMs: 3_600_000 };
  const onServer = await stage.vehicle(t, { ...quiet, phone: '013800000481' }, { vehicleid: 'BUS-481' });
  const onRecorder = await stage.vehicle(t, { ...quiet, phone: '013800000482' }, { vehicleid: 'BUS-482' });
  const { app, config } = stage.server;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  await putFootage(app, config.data, {
    deviceId: onServer.deviceId,
    channels: [2],
    startMs,
    endMs: startMs + 5 * MINUTE_MS,
  });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logEvents });
  await eventsReach(page, 'openedMs', 1);
  onServer.sendAlarm('collision');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'BUS-481' });
  await toast.getByRole('button', { name: 'Play the moment' }).press('Enter');
  await page.waitForURL(`**/splayback/${onServer.deviceId}?**`);
  const second = await alarmSecond(page, onServer.deviceId);
  assert.deepEqual([atOf(page), new URL(page.url()).searchParams.get('ch')], [second - BEFORE_S, '2']);
  await page.getByText('Plays from the server.').waitFor();
  await page.locator('video, canvas').first().waitFor();

  onRecorder.sendAlarm('sos');
  await eventsReach(page, 'heard', 3);
  await page.goto(addressOf(stage.server, '/mileage'));
  await page.getByRole('button', { name: /^Alarms \(\d+\)$/ }).press('Enter'); // not looked at before: counted after the reload too
  await expect(rowOf(page, 'BUS-481').getByText('Urgent', { exact: true })).toBeVisible();
  await rowOf(page, 'BUS-482').getByText('External alarm: SOS').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Alarms', exact: true }).press('Enter');
  await rowOf(page, 'BUS-482').getByRole('button', { name: 'Play the moment' }).press('Enter');
  await page.waitForURL(`**/remoteplayback/${onRecorder.deviceId}?**`);
  assert.equal(atOf(page), (await alarmSecond(page, onRecorder.deviceId)) - BEFORE_S);
});

test('a moment of just now plays by itself as soon as the recorder has closed its file; the live picture is a press away meanwhile', async ({
  t,
}) => {
  const quiet = { channels: 1, alarms: false, parked: true, intervalMs: 3_600_000 };
  const options = { ...quiet, phone: '013800000484', diskHours: 1, diskFileMs: FILE_MS };
  const vehicle = await stage.vehicle(t, options, { vehicleid: 'BUS-484' });
  const page = await stage.signedIn(t, { path: '/blockview', prepare: logEvents });
  await eventsReach(page, 'openedMs', 1);
  await until(
    'a file of the recorder holds the ten seconds before, and goes on',
    () => Math.abs((Date.now() % FILE_MS) - 13_000) < 1500,
  );
  vehicle.sendAlarm('sos');
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'BUS-484' }).filter({ hasText: 'Call request' });
  const play = toast.getByRole('button', { name: 'Play the moment' });
  await play.waitFor();
  // White on the red of a call, as all that stands there. axe has no word for what has the colour of its ground.
  await expect(play).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(play).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(toast).toHaveCSS('background-color', 'rgb(179, 16, 29)');
  await play.press('Enter');
  await page.waitForURL(`**/remoteplayback/${vehicle.deviceId}?**`);
  await page.getByText('The recorder is still writing the file of this moment.').waitFor();
  await page.getByText('Plays as soon as the recorder has closed the file').waitFor();
  await expect(page.getByRole('button', { name: 'Watch live meanwhile' })).toBeVisible();
  const at = atOf(page);
  await page
    .getByRole('status', { name: 'Playing time' })
    .getByText('Playing', { exact: true })
    .waitFor({ timeout: 3 * FILE_MS });
  await page.locator('video, canvas').first().waitFor();
  assert.deepEqual([atOf(page), new URL(page.url()).searchParams.has('play')], [at, false]);
  await expect(page.getByRole('button', { name: 'Watch live meanwhile' })).toHaveCount(0);
});

test('each playback page leads to the other at the second that plays', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000483', channels: 1, alarms: false });
  const { deviceId } = vehicle;
  const { app, config } = stage.server;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  await putFootage(app, config.data, { deviceId, channels: [1], startMs, endMs: startMs + 5 * MINUTE_MS });
  const at = startMs / 1000 + 60;
  const page = await stage.signedIn(t, { path: `/splayback/${deviceId}?at=${at}` });
  await page.getByText('The recorder has this second as well.').waitFor();
  await page.getByRole('button', { name: 'Play from the recorder' }).click();
  await page.waitForURL(`**/remoteplayback/${deviceId}?**`);
  assert.ok(atOf(page) >= at && atOf(page) < at + 240, `${atOf(page)} is where it played, from ${at}`);
  await page.getByRole('status', { name: 'Playing time' }).getByText('Playing', { exact: true }).waitFor();
  await page.getByText('The server has this second as well.').waitFor();
  const from = atOf(page);
  await page.getByRole('button', { name: 'Play from the server' }).click();
  await page.waitForURL(`**/splayback/${deviceId}?**`);
  assert.ok(atOf(page) >= from && atOf(page) < from + 240, `${atOf(page)} is where it played, from ${from}`);
});
