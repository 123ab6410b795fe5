// What happens to a remote playback after its end, and when channels are switched off and on while it plays.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { type Ending, useStage } from './fixture.ts';
import * as remote from './support/remote.ts';
import { test } from './test.ts';
import { changesFrom, pictureText, playing, seen } from './tiles.ts';

const stage = useStage();

/** The page of a device at noon of its day, a start point chosen. */
const opened = async (t: Ending, path: string): Promise<Page> => {
  const page = await stage.signedIn(t, {
    path: `/remoteplayback/${path}`,
    context: { timezoneId: remote.noonZone() },
    prepare: remote.logPlayers,
  });
  await remote.segments(page).nth(5).click();
  await remote.button(page, 'From its beginning').click();
  return page;
};

/** Where the player shows to be, UTC ms. */
const clockOf = async (page: Page): Promise<number> =>
  Number(await remote.playingTime(page).locator('[data-clock]').getAttribute('data-clock'));
const jump = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'Jump' }).getByRole('button', { name, exact: true }).click();

test('at its end a playback gives the device back and says so; a jump back plays on, and the page says that too', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000441', channels: 1 });
  const page = await opened(t, vehicle.deviceId);
  await remote.button(page, 'Play').click();
  await playing(page, 1);
  const startMs = await clockOf(page);
  for (const nth of [1, 2, 3, 4, 5]) {
    // oxlint-disable-next-line no-await-in-loop -- one jump after the other
    await jump(page, '+10');
    // oxlint-disable-next-line no-await-in-loop
    await until(`jump ${nth} was followed`, async () => (await clockOf(page)) >= startMs + nth * 9_000);
  }
  const words = remote.playingTime(page);
  await words.getByText('Ended').waitFor();
  await until('the device sends nothing any more', () => vehicle.cameras?.connectionCount === 0);
  await remote.button(page, 'Download').click();
  const line = page.getByRole('list', { name: 'Downloads' }).getByRole('listitem');
  await line.getByText(/In the making/).waitFor(); // it does not wait for the playback that is over
  await line.getByRole('button', { name: 'Cancel' }).click();
  await line.getByText('Cancelled').waitFor();
  const endMs = await clockOf(page);
  await jump(page, '-10');
  await words.getByText('Playing').waitFor();
  await until('the time is that of the pictures', async () => (await clockOf(page)) < endMs - 3_000);
  await changesFrom(page, 1, await pictureText(page, 1));
});

test('a channel that is switched off while it plays costs the device nothing any more; one that is switched on plays along', async ({
  t,
}) => {
  const vehicle = await stage.vehicle(t, { phone: '013800000442', channels: 2 });
  const page = await opened(t, `${vehicle.deviceId}?multi=1&minutes=5`);
  await remote.button(page, 'Play').click();
  await playing(page, 1);
  await playing(page, 2);
  await until('the device sends two channels', () => vehicle.cameras?.connectionCount === 2);
  await remote.channel(page, 'ch1').click();
  await until('the device sends one channel', () => vehicle.cameras?.connectionCount === 1);
  await playing(page, 2);
  await remote.channel(page, 'ch1').click();
  await playing(page, 1);
  await seen(page, 1);
  const queries = await remote.playerQueries(page);
  assert.equal(new Set(queries.map((query) => query.get('streamid'))).size, 1, 'it is one playback');
  await remote.button(page, 'Stop').click();
  await until('the device sends nothing any more', () => vehicle.cameras?.connectionCount === 0);
});
