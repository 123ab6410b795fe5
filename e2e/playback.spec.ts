// Video playback, told as an operator meets it: choosing a time and channels, steering, what the screen says when something is amiss.
// A real browser against what a real server recorded.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { changeAnswers } from './socket-log.ts';
import { shownDay } from './support/calendar.ts';
import { allAsked } from './support/clock.ts';
import { dayOf, footageOf, hourOfYesterday, playingAt } from './support/playback.ts';
import { expect, test } from './test.ts';
import { playing, seen, tile } from './tiles.ts';

const DEVICE = 'TRK-104';
const OTHER = 'TRK-105';
/** Three minutes from 13:05 on. */
const START_MS = hourOfYesterday(13) + 5 * 60_000;

const stage = useStage({}, async (made) => {
  await footageOf(made, DEVICE, { channels: [1, 2, 3, 4], startMs: START_MS, endMs: START_MS + 180_000 }, 12);
  await footageOf(made, OTHER, { channels: [1, 2], startMs: START_MS, endMs: START_MS + 30_000 }, 2);
  await made.register('TRK-16', 16);
  await made.register('TRK-20', 20);
});

const at = (seconds: number, more = ''): string => `/splayback/${DEVICE}?at=${START_MS / 1000 + seconds}${more}`;
const picker = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const enabledIn = (page: Page, name: string): Promise<string[]> =>
  picker(page, name).locator('button:enabled').allTextContents();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const speedNow = (page: Page): Locator => page.locator('[data-speed-now]');
const hasSpeed = (page: Page, speed: number): Promise<void> => page.locator(`[data-speed-now="${speed}"]`).waitFor();
const on = (page: Page): Promise<string[]> =>
  page.getByRole('group', { name: 'Channels' }).locator('[aria-pressed=true]').allTextContents();
const toast = (page: Page, text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text });

test('[F-ROUTE-011] [F-ROUTE-012] [A-PLAYBACK-001] [A-PLAYBACK-002] [A-PLAYBACK-003] [A-PLAYBACK-004] [F-PRODUCT-008] from the list of devices to a recording that plays, and on to another device', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/splayback' });
  await page.getByRole('heading', { name: 'Choose a device to play back' }).waitFor();
  await page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: DEVICE }).click();
  await page.waitForURL(new RegExp(`/splayback/${DEVICE}$`));
  await page.getByRole('heading', { name: DEVICE, level: 1 }).waitFor();
  const left = page.getByRole('complementary').filter({ has: page.getByRole('region', { name: 'Day' }) });
  await left.getByRole('grid').waitFor();
  for (const name of ['Hour', 'Minute', 'Second']) await left.getByRole('group', { name, exact: true }).waitFor();
  await (await shownDay(left, dayOf(START_MS))).click();
  await button(page, 'Hour 13').click();
  await button(page, 'Minute 06').click();
  for (const channel of [1, 2, 3, 4]) await playing(page, channel);
  await seen(page, 3);
  await playingAt(page, START_MS + 62_000);
  await page.getByRole('toolbar', { name: 'Play controls' }).waitFor();
  await page.getByRole('group', { name: 'Download' }).waitFor();
  await page.getByRole('region', { name: 'Map' }).waitFor();
  await expect(page.getByRole('group', { name: 'Channels' }).getByRole('button')).toHaveCount(12);
  const between = [left, page.getByRole('navigation', { name: 'Devices' })];
  const [panel, list] = await Promise.all(between.map((each) => each.boundingBox()));
  assert.ok(panel && list && panel.x + panel.width < list.x);
  for (const [part, locator] of [
    ['channel selection', page.getByRole('group', { name: 'Channels' })],
    ['play controls', page.getByRole('toolbar', { name: 'Play controls' })],
    ['download', page.getByRole('group', { name: 'Download' })],
    ['video tile', tile(page, 1)],
    ['last video tile', tile(page, 4)],
    ['map', page.getByRole('region', { name: 'Map' })],
  ] as const) {
    const box = await locator.boundingBox();
    assert.ok(box && box.width > 20 && box.height > 10, `${part} is there to be seen`);
    assert.ok(box.x >= panel.x + panel.width && box.x + box.width <= list.x + 1, `${part} lies in the middle column`);
  }
  await page
    .getByRole('navigation', { name: 'Devices' })
    .getByRole('link', { name: new RegExp(OTHER) })
    .click();
  await page.waitForURL(new RegExp(`/splayback/${OTHER}$`));
  await page.getByRole('heading', { name: OTHER, level: 1 }).waitFor();
});

test('an unknown device is said, and the way goes on to the list of those there are', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/splayback/NOBODY' });
  await page.getByRole('heading', { name: 'Unknown device' }).waitFor();
  await button(page, 'Choose a device to play back').click();
  await page.waitForURL((url) => url.pathname === '/splayback');
  await page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: DEVICE }).waitFor();
});

test('[A-PLAYBACK-005] without the right to play back the way leads to the start', async ({ t }) => {
  const account = await stage.account('nobody', 1, ['P_dash', 'P_live', 'F_gps']);
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}`, account });
  await page.waitForURL((url) => url.pathname === '/');
});

test('[A-PLAYBACK-019] [A-PLAYBACK-020] [A-PLAYBACK-021] [A-PLAYBACK-022] only times that were recorded can be chosen, and no day after today', async ({
  t,
}) => {
  const day = dayOf(START_MS);
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}?day=${day}` });
  await button(page, 'Hour 13').and(page.locator(':enabled')).waitFor();
  assert.deepEqual(await enabledIn(page, 'Hour'), ['13']);
  assert.deepEqual(await enabledIn(page, 'Minute'), []);
  assert.deepEqual(
    await picker(page, 'Second').getByRole('button').allTextContents(),
    Array.from({ length: 12 }, (_, i) => String(5 * i).padStart(2, '0')),
  );
  await button(page, 'Hour 13').click();
  await button(page, 'Minute 05').and(page.locator(':enabled')).waitFor();
  assert.deepEqual(await enabledIn(page, 'Minute'), ['05', '06', '07']);
  const tomorrow = new Date();
  const tomorrowMs = tomorrow.setDate(tomorrow.getDate() + 1);
  await expect(page.locator(`td[data-day="${dayOf(tomorrowMs)}"] button`)).toBeDisabled();
});

test('[A-PLAYBACK-011] [A-PLAYBACK-012] [A-PLAYBACK-013] [A-PLAYBACK-014] speeds step along the ladder; a pick while paused and any other time resume at 1', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: at(10) });
  await playing(page, 1);
  await button(page, 'Pause').click();
  await hasSpeed(page, 0);
  for (const speed of [0.2, 0.5, 1, 2, 4, 8, 16, 16]) {
    await button(page, 'Faster').click();
    await hasSpeed(page, speed);
  }
  for (const speed of [8, 4, 2, 1, 0.5, 0.2, 0, 0]) {
    await button(page, 'Slower').click();
    await hasSpeed(page, speed);
  }
  await button(page, 'Second 30').click();
  await hasSpeed(page, 1);
  await playingAt(page, START_MS + 31_000);
  for (const speed of [2, 4]) {
    await page.keyboard.press(']');
    await hasSpeed(page, speed);
  }
  await button(page, 'Minute 06').click();
  await hasSpeed(page, 1);
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await hasSpeed(page, 4);
  await button(page, 'Multi').click();
  await hasSpeed(page, 1);
});

test('[E-ERR-004] [A-PLAYBACK-015] [A-PLAYBACK-016] [A-PLAYBACK-018] several channels play side by side, at most nine', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: at(10, '&multi=0&map=0') });
  await playing(page, 1);
  assert.deepEqual(await on(page), ['ch1']);
  await button(page, 'Multi').click();
  await playing(page, 4);
  assert.deepEqual(await on(page), ['ch1', 'ch2', 'ch3', 'ch4']);
  for (const channel of [5, 6, 7, 8, 9]) await button(page, `ch${channel}`).click();
  await tile(page, 9).getByText('No Record').waitFor();
  await button(page, 'ch10').click();
  await toast(page, '').getByText('over max channels count(9)', { exact: true }).waitFor();
  assert.equal((await on(page)).length, 9);
  await button(page, 'Multi').click();
  await tile(page, 2).waitFor({ state: 'detached' });
  await playing(page, 1);
  assert.deepEqual(await on(page), ['ch1']);
  await page.goto(new URL(`/splayback/${OTHER}?at=${START_MS / 1000}&multi=1`, page.url()).href);
  await playing(page, 2);
  assert.deepEqual(await on(page), ['ch1', 'ch2']);
});

test('another channel plays from where the one before was led to, though the server counts its seeks from the beginning', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: at(10, '&multi=0&map=0') });
  await playing(page, 1);
  await page.keyboard.press('ArrowRight');
  await playingAt(page, START_MS + 15_000);
  await playing(page, 1);
  await button(page, 'ch2').click();
  await tile(page, 1).waitFor({ state: 'detached' });
  await playing(page, 2);
  await seen(page, 2);
  assert.deepEqual(await on(page), ['ch2']);
});

test('[A-PLAYBACK-024] [E-CONST-011] [F-ERR-025] devices with more than sixteen channels have a compact bar; a day without a record says so by device and date', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `/splayback/TRK-16?day=${dayOf(START_MS)}` });
  await page.getByText(`TRK-16 has no record on ${dayOf(START_MS)}`, { exact: true }).waitFor();
  const bar = page.getByRole('group', { name: 'Channels' });
  await bar.waitFor();
  await expect(bar).toHaveAttribute('data-bar', 'full');
  await expect(bar.getByText('ch16')).toHaveCount(1);
  await page.goto(new URL('/splayback/TRK-20', page.url()).href);
  await bar.waitFor();
  await expect(bar).toHaveAttribute('data-bar', 'compact');
  await expect(bar.getByRole('button')).toHaveCount(20);
  assert.equal(await bar.getByText('ch16').count(), 0);
  await bar.getByRole('button', { name: 'ch16' }).waitFor();
});

test('[A-PLAYBACK-025] what the server says about a day stands in a red box', async ({ t }) => {
  const prepare = (made: Page): Promise<void> =>
    changeAnswers(made, (line) =>
      line['M'] === 'Q06' ? { ...line, R: '0', Z: 'The disk <b>of</b> 北 is away' } : line,
    );
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}`, prepare });
  const box = page.getByRole('alert').filter({ hasText: 'The disk <b>of</b> 北 is away' });
  await box.waitFor();
  const [red = 0, green = 0, blue = 0] = (
    (await box.evaluate((e) => getComputedStyle(e).backgroundColor)).match(/\d+/g) ?? []
  ).map(Number);
  assert.ok(red > 120 && red > 2 * green && red > 2 * blue, `${red} ${green} ${blue}`);
});

test('[A-PLAYBACK-006] on a phone the times close half a second after the last pick', async ({ t }) => {
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}`, phone: true });
  const times = page.getByRole('region', { name: 'Time' });
  await button(page, 'Time').click();
  await (await shownDay(times, dayOf(START_MS))).click();
  await button(page, 'Hour 13').click();
  await button(page, 'Minute 06').click();
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  await button(page, 'Second 10').and(page.locator(':enabled')).press('Enter');
  await page.clock.runFor(450);
  assert.equal(await times.count(), 1, 'still there after 0.45 s');
  await page.clock.runFor(100);
  await times.waitFor({ state: 'detached' });
});

test('[A-PLAYBACK-017] the map asks for the places each five seconds while a time is set', async ({ t }) => {
  let asked = 0;
  const prepare = async (made: Page): Promise<void> => {
    made.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/gps') asked += 1;
    });
    await made.clock.install();
  };
  const page = await stage.signedIn(t, { path: at(10), prepare });
  await playing(page, 1);
  // Further ahead than a round takes: the one that is due then comes as the clock is stopped, the next ones 5, 10 and 15 s later.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
  await page.clock.runFor(1000);
  await allAsked(page);
  const before = asked;
  await page.clock.runFor(16_000);
  await allAsked(page);
  assert.equal(asked - before, 3);
  const other = await stage.signedIn(t, { path: `/splayback/${DEVICE}`, prepare });
  await other.getByText('Choose a time').first().waitFor();
  const without = asked;
  await other.clock.pauseAt(await other.evaluate(() => Date.now() + 5000));
  await other.clock.runFor(16_000);
  await allAsked(other);
  assert.equal(asked, without);
});

test('[A-STREAM-002] each channel has a socket of its own on the stream port, all of one number', async ({ t }) => {
  const sockets: URL[] = [];
  const prepare = (made: Page): unknown =>
    made.on('websocket', (socket) => {
      if (socket.url().includes('ws.cgi')) sockets.push(new URL(socket.url()));
    });
  const page = await stage.signedIn(t, { path: at(20), prepare });
  for (const channel of [1, 2, 3, 4]) await playing(page, channel);
  assert.equal(sockets.length, 4);
  for (const { port, pathname, searchParams } of sockets) {
    assert.deepEqual([Number(port), pathname], [stage.server.ports.stream, '/ws.cgi']);
    assert.equal(searchParams.get('deviceid'), DEVICE);
    assert.equal(searchParams.get('type'), 'lopb');
    assert.equal(Number(searchParams.get('spbtime')), START_MS / 1000 + 20);
    assert.deepEqual([searchParams.get('user'), searchParams.get('password')], [null, null], 'the session instead');
  }
  assert.equal(new Set(sockets.map(({ searchParams }) => searchParams.get('streamid'))).size, 1);
  assert.deepEqual(
    sockets.map(({ searchParams }) => Number(searchParams.get('channel'))).toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  );
  await expect(speedNow(page)).toHaveAttribute('data-speed-now', '1');
});
