// What answers to platform messages may use of a vehicle. The vehicle itself is vehicle.ts.
import type { LocationReport } from '@outrider/jt808';
import type { Dice } from '../drive/dice.ts';
import type { Cameras } from '../media/cameras.ts';
import type { AlarmDesk } from './alarm-desk.ts';
import type { Attachments } from './attachments.ts';
import type { ResolvedOptions } from './options.ts';
import type { ParameterStore } from './parameter-store.ts';
import type { PhotoBox } from './photo-box.ts';
import type { Reporter } from './reporter.ts';
import type { Trip } from './trip.ts';

/** What the platform told the vehicle and nothing else keeps. */
export type Memory = {
  readonly texts: string[];
  readonly calls: string[];
  /** Definitions by kind (1 circles … 4 routes) and id, as the bytes of their set message. */
  readonly areas: Map<number, Map<number, Uint8Array>>;
  /** Camera movements, newest last. */
  readonly ptz: { channel: number; id: number; values: readonly number[] }[];
  readonly contacts: string[];
  lossPercent: number;
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
  /** Null on a light vehicle. */
  readonly cameras: Cameras | null;
  /** The device's own clock, UTC ms. */
  readonly deviceNow: () => number;
  readonly locationNow: () => LocationReport;
  readonly reportNow: () => void;
  /** Reports every `intervalMs` for `validityMs`; null ends it. */
  readonly track: (plan: { intervalMs: number; validityMs: number } | null) => void;
  /** Runs later unless the vehicle stops. */
  readonly later: (ms: number, job: () => void) => void;
  /** Drops the link and stays away for so long. */
  readonly leave: (awayMs: number) => void;
  readonly saveState: () => void;
  /** Parameters and code as from the factory. */
  readonly factoryReset: () => void;
};
