// What answers to platform messages may use of a vehicle. The vehicle itself is vehicle.ts.
import type { LocationReport } from '@outrider/jt808';
import type { Dice } from '../drive/dice.ts';
import type { Cameras } from '../media/cameras.ts';
import type { AlarmDesk } from './alarm-desk.ts';
import type { Attachments } from './attachments.ts';
import type { Kept } from './kept.ts';
import type { ResolvedOptions } from './options.ts';
import type { ParameterStore } from './parameter-store.ts';
import type { PhotoBox } from './photo-box.ts';
import type { Visit } from './platform-session.ts';
import type { Reporter } from './reporter.ts';
import type { Trip } from './trip.ts';
import type { Upgrader } from './upgrader.ts';
import type { VehicleLog } from './vehicle-log.ts';

/** What the platform told the vehicle and nothing else keeps. */
export type Memory = {
  /** Texts shown to the driver, newest last; the same list as that of what is kept. */
  readonly texts: string[];
  readonly calls: string[];
  /** Camera movements, newest last. */
  readonly ptz: { channel: number; id: number; values: readonly number[] }[];
  readonly contacts: string[];
  lossPercent: number;
  /** Sound in the vehicle that is being recorded: since when by the device's clock, and whether it is kept instead of sent. */
  sound: { readonly sinceMs: number; readonly save: boolean } | null;
};

export type Device = {
  readonly options: ResolvedOptions;
  readonly deviceId: string;
  readonly dice: Dice;
  readonly parameters: ParameterStore;
  readonly reporter: Reporter;
  readonly trip: Trip;
  readonly alarms: AlarmDesk;
  readonly attachments: Attachments;
  readonly photos: PhotoBox;
  readonly memory: Memory;
  readonly kept: Kept;
  readonly log: VehicleLog;
  readonly upgrader: Upgrader;
  /** Null on a light vehicle. */
  readonly cameras: Cameras | null;
  /** The device's own clock, UTC ms. */
  readonly deviceNow: () => number;
  /** When it was switched on, by that clock. */
  readonly startedMs: number;
  readonly locationNow: () => LocationReport;
  readonly reportNow: () => void;
  /** Reports every `intervalMs` for `validityMs`; null ends it. */
  readonly track: (plan: { intervalMs: number; validityMs: number } | null) => void;
  /** Runs later unless the vehicle stops. */
  readonly later: (ms: number, job: () => void) => void;
  /** Reports as if its engine ran, for five minutes. */
  readonly wakeUp: () => void;
  /** Drops the link and stays away for so long. */
  readonly leave: (awayMs: number) => void;
  /** Drops the link and begins again, with what was installed and nothing of what was not kept. */
  readonly restart: () => void;
  /** Goes to the server named by 0x8105 command 2; null goes back. */
  readonly visit: (visit: Visit | null) => void;
  /** Takes what was set and acts on it at once: timers, watches, cameras. */
  readonly obey: () => void;
  /** Areas or routes were set or removed: kept, and watched from now on. */
  readonly watchAreas: () => void;
  readonly saveState: () => void;
  /** Parameters and code as from the factory. */
  readonly factoryReset: () => void;
};
