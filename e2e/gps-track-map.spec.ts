// The map of GPS playback: its zoom and colours, events with their names, playing along the track by button and key.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { defineEvent, followProfile } from '../integration/support/definitions.ts';
import { httpCall } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { useStage } from './fixture.ts';
import { shownDay } from './support/calendar.ts';
import { standStill } from './support/clock.ts';
import { noonZone } from './support/remote.ts';
import {
  dayText,
  driveTrack,
  inUtc,
  marksDrawn,
  overSpeed,
  steady,
  tracked,
  trackDayMs,
  trackMap,
  trackPath,
} from './support/track.ts';
import { test } from './test.ts';

const stage = useStage();
const info = (page: Page) => page.getByRole('region', { name: 'On the track' });
const colour = (page: Page, path: string, value: string) => page.getByRole('button', { name: `${path}: ${value}` });

/** Until so many events of the device are stored: they come a moment after their positions. */
const eventsStored = (id: string, count: number): Promise<unknown> =>
  until(`${count} events of ${id}`, async () => {
    const input = { deviceid: id, start: trackDayMs() / 1000, end: trackDayMs() / 1000 + 86_400 };
    const { ports, admin } = stage.server;
    const { body } = await httpCall(ports.http, 'POST', '/gkevent/trackevents', { account: admin, input });
    return Array.isArray(body) && body.length === count;
  });

/** Presses a mark of the map. */
const pressMark = async (page: Page, kind: string): Promise<void> => {
  const { marks } = await trackMap(page);
  const mark = marks.find((each) => each.kind === kind);
  assert.ok(mark, `${kind} among ${JSON.stringify(marks)}`);
  await page.getByTestId('track-map').click({ position: { x: mark.x, y: mark.y } });
};

test('[A-GPSPB-006 A-GPSPB-021 A-GPSPB-023 E-CONST-013] the map begins at zoom 16; paths have their colours until others are chosen', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000911', steady(8 * 3600, 60));
  const page = await stage.signedIn(t, { path: `/gpsplayback?device=${device.id}`, context: inUtc });
  const first = await until('the map is there', async () => {
    const now = await trackMap(page);
    return now.zoom > 0 && now;
  });
  assert.equal(first.zoom, 16);
  await (await shownDay(page, dayText(trackDayMs()))).click();
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  const drawn = await until('the track is drawn', async () => {
    const now = await trackMap(page);
    return now.drawn > 0 && now;
  });
  assert.deepEqual(drawn.colours, { full: '"#0693E3"', current: '"#F47373"' });
  await page.getByText('Path colours').click();
  await colour(page, 'Full path', '#BA68C8').click();
  await page.locator('input[type=color]').nth(1).fill('#123456');
  await until('the drawn paths take them', async () => {
    const { colours } = await trackMap(page);
    return colours.full === '"#BA68C8"' && colours.current === '"#123456"';
  });
  await page.reload();
  await until('the choice is remembered', async () => (await trackMap(page)).colours.full === '"#BA68C8"');
});

test('[A-GPSPB-011 A-GPSPB-012 A-GPSPB-026 A-GPSPB-027 A-ERR-007] events stand where they happened and have the name of the device’s profile', async ({
  t,
}) => {
  const steps = [...steady(8 * 3600, 20), { second: 8 * 3600 + 200, ...overSpeed }, ...steady(8 * 3600 + 210, 20)];
  const device = await tracked(stage, t, '013800000912', steps);
  const plain = await tracked(stage, t, '013800000913', steady(8 * 3600, 5));
  await eventsStored(device.id, 1);
  const page = await stage.signedIn(t, { path: trackPath(device.id), context: inUtc });
  const { marks } = await marksDrawn(page, 3);
  const event = marks.find(({ kind }) => kind === 'track-event');
  assert.deepEqual([event?.lat, event?.lng], [24.106, 120.6]);
  await pressMark(page, 'track-event');
  await info(page).getByText('Over speed', { exact: true }).waitFor();
  await info(page)
    .getByText(`${dayText(trackDayMs())} 08:03:20 · 104 km/h`)
    .waitFor();

  await defineEvent(stage.server, 'Trucks', 13, 'Too fast for a truck <b>');
  await followProfile(stage.server, device.id, 'Trucks');
  await page.reload();
  await marksDrawn(page, 3);
  await page.getByRole('button', { name: 'Events (1)' }).click();
  await page.getByRole('table', { name: 'Events' }).getByText('Too fast for a truck <b>').click();
  await info(page).getByText('Too fast for a truck <b>').waitFor();

  await page.route('**/gkevent/eventdefine', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await marksDrawn(page, 3);
  await pressMark(page, 'track-event');
  await info(page).getByText('undefined', { exact: true }).waitFor();
  await info(page).getByText('Event code 13').waitFor();

  await page.goto(new URL(trackPath(plain.id), page.url()).href);
  const without = await marksDrawn(page, 2);
  assert.deepEqual(without.marks.map(({ kind }) => kind).toSorted(), ['track-end', 'track-start']);
});

test('a track plays by button and key: vehicle, gauges, hour and time go together, gaps are skipped, it stops at its end', async ({
  t,
}) => {
  const device = await tracked(stage, t, '013800000914', [...steady(8 * 3600, 30, 36), ...steady(10 * 3600, 30, 72)]);
  const page = await stage.signedIn(t, {
    path: trackPath(device.id),
    context: inUtc,
    prepare: (made) => made.clock.install(),
  });
  await page.locator('[data-hour="8"][data-points="30"]').waitFor();
  const bar = page.getByRole('group', { name: 'Play the track' });
  const shown = (time: string) => bar.getByText(`${dayText(trackDayMs())} ${time}`).waitFor();
  await shown('08:00:00');
  await page.getByRole('heading', { name: 'GPS playback' }).click();
  await page.keyboard.press('ArrowRight');
  await shown('08:00:10');
  await page.getByRole('img', { name: 'Speed: 36 km/h' }).waitFor();
  await page.getByRole('img', { name: 'Direction: North 0°' }).waitFor();
  await page.locator('[data-hour="8"] [data-cursor="10"]').waitFor();
  await until('the vehicle is on its second position', async () => (await trackMap(page)).vehicle?.lat === 24.1003);
  await page.keyboard.press('Shift+ArrowRight');
  await shown('08:01:10');
  await standStill(page); // each second that passed by itself would be half a minute of the track
  await page.keyboard.press('k');
  await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.clock.runFor(2000);
  await page.keyboard.press('k');
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const seconds = Number(await page.locator('[data-hour="8"] [data-cursor]').getAttribute('data-cursor'));
  assert.ok(seconds >= 100 && seconds <= 160, `two seconds at 30x: ${seconds}`);
  await page.keyboard.press('k');
  await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.clock.fastForward(8000); // in one step: drawing each frame of them takes minutes on a busy machine
  await page.locator('[data-hour="10"] [data-cursor]').waitFor();
  await page.getByRole('img', { name: 'Speed: 72 km/h' }).waitFor();
  await page.clock.fastForward(30_000);
  await shown('10:04:50');
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByRole('slider', { name: '08:00' }).fill('120');
  await shown('08:02:00');
  await until('the part behind the vehicle has its 13 positions', async () => (await trackMap(page)).current === 13);
  await page.keyboard.press('?');
});

test('from the dashboard to the track of today, which grows while it is looked at, five seconds at a time', async ({
  t,
}) => {
  const device = await stage.device(t, { phone: '013800000915' });
  await stage.register(device.id, 1);
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  await driveTrack(device, [{ second: -60 }, { second: -50 }], nowMs);
  const page = await stage.signedIn(t, {
    path: `/blockview?device=${device.id}`,
    context: { ...inUtc, timezoneId: noonZone() }, // a minute ago was today as well
    prepare: (made) => made.clock.install(),
  });
  const panel = page.getByRole('complementary', { name: 'Selected vehicle' });
  await panel.getByRole('button', { name: 'GPS playback' }).click();
  const facts = page.getByRole('region', { name: 'Track', exact: true });
  await facts.getByText('2', { exact: true }).waitFor();
  await facts.getByText('0.0 km', { exact: true }).waitFor();
  await driveTrack(device, [{ second: -40 }, { second: -39, speedKmh: 93 }], nowMs);
  await page.clock.runFor(5000);
  await facts.getByText('93 km/h').waitFor();
  // What it adds up to follows.
  await page.clock.runFor(30_000);
  await facts.getByText('0.1 km', { exact: true }).waitFor();
});
