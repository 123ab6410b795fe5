// Random live view: the page of eight tiles, and the full-screen mosaics of the device list and the dashboard.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { type Ending, useStage } from './fixture.ts';
import { openMenu } from './menus.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

/** Twelve channels that drive: enough for the largest mosaic. Random streams never end early here. */
const stage = useStage({ randomLiveSeconds: 3600 });

const wall = (page: Page): Locator => page.getByRole('dialog', { name: 'Random live view, full screen' });
const tiles = (within: Page | Locator): Locator => within.locator('section[data-channel]');
const inFullScreen = (page: Page): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null);
const untilPlaying = (within: Locator, count: number): Promise<void> =>
  within
    .locator('[data-phase="playing"]')
    .nth(count - 1)
    .waitFor();

/** Rows and columns as they stand on screen: how many different tops and lefts. */
const gridOf = async (within: Locator): Promise<string> => {
  const boxes = await tiles(within).evaluateAll((all) =>
    all.map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return [Math.round(left), Math.round(top)] as const;
    }),
  );
  return `${new Set(boxes.map(([left]) => left)).size}x${new Set(boxes.map(([, top]) => top)).size}`;
};

/** `decade` keeps the vehicles of the tests apart. */
const fleet = async (t: Ending, decade: number): Promise<void> => {
  for (const last of [1, 2, 3]) await stage.vehicle(t, { phone: `0138000004${decade}${last}`, channels: 4 });
};

/** The queries of the page's stream sockets. */
const streamQueries = (page: Page): URLSearchParams[] => {
  const opened: URLSearchParams[] = [];
  page.on('websocket', (socket) => {
    const url = new URL(socket.url());
    if (url.pathname === '/ws.cgi') opened.push(url.searchParams);
  });
  return opened;
};

/** The numbers of the streams, each once: one that a busy machine let break is asked for again. */
const streamIds = (queries: readonly URLSearchParams[]): number[] =>
  [...new Set(queries.map((query) => Number(query.get('streamid'))))].toSorted((a, b) => a - b);

test('[F-CONST-021] [F-CONST-022] [F-CONST-023] [F-CONST-024] [F-CONST-025] a mosaic stands 1x1, 2x2, 3x2, 3x3 and 4x3 as channels come', async ({
  t,
}) => {
  await stage.vehicle(t, { phone: '013800000411', channels: 1 });
  const page = await stage.signedIn(t, { path: '/liveview', context: { viewport: { width: 1280, height: 720 } } });
  await page.getByRole('button', { name: '12 random channels, full screen' }).click();
  await untilPlaying(wall(page), 1);
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await becomes(() => gridOf(wall(page)), '1x1');
  const boxes = (): Promise<string[]> =>
    wall(page).evaluate((whole) =>
      [whole, whole.querySelector('section[data-channel]')].map((one) => JSON.stringify(one?.getBoundingClientRect())),
    );
  await expect(async () => {
    const [whole, one] = await boxes(); // of the same moment: full screen may still grow
    assert.equal(one, whole, 'one tile fills the mosaic');
  }).toPass({ timeout: 60_000 });
  let channels = 1;
  for (const [last, more, grid] of [
    [2, 3, '2x2'],
    [3, 2, '3x2'],
    [4, 3, '3x3'],
    [5, 3, '4x3'],
  ] as const) {
    await stage.vehicle(t, { phone: `01380000041${last}`, channels: more });
    channels += more;
    await tiles(wall(page))
      .nth(channels - 1)
      .waitFor();
    await expect(tiles(wall(page))).toHaveCount(channels);
    await becomes(() => gridOf(wall(page)), grid, `${channels} tiles`);
  }
});

test('[F-DEVLIST-005] [F-MOSAIC-001] [F-MOSAIC-002] [F-MOSAIC-003] four choices of a full-screen mosaic, each left by a double click or with full screen', async ({
  t,
}) => {
  await fleet(t, 3);
  const page = await stage.signedIn(t, { path: '/liveview' });
  const choices = page.getByRole('group', { name: 'Random live view, full screen' }).getByRole('button');
  await choices.nth(3).waitFor();
  await expect(choices).toHaveText(['4', '6', '9', '12']);
  await choices.nth(1).click();
  await untilPlaying(wall(page), 6);
  await expect(tiles(wall(page))).toHaveCount(6);
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await tiles(wall(page)).nth(2).dblclick();
  await wall(page).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.fullscreenElement === null);
  await choices.nth(0).click();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await tiles(wall(page)).nth(3).waitFor();
  await expect(tiles(wall(page))).toHaveCount(4);
  await page.evaluate(() => document.exitFullscreen());
  await wall(page).waitFor({ state: 'detached' });
  const phone = await stage.signedIn(t, { path: '/liveview', phone: true });
  await phone.getByRole('table', { name: 'Devices' }).waitFor();
  assert.equal(await phone.getByRole('group', { name: 'Random live view, full screen' }).count(), 0, 'not on a phone');
});

test('where the browser refuses full screen the mosaic covers the page all the same, and Escape closes it', async ({
  t,
}) => {
  await fleet(t, 4);
  const page = await stage.signedIn(t, {
    path: '/liveview',
    prepare: (made) =>
      made.addInitScript(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not here'));
      }),
  });
  await page.getByRole('button', { name: '4 random channels, full screen' }).click();
  await untilPlaying(wall(page), 4);
  assert.equal(await inFullScreen(page), false);
  const box = await wall(page).boundingBox();
  assert.deepEqual(box, { x: 0, y: 0, width: 1280, height: 800 });
  for (const key of ['Control+k', 'g', 'd']) await page.keyboard.press(key);
  const quickBar = page.getByRole('combobox', { name: 'Find a device or a screen' });
  assert.equal(await quickBar.count(), 0, 'no quick bar over or under the wall');
  assert.equal(new URL(page.url()).pathname, '/liveview', 'nor does the page below go elsewhere');
  await page.keyboard.press('Escape');
  await wall(page).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/liveview', 'nor has it since');
});

test('[F-CONST-026] [F-STREAMSOCK-003] [E-HTTP-046] the dashboard goes full screen with nine random streams, the random page opens eight', async ({
  t,
}) => {
  await fleet(t, 5);
  const page = await stage.signedIn(t, { path: '/blockview' });
  const queries = streamQueries(page);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await untilPlaying(wall(page), 9);
  await expect(tiles(wall(page))).toHaveCount(9);
  assert.deepEqual(new Set(queries.map((query) => query.get('deviceid'))), new Set(['*']));
  assert.deepEqual(streamIds(queries), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.ok(queries.every((query) => query.get('password') === null && query.get('user') === null));
  const labels = (): Promise<(string | null)[]> =>
    tiles(wall(page)).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect.poll(async () => new Set(await labels()).size, 'no channel twice').toBe(9);
  const other = await stage.signedIn(t, { path: '/liveview' });
  const random = streamQueries(other);
  await other.getByRole('button', { name: 'Random Live View' }).click();
  await untilPlaying(other.getByRole('main'), 8);
  assert.deepEqual(new Set(random.map((query) => query.get('deviceid'))), new Set(['*']));
  assert.deepEqual(streamIds(random), [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('[F-DEVLIST-004] [F-ROUTE-007] Random Live View leads level 0 to eight tiles, three in a row; nobody else, and not from a device', async ({
  t,
}) => {
  await fleet(t, 6);
  const page = await stage.signedIn(t, { path: '/liveview' });
  await page.getByRole('button', { name: 'Random Live View' }).click();
  await page.waitForURL(/\/rendomliveview$/);
  await untilPlaying(page.getByRole('main'), 8);
  await expect(tiles(page)).toHaveCount(8);
  await becomes(() => gridOf(page.getByRole('main')), '3x3');
  const first = tiles(page).first();
  await first.hover();
  await first.getByRole('link', { name: /^Live view of/ }).click();
  await page.waitForURL(/\/liveview\/\d+$/);
  await page.getByRole('group', { name: 'Channels' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Random Live View' }).count(), 0, 'not with a device chosen');
  const phone = await stage.signedIn(t, { path: '/liveview', phone: true });
  await phone.getByRole('table', { name: 'Devices' }).waitFor();
  assert.equal(await phone.getByRole('button', { name: 'Random Live View' }).count(), 0, 'not on a phone');
  const wrong = await stage.signedIn(t, { path: '/randomliveview' });
  await wrong.waitForURL((url) => url.pathname === '/');
  const account = await stage.account('watcher', 1);
  const other = await stage.signedIn(t, { path: '/rendomliveview', account });
  await other.waitForURL((url) => url.pathname !== '/rendomliveview');
  const list = await stage.signedIn(t, { path: '/liveview', account });
  await list.getByRole('button', { name: '4 random channels, full screen' }).waitFor();
  assert.equal(await list.getByRole('button', { name: 'Random Live View' }).count(), 0);
});

test('a tile that moves on shows the other vehicle under its own name, one without a channel says so', async ({
  t,
}) => {
  const one = await stage.vehicle(t, { phone: '013800000421', channels: 1 }, { vehicleid: 'First' });
  const page = await stage.signedIn(t, { path: '/rendomliveview' });
  await tiles(page).filter({ hasText: 'First' }).locator('[data-phase="playing"]').waitFor();
  await page.getByText('No further channel is online').first().waitFor();
  await stage.vehicle(t, { phone: '013800000422', channels: 1 }, { vehicleid: 'Second' });
  await tiles(page).filter({ hasText: 'Second' }).locator('[data-phase="playing"]').waitFor();
  await one.stop();
  await tiles(page).filter({ hasText: 'First' }).waitFor({ state: 'detached' });
});

test('[E-RANDOM-001 E-RANDOM-002] /rendomliveview shows eight tiles in three columns: three, three and two', async ({
  t,
}) => {
  await fleet(t, 7);
  const page = await stage.signedIn(t, { path: '/rendomliveview' });
  const main = page.getByRole('main');
  await untilPlaying(main, 8);
  await expect(tiles(main)).toHaveCount(8);
  const places = await tiles(main).evaluateAll((all) =>
    all.map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top) };
    }),
  );
  const columns = [...new Set(places.map(({ left }) => left))].toSorted((a, b) => a - b);
  assert.equal(columns.length, 3);
  const rows = Map.groupBy(places, ({ top }) => top);
  assert.deepEqual(
    [...rows.values()].map((row) => row.map(({ left }) => columns.indexOf(left))),
    [
      [0, 1, 2],
      [0, 1, 2],
      [0, 1],
    ],
  );
  // The menu spells the path as it is documented.
  await openMenu(page, 'Live view');
  await page.locator('.dropdown-menu.show a[href="/rendomliveview"]').waitFor();
});
