// The whole server in this process on free ports and a temporary folder, for one test.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type App, type AppOverrides, createApp } from '../../apps/server/src/app.ts';
import { type Config, configWith, freePorts } from '../../apps/server/src/config.ts';
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../../apps/server/src/kernel/log.ts';
import { type ManualClock, createManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import { createCheckedBus } from './checked-bus.ts';
import { afterwards } from './cleanup.ts';

export const HOST = '127.0.0.1';

/** Name and hash as a client sends them. */
export type Account = { user: string; hash: string };

export type Server = { app: App; ports: App['ports']; data: string; admin: Account };

/** Every port free, no demo, loopback only. */
export const testConfig = (data: string, changes: Partial<Config> = {}): Config =>
  configWith({
    data,
    host: HOST,
    ...freePorts,
    demo: false,
    ...changes,
  });

/** A folder that is gone when the test ends. */
export const temporaryFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'outrider-integration-'));
  afterwards(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a server that ends with the test. */
export const startServer = async (
  t: TestContext,
  changes: Partial<Config> = {},
  overrides: AppOverrides = {},
): Promise<Server> => {
  const data = await mkdtemp(join(tmpdir(), 'outrider-integration-'));
  const { watchBus, misfits } = createCheckedBus();
  const app = await createApp(testConfig(data, changes), { log: silentLog, watchBus, ...overrides });
  afterwards(t, async () => {
    await app.close();
    await rm(data, { recursive: true, force: true });
    assert.deepEqual(misfits(), [], 'what is published fits the schema of its topic');
  });
  return { app, ports: app.ports, data, admin: { user: 'admin', hash: toPasswordHash(app.initialPassword ?? '') } };
};

/** Keeps hashes as they are: for tests with many accounts, and where time must not pass while a password is checked. */
export const cheapKeeper = {
  keep: (hash: string) => Promise.resolve(hash),
  check: (hash: string, stored: string | null) => Promise.resolve(hash === stored),
};

/** A server whose time stands still until the test moves it. */
export const startDrivenServer = async (
  t: TestContext,
  changes: Partial<Config> = {},
  overrides: AppOverrides = {},
): Promise<Server & { clock: ManualClock }> => {
  const clock = createManualClock();
  return { ...(await startServer(t, changes, { ...overrides, clock })), clock };
};
