// The timeline under recorded video: what lies on the server, on the device and on both, the events, and who may see which of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rights } from '@outrider/contract';
import type { Locator, Page } from 'playwright-core';
import { useStage } from './fixture.ts';
import { putFootage } from './support/recorded.ts';
import { noonZone } from './support/remote.ts';

const stage = useStage();
const MINUTE_MS = 60_000;

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Recordings' });
const bands = (page: Page, holding: string): Locator => timeline(page).locator(`[data-holding="${holding}"]`);
const marks = (page: Page): Locator => timeline(page).locator('[data-marks]');

test('the timeline shows what lies on the server, on the device and on both, and the events; who may not ask the device or see events has neither', async (t) => {
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
  const narrow = await stage.signedIn(t, { account, path: `/splayback/${deviceId}`, context });
  await bands(narrow, 'server').first().waitFor({ state: 'attached' });
  assert.deepEqual(
    await Promise.all([bands(narrow, 'device'), bands(narrow, 'both'), marks(narrow)].map((all) => all.count())),
    [0, 0, 0],
  );
  const words = await timeline(narrow).innerText();
  assert.ok(!words.includes('On the device') && !words.includes('Events'), words);
});
