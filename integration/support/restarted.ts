// A server that is started several times over one data folder, each time with another environment: for what must outlast a restart and for
// what the environment fixes.
import type { TestContext } from 'node:test';
import { type AppOverrides, createApp } from '../../apps/server/src/app.ts';
import { environmentName, configKeys, freePorts, loadConfig, readCommandLine } from '../../apps/server/src/config.ts';
import { toPasswordHash } from '../../apps/server/src/kernel/access/credentials.ts';
import { silentLog } from '../../apps/server/src/kernel/log.ts';
import { afterwards } from './cleanup.ts';
import { type Json, type Reply, asJson, httpCall } from './operator.ts';
import { type Account, HOST, cheapKeeper, temporaryFolder } from './server.ts';

const anyPorts = Object.fromEntries(
  configKeys.filter((key) => Object.hasOwn(freePorts, key)).map((key) => [environmentName(key), '0']),
);

/** Settings are asked and saved by their path as admin. `data`: the folder. */
export const restarted = async (t: TestContext) => {
  const data = await temporaryFolder(t);
  const admin: Account = { user: 'admin', hash: '' };
  const start = async (environment: Readonly<Record<string, string>> = {}, overrides: AppOverrides = {}) => {
    const line = readCommandLine(['--data', data, '--host', HOST, '--no-demo']);
    const { config, sources } = loadConfig(line, { ...anyPorts, ...environment }, data);
    const app = await createApp(config, { log: silentLog, keeper: cheapKeeper, sources, ...overrides });
    afterwards(t, () => app.close());
    if (app.initialPassword !== null) admin.hash = toPasswordHash(app.initialPassword);
    const ask = (method: string, path: string, input?: unknown): Promise<Reply> =>
      httpCall(app.ports.http, method, path, { account: admin, input });
    return {
      app,
      ports: app.ports,
      admin,
      ask,
      close: () => app.close(),
      /** What loading answers, without when and by whom it was saved. */
      load: async (path: string, method = 'GET'): Promise<Json> => {
        const { updatetime: _at, updateby: _by, ...shown } = asJson((await ask(method, path)).body);
        return shown;
      },
      /** The status, and the message. */
      save: async (path: string, input: Json): Promise<readonly [number, unknown]> => {
        const { status, body } = await ask('PUT', path, input);
        return [status, asJson(body)['message']];
      },
    };
  };
  return { data, start };
};

export const SAVED = [200, 'Save Success'] as const;
