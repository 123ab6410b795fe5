// The test of every journey: Playwright's, with an ending to hang things on and the browsers that a worker keeps from file to
// file. A failed test leaves a picture of each of its pages.
import { type TestInfo, test as base } from '@playwright/test';
import { type Browsers, createBrowsers } from './browser.ts';
import { type Ending, endAll } from './ending.ts';

export { expect } from '@playwright/test';

const picture = async (browsers: Browsers, testInfo: TestInfo): Promise<void> => {
  if (testInfo.status === testInfo.expectedStatus) return;
  for (const [n, page] of browsers.pages().entries()) {
    const path = testInfo.outputPath(`page-${n}.png`);
    // A page that cannot be drawn any more must not hide why the test failed.
    const drawn = await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
    if (drawn !== undefined) testInfo.attachments.push({ name: page.url(), path, contentType: 'image/png' });
  }
};

export const test = base.extend<{ t: Ending }, { browsers: Browsers }>({
  t: async ({ browsers }, use, testInfo) => {
    const ends: (() => unknown)[] = [];
    await use({ after: (end) => void ends.push(end) });
    await picture(browsers, testInfo);
    await endAll(ends);
  },
  browsers: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from this pattern which fixtures are needed: none
    async ({}, use) => {
      const browsers = createBrowsers();
      await use(browsers);
      await browsers.close();
    },
    { scope: 'worker' },
  ],
});
