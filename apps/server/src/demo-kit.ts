// What the demo needs of a running app.
import { join } from 'node:path';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { DemoKit } from './features/demo/index.ts';
import { createLoginLink } from './features/session/index.ts';
import { StartError } from './kernel/errors.ts';

const SIMULATOR = join(import.meta.dirname, '../../simulator');
const LINK_MS = 60_000;

/** The address at which this machine reaches a server that listens on `host`. */
const localHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

export const demoKit = (app: App, config: Config): DemoKit => ({
  settings: app.settings,
  clock: app.clock,
  log: app.log.child({ room: 'demo' }),
  host: localHost(config.host),
  secure: app.secure,
  ports: app.ports,
  makeLink: () => {
    const admin = app.users.list().find(({ level }) => level === 0);
    if (!admin) throw new StartError('There is no administrator. Make one with reset-admin-password.');
    return createLoginLink(app.db.db, admin.id, app.clock.now() + LINK_MS);
  },
  simulatorFolder: SIMULATOR,
  dataFolder: config.data,
  vehicles: config.demoVehicles,
  setRoads: (path) => app.setRoads(path),
  record: (deviceIds, bound) => app.recordings.recordBounded(deviceIds, bound),
});
