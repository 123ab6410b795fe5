// The browser of the end-to-end tests: Chromium's headless shell, or all of Chromium, through playwright-core, one for each spec file, and pages that fail their
// test when the console shows an error. Starting a server for them is the spec's business.
import type { TestContext } from 'node:test';
import { inspect } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { slowDown } from './slow-pages.ts';

/** A host name that leads to this machine and is no secure origin: what an operator meets on plain http. */
export const insecureHost = 'fleet.test';

/** Chromium's own messages that tell of nothing wrong in the page. */
const harmless = [/WebGL.*(GPU stall|software)/i, /Automatic fallback to software WebGL/i];

/** How long a page may take for what a test waits for. Generous: it catches what hangs; two busy cores draw nine videos slowly. */
const DEFAULT_TIMEOUT_MS = 60_000;

const flags = [
  `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
  // Maps need WebGL, which needs a renderer that works without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Without a graphics card, putting layers together there is done twice.
  '--disable-gpu-compositing',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** A running Chromium. */
export type TestBrowser = {
  /**
   * A page in a context of its own. When the test ends the context is closed, and the test fails if the page threw or
   * wrote an error to its console, except texts that `expected` matches. `context` changes the context: a phone, a zone.
   */
  pageFor: (test: Pick<TestContext, 'after'>, expected?: RegExp, context?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
};

const watch = (page: Page, expected: RegExp | undefined): string[] => {
  const errors: string[] = [];
  const add = (text: string): void => {
    if (!harmless.some((pattern) => pattern.test(text)) && expected?.test(text) !== true) errors.push(text);
  };
  page.on('pageerror', (error) => add(inspect(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text()} (${message.location().url})`);
  });
  return errors;
};

const pageIn = async (
  browser: Browser,
  test: Pick<TestContext, 'after'>,
  expected: RegExp | undefined,
  options: BrowserContextOptions | undefined,
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    ...options,
  });
  // Keeping the whole console for offline use costs each fresh context a second of this machine: only who tests that has a worker.
  if (options?.serviceWorkers !== 'allow')
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
    );
  await slowDown(context);
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  const page = await context.newPage();
  const errors = watch(page, expected);
  test.after(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`the page reported errors:\n${errors.join('\n')}`);
  });
  return page;
};

export type BrowserOptions = {
  /** All of Chromium, where its lean shell lacks something: installing, the PDF viewer, true pictures. It costs twice as much. */
  full?: boolean;
  /** Further switches. */
  switches?: readonly string[];
};

/**
 * Starts Chromium's headless shell, or all of it: the ones that CHROMIUM_SHELL_PATH and CHROMIUM_PATH name (npm test finds
 * them on the PATH), else Debian's. Close it in the spec's `after`.
 */
export const openBrowser = async ({ full = false, switches = [] }: BrowserOptions = {}): Promise<TestBrowser> => {
  const browser = await chromium.launch({
    executablePath: full
      ? (process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')
      : (process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'),
    // Chromium refuses its sandbox to root, who runs the tests in continuous integration.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...flags, ...switches],
  });
  return {
    pageFor: (test, expected, context) => pageIn(browser, test, expected, context),
    close: () => browser.close(),
  };
};
