// Ways through the console inside a page that is open, without loading it again.
import type { Page } from '@playwright/test';

/** Goes to a path, as a link does. */
export const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ idx: history.length, key: to }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
