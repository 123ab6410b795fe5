// Reading the menus of the bar as an operator does: opening each and looking at its entries.
import type { Locator, Page } from '@playwright/test';

/** The bar's menus and links. */
export const screensNav = (page: Page): Locator =>
  page.getByRole('banner').getByRole('navigation', { name: 'Screens' });

/** The entries of one menu, left open. `timeout`: for one that may go meanwhile, ms. */
export const openMenu = async (page: Page, name: string, timeout?: number): Promise<readonly string[]> => {
  const toggle = page.getByRole('button', { name, exact: true });
  const menu = screensNav(page).locator('.dropdown').filter({ has: toggle });
  const patience = timeout === undefined ? {} : { timeout };
  await menu.locator(':scope > button').click(patience);
  const entries = menu.locator('.dropdown-menu.show .dropdown-item');
  await entries.first().waitFor(patience);
  return entries.allTextContents();
};

const labelsOf = (all: Locator): Promise<string[]> =>
  all.evaluateAll((elements) => elements.map((each) => each.getAttribute('aria-label') ?? ''));

/** Every entry the bar offers: its links, and what is in each of its menus under 'Menu > Entry'. */
export const offeredEntries = async (page: Page, timeout?: number): Promise<readonly string[]> => {
  await screensNav(page).waitFor();
  const offered = await labelsOf(screensNav(page).locator(':scope > a'));
  for (const menu of await labelsOf(screensNav(page).locator(':scope > .dropdown > button'))) {
    // oxlint-disable-next-line no-await-in-loop -- one menu is open at a time
    for (const entry of await openMenu(page, menu, timeout)) offered.push(`${menu} > ${entry}`);
    // oxlint-disable-next-line no-await-in-loop -- one menu is open at a time
    await page.keyboard.press('Escape');
  }
  return offered;
};
