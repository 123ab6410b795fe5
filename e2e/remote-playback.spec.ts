// Remote playback as an operator uses it: what a recorder says it has, a segment, a start point, play, pause, speed, jumps, stop. The
// recorder is simulated with a disk of its own; everything between it and the screen is real.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Ending, type SignedInOptions, useStage } from './fixture.ts';
import { inOrder } from './in-order.ts';
import { logSockets, readSockets } from './socket-log.ts';
import * as remote from './support/remote.ts';
import { expect, test } from './test.ts';
import { changesFrom, pictureText, playing, seen } from './tiles.ts';

const stage = useStage();

const FILES_PER_HOUR = 12;
const DISK_HOURS = 6;

type Opened = { page: Page; questions: string[] };

/** The page of a device at noon of its day, with every record list that it asks for. */
const opened = async (t: Ending, path: string, options: SignedInOptions = {}): Promise<Opened> => {
  const questions: string[] = [];
  const page = await stage.signedIn(t, {
    ...options,
    path: `/remoteplayback/${path}`,
    context: { timezoneId: remote.noonZone(), ...options.context },
    prepare: async (made) => {
      made.on('request', (request) => {
        if (request.url().endsWith('/gkdevice/recordlist')) questions.push(request.postData() ?? '');
      });
      await logSockets(made);
      await remote.logPlayers(made);
      await options.prepare?.(made);
    },
  });
  return { page, questions };
};

/** Picks a segment that is not at the edge of the disk, and its beginning. */
const chooseStart = async (page: Page): Promise<void> => {
  await remote.segments(page).nth(5).click();
  await remote.button(page, 'From its beginning').click();
};

const received = async (page: Page): Promise<number> =>
  (await readSockets(page)).frames.filter(({ way, code }) => way === 'received' && code === 'D08').length;

test('[E-REMOTE-001 E-HTTP-041 F-ROUTE-014] a device opens with one question for its segments, a toggle a channel, a tile for each that is on', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(
    t,
    { phone: '013800000401', channels: 3 },
    { vehicleid: '貨車 <b>七</b>號' },
  );
  const { page, questions } = await opened(t, deviceId);
  await page.getByRole('heading', { name: '貨車 <b>七</b>號' }).waitFor();
  await remote.segments(page).first().waitFor();
  const rows = Number(await remote.recordTable(page).getAttribute('aria-rowcount')) - 1;
  const expected = DISK_HOURS * FILES_PER_HOUR * 3;
  assert.ok(Math.abs(rows - expected) <= 3, `${rows} segments, about ${expected} on the disk`);
  await expect(remote.segments(page).first()).toHaveText(/^\d\d:\d[05]:00.*5:00.*1.*Normal.*19 MB/);
  await expect(page.getByRole('group', { name: 'Channels' }).getByRole('button')).toHaveCount(3);
  await remote.tileCount(page, 1);
  await remote.button(page, 'Multi').click();
  await remote.tileCount(page, 3);
  await remote.channel(page, 'ch2').click();
  await remote.tileCount(page, 2);
  assert.equal(questions.length, 1);
});

test('[E-REMOTE-002 E-REMOTE-003 E-REMOTE-006 E-HTTP-042] a segment, a start point, then it plays, pauses, resumes and stops; each play is a stream of its own', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000402', channels: 1 });
  const { page } = await opened(t, vehicle.deviceId);
  const play = remote.button(page, 'Play');
  await remote.segments(page).nth(5).waitFor();
  await expect(play).toBeDisabled(); // nothing is chosen
  await remote.segments(page).nth(5).click();
  await remote.chosen(page).waitFor();
  await expect(remote.button(page, 'Stop')).toBeDisabled();
  const beginning = /^\d\d:\d\d:\d\d/.exec((await remote.chosen(page).textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByRole('textbox', { name: 'Start time' })).toHaveValue(beginning); // chosen with the segment
  await play.click();
  await playing(page, 1);
  await seen(page, 1);
  await changesFrom(page, 1, await pictureText(page, 1));
  const going = await remote.untilStanding(
    page,
    0,
    (all) => all.filter(({ state }) => state === 'playing').length >= 3,
  );
  const times = going.filter(({ state }) => state === 'playing').map(({ currentTime }) => currentTime);
  assert.ok((times.at(-1) ?? 0) > (times[0] ?? 0), `the time goes on: ${times.join(' ')}`);

  await remote.button(page, 'Pause').click();
  await remote.playingTime(page).getByText('Paused').waitFor();
  // The page says so at once: an answer to what it asked before may still come.
  await remote.untilStanding(page, await received(page), (all) => all.some(({ state }) => state === 'paused'));
  const before = await received(page);
  const clock = remote.playingTime(page).locator('[data-clock]');
  // Where the device is ahead of the pictures its first answer after the pause says where it stands.
  await remote.untilStanding(page, before, (all) => all.length >= 2);
  const frozen = await clock.textContent();
  const paused = await remote.untilStanding(page, before, (all) => all.length >= 4);
  assert.deepEqual(
    new Set(paused.map(({ currentTime, state }) => `${state} ${currentTime}`)).size,
    1,
    'time stands still',
  );
  assert.equal(paused[0]?.state, 'paused');
  assert.equal(await clock.textContent(), frozen);
  await remote.button(page, 'Resume').click();
  const atMs = (paused[0]?.currentTime ?? 0) + 2;
  await remote.untilStanding(page, before, (all) => all.some(({ currentTime }) => currentTime >= atMs));

  await remote.button(page, 'Stop').click();
  await remote.playingTime(page).getByText('Not playing').waitFor();
  await until('the device sends nothing any more', () => vehicle.cameras?.connectionCount === 0);
  // What was played is on the server soon, and the list says so when it is asked again.
  await until('what was played is kept', async () => {
    const answered = page.waitForResponse('**/gkdevice/recordlist');
    await remote.button(page, 'Ask the device again').click();
    const { kept }: { kept: unknown[] } = await (await answered).json();
    return kept.length > 0;
  });
  await remote.recordTable(page).getByText('Partly fetched before').first().waitFor({ state: 'attached' });
  await page
    .getByRole('region', { name: 'Timeline' })
    .locator('[data-holding="both"]')
    .first()
    .waitFor({ state: 'attached' });

  await play.click();
  await playing(page, 1);
  await play.click(); // without stopping first
  await until('the third stream is opened', async () => (await remote.playerQueries(page)).length >= 3);
  await playing(page, 1);
  const streams = (await remote.playerQueries(page)).map((query) => query.get('streamid'));
  assert.equal(new Set(streams).size, 3, `another number each time: ${streams.join(' ')}`);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await until('leaving the screen stops the device', () => vehicle.cameras?.connectionCount === 0);
});

test('[E-REMOTE-004 E-REMOTE-005 E-HTTP-043 E-HTTP-044 E-CONST-009 E-CONST-010] speed steps along the ladder and jumps of 5 and 10 seconds are asked of the device', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000403', channels: 2 });
  const { page } = await opened(t, `${deviceId}?ch=2&minutes=5`);
  await page.getByLabel('Segments of channel').selectOption('ch2');
  await chooseStart(page);
  await page.getByLabel('Stream', { exact: true }).selectOption('Sub stream');
  await remote.button(page, 'Play').click();
  await playing(page, 2);
  const [first] = await remote.playerQueries(page);
  const names = ['channel', 'chs', 'cover', 'deviceid', 'duration', 'main', 'spbtime', 'speed', 'streamid', 'type'];
  assert.deepEqual([...(first?.keys() ?? [])].toSorted(), names);
  const values = ['type', 'channel', 'chs', 'duration', 'main', 'cover'].map((name) => first?.get(name));
  assert.deepEqual(values, ['repb', '2', '2', '300', '0', '0']);

  const speed = page.getByRole('status', { name: 'Speed' });
  const steps = [
    ['Faster', '2×'],
    ['Faster', '4×'],
    ['Faster', '8×'],
    ['Faster', '16×'],
    ['Slower', '8×'],
    ['Slower', '4×'],
    ['Slower', '2×'],
    ['Slower', '1×'],
    ['Slower', '0.5×'],
    ['Slower', '0.2×'],
    ['Faster', '0.5×'],
    ['Faster', '1×'],
  ] as const;
  for (const [name, shown] of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    await remote.button(page, name).click();
    // oxlint-disable-next-line no-await-in-loop
    await speed.getByText(shown, { exact: true }).waitFor();
  }
  const speeds = await remote.steerings(page, steps.length);
  assert.deepEqual(
    speeds.map(({ V }) => V),
    [2, 4, 8, 16, 8, 4, 2, 1, 0.5, 0.2, 0.5, 1],
  );
  await expect(remote.button(page, 'Slower')).toBeEnabled();

  for (const name of ['+10', '-10', '+5', '-5']) {
    // oxlint-disable-next-line no-await-in-loop -- one jump after the other
    await page.getByRole('group', { name: 'Jump' }).getByRole('button', { name, exact: true }).click();
  }
  const jumped = (await remote.steerings(page, steps.length + 4)).slice(steps.length);
  assert.deepEqual(
    jumped.map(({ F }) => F),
    [10, -10, 5, -5],
  );
  assert.ok(jumped.every(({ I, S }) => I === deviceId && String(S) === first?.get('streamid')));

  const duration = page.getByRole('combobox', { name: 'Duration' });
  assert.deepEqual(await duration.locator('option').allTextContents(), ['1 min', '2 min', '3 min', '4 min', '5 min']);
  await inOrder([4, 3, 2, 1], async (minutes) => {
    await duration.selectOption(String(minutes));
    await remote.button(page, 'Play').click();
    await until(`${minutes} minutes are asked for`, async () => {
      const last = (await remote.playerQueries(page)).at(-1);
      return last?.get('duration') === String(minutes * 60);
    });
  });
});

test('keys play, pause, jump and change the speed; a list of them opens with ?', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000404', channels: 1 });
  const { page } = await opened(t, `${deviceId}?minutes=2`);
  await remote.segments(page).nth(5).focus();
  await page.keyboard.press('Space');
  await remote.chosen(page).waitFor();
  await remote.button(page, 'From its beginning').press('Enter');
  await page.getByRole('heading', { name: deviceId }).click(); // leaves the button, which has a space bar of its own
  await until('it can be played', () => remote.button(page, 'Play').isEnabled());
  await page.keyboard.press('Space');
  await playing(page, 1);
  for (const key of ['ArrowRight', 'Shift+ArrowLeft', 'l', 'j', 'k'])
    // oxlint-disable-next-line no-await-in-loop -- one key after the other, each heard before the next
    await page.keyboard.press(key).then(() => page.evaluate(() => new Promise(requestAnimationFrame)));
  const asked = await remote.steerings(page, 5);
  assert.deepEqual(
    asked.map(({ V, F }) => ({ V, F })),
    [{ F: 5 }, { F: -10 }, { V: 2 }, { V: 1 }, { V: 0 }].map((each) => ({ V: undefined, F: undefined, ...each })),
  );
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of remote playback' }).waitFor();
});
