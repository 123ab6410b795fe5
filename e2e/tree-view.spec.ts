// The tree view, told as an operator meets it: channels of several vehicles side by side, moved by mouse, finger and keyboard, and
// remembered. Named layouts are tree-layouts.spec.ts, limits by level tree-limits.spec.ts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { createVehicle } from '../apps/simulator/src/index.ts';
import { Channel } from '../integration/support/operator.ts';
import { HOST } from '../integration/support/server.ts';
import { until } from '../integration/support/until.ts';
import { offences } from './axe.ts';
import { startStageServer, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';
import { channelButton, deviceRow, leaf, leaves, limitToast, refused, tileOf, tileOrder, tiles } from './tree.ts';

const stage = useStage();
const PATH = '/treeview';

const playing = (tile: Locator): Promise<void> => tile.locator('[data-phase="playing"]').waitFor();
const offlineImage = (tile: Locator): Locator => tile.getByRole('img', { name: 'Offline', exact: true });
const said = (page: Page, text: RegExp): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();

const isOver = (tile: Locator): Promise<void> => tile.and(tile.page().locator('[data-over="true"]')).waitFor();

/** Drags with the mouse, as slowly as the page follows. */
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(a && b);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 20, a.y + a.height / 2, { steps: 2 });
  await isOver(from);
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 2 });
  await isOver(to);
  await page.mouse.up();
};

/** An offline device whose channels are all in the layout; nothing plays, so nothing waits. */
const withTiles = async (id: string, channels: number, options: Parameters<typeof stage.signedIn>[1] = {}) => {
  await stage.register(id, channels);
  return async (t: Parameters<typeof stage.signedIn>[0]): Promise<Page> => {
    const page = await stage.signedIn(t, { path: PATH, ...options });
    await channelButton(page, id).click();
    await tiles(page)
      .nth(channels - 1)
      .waitFor();
    return page;
  };
};

test('[F-ROUTE-004] [F-TREE-001] [F-WRAP-004] [F-TREE-002] [F-XINFO-002] [F-TREE-004] [F-TREE-008] a fresh profile has the default layout; channels of the tree become tiles and go again', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000301', channels: 3 }, { vehicleid: 'TREE-1' });
  const page = await stage.signedIn(t, { path: PATH });
  const layouts = page.getByRole('complementary').getByRole('combobox', { name: 'Layout' });
  await page.getByText('This layout has no tiles yet').waitFor();
  assert.deepEqual(await layouts.getByRole('option').allTextContents(), ['default']);
  assert.equal(await leaves(page).count(), 0);
  await deviceRow(page, 'TREE-1').click();
  await leaf(page, 'Map').waitFor();
  assert.deepEqual(await leaves(page).allInnerTexts(), ['ch1', 'ch2', 'ch3', 'Map']);
  await leaf(page, 'ch1').click();
  await leaf(page, 'ch3').click();
  await playing(tileOf(page, deviceId, 1));
  await playing(tileOf(page, deviceId, 3));
  await expect(tiles(page)).toHaveCount(2);
  await expect(leaf(page, 'ch3')).toHaveAttribute('aria-checked', 'true');
  await leaf(page, 'ch3').click();
  await tileOf(page, deviceId, 3).waitFor({ state: 'detached' });
  await expect(leaf(page, 'ch3')).toHaveAttribute('aria-checked', 'false');
  assert.deepEqual(await tileOrder(page), ['channel/1']);
  await deviceRow(page, 'TREE-1').click();
  await leaves(page).first().waitFor({ state: 'detached' });
});

test('[F-TREE-005] [F-TREE-010] a tile dragged onto another swaps with it, the others stay, and the order is kept', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000302', channels: 1 });
  await stage.register('SWAP-1', 2);
  const page = await stage.signedIn(t, { path: PATH });
  await channelButton(page, deviceId).click();
  await channelButton(page, 'SWAP-1').click();
  await tiles(page).nth(2).waitFor();
  const live = tileOf(page, deviceId, 1);
  await playing(live);
  const names = (): Promise<string[]> => tileOrder(page, 'with devices');
  const [a, b, c] = [`${deviceId}/channel/1`, 'SWAP-1/channel/1', 'SWAP-1/channel/2'];
  await becomes(names, [a, b, c]);
  await drag(page, live, tileOf(page, 'SWAP-1', 2));
  await said(page, /ch1 and .*ch2 have changed places/);
  await becomes(names, [c, b, a]); // they slide there
  await playing(live);
  await page.reload();
  await playing(live);
  await becomes(names, [c, b, a]);
});

/** Picks a tile up by its handle. The keys that carry it are heard when the page has come to rest after that. */
const pickUp = async (page: Page, key: string, channel: number): Promise<void> => {
  await page.getByRole('button', { name: `Move KEYS-1 · ch${channel}`, exact: true }).press(key);
  await said(page, new RegExp(`Picked up KEYS-1 · ch${channel}`));
  await isOver(tileOf(page, 'KEYS-1', channel));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
};

test('a tile is carried with the keyboard, and escape leaves it where it was; each step is said', async ({ t }) => {
  const page = await (await withTiles('KEYS-1', 4))(t);
  await pickUp(page, ' ', 1);
  await page.keyboard.press('ArrowRight');
  await said(page, /Over KEYS-1 · ch2/);
  await page.keyboard.press('ArrowDown');
  await said(page, /Over KEYS-1 · ch2/);
  await page.keyboard.press('ArrowLeft');
  await said(page, /Picked up KEYS-1 · ch1/);
  await page.keyboard.press('ArrowDown');
  await said(page, /Over KEYS-1 · ch4/);
  await page.keyboard.press(' ');
  await said(page, /ch1 and .*ch4 have changed places/);
  const swapped = ['channel/4', 'channel/2', 'channel/3', 'channel/1'];
  await becomes(() => tileOrder(page), swapped);
  await pickUp(page, 'Enter', 2);
  await page.keyboard.press('ArrowRight');
  await said(page, /Over KEYS-1 · ch3/);
  await page.keyboard.press('Escape');
  await said(page, /ch2 stays where it is/);
  await becomes(() => tileOrder(page), swapped);
});

test('on a phone the tree is a drawer, tiles are as wide as the screen, and a held finger swaps them', async ({
  t,
}) => {
  await stage.register('FINGER-1', 3);
  const page = await stage.signedIn(t, { path: PATH, phone: true });
  await page.getByRole('button', { name: 'Devices' }).click();
  const drawer = page.getByRole('dialog', { name: 'Devices' });
  // The drawer slides in: its rows can be hit once they stand still.
  await drawer.evaluate((panel) => Promise.all(panel.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  await deviceRow(page, 'FINGER-1').click();
  await leaf(page, 'ch1').click();
  await leaf(page, 'ch3').click();
  await drawer.getByText('2 tiles').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  const [one, other] = await Promise.all([1, 3].map((channel) => tileOf(page, 'FINGER-1', channel).boundingBox()));
  assert.ok(one && other);
  assert.ok(one.width > 370 && other.y > one.y + one.height - 1, 'under each other, as wide as the screen');
  const finger = await page.context().newCDPSession(page);
  const at = (box: typeof one) => [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(one) });
  await said(page, /Picked up FINGER-1 · ch1/);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(other) });
  await said(page, /Over FINGER-1 · ch3/);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await said(page, /have changed places/);
  await becomes(() => tileOrder(page), ['channel/3', 'channel/1']);
});

test('[F-TREE-006] [F-TREE-009] each tile has a button that removes just it, for good', async ({ t }) => {
  const page = await (await withTiles('REMOVE-1', 3))(t);
  for (const tile of await tiles(page).all()) await tile.getByRole('button', { name: /^Remove REMOVE-1/ }).waitFor();
  await page.getByRole('button', { name: 'Remove REMOVE-1 · ch2' }).click();
  await tileOf(page, 'REMOVE-1', 2).waitFor({ state: 'detached' });
  await becomes(() => tileOrder(page), ['channel/1', 'channel/3']);
  await page.reload();
  await tiles(page).first().waitFor();
  await becomes(() => tileOrder(page), ['channel/1', 'channel/3']);
});

test('[F-TREE-007] [F-ERR-033] an offline device shows the offline image and no player, plays when it comes, and shows the image when it goes', async ({
  t,
}) => {
  const phone = '013800000303';
  await stage.register('13800000303', 1);
  const page = await stage.signedIn(t, { path: PATH });
  await channelButton(page, '13800000303').click();
  const tile = tileOf(page, '13800000303', 1);
  await offlineImage(tile).waitFor();
  await tile.getByText('Device offline').waitFor();
  assert.equal(await tile.locator('canvas, video').count(), 0);
  const vehicle = createVehicle({ host: HOST, port: stage.server.ports.jt808, phone, channels: 1 });
  t.after(() => vehicle.stop());
  vehicle.start();
  await playing(tile);
  assert.equal(await offlineImage(tile).count(), 0);
  await vehicle.stop();
  await offlineImage(tile).waitFor();
  assert.equal(await tile.locator('canvas, video').count(), 0);
  await expect(tiles(page)).toHaveCount(1);
});

test("[F-TREE-011] [F-ERR-003] the thirteenth tile is refused with a toast, 'error' and 'max channels', at the top right for 1 s", async ({
  t,
}) => {
  await stage.register('LIMIT-1', 13);
  const page = await stage.signedIn(t, { path: PATH, prepare: (made) => made.clock.install() });
  await deviceRow(page, 'LIMIT-1').click();
  for (let channel = 1; channel <= 12; channel += 1) await leaf(page, `ch${channel}`).click();
  await tiles(page).nth(11).waitFor();
  assert.equal(await limitToast(page).count(), 0);
  await refused(page, leaf(page, 'ch13'));
  await expect(tiles(page)).toHaveCount(12);
  await expect(leaf(page, 'ch13')).toHaveAttribute('aria-checked', 'false');
  await page.mouse.move(700, 700); // a pointer over a toast would hold it
  await page.clock.runFor(900);
  assert.equal(await limitToast(page).count(), 1);
  await page.clock.runFor(500);
  await limitToast(page).waitFor({ state: 'detached' }); // its time stands still: no later moment takes it away
});

test('[F-RIGHTS-002] without the advanced tree view each level has twelve tiles: the 13th is refused', async ({
  t,
}) => {
  await stage.register('LEVELS-1', 13);
  for (const level of [0, 1, 2, 3]) {
    const account = await stage.account(`plain-${level}`, level);
    const page = await stage.signedIn(t, { path: PATH, account, prepare: (made) => made.clock.install() });
    await deviceRow(page, 'LEVELS-1').click();
    for (let channel = 1; channel <= 12; channel += 1) await leaf(page, `ch${channel}`).click();
    await tiles(page).nth(11).waitFor();
    assert.equal(await limitToast(page).count(), 0, 'the 12th is taken');
    await refused(page, leaf(page, 'ch13'));
    await expect(tiles(page)).toHaveCount(12);
  }
});

/** How many of the twelve columns each tile takes: measured on screen, gaps included. */
const spans = (page: Page): Promise<number[]> =>
  tiles(page).evaluateAll((all) =>
    all.map((tile) => {
      const grid = tile.parentElement;
      const columns = grid === null ? [] : getComputedStyle(grid).gridTemplateColumns.split(' ').map(Number.parseFloat);
      return columns.length === 12
        ? Math.round((tile.getBoundingClientRect().width / (columns[0] ?? 0)) * 100) / 100
        : 0;
    }),
  );

test('[F-CONST-013] [F-CONST-014] [F-CONST-015] [F-CONST-016] one tile is 10 of 12 columns wide, up to two 6, up to six 4, up to twelve 3', async ({
  t,
}) => {
  await stage.register('GRID-1', 12);
  const page = await stage.signedIn(t, { path: PATH });
  await deviceRow(page, 'GRID-1').click();
  for (const [i, span] of [10, 6, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3].entries()) {
    await leaf(page, `ch${i + 1}`).click();
    await tiles(page).nth(i).waitFor();
    await becomes(() => spans(page), Array<number>(i + 1).fill(span), `columns of ${i + 1} tiles`);
  }
  const area = await page.getByTestId('tile-area').boundingBox();
  const last = await tileOf(page, 'GRID-1', 12).boundingBox();
  assert.ok(area && last && last.y + last.height <= area.y + area.height, 'all twelve are in sight');
});

test("[F-TREE-003] 'Full Screen' gives the tiles the whole screen", async ({ t }) => {
  const page = await (await withTiles('FULL-1', 2))(t);
  await page.getByRole('complementary').getByRole('button', { name: 'Full Screen' }).click();
  await page.waitForFunction(() => document.fullscreenElement?.getAttribute('data-testid') === 'tile-area');
  await expect(page.locator(':fullscreen [data-tile]')).toHaveCount(2);
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForFunction(() => document.fullscreenElement === null);
});

test('[F-WRAP-002] a channel tile shows video, a map tile the map of its device; without the map there is neither entry nor tile', async ({
  t,
}) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000304', channels: 1 });
  const page = await stage.signedIn(t, { path: PATH });
  await deviceRow(page, deviceId).click();
  await leaf(page, 'ch1').click();
  await leaf(page, 'Map').click();
  await playing(tileOf(page, deviceId, 1));
  const map = tileOf(page, deviceId, 'map');
  const ground = map.getByRole('region', { name: 'Map', exact: true }).locator('canvas');
  await ground.waitFor();
  await until('the map fills its tile', async () => {
    const [tileBox, groundBox] = [await map.boundingBox(), await ground.boundingBox()];
    return tileBox !== null && groundBox !== null && groundBox.height > tileBox.height - 48;
  });
  const account = await stage.account('treenomap', 2, ['P_tree', 'P_live']);
  const other = await stage.signedIn(t, { path: PATH, account });
  await deviceRow(other, deviceId).click();
  await leaf(other, 'ch1').waitFor();
  assert.deepEqual(await leaves(other).allInnerTexts(), ['ch1']);
});

test('[F-XINFO-005] channels stand in the order set for the device', async ({ t }) => {
  const server = await startStageServer();
  t.after(() => server.close());
  const channel = await Channel.signedIn(server, server.admin);
  await channel.get('D01', { I: 'ORDER-1', C: 3, Z: { chnames: ['Road', '', '車門'] } });
  channel.close();
  // The screen that sets the order comes later: it is put where that screen will store it.
  await server.stop();
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  database.prepare("UPDATE devices SET channel_order = '[3,1,2]' WHERE id = 'ORDER-1'").run();
  database.close();
  await server.reopen();
  const page = await stage.signedIn(t, { path: PATH, server });
  await deviceRow(page, 'ORDER-1').click();
  await leaf(page, '3 車門').waitFor(); // names and order come after the list
  await becomes(() => leaves(page).allInnerTexts(), ['3 車門', '1 Road', 'ch2', 'Map']);
  await channelButton(page, 'ORDER-1').click();
  await tiles(page).nth(2).waitFor();
  await becomes(() => tileOrder(page), ['channel/3', 'channel/1', 'channel/2']);
});

test('the tree obeys the keyboard: down, open, into the layout, all channels, close', async ({ t }) => {
  await stage.register('A-FIRST', 2, { vehicleid: '<b>台北</b>' });
  // The first of the list, also when this test is tried again alone.
  await stage.register('13800000300', 1);
  const page = await stage.signedIn(t, { path: PATH });
  await deviceRow(page, '<b>台北</b>').waitFor();
  const tree = page.getByRole('tree', { name: 'Devices' });
  await tree.press('Home');
  const current = async (): Promise<string> => {
    const id = (await tree.getAttribute('aria-activedescendant')) ?? '';
    return page.locator(`[id="${id}"]`).innerText();
  };
  const goesTo = (text: string): Promise<boolean> =>
    until(`the keys act on ${text}`, async () => (await current()).includes(text));
  await goesTo('13800000300');
  await page.getByRole('searchbox').fill('台北');
  await deviceRow(page, '13800000300').waitFor({ state: 'detached' });
  await tree.press('ArrowRight');
  await leaves(page).first().waitFor();
  await tree.press('ArrowRight');
  await goesTo('ch1');
  await tree.press('Enter');
  await tileOf(page, 'A-FIRST', 1).waitFor();
  await tree.press('a');
  await tileOf(page, 'A-FIRST', 2).waitFor();
  await tree.press('End');
  await goesTo('Map');
  await tree.press('ArrowLeft');
  await tree.press('ArrowLeft');
  await leaves(page).first().waitFor({ state: 'detached' });
  await expect(deviceRow(page, '台北')).toHaveAttribute('aria-expanded', 'false');
  await tree.press('?');
  await page.getByRole('dialog').filter({ hasText: 'All channels of the device' }).waitFor();
});

test('a device that is no longer in the list keeps its tile, which says so and can be removed', async ({ t }) => {
  const page = await (await withTiles('GONE-1', 1))(t);
  await stage.command('D02', { I: 'GONE-1' });
  await page.reload();
  const tile = tileOf(page, 'GONE-1', 1);
  await tile.getByText('This device is not in your list').waitFor();
  await tile.getByRole('button', { name: 'Remove GONE-1 · ch1' }).click();
  await tile.waitFor({ state: 'detached' });
});

test('a long list is drawn only where it is seen, down to its last device', async ({ t }) => {
  for (let i = 100; i < 260; i += 1) await stage.register(`LONG-LIST-OF-THIRTY-ONE-CHS-${i}`, 1);
  t.after(async () => {
    for (let i = 100; i < 260; i += 1) await stage.command('D02', { I: `LONG-LIST-OF-THIRTY-ONE-CHS-${i}` });
  });
  const page = await stage.signedIn(t, { path: PATH });
  await page.getByRole('searchbox').fill('long-list');
  // The row is there before the filter has left the others out.
  await deviceRow(page, 'CHS-100').and(page.locator('[aria-setsize="160"]')).waitFor();
  assert.ok((await page.getByRole('treeitem').count()) < 60);
  await page.getByRole('tree').press('End');
  await deviceRow(page, 'CHS-259').and(page.locator('[aria-posinset="160"]')).waitFor();
});

test('[F-RIGHTS-010] [F-RIGHTS-023] without P_tree there is no menu entry, and the path leads to the start', async ({
  t,
}) => {
  const bar = (page: Page): Locator => page.getByRole('banner');
  const withTree = await stage.account('withtree', 1, ['P_tree', 'P_live', 'F_gps']);
  const page = await stage.signedIn(t, { path: '/idle', account: withTree });
  await bar(page).getByRole('button', { name: 'Live view' }).click();
  await page.getByRole('link', { name: 'Tree view' }).click();
  await page.waitForURL(`**${PATH}`);
  await page.getByRole('tree').waitFor();
  const without = await stage.account('withouttree', 1, ['P_live', 'F_gps']);
  const other = await stage.signedIn(t, { path: PATH, account: without, expected: /WebGL/ });
  await other.waitForURL((url) => url.pathname === '/');
  await bar(other).getByRole('link', { name: 'Live view' }).waitFor();
  assert.equal(await other.getByRole('link', { name: 'Tree view' }).count(), 0);
});

test('P_tree alone is enough to watch in the tree view', async ({ t }) => {
  const { deviceId } = await stage.vehicle(t, { phone: '013800000305', channels: 1 });
  const account = await stage.account('onlytree', 2, ['P_tree']);
  const page = await stage.signedIn(t, { path: PATH, account });
  await channelButton(page, deviceId).click();
  await playing(tileOf(page, deviceId, 1));
});

/** Two tiles stand and the tree is open: what axe finds serious or critical then. */
const judged = async (page: Page): Promise<string[]> => {
  await deviceRow(page, 'AXE-1').click();
  await leaf(page, 'ch1').click();
  await leaf(page, 'ch2').click();
  await tiles(page).nth(1).waitFor();
  return offences(page, () => new AxeBuilder({ page }));
};

test('axe finds nothing serious in an open tree with tiles, in light and dark, nor in the drawer of a phone', async ({
  t,
}) => {
  await stage.register('AXE-1', 3);
  for (const theme of ['default', 'darkly']) {
    const prepare = (made: Page): Promise<unknown> =>
      made.addInitScript((name) => localStorage.setItem('themeName', name), theme);
    const calm = { path: PATH, prepare, context: { reducedMotion: 'reduce' } } as const;
    assert.deepEqual(await judged(await stage.signedIn(t, calm)), []);
    const phone = await stage.signedIn(t, { ...calm, phone: true });
    await phone.getByRole('button', { name: 'Devices' }).click();
    assert.deepEqual(await judged(phone), []);
  }
});
