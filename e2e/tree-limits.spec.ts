// How many tiles each level may have where the deployment has the advanced tree view. Without it: tree-view.spec.ts.
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { type Ending, useStage } from './fixture.ts';
import { becomes } from './support/becomes.ts';
import { test } from './test.ts';
import { deviceRow, leaf, limitToast, refused, tileOrder, tiles } from './tree.ts';

const DEVICE = 'LIMITS-1';
const stage = useStage({ advancedTreeView: true }, async ({ register }) => register(DEVICE, 13));

const openedTree = async (t: Ending, level: number): Promise<Page> => {
  const account = await stage.account(`advanced-${level}`, level);
  const page = await stage.signedIn(t, { path: '/treeview', account, prepare: (made) => made.clock.install() });
  await deviceRow(page, DEVICE).click();
  await leaf(page, 'ch1').waitFor();
  return page;
};

/** Puts channels in one by one: as many as the limit are taken, the next is refused. */
const taken = async (page: Page, limit: number): Promise<void> => {
  for (let channel = 1; channel <= limit; channel += 1) {
    await leaf(page, `ch${channel}`).click();
    await tiles(page)
      .nth(channel - 1)
      .waitFor();
  }
  assert.equal(await limitToast(page).count(), 0, 'nothing was refused so far');
  await refused(page, leaf(page, `ch${limit + 1}`));
  await becomes(
    () => tileOrder(page),
    Array.from({ length: limit }, (_, i) => `channel/${i + 1}`),
  );
};

test('[F-RIGHTS-003] with the advanced tree view level 0 has twelve tiles: the 13th is refused', async ({ t }) => {
  await taken(await openedTree(t, 0), 12);
});
test('[F-RIGHTS-004] with the advanced tree view level 1 has six tiles: the 7th is refused', async ({ t }) => {
  await taken(await openedTree(t, 1), 6);
});
test('[F-RIGHTS-005] with the advanced tree view level 2 has one tile: the 2nd is refused', async ({ t }) => {
  await taken(await openedTree(t, 2), 1);
});
test('[F-RIGHTS-006] with the advanced tree view level 3 has no tile: the 1st is refused', async ({ t }) => {
  const page = await openedTree(t, 3);
  await page.getByText('Your account may not show pictures here').waitFor();
  await taken(page, 0);
});

test('a question mark tells the keys of the tree, and with them those that work everywhere', async ({ t }) => {
  const page = await stage.signedIn(t, { path: '/treeview' });
  await page.getByRole('tree').waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys of the tree view' });
  await keys.getByText('All channels of the device').waitFor();
  await keys.getByText('Find a device or a screen').waitFor();
});
