// The browsers of a worker of the browser tests: Chromium's headless shell, kept from file to file, others for the one file that
// needs them; and pages that fail their test when the console shows an error. Starting a server for them is the spec's business.
import { inspect } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type ContextOptions, createContexts } from './contexts.ts';
import type { Ending } from './ending.ts';

/** A host name that leads to this machine and is no secure origin: what an operator meets on plain http. */
export const insecureHost = 'fleet.test';

/** Chromium's own messages that tell of nothing wrong in the page. */
const harmless = [/WebGL.*(GPU stall|software)/i, /Automatic fallback to software WebGL/i];

const flags = [
  `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
  // Maps need WebGL, which needs a renderer that works without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Without a graphics card, putting layers together there is done twice.
  '--disable-gpu-compositing',
  // Pages of a context and an origin share a process, where what was compiled for the last one is found again (contexts.ts).
  '--process-per-site',
  // Pages live for seconds: what the middle compiler makes of their code costs more than it saves.
  '--js-flags=--no-maglev',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** A running Chromium. */
export type TestBrowser = {
  /**
   * A page in a context of its own, in which nothing is stored. When the test ends the page is closed, and the test fails if
   * the page threw or wrote an error to its console, except texts that `expected` matches. `context` changes the context: a
   * phone, a zone.
   */
  pageFor: (test: Ending, expected?: RegExp, context?: ContextOptions) => Promise<Page>;
  /** Every page that is open. */
  pages: () => Page[];
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

export type BrowserOptions = {
  /** All of Chromium, where its lean shell lacks something: installing, the PDF viewer, true pictures. It costs twice as much. */
  full?: boolean;
  /** Further switches. */
  switches?: readonly string[];
};

/**
 * Starts Chromium's headless shell, or all of it: the ones that CHROMIUM_SHELL_PATH and CHROMIUM_PATH name (npm test finds
 * them on the PATH), else Debian's. Who starts it closes it; specs take theirs from the worker's.
 */
export const openBrowser = async ({ full = false, switches = [] }: BrowserOptions = {}): Promise<TestBrowser> => {
  const browser: Browser = await chromium.launch({
    executablePath: full
      ? (process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')
      : (process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'),
    // Chromium refuses its sandbox to root, who runs the tests in continuous integration.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...flags, ...switches],
  });
  const contexts = createContexts(browser);
  return {
    pageFor: async (test, expected, options = {}) => {
      const page = await contexts.page(options);
      const errors = watch(page, expected);
      test.after(async () => {
        await contexts.giveBack(page);
        if (errors.length > 0) throw new Error(`the page reported errors:\n${errors.join('\n')}`);
      });
      return page;
    },
    pages: () => browser.contexts().flatMap((context) => context.pages()),
    close: () => browser.close(),
  };
};

/** The browsers of one worker. */
export type Browsers = {
  /** One as asked for: the headless shell stays for the files to come, any other goes with `leave`. */
  take: (options?: BrowserOptions) => Promise<TestBrowser>;
  leave: (browser: TestBrowser) => Promise<void>;
  pages: () => Page[];
  close: () => Promise<void>;
};

export const createBrowsers = (): Browsers => {
  let kept: TestBrowser | undefined;
  const open = new Set<TestBrowser>();
  const end = async (browser: TestBrowser): Promise<void> => {
    open.delete(browser);
    await browser.close();
  };
  return {
    take: async (options = {}) => {
      const isUsual = options.full !== true && options.switches === undefined;
      const browser = (isUsual ? kept : undefined) ?? (await openBrowser(options));
      if (isUsual) kept = browser;
      open.add(browser);
      return browser;
    },
    leave: async (browser) => {
      if (browser !== kept) await end(browser);
    },
    pages: () => [...open].flatMap((browser) => browser.pages()),
    close: async () => {
      for (const browser of open) await end(browser);
    },
  };
};
