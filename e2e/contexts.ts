// Contexts of a browser, kept from test to test: what is stored in them goes, what they fetched and compiled stays, which halves
// the cost of opening the console. A test that changes the context itself (its clock, its network) ends it. In each stays a page
// without a script: its process is the one of the pages to come, which saves a quarter of what opening them costs (browser.ts).
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { slowDown } from './slow-pages.ts';

export type ContextOptions = BrowserContextOptions;

/** How long a page may take for what a test waits for. Generous: it catches what hangs; two busy cores draw nine videos slowly. */
const DEFAULT_TIMEOUT_MS = 60_000;
/** Contexts that wait for their next test. */
const KEPT_AT_MOST = 4;

/** What a context cannot be rid of again, or not by a public call. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;

type Kept = {
  readonly context: BrowserContext;
  /** Contexts of the same key are made with the same options. */
  readonly key: string;
  /** What its pages may do without being asked. */
  readonly permissions: readonly string[];
  /** Whose storage is to be emptied before the next test. */
  readonly origins: Set<string>;
  /** The page that stays, at the address that was visited last. */
  keeper: Page | undefined;
  /** It cannot be used again. */
  spoilt: boolean;
};

/** Notes it when `method` of `target` is called. */
const noteCall = (target: object, method: string, note: () => void): void => {
  const original: unknown = Reflect.get(target, method);
  if (typeof original !== 'function') return;
  Reflect.set(target, method, (...given: unknown[]): unknown => {
    note();
    return Reflect.apply(original, target, given);
  });
};

const noteOrigins = (page: Page, origins: Set<string>): void => {
  page.on('framenavigated', (frame) => {
    const { origin } = new URL(frame.url());
    if (origin !== 'null') origins.add(origin);
  });
};

const newContext = async (browser: Browser, options: ContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options });
  // Keeping the whole console for offline use costs each fresh context a second of this machine: only who tests that has a worker.
  if (options.serviceWorkers !== 'allow')
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
    );
  await slowDown(context);
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  return context;
};

const openKept = async (browser: Browser, key: string, options: ContextOptions): Promise<Kept> => {
  const context = await newContext(browser, options);
  // A worker of the console's lives on in its context, and may answer the next test.
  const kept: Kept = {
    context,
    key,
    permissions: options.permissions ?? [],
    origins: new Set(),
    keeper: undefined,
    spoilt: options.serviceWorkers === 'allow',
  };
  const spoil = (): void => {
    kept.spoilt = true;
  };
  context.on('page', (page) => noteOrigins(page, kept.origins));
  context.on('close', spoil);
  for (const method of lasting) noteCall(context, method, spoil);
  for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(context.clock)))
    noteCall(context.clock, method, spoil);
  return kept;
};

/** Empties what pages stored. What was fetched and compiled stays. */
const emptied = async ({ context, permissions, origins }: Kept, page: Page): Promise<void> => {
  await context.clearCookies();
  await context.clearPermissions();
  await context.grantPermissions(permissions);
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  origins.clear();
};

/** A picture of the console: a document of its origin in which nothing runs. */
const KEEPER_PATH = '/logo.svg';

/** Has a page stay that holds the process of its origin; where there is none any more, the next page starts its own. */
const stay = async (kept: Kept): Promise<void> => {
  const origin = [...kept.origins].at(-1);
  if (origin === undefined) return;
  if (kept.keeper?.isClosed() !== false) kept.keeper = await kept.context.newPage();
  else if (new URL(kept.keeper.url()).origin === origin) return;
  await kept.keeper.goto(`${origin}${KEEPER_PATH}`).catch(() => undefined);
};

export type Contexts = {
  /** A page in a context of its own, as if the context were new. */
  page: (options: ContextOptions) => Promise<Page>;
  /** The test is through with the page and with whatever else it opened in its context. */
  giveBack: (page: Page) => Promise<void>;
};

export const createContexts = (browser: Browser): Contexts => {
  const waiting: Kept[] = [];
  const lent = new Map<Page, Kept>();
  const take = (key: string): Kept | undefined => {
    const at = waiting.findLastIndex((one) => one.key === key);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  return {
    page: async (options) => {
      const key = JSON.stringify(options);
      const kept = take(key) ?? (await openKept(browser, key, options));
      const page = await kept.context.newPage();
      if (kept.origins.size > 0) await emptied(kept, page);
      lent.set(page, kept);
      return page;
    },
    giveBack: async (page) => {
      const kept = lent.get(page);
      if (kept === undefined) return;
      lent.delete(page);
      if (kept.spoilt) {
        await kept.context.close();
        return;
      }
      await stay(kept);
      for (const one of kept.context.pages()) if (one !== kept.keeper) await one.close();
      waiting.push(kept);
      if (waiting.length > KEPT_AT_MOST) await waiting.shift()?.context.close();
    },
  };
};
