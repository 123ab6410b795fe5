// What tests see and do in the tree view: its rows, its tiles and where they stand.
import type { Locator, Page } from '@playwright/test';
import { until } from '../integration/support/until.ts';
import { standStill } from './support/clock.ts';

/** The row of a device, by anything that stands in it. */
export const deviceRow = (page: Page, text: string): Locator =>
  page.getByRole('treeitem', { level: 1 }).filter({ hasText: text });
/** The channels and maps of the open devices. */
export const leaves = (page: Page): Locator => page.getByRole('treeitem', { level: 2 });
/** A channel or the map of an open device. */
export const leaf = (page: Page, name: string): Locator => page.getByRole('treeitem', { level: 2, name, exact: true });

export const tiles = (page: Page): Locator => page.locator('[data-tile]');
/** The tile of a device's channel, 'map' for its map. */
export const tileOf = (page: Page, deviceId: string, what: number | 'map'): Locator =>
  page.locator(`[data-tile="${deviceId}/${what === 'map' ? 'map/0' : `channel/${what}`}"]`);
export const channelButton = (page: Page, deviceId: string): Locator =>
  deviceRow(page, deviceId).getByRole('button', { name: 'Show all channels' });

/** Where the tiles stand, as one reads them: row by row, each from the left. Of which device is left out unless asked for. */
export const tileOrder = (page: Page, whose: 'with devices' | 'channels only' = 'channels only'): Promise<string[]> =>
  tiles(page).evaluateAll(
    (all, withDevices) =>
      all
        .map((tile) => ({ name: tile.getAttribute('data-tile') ?? '', box: tile.getBoundingClientRect() }))
        .toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
        .map(({ name }) => (withDevices ? name : name.slice(name.indexOf('/') + 1))),
    whose === 'with devices',
  );

/** The toast at the top right that says why a tile was refused. */
export const limitToast = (page: Page): Locator =>
  page
    .locator('[data-sonner-toast][data-x-position="right"][data-y-position="top"][data-type="error"]')
    .filter({ has: page.locator('[data-title]').getByText('error', { exact: true }) })
    .filter({ has: page.locator('[data-description]').getByText('max channels', { exact: true }) });

/** Clicks a tile too many and sees it refused. The page's clock, installed before, stands still from then on: the toast stays. */
export const refused = async (page: Page, what: Locator): Promise<void> => {
  await standStill(page);
  await what.click();
  // Not once: what draws toasts is loaded with the first one, and sets its timers only then.
  await until('the tile is refused', async () => (await limitToast(page).count()) > 0, {
    between: () => page.clock.runFor(20),
  });
  await limitToast(page).waitFor();
};
