// Clears the demo fleet without a running server: starts one on this machine only, removes through its own calls, stops it.
import { createApp } from '../app.ts';
import { type Config, type LoadedConfig, configKeys, freePorts } from '../config.ts';
import { demoKit } from '../demo-kit.ts';
import { removeDemo } from '../features/demo/index.ts';
import { silentLog } from '../kernel/log.ts';
import type { CliCommand } from './command.ts';
import { requireDataFolder } from './data-folder.ts';

const OWN_DOORS = { ...freePorts, httpsPort: 0, sslOnly: false, tls: 'off' } satisfies Partial<Config>;
/** What somebody gave counts before ports that were saved: those are neither opened here nor, where one cannot be, taken back. */
const asIfGiven: LoadedConfig['sources'] = new Map(
  configKeys.filter((key) => Object.hasOwn(OWN_DOORS, key)).map((key) => [key, 'command line']),
);

export const removeDemoCommand: CliCommand = {
  usage: 'remove-demo',
  options: [],
  about:
    'Unregisters the vehicles of the demo fleet. The server must be stopped; with it running, start it with --remove-demo.',
  run: async ({ config, print }) => {
    requireDataFolder(config.data);
    const local = { ...config, ...OWN_DOORS, host: '127.0.0.1' };
    const app = await createApp(local, { log: silentLog, sources: asIfGiven });
    try {
      print(`${await removeDemo(demoKit(app, local))} vehicles of the demo are removed.`);
      return 0;
    } finally {
      await app.close();
    }
  },
};
