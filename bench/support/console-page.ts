// The dashboard as benches open it: signed in by what the browser stored, with the list of all rows.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { savePassword } from '../../e2e/fixture.ts';
import { HOST } from '../../integration/support/server.ts';
import type { BigFleet } from './big-fleet.ts';
import { WatchedPage } from './watched-page.ts';

export type Opened = { watched: WatchedPage; page: Page };

export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

type OpenOptions = {
  /** Runs before anything is loaded. */
  prepare?: (page: Page) => Promise<unknown>;
  /** With what was fetched in it before; a new one when left out. */
  context?: BrowserContext;
};

/** Signed in on the dashboard. */
export const openDashboard = async (
  browser: Browser,
  { server }: BigFleet,
  { prepare, context }: OpenOptions = {},
): Promise<Opened> => {
  const page = await (context ?? (await newContext(browser))).newPage();
  const watched = await WatchedPage.watch(page);
  await savePassword(page, { user: server.admin.user, hash: server.admin.hash, password: '' }, HOST);
  // The list of all rows: pages of twelve would be no load.
  await page.addInitScript(() => localStorage.setItem('dashboardList', 'all'));
  await prepare?.(page);
  await page.goto(`http://${HOST}:${server.ports.http}/blockview`, { waitUntil: 'commit' });
  return { watched, page };
};

/** ms since the page was asked for, as the page itself counts. */
const sinceOpened = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** ms from opening the page, the sign-in included, until all rows can be scrolled to and a click is answered. */
export const usableMs = async (
  browser: Browser,
  fleet: BigFleet,
  size: number,
  context?: BrowserContext,
): Promise<number> => {
  const { page } = await openDashboard(browser, fleet, context === undefined ? {} : { context });
  await page
    .locator(`table[aria-rowcount="${size + 1}"] tbody tr`)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Online/ }).click();
  await page.locator('[aria-pressed="true"]', { hasText: 'Online' }).waitFor();
  const ms = await sinceOpened(page);
  await page.getByRole('button', { name: /^All \d/ }).click(); // what was chosen is remembered
  await (context === undefined ? page.context() : page).close();
  return ms;
};
