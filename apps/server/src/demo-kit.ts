// What the demo needs of a running app.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { DemoAccounts, DemoKit } from './features/demo/index.ts';
import { keyOfDevice } from './features/device/index.ts';
import { ROOT_GROUP_ID } from './features/group/index.ts';
import { createLoginLink } from './features/session/index.ts';
import { StartError } from './kernel/errors.ts';
import { COMMAND_LINE } from './kernel/storage/version.ts';

const SIMULATOR = join(import.meta.dirname, '../../simulator');
const LINK_MS = 60_000;

/** The address at which this machine reaches a server that listens on `host`. */
const localHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

const DEMO_LEVEL = 2;

const demoAccounts = ({ groups, users, db }: App): DemoAccounts => ({
  addGroup: async (name, deviceIds, begun) => {
    const known = groups
      .list()
      .find((each) => each.parentId === ROOT_GROUP_ID && each.name === name && each.updatedBy === COMMAND_LINE);
    const id = begun && known !== undefined ? known.id : await groups.add(ROOT_GROUP_ID, name);
    for (const deviceId of deviceIds) {
      // oxlint-disable-next-line no-await-in-loop -- edits of groups come one after the other anyway
      const key = await keyOfDevice(db.db, deviceId);
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (key !== undefined) await groups.link(key, id);
    }
    return id;
  },
  addUser: async (name, groupIds, begun) => {
    const known = users.byName(name);
    if (known !== undefined) return begun && isDeepStrictEqual(known.groupIds, groupIds);
    const passwordHash = randomBytes(32).toString('hex').toUpperCase();
    await users.add({ name, passwordHash, level: DEMO_LEVEL, rights: null, expiresMs: null, groupIds });
    return true;
  },
  removeUser: async (name) => {
    const user = users.byName(name);
    if (user !== undefined) await users.remove(user.id);
  },
  removeGroup: async (groupId) => {
    if (groups.list().some(({ id }) => id === groupId)) await groups.remove(groupId);
  },
});

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
  footageSeconds: 120,
  setRoads: (path) => app.setRoads(path),
  accounts: demoAccounts(app),
  record: (deviceIds, bound) => app.recordings.recordBounded(deviceIds, bound),
});
