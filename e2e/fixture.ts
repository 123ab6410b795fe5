// What every journey stands on: the real server in this process on free ports, the built console, recorders, and pages that are
// signed in. One stage for each spec file; a test that changes the server's settings takes a server of its own.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rights as allRights } from '@outrider/contract';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { type App, type AppOverrides, createApp } from '../apps/server/src/app.ts';
import type { Config } from '../apps/server/src/config.ts';
import { ROOT_GROUP_ID } from '../apps/server/src/features/group/index.ts';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { StartError } from '../apps/server/src/kernel/errors.ts';
import { silentLog } from '../apps/server/src/kernel/log.ts';
import { type Vehicle, type VehicleOptions, createVehicle } from '../apps/simulator/src/index.ts';
import { Device, type DeviceOptions } from '../integration/support/device.ts';
import { Channel, type Json } from '../integration/support/operator.ts';
import { HOST, testConfig } from '../integration/support/server.ts';
import { type BrowserOptions, type TestBrowser, insecureHost } from './browser.ts';
import { nothingLeftOpen } from './left-open.ts';
import type { Ending } from './ending.ts';
import { test } from './test.ts';

export type { Ending } from './ending.ts';

/** Name, password as typed, and its hash as it is sent and stored. */
export type Account = { user: string; password: string; hash: string };

/** A running server. `stop` and `reopen` let a journey lose it and find it again, at the same ports with the same data. */
export type StageServer = {
  readonly app: App;
  readonly config: Config;
  readonly ports: App['ports'];
  readonly admin: Account;
  stop: () => Promise<void>;
  /** Starts it again where it was. */
  reopen: () => Promise<void>;
  /** Pages that stand on it: it closes them before it goes, or they would report that it is gone. */
  readonly pages: Set<Page>;
  /** Ends it for good, its data too. */
  close: () => Promise<void>;
};

const root = join(import.meta.dirname, '..');

const built = new Map<string, string>();
/** The folder of a console built from the present sources, for tests or as it ships; looked for once. */
export const builtConsole = (mode: 'tests' | 'production' = 'tests'): string => {
  const folder =
    built.get(mode) ??
    execFileSync(process.execPath, [join(root, 'tools', 'built-console.mjs'), mode], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  built.set(mode, folder);
  return folder;
};

/**
 * Ports of servers that ran in this worker. The next one takes them: to the browser it is the same place then, of which it has
 * fetched and compiled all before.
 */
const usedPorts = new Set<number>();

/** Whether nobody else has taken a port meanwhile. */
const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  try {
    await once(probe.listen(port, HOST), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
};

/** A port of a server that is gone, 0 when there is none. */
const usedPort = async (): Promise<number> => {
  const [port = 0] = usedPorts;
  usedPorts.delete(port);
  return port === 0 || (await isFree(port)) ? port : 0;
};

/** The ports of a server that ran, as far as pages need them, as the configuration that gives the same ones again. */
const pagePorts = ({ ports }: App): Partial<Config> => ({
  httpPort: ports.http,
  commandPort: ports.command,
  streamPort: ports.stream,
});

/** Starts a server on free ports over a temporary folder, with the console of `consoleFolder`; anyone who starts it closes it. */
export const startStageServer = async (
  changes: Partial<Config> = {},
  consoleFolder: string = builtConsole(),
  overrides: AppOverrides = {},
): Promise<StageServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-e2e-'));
  const config = testConfig(folder, { talkPorts: [0, 0], ...changes });
  const open = (more: Partial<Config> = {}): Promise<App> =>
    createApp({ ...config, ...more }, { log: silentLog, consoleFolder, ...overrides });
  const openOnUsedPort = async (): Promise<App> => {
    const httpPort = config.httpPort === 0 ? await usedPort() : 0;
    if (httpPort === 0) return open();
    // Somebody else may take it after all, in the moment since it was found free.
    return open({ httpPort }).catch((error: unknown) => (error instanceof StartError ? open() : Promise.reject(error)));
  };
  let app = await openOnUsedPort();
  const { ports } = app;
  const password = app.initialPassword ?? '';
  let running = true;
  const pages = new Set<Page>();
  const stop = async (): Promise<void> => {
    if (!running) return;
    running = false;
    await app.close();
  };
  return {
    get app() {
      return app;
    },
    config,
    ports,
    admin: { user: 'admin', password, hash: toPasswordHash(password) },
    stop,
    reopen: async () => {
      const same = pagePorts(app);
      // Another program's end of a connection may have the port of recorders by now; pages do without it.
      app = await open({ ...same, jt808Port: app.ports.jt808 }).catch((error: unknown) =>
        error instanceof StartError ? open(same) : Promise.reject(error),
      );
      running = true;
    },
    pages,
    close: async () => {
      const standing = [...pages].filter((page) => !page.isClosed());
      for (const page of standing.flatMap((one) => one.context().pages())) await page.close();
      await stop();
      usedPorts.add(ports.http);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type PageOptions = {
  /** Under a name that is no secure origin. */
  plain?: boolean;
  /** As narrow as a phone, with touch. */
  phone?: boolean;
  /** Console errors that this test provokes. */
  expected?: RegExp;
  /** Anything else of the browser's context. */
  context?: BrowserContextOptions;
};

export type SignedInOptions = PageOptions & {
  account?: Account;
  /** Where to go; the start page when left out. */
  path?: string;
  /** Runs before the first page loads: to install a clock, to listen. */
  prepare?: (page: Page) => unknown;
  server?: StageServer;
};

const phoneContext: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Address of a path of the console. */
export const addressOf = ({ ports }: Pick<StageServer, 'ports'>, path: string, plain = false): string =>
  `http://${plain ? insecureHost : HOST}:${ports.http}${path}`;

/** Types name and password and presses the button; where it leads is the test's to say. */
export const fillSignIn = async (page: Page, { user, password }: Pick<Account, 'user' | 'password'>): Promise<void> => {
  await page.getByLabel('User name').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Puts a saved password into a fresh browser, as 'Save password' leaves it: opening any path signs in then. */
export const savePassword = (page: Page, { user, hash }: Account, host: string): Promise<unknown> =>
  page.addInitScript(
    ([name, passwordHash, address]) => {
      if (Reflect.get(globalThis, 'top') !== Reflect.get(globalThis, 'self')) return; // a page of others inside ours has no storage of ours
      if (localStorage.getItem('AutoLogin') !== null) return; // what the console wrote since has the last word
      const stored = { UserName: name, Sha256Pass: passwordHash, ServerIp: address, ServerPort: '24680' };
      for (const [key, value] of Object.entries({ ...stored, AutoLogin: 'true' })) localStorage.setItem(key, value);
    },
    [user, hash, host] as const,
  );

/** Server, browser and what is made of them, for the tests of one file. */
export type Stage = {
  readonly server: StageServer;
  readonly browser: TestBrowser;
  /** A page of its own browser context, nobody signed in, nothing loaded. */
  page: (t: Ending, options?: PageOptions) => Promise<Page>;
  /** A page that is signed in and shows `path`. */
  signedIn: (t: Ending, options?: SignedInOptions) => Promise<Page>;
  /** Sends one command as admin and gives its answer; throws when it is refused. */
  command: (code: string, letters?: Json) => Promise<Json>;
  /** Registers a device through D01, as the console does. */
  register: (id: string, channels?: number, details?: Json) => Promise<void>;
  /** A simulated vehicle, registered and online, that drives until the test ends. */
  vehicle: (t: Ending, options?: Partial<VehicleOptions>, details?: Json) => Promise<Vehicle>;
  /** A recorder that is online and does exactly what the test says, until the test ends. Not registered. */
  device: (t: Ending, options?: DeviceOptions) => Promise<Device>;
  /** A further account; with every right and in the root group unless told otherwise. */
  account: (name: string, level: number, rights?: readonly string[], groupIds?: readonly number[]) => Promise<Account>;
};

const commandAs = async (server: StageServer, code: string, letters: Json): Promise<Json> => {
  const { user, hash } = server.admin;
  const channel = await Channel.signedIn(server, { user, hash });
  try {
    return await channel.get(code, letters);
  } finally {
    channel.close();
  }
};

const addAccount = async (
  server: StageServer,
  name: string,
  level: number,
  granted: readonly string[],
  groupIds: readonly number[],
): Promise<Account> => {
  const password = `Pass-of-${name}-1`;
  const hash = toPasswordHash(password);
  const rights = new Set(allRights.filter((right) => granted.includes(right)));
  await server.app.users.add({ name, passwordHash: hash, level, rights, expiresMs: null, groupIds });
  return { user: name, password, hash };
};

const startVehicle = async (server: StageServer, t: Ending, options: Partial<VehicleOptions>): Promise<Vehicle> => {
  const vehicle = createVehicle({ host: HOST, port: server.ports.jt808, intervalMs: 1000, ...options });
  t.after(() => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

type Opened = { server: StageServer; browser: TestBrowser; closed: () => Promise<void> };

/** Opens before the tests of this file and closes after them; gives what is open. */
const openAround = (
  changes: Partial<Config>,
  browser: BrowserOptions,
  furnish: () => unknown,
  overrides: AppOverrides,
): (() => Opened) => {
  let opened: Opened | undefined;
  test.beforeAll(async ({ browsers }) => {
    const taken = await browsers.take(browser);
    const closed = nothingLeftOpen();
    opened = { server: await startStageServer(changes, builtConsole(), overrides), browser: taken, closed };
    await furnish();
  });
  test.afterAll(async ({ browsers }) => {
    if (opened === undefined) return;
    await browsers.leave(opened.browser);
    await opened.server.close();
    await opened.closed();
  });
  return () => {
    if (opened === undefined) throw new Error('the stage opens before the tests of the file, not while it is read');
    return opened;
  };
};

/**
 * Starts a server before the tests of this file, in the worker's browser, and ends it after. Call it once, at the top. `furnish` puts
 * there what all tests of the file share: further hooks of the file would not wait for this one.
 */
export const useStage = (
  changes: Partial<Config> = {},
  furnish?: (stage: Stage) => Promise<void>,
  browser: BrowserOptions = {},
  overrides: AppOverrides = {},
): Stage => {
  const must = openAround(changes, browser, () => furnish?.(stage), overrides);
  const page = (t: Ending, { phone = false, expected, context }: PageOptions = {}): Promise<Page> =>
    must().browser.pageFor(t, expected, { ...(phone ? phoneContext : {}), ...context });
  const register = async (id: string, channels = 4, details: Json = {}): Promise<void> => {
    await commandAs(must().server, 'D01', { I: id, C: channels, Z: details });
  };
  const stage: Stage = {
    get server() {
      return must().server;
    },
    get browser() {
      return must().browser;
    },
    page,
    signedIn: async (t, options = {}) => {
      const { path = '/', plain = false, server = must().server } = options;
      const made = await page(t, options);
      server.pages.add(made);
      await savePassword(made, options.account ?? server.admin, plain ? insecureHost : HOST);
      await options.prepare?.(made);
      await made.goto(addressOf(server, path, plain));
      await made.getByRole('contentinfo').waitFor();
      return made;
    },
    command: (code, letters = {}) => commandAs(must().server, code, letters),
    register,
    vehicle: async (t, options = {}, details = {}) => {
      const vehicle = await startVehicle(must().server, t, options);
      await register(vehicle.deviceId, vehicle.options.channels, details);
      return vehicle;
    },
    device: async (t, options) => {
      const device = await Device.online(must().server.ports.jt808, options);
      t.after(() => device.close());
      return device;
    },
    account: (name, level, rights = allRights, groupIds = [ROOT_GROUP_ID]) =>
      addAccount(must().server, name, level, rights, groupIds),
  };
  return stage;
};
