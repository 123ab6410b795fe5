// The quick bar with a moment in it: by keyboard alone from sign-in to a saved minute, to the footage of the server or of the recorder,
// and what it says of moments that there are not. And the way back from live pictures to what was recorded just now.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { addressOf, useStage } from './fixture.ts';
import { hourOfYesterday, playingTime } from './support/playback.ts';
import { putFootage } from './support/recorded.ts';
import { expect, test } from './test.ts';
import { playing, tile } from './tiles.ts';

const DEVICE = 'WALK-9107';
const MINUTE_MS = 60_000;
/** 14:32 of yesterday. */
const AT_MS = hourOfYesterday(14) + 32 * MINUTE_MS;
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'short' }).format(AT_MS);

const stage = useStage({}, async (made) => {
  await made.register(DEVICE, 2, { vehicleid: '107', plate: 'ODR-7', drivername: '王小明' });
  const { app, config } = made.server;
  const footage = { deviceId: DEVICE, channels: [1, 2], startMs: AT_MS - MINUTE_MS, endMs: AT_MS + 4 * MINUTE_MS };
  await putFootage(app, config.data, footage);
});

const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a device or a screen' });
const first = (page: Page): Locator => page.getByRole('listbox', { name: 'Found' }).getByRole('option').first();
const note = (page: Page): Locator => page.getByRole('dialog').getByRole('status');
const queryOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

test('from sign-in to a saved minute of yesterday 14:32 by keyboard alone, in at most six actions', async ({ t }) => {
  const page = await stage.page(t);
  await page.goto(addressOf(stage.server, '/login'));
  await expect(page.getByLabel('User name')).toBeFocused();
  let actions = 0;
  /** One action: a key, or a field that is filled and left by a key. */
  const act = async (key: string, text = ''): Promise<void> => {
    actions += 1;
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  };
  const { user, password } = stage.server.admin;
  await act('Tab', user);
  await act('Enter', password);
  await page.getByRole('button', { name: 'Find a device or a screen' }).getByText('Ctrl K').waitFor(); // the hint
  await act('Control+K');
  await finder(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('107 yesterday 14:32');
  await first(page).getByText(`Video playback of 107, ${DAY} 14:32`).waitFor();
  await first(page).getByText('On the server').waitFor();
  const saved = page.waitForEvent('download');
  await act('Shift+Enter');
  await page.waitForURL((url) => url.pathname === `/splayback/${DEVICE}`);
  assert.deepEqual([queryOf(page).get('at'), queryOf(page).get('ch')], [String(AT_MS / 1000), '1.2']);
  const file = await saved;
  assert.match(file.suggestedFilename(), /^WALK-9107_\d{8}_143200_ch1_60s\.mp4$/);
  const seconds = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    await file.path(),
  ]);
  assert.ok(Math.abs(Number(seconds) - 60) < 1, String(seconds));
  assert.ok(actions <= 6, `${actions} actions`);
  await page.getByText('Plays from the server.').waitFor();
  await page.locator('video, canvas').first().waitFor();
});

test('a range, a channel, Chinese, the vehicle at hand, and what is no moment', async ({ t }) => {
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}` });
  await page.getByRole('button', { name: 'Find a device or a screen' }).press('Enter');
  await finder(page).fill('ODR-7 ch2 昨天 14:33-14:35');
  await first(page).getByText(`Video playback of 107 ch2, ${DAY} 14:33 – 14:35`).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('at'));
  assert.deepEqual([queryOf(page).get('at'), queryOf(page).get('ch')], [String(AT_MS / 1000 + 60), '2']);
  await expect(page.getByRole('combobox', { name: 'Duration', exact: true })).toHaveValue('120');
  await page.keyboard.press('Control+K');
  const says = [
    ['107 yesterday 25:10', 'There is no such time; write it as 14:32'],
    ['107 2026-02-30', 'There is no such day; write it as 2026-11-22'],
    ['107 2090-01-01 10:00', 'That moment is still to come'],
    ['107 yesterday 14:30 15:30', 'Name one day and one time'],
    ['nobody yesterday 14:32', 'Nothing fits'],
  ] as const;
  for (const [typed, said] of says) {
    await finder(page).fill(typed);
    await expect(note(page)).toHaveText(said);
    await page.keyboard.press('Enter');
    await expect(finder(page)).toBeVisible();
  }
  await finder(page).fill('yesterday'); // of the vehicle that is looked at
  await first(page).getByText(`Video playback of 107, ${DAY}`).waitFor();
  await page.keyboard.press('Escape');
});

test('a place finds who is there; what only the recorder has plays from it at that second, and is saved from it', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(
    t,
    { phone: '013800000491', channels: 1, alarms: false, parked: true },
    { vehicleid: 'BUS-491' },
  );
  const atMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 40 * MINUTE_MS;
  const text = new Date(atMs).toLocaleString('sv').slice(0, 16);
  const page = await stage.signedIn(t, { path: '/blockview' });
  await page
    .getByRole('main')
    .getByText(/Taiwan/)
    .first()
    .waitFor(); // the name of its place has come
  await page.keyboard.press('Control+K');
  await finder(page).fill('taiwan');
  await first(page).getByText('BUS-491', { exact: true }).waitFor();
  await finder(page).fill(`bus-491 ${text}`);
  await first(page).getByText('From the recorder').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.waitForURL(`**/remoteplayback/${vehicle.deviceId}?**`);
  await page.getByText('Plays from the recorder.').waitFor();
  await page.getByRole('status', { name: 'Playing time' }).getByText('Playing', { exact: true }).waitFor();
  assert.equal(queryOf(page).get('at'), String(atMs / 1000));
  await page
    .getByRole('list', { name: 'Downloads' })
    .getByText(/_ch1_60s\.mp4$/)
    .waitFor();
});

test('from live pictures all go half a minute back on the same timeline and keys, and live again', async ({ t }) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000492', channels: 2, alarms: false });
  const { deviceId } = vehicle;
  const { app, config } = stage.server;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 5 * MINUTE_MS;
  await putFootage(app, config.data, { deviceId, channels: [1, 2], startMs, endMs: startMs + 15 * MINUTE_MS });
  const page = await stage.signedIn(t, { path: `/liveview/${deviceId}` });
  await playing(page, 1);
  const before = Date.now();
  await page.keyboard.press('Shift+B');
  const timeline = page.getByRole('region', { name: 'Recordings', exact: true });
  await timeline.waitFor();
  await page.getByText('Plays from the server.').waitFor();
  await expect.poll(() => playingTime(page)).toBeGreaterThanOrEqual(before - 31_000);
  assert.ok((await playingTime(page)) < before, 'of before the press');
  await tile(page, 1).getByText('recorded', { exact: true }).waitFor();
  await timeline.getByText('On both').waitFor(); // the legend: the recorder was asked as well
  const shown = await playingTime(page);
  await page.keyboard.press('b');
  await expect.poll(() => playingTime(page)).toBeLessThan(shown - 15_000);
  await page.keyboard.press(' ');
  await page.getByRole('status', { name: 'Speed' }).getByText('Paused').waitFor();
  await page.keyboard.press('n');
  await timeline.waitFor({ state: 'detached' });
  await playing(page, 1);
  await page.getByRole('button', { name: 'All back 30 s' }).click();
  await timeline.waitFor();
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await playing(page, 2);
});
