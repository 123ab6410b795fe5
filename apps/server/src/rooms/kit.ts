// What the composition root hands to the files that open a group of rooms each.
import type { Config } from '../config.ts';
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { Groups } from '../features/group/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { DataFolderWatch } from '../features/health/index.ts';
import type { DrawCaptcha } from '../features/session/index.ts';
import type { Settings } from '../features/settings/index.ts';
import type { Users } from '../features/user/index.ts';
import type { AuditTrail } from '../kernel/access/audit.ts';
import type { Bus } from '../kernel/bus.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/storage/db.ts';
import type { Log } from '../kernel/log.ts';
import type { OpenPorts } from '../ports.ts';
import type { House } from './house.ts';

export type RoomKit = {
  /** `synced` resolves when what `db` has committed by now survives a power cut. */
  base: { db: Database; bus: Bus; clock: Clock; synced: () => Promise<void>; audit: AuditTrail };
  config: Config;
  /** A log that says which room speaks. */
  roomLog: (room: string) => Log;
  settings: Settings;
  accounts: { users: Users; groups: Groups };
  /** Rooms that those before them ask. */
  late: {
    ports?: OpenPorts;
    recordings?: RecordingFeature;
    alarmFiles?: AlarmFiles;
    folder?: DataFolderWatch;
  };
  house: House;
  /** Draws captchas in place of our own thread. */
  drawCaptcha: DrawCaptcha | undefined;
};
