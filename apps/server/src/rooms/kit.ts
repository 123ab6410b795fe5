// What the composition root hands to the files that open a group of rooms each.
import type { Config } from '../config.ts';
import type { Groups } from '../features/group/index.ts';
import type { DataFolderWatch } from '../features/health/index.ts';
import type { Settings } from '../features/settings/index.ts';
import type { Users } from '../features/user/index.ts';
import type { AuditTrail } from '../kernel/access/audit.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/storage/db.ts';
import type { DiskTools } from '../kernel/storage/disk-tools.ts';
import type { WorkMeters } from '../kernel/work/work-meters.ts';
import type { Memory } from '../kernel/work/idle-memory.ts';
import type { Log } from '../kernel/log.ts';
import type { House } from './house.ts';

/** What every room may pick from. */
export type Base = {
  db: Database;
  bus: Bus;
  clock: Clock;
  /** Resolves when what `db` has committed by now is on the disk, in the folder that is there. */
  synced: () => Promise<void>;
  audit: AuditTrail;
  meters: WorkMeters;
};

export type RoomKit = {
  /** The base, and a log that says which room speaks. */
  room: (name: string) => Base & { log: Log };
  clock: Clock;
  bus: Bus;
  config: Config;
  settings: Settings;
  accounts: { users: Users; groups: Groups };
  folder: DataFolderWatch;
  memory: Memory;
  /** The disks of this machine. */
  disks: DiskTools;
  house: House;
};
