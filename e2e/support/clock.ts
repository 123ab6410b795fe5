// The page's clock in tests.
import type { Page } from '@playwright/test';

/** A busy machine takes its time between asking the page for its time and stopping it there. */
const AHEAD_MS = 5000;

/** The page's clock, installed before, stands still from now on, some seconds ahead. */
export const standStill = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);

/** Until every request that the page has sent is known here: one more has gone there and back. */
export const allAsked = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/api/server');
  });
