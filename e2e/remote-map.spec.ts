// The map of remote playback: the vehicle stands where it stood at the playing time and turns as it turned then, fed over a socket.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { locationAt } from '../integration/support/device.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { trailReport } from './support/map.ts';
import * as remote from './support/remote.ts';
import { test } from './test.ts';
import { playing } from './tiles.ts';

// First a recorder whose reports the test makes up, then a simulated one of the same number: other hardware.
const stage = useStage({ reRegistration: 'anyone' });

const FILE_MS = 300_000;
const STEP = 0.0005;
const LEAST = 24.1;

type Said = { lat: number; lng: number; trackingAngle: number; time: number; generation: number };

/** Every position that the page's feed hears; call it before the page loads. */
const hearFeed = (page: Page): Said[] => {
  const heard: Said[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('type=repbgps')) return;
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload))));
  });
  return heard;
};

/** Holds the playback and gives what the feed said last, once the vehicle is drawn so: while it plays, drawing is behind the words. */
const drawnAsSaid = async (page: Page, heard: readonly Said[], fits: (said: Said) => boolean): Promise<Said> => {
  await until('the feed says it', () => heard.some(fits));
  await remote.button(page, 'Pause').click();
  await remote.playingTime(page).getByText('Paused').waitFor();
  return until('the vehicle is drawn where and as the feed says', async () => {
    const { center, heading } = await trailReport(
      page,
      page.getByRole('region', { name: 'Map' }).locator(':scope > div'),
    );
    const said = heard.at(-1);
    const drawn =
      said !== undefined &&
      Math.abs(said.lat - center.lat) < 1e-6 &&
      Math.abs(said.lng - center.lng) < 1e-6 &&
      said.trackingAngle === heading;
    return drawn && said;
  });
};

test('[E-HTTP-074] the marker on the map of remote playback moves and turns with lat, lng and trackingAngle of the feed', async ({
  t,
}) => {
  const phone = '013800000421';
  const startMs = Math.floor(Date.now() / FILE_MS) * FILE_MS - 12 * FILE_MS;
  const device = await stage.device(t, { phone });
  await stage.register(device.id, 1);
  for (let second = 0; second <= 120; second += 1)
    // oxlint-disable-next-line no-await-in-loop -- one report after the other
    await device.locate(
      locationAt(startMs + second * 1000, {
        latitude: LEAST + second * STEP,
        longitude: 120.6,
        direction: (second * 10) % 360,
      }),
    );
  device.close();
  const vehicle = createVehicle({ host: HOST, port: stage.server.ports.jt808, phone, channels: 1 });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  let heard: readonly Said[] = [];
  const page = await stage.signedIn(t, {
    path: `/remoteplayback/${device.id}?at=${startMs / 1000}&minutes=2`,
    context: { viewport: { width: 1440, height: 900 } },
    prepare: (made) => (heard = hearFeed(made)),
  });
  const map = page.locator('section[aria-label="Map"]');
  await remote.segments(page).first().waitFor();
  assert.equal(await map.count(), 0, 'while nothing plays there is nothing to show');
  await remote.button(page, 'Play').click();
  await playing(page, 1);
  await map.waitFor();
  const first = await drawnAsSaid(page, heard, () => true);
  await remote.button(page, 'Resume').click();
  const later = await drawnAsSaid(page, heard, ({ time }) => time > first.time + 1500);
  assert.ok(later.lat > first.lat && later.trackingAngle !== first.trackingAngle, 'it moved and turned');
  for (const { lat, lng, trackingAngle, time } of [first, later]) {
    const second = (time - startMs) / 1000;
    assert.ok(Math.abs(lat - LEAST - second * STEP) < STEP / 10, `at ${second} s it was not at ${lat}`);
    assert.deepEqual([lng, trackingAngle], [120.6, (Math.floor(second) * 10) % 360]);
  }
  await remote.button(page, 'Resume').click();
  await page.getByRole('group', { name: 'Jump' }).getByRole('button', { name: '+10', exact: true }).click();
  const jumped = await drawnAsSaid(page, heard, ({ generation }) => generation === 1);
  assert.ok(jumped.lat > later.lat + 5 * STEP, 'a jump takes it along');
  await remote.button(page, 'Map').click();
  await map.waitFor({ state: 'detached' });
  await remote.button(page, 'Stop').click();
});
