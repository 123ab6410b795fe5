// The timeline under recorded video: what lies on the server, on the device and on both, the events, and who may see which of them.
import assert from 'node:assert/strict';
import { rights } from '@outrider/contract';
import type { Locator, Page } from '@playwright/test';
import { addressOf, useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { noonZone } from './support/remote.ts';
import { test } from './test.ts';

const stage = useStage();
const MINUTE_MS = 60_000;

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Recordings' });
const bands = (page: Page, holding: string): Locator => timeline(page).locator(`[data-holding="${holding}"]`);
const marks = (page: Page): Locator => timeline(page).locator('[data-marks]');

test('[A-RIGHTS-004] the timeline shows what lies on the server, on the device and on both, and the events; who may not ask the device or see events has neither, here nor on the other screens', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000471', channels: 2, alarms: false });
  vehicle.sendAlarm('collision');
  // The simulated disk holds the last six hours; the server has a part of its first channel.
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
  const { app, config } = stage.server;
  const { deviceId } = vehicle;
  await putFootage(app, config.data, { deviceId, channels: [1], startMs, endMs: startMs + 10 * MINUTE_MS });
  const context = { timezoneId: noonZone() };
  const page = await stage.signedIn(t, { path: `/splayback/${deviceId}`, context });
  await bands(page, 'both').first().waitFor({ state: 'attached' });
  await bands(page, 'device').first().waitFor({ state: 'attached' });
  await marks(page).first().waitFor({ state: 'attached' });
  const legend = await timeline(page).innerText();
  for (const word of ['On the server', 'On the device', 'On both', 'Not recorded', 'Events'])
    assert.ok(legend.includes(word), `${word} in ${legend}`);

  const granted = rights.filter((right) => right !== 'P_repb' && right !== 'F_event');
  const account = await stage.account('server-only', 1, granted);
  const aboutEvents: string[] = [];
  const narrow = await stage.signedIn(t, {
    account,
    path: `/splayback/${deviceId}`,
    context,
    prepare: (made) => {
      const note = (one: { url: () => string }): unknown =>
        /gkevent|event\.cgi/.test(one.url()) && aboutEvents.push(one.url());
      made.on('request', note);
      made.on('websocket', note);
    },
  });
  await bands(narrow, 'server').first().waitFor({ state: 'attached' });
  assert.deepEqual(
    await Promise.all([bands(narrow, 'device'), bands(narrow, 'both'), marks(narrow)].map((all) => all.count())),
    [0, 0, 0],
  );
  const words = await timeline(narrow).innerText();
  assert.ok(!words.includes('On the device') && !words.includes('Events'), words);
  const bell = (one: Page): Promise<number> => one.getByRole('button', { name: /^Alarms/ }).count();
  assert.deepEqual([await bell(page), await bell(narrow)], [1, 0]);
  await narrow.goto(addressOf(stage.server, `/blockview?device=${deviceId}`));
  await narrow
    .getByRole('complementary', { name: 'Selected vehicle' })
    .getByRole('button', { name: 'GPS playback' })
    .click();
  await narrow
    .getByRole('region', { name: 'Track', exact: true })
    .getByText(/ km\/h$/)
    .first()
    .waitFor();
  assert.deepEqual([await bell(narrow), aboutEvents], [0, []]);
  assert.equal(await narrow.locator('[data-sonner-toast]').count(), 0, 'nothing was refused');
});

test('a press where the server has nothing plays nothing else: it says where the footage lies, and offers the recorder and the next on the server', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000472', channels: 1, alarms: false });
  const { app, config } = stage.server;
  const { deviceId } = vehicle;
  // The simulated disk holds the last six hours; the server two minutes of the last hour.
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  await putFootage(app, config.data, { deviceId, channels: [1], startMs, endMs: startMs + 2 * MINUTE_MS });
  const page = await stage.signedIn(t, { path: `/splayback/${deviceId}`, context: { timezoneId: noonZone() } });
  await bands(page, 'both').first().waitFor({ state: 'attached' });
  await bands(page, 'device').first().waitFor({ state: 'attached' });
  // Where it lies may have moved with what was said since.
  const press = async (): Promise<void> => {
    const device = await bands(page, 'device').first().boundingBox();
    assert.ok(device !== null);
    await page.mouse.click(device.x + device.width / 2, device.y + device.height / 2);
  };
  await press();
  const said = timeline(page)
    .locator('..')
    .getByText(/At \d\d:\d\d:\d\d only the recorder has footage\./);
  await said.waitFor();
  assert.equal(new URL(page.url()).searchParams.has('at'), false, 'nothing plays');
  await page.getByRole('button', { name: /^Next on the server \d\d:\d\d:\d\d$/ }).click();
  await page.waitForURL((url) => url.searchParams.get('at') === String(startMs / 1000));
  await said.waitFor({ state: 'detached' });
  await page.getByRole('toolbar', { name: 'Play controls' }).waitFor();
  await bands(page, 'device').first().waitFor({ state: 'attached' });
  await press();
  await timeline(page).locator('..').getByRole('button', { name: 'Play from the recorder' }).click();
  await page.waitForURL(
    (url) => url.pathname === `/remoteplayback/${deviceId}` && Number(url.searchParams.get('at')) < startMs / 1000,
  );
});

test('of a device that could not be asked nothing is said to be missing', async ({ t }) => {
  const away = 'AWAY-472';
  await stage.register(away, 1);
  const { app, config } = stage.server;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  await putFootage(app, config.data, { deviceId: away, channels: [1], startMs, endMs: startMs + MINUTE_MS });
  const page = await stage.signedIn(t, { path: `/splayback/${away}`, context: { timezoneId: noonZone() } });
  await bands(page, 'server').first().waitFor({ state: 'attached' });
  await timeline(page).getByText('Not on the server').waitFor();
  assert.equal(await timeline(page).getByText('Not recorded').count(), 0);
  await page.goto(addressOf(stage.server, `/remoteplayback/${away}`));
  await page.getByText('What the device recorded on this day is not known: it could not be asked.').waitFor();
  assert.equal(await page.getByText('Nothing is recorded on this day.').count(), 0);
});
