// Saving what is played back: what is asked of the server, how it is polled, what ends it, who may. Most of it against the real server;
// where a row says what the server answers, the answer is put between server and page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rights as allRights } from '@outrider/contract';
import type { Locator, Page, Route } from '@playwright/test';
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { Channel } from '../integration/support/operator.ts';
import { until } from '../integration/support/until.ts';
import { addressOf, startStageServer, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { allAsked, standStill } from './support/clock.ts';
import { footageOf, hourOfYesterday } from './support/playback.ts';
import { expect, test } from './test.ts';
import { playing } from './tiles.ts';

const DEVICE = 'TRK-104';
const START_MS = hourOfYesterday(14) + 5 * 60_000;

const stage = useStage({}, async (made) => {
  await footageOf(made, DEVICE, { channels: [1, 2], startMs: START_MS, endMs: START_MS + 150_000 }, 2);
});

const PATH = `/splayback/${DEVICE}?at=${START_MS / 1000 + 30}&map=0`;
const download = (page: Page): Locator => page.getByRole('button', { name: 'Download', exact: true });
const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const optionsOf = (page: Page, name: string): Promise<string[]> =>
  choice(page, name)
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLOptionElement ? one.value : '')));

/** Answers each lobkask with what `answer` gives, and notes its query. */
const answering = async (page: Page, answer: () => object): Promise<URLSearchParams[]> => {
  const asked: URLSearchParams[] = [];
  await page.route(/\/web\.cgi\?.*type=lobkask/, (route: Route) => {
    asked.push(new URL(route.request().url()).searchParams);
    return route.fulfill({ json: { progress: 10, message: '', filename: '', size: 0, ...answer() } });
  });
  return asked;
};

const MP4 = ['15', '30', '60', '120', '180', '240', '300', '600', '900', '1200', '1500', '1800'];
const GMS = [...MP4, '2100', '2400', '2700', '3000', '3300', '3600'];

test('[A-DOWNLOAD-005] [A-DOWNLOAD-010] [A-DOWNLOAD-011] [A-DOWNLOAD-012] formats and lengths to choose from, and nothing to press before a time is set', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: `/splayback/${DEVICE}` });
  await download(page).waitFor();
  await expect(download(page)).toBeDisabled();
  await becomes(() => optionsOf(page, 'Format'), ['mp4', 'gms']);
  await expect(choice(page, 'Duration')).toHaveValue('60');
  await becomes(() => optionsOf(page, 'Duration'), MP4);
  await choice(page, 'Format').selectOption('gms');
  await becomes(() => optionsOf(page, 'Duration'), GMS);
  await choice(page, 'Duration').selectOption('3600');
  await choice(page, 'Format').selectOption('mp4');
  await expect(choice(page, 'Duration'), 'what mp4 does not have falls back').toHaveValue('60');
  const playingPage = await stage.signedIn(t, { path: PATH });
  await playing(playingPage, 1);
  await expect(download(playingPage)).toBeEnabled();
  await answering(playingPage, () => ({ result: 'HANDLING' }));
  await download(playingPage).click();
  await playingPage.getByText('In the making, 10 %').waitFor();
  await expect(download(playingPage), 'while one runs').toBeDisabled();
  await playingPage.getByRole('button', { name: 'Cancel' }).click();
  await playingPage.getByText('Cancelled').waitFor();
  await until('the next one can be asked for', () => download(playingPage).isEnabled());
});

test('[A-DOWNLOAD-001] [A-DOWNLOAD-007] a press asks for a backup with all that names it; gms asks for channel 0', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await playing(page, 1);
  const asked = await answering(page, () => ({ result: 'CREATE FAIL' }));
  await download(page).click();
  await page.getByText('Download fail').waitFor();
  const { deviceid, ch, spbtime, format, duration, type } = Object.fromEntries(asked[0] ?? []);
  assert.deepEqual(
    { deviceid, ch, spbtime, format, duration, type },
    {
      deviceid: DEVICE,
      ch: '1',
      spbtime: String(START_MS / 1000 + 30),
      format: 'mp4',
      duration: '60',
      type: 'lobkask',
    },
  );
  await choice(page, 'Channel').selectOption('2');
  await choice(page, 'Duration').selectOption('120');
  await download(page).click();
  await page.getByText('Download fail').nth(1).waitFor();
  assert.deepEqual([asked[1]?.get('ch'), asked[1]?.get('duration')], ['2', '120']);
  await choice(page, 'Format').selectOption('gms');
  await download(page).click();
  await page.getByText('Download fail').nth(2).waitFor();
  assert.deepEqual([asked[2]?.get('ch'), asked[2]?.get('format')], ['0', 'gms']);
  const { user, hash } = stage.server.admin;
  const own = new URL(addressOf(stage.server, '/web.cgi'));
  own.search = new URLSearchParams({ ...Object.fromEntries(asked[0] ?? []), user, password: hash }).toString();
  const reply = await (await fetch(own)).text();
  assert.match(reply, /"(already|result)":/);
});

test('[A-DOWNLOAD-002] [A-DOWNLOAD-003] the server is asked each second while it works, and no more after it failed', async ({
  t,
}) => {
  for (const failure of ['BACKUP FAIL', 'CREATE FAIL']) {
    const page = await stage.signedIn(t, { path: PATH, prepare: (made) => made.clock.install() });
    await playing(page, 1);
    let result = 'HANDLING';
    let progress = 0;
    const asked = await answering(page, () => ({ result, progress: (progress += 1) }));
    await standStill(page);
    // The page has taken an answer, and has planned its next question, when it shows it.
    await download(page).press('Enter');
    await page.getByText('In the making, 1 %').waitFor();
    for (const count of [2, 3, 4, 5]) {
      await page.clock.runFor(1000);
      await page.getByText(`In the making, ${count} %`).waitFor();
      assert.equal(asked.length, count);
    }
    result = failure;
    await page.clock.runFor(1000);
    await page.getByText('Download fail').waitFor();
    await page.clock.runFor(500); // time for a toast to come, not to go
    assert.equal(await page.locator('[data-sonner-toast]').count(), 0);
    await page.clock.fastForward(10_000);
    await allAsked(page);
    assert.equal(asked.length, 6, failure);
    await expect(download(page)).toBeEnabled();
  }
});

test('[A-DOWNLOAD-004] [A-DOWNLOAD-009] a file that is made is saved by the browser: the right minute, playable', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: PATH });
  await playing(page, 1);
  const saved = page.waitForEvent('download');
  await download(page).click();
  const file = await saved;
  assert.match(file.suggestedFilename(), /^TRK-104_\d{8}_\d{6}_ch1_60s\.mp4$/);
  const entries = execFileSync('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=codec_name,nb_read_frames',
    '-of',
    'csv=p=0',
    await file.path(),
  ])
    .toString()
    .trim()
    .split('\n');
  assert.ok(
    entries.some((line) => line.startsWith('h264,') && Math.abs(Number(line.split(',')[1]) - 900) <= 15),
    entries.join(' '),
  );
  assert.ok(
    entries.some((line) => line.startsWith('aac')),
    entries.join(' '),
  );
  await page.getByText('Saved by the browser').waitFor();
});

test('[A-DOWNLOAD-006] administrators may always download, others where the configuration allows it', async ({ t }) => {
  const viewer = await stage.account('viewer', 1);
  const allowed = await stage.signedIn(t, { path: PATH, account: viewer });
  await download(allowed).waitFor();
  const strict = await startStageServer({ disablePlaybackDownload: true });
  t.after(() => strict.close());
  const operator = await Channel.signedIn(strict);
  await operator.get('D01', { I: DEVICE, C: 2 });
  operator.close();
  const { hash: passwordHash } = viewer;
  const more = { level: 1, rights: new Set(allRights), expiresMs: null, groupIds: [ROOT_GROUP_ID] };
  await strict.app.users.add({ name: viewer.user, passwordHash, ...more });
  const controls = (page: Page): Locator => page.getByRole('toolbar', { name: 'Play controls' });
  const refused = await stage.signedIn(t, { path: PATH, server: strict, account: viewer });
  await controls(refused).waitFor();
  assert.equal(await download(refused).count(), 0);
  const admin = await stage.signedIn(t, { path: PATH, server: strict, account: strict.admin });
  await controls(admin).waitFor();
  await download(admin).waitFor();
});
