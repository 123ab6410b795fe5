// Opens what every room stands on: the data folder, the main database, accounts, settings and the access log. Together with app.ts it is
// where technologies are picked.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Right } from '@outrider/contract';
import { createLocalBus } from '../adapters/local-bus/local-bus.ts';
import { lockFolder } from '../adapters/sqlite/folder-lock.ts';
import { systemDiskTools } from '../adapters/disk-tools/disk-tools.ts';
import { allowGivingBack } from '../adapters/sqlite/maintenance.ts';
import { openSqlite } from '../adapters/sqlite/sqlite.ts';
import { systemClock } from '../adapters/system-clock/system-clock.ts';
import { v8Heap } from '../adapters/v8-heap/v8-heap.ts';
import { type Config, type LoadedConfig, outsideOf } from '../config.ts';
import { accessLogFeature } from '../features/access-log/index.ts';
import { type Groups, groupFeature } from '../features/group/index.ts';
import { watchDataFolder } from '../features/health/index.ts';
import { disabledRightsOf } from '../features/page/index.ts';
import { runLogFeature } from '../features/run-log/index.ts';
import { createSettings } from '../features/settings/index.ts';
import { type PasswordKeeper, type Users, userFeature } from '../features/user/index.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock } from '../kernel/clock.ts';
import { StartError, errorText } from '../kernel/errors.ts';
import { type Log, silentLog } from '../kernel/log.ts';
import type { OpenDatabase } from '../kernel/storage/db.ts';
import type { DiskTools } from '../kernel/storage/disk-tools.ts';
import { isDiskFull } from '../kernel/storage/disk-full.ts';
import { newestVersion } from '../kernel/storage/migrations.ts';
import { createWorkMeters, type WorkMeter } from '../kernel/work/work-meters.ts';
import { keepMemorySmall } from '../kernel/work/idle-memory.ts';
import { endCutRestore } from './cut-restore.ts';
import type { House } from './house.ts';
import type { RoomKit } from './kit.ts';

export { checkDatabase, copyDatabase } from '../adapters/sqlite/maintenance.ts';
export { lockFolder } from '../adapters/sqlite/folder-lock.ts';
export { systemDiskTools } from '../adapters/disk-tools/disk-tools.ts';
export { systemClock } from '../adapters/system-clock/system-clock.ts';
export const MAIN_DATABASE = 'outrider.sqlite';

/** What another program changed counts within a second. */
const RELOAD_MS = 500;
const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** The schema of a main database that this version keeps. */
export const newestSchema = (): number => newestVersion(MIGRATIONS);

export type OpenAccounts = {
  opened: OpenDatabase;
  bus: Bus;
  users: Users;
  groups: Groups;
  close(): Promise<void>;
};

/** The main database with accounts and groups only, for commands; also beside a running server, which takes changes over. */
export const openAccounts = async (
  folder: string,
  {
    clock = systemClock,
    log = silentLog,
    keeper,
    clearedRights = new Set(),
    watchBus = (bus) => bus,
    writes,
  }: {
    clock?: Clock;
    log?: Log;
    keeper?: PasswordKeeper | undefined;
    clearedRights?: ReadonlySet<Right>;
    watchBus?: ((bus: Bus) => Bus) | undefined;
    /** Measures statements that change something. */
    writes?: WorkMeter;
  } = {},
): Promise<OpenAccounts> => {
  const opened = openSqlite(join(folder, MAIN_DATABASE), MIGRATIONS, writes);
  try {
    const bus = watchBus(createLocalBus(log.child({ room: 'bus' })));
    const users = await userFeature({ db: opened.db, clock, bus, keeper, clearedRights });
    const groups = await groupFeature({ db: opened.db, bus, clock, accounts: () => users.list() });
    return { opened, bus, users, groups, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
};

/** Makes the data folder or throws StartError. */
const prepareFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error; // reported as what it is
    throw new StartError(`The data folder ${folder} cannot be used: ${errorText(error)}`, { cause: error });
  }
};

type BaseKit = {
  config: Config;
  house: House;
  clock: Clock;
  log: Log;
  overrides: {
    keeper?: PasswordKeeper;
    sources?: LoadedConfig['sources'];
    watchBus?: (bus: Bus) => Bus;
    disks?: DiskTools;
  };
};

/** The run log lies in the folder: it belongs to the server that holds the folder, until it holds it no more. Gives what is logged to now. */
const holdFolder = ({ config, house, clock, log }: BaseKit): Log => {
  prepareFolder(config.data);
  house.open({ close: lockFolder(config.data) });
  endCutRestore(config.data, MAIN_DATABASE, log);
  return house.open(runLogFeature({ folder: config.data, level: config.logLevel, clock, log })).log;
};

/** `log`: what is said there stands in the run log too. */
export const openBase = async (kit: BaseKit): Promise<RoomKit & { opened: OpenDatabase; log: Log }> => {
  const { config, house, clock, overrides } = kit;
  const { keeper, sources, watchBus, disks = systemDiskTools } = overrides;
  const log = holdFolder(kit);
  const memory = house.open(keepMemorySmall(v8Heap, clock));
  allowGivingBack(join(config.data, MAIN_DATABASE));
  const clearedRights = new Set(disabledRightsOf(config));
  const meters = createWorkMeters(clock);
  const writes = meters['database write'];
  const accounts = house.open(await openAccounts(config.data, { clock, log, keeper, clearedRights, watchBus, writes }));
  const { opened, bus, users, groups } = accounts;
  house.open(users);
  house.open(groups);
  const logOf = (room: string): Log => log.child({ room });
  const changed = (trouble: string | null): void => opened.refuseWrites(trouble);
  const folder = house.open(watchDataFolder({ folder: config.data, clock, log: logOf('data-folder'), changed }));
  folder.add(MAIN_DATABASE);
  const synced = async (): Promise<void> => {
    await opened.synced();
    folder.assertThere(); // what was synchronised may lie in a folder that is gone
  };
  const accessLog = house.open(accessLogFeature(opened.db, clock, logOf('access-log'), config.accessLogDays));
  const base = { db: opened.db, clock, bus, synced, audit: accessLog.trail, meters };
  const room: RoomKit['room'] = (name) => ({ ...base, log: logOf(name) });
  const settings = await createSettings({ ...room('settings'), outside: outsideOf(config, sources) });
  return { opened, log, room, clock, bus, config, settings, accounts: { users, groups }, folder, memory, house, disks };
};

/**
 * Has the rooms look again when another program, a command beside the running server, changed the database. What could not be read is
 * read at the next look; it is logged once.
 */
export const reloadWhenChanged = (
  opened: Pick<OpenDatabase, 'externalVersion'>,
  clock: Clock,
  house: House,
  log: Log,
): void => {
  let seen: number | null = opened.externalVersion();
  let failing = false;
  const failed = (err: unknown): void => {
    if (!failing) log.error('reload failed', { err });
    failing = true;
    seen = null;
  };
  const reload = async (): Promise<void> => {
    try {
      await house.reload();
      failing = false;
    } catch (err) {
      failed(err);
    }
  };
  const look = (): void => {
    try {
      const version = opened.externalVersion();
      if (version === seen) return;
      seen = version;
      void reload();
    } catch (err) {
      failed(err); // of a disk that fails
    }
  };
  const reloading = clock.every(RELOAD_MS, look);
  house.open({ close: () => reloading.cancel() });
};
