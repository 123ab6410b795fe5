// What one virtual recorder is made of, and the defaults for everything left out.
import type { Clock } from '../clock.ts';
import type { RoadNetwork } from '../drive/road-network.ts';
import type { Faults } from '../faults.ts';
import type { Transport } from '../link/wire.ts';
import type { ClipStore } from '../media/clip-store.ts';
import type { ReplayPlan } from '../media/cameras.ts';
import type { LogLine } from './vehicle-log.ts';

export type AudioCodec = 'g711a' | 'g726' | 'adpcm';

/** All but `host` and `port` may be left out. */
export type VehicleOptions = {
  readonly host: string;
  /** JT/T 808 port of the platform. */
  readonly port: number;
  readonly transport?: Transport;
  /** Device number as sent: up to 12 digits for 2013, 20 for 2019; padded with zeros. */
  readonly phone?: string;
  readonly plate?: string;
  readonly edition?: '2013' | '2019';
  /** Cameras, numbered from 1. */
  readonly channels?: number;
  /** Same seed, same drive. */
  readonly seed?: number;
  /** Between reports while ACC is on, ms. Parameter 0x0029, once set, has the last word. */
  readonly intervalMs?: number;
  readonly heartbeatMs?: number;
  /** Where the drive begins: the nearest road to this place, degrees. */
  readonly startAt?: { readonly lat: number; readonly lng: number };
  /** Begins with ACC off. */
  readonly parked?: boolean;
  readonly faults?: Faults;
  /** Null: a light vehicle without cameras, for load. */
  readonly clips?: ClipStore | null;
  readonly audio?: AudioCodec;
  /** Live video comes from this recorded file instead of the clips; `ownSim` puts the vehicle's number into its packets. */
  readonly replay?: ReplayPlan;
  /** Ten-byte SIM field in media packets. */
  readonly longSim?: boolean;
  /** Sends yesterday's track from a blind area after the first registration. */
  readonly yesterday?: boolean;
  /** So many hours of footage are on its disk; 6 when left out. */
  readonly diskHours?: number;
  /** How long a file of it is, ms; five minutes when left out. What is not closed is not listed. */
  readonly diskFileMs?: number;
  /** Alarms and active-safety events at plausible rates. */
  readonly alarms?: boolean;
  /** So many active-safety alarms of a day have files; all when left out. */
  readonly alarmFilesADay?: number;
  /** Where everything that was set survives a restart: parameters, areas, firmware, faces, the authentication code. */
  readonly stateFile?: string;
  /** Hears each line of the vehicle's own log. */
  readonly log?: (line: LogLine) => void;
  /** Knows the vendor block (docs/reference/vendor-block.md). */
  readonly vendorBlock?: boolean;
  /** Most reports kept in `reports`; the oldest answered ones go first. */
  readonly keepReports?: number;
  /** First wait for an answer, ms, until parameter 0x0002 says otherwise. */
  readonly answerTimeoutMs?: number;
  /** Wait before the first reconnect, ms; doubles up to a minute. */
  readonly reconnectMs?: number;
  /** Roads to drive on; read from the committed file when left out. */
  readonly network?: RoadNetwork;
  /** The fleet's clock; a vehicle of its own brings its own. */
  readonly clock?: Clock;
};

type Open = 'startAt' | 'stateFile' | 'replay' | 'log' | 'diskFileMs' | 'alarmFilesADay';

/** Options with nothing missing but what may be absent for good. */
export type ResolvedOptions = Required<Omit<VehicleOptions, Open>> & Pick<VehicleOptions, Open>;

/** Fills in the defaults. Throws RangeError for a number that is no number of a terminal. */
export const resolveOptions = (
  options: VehicleOptions,
  shared: { clock: Clock; network: RoadNetwork; clips: ClipStore | null },
): ResolvedOptions => {
  const edition = options.edition ?? '2013';
  const digits = edition === '2019' ? 20 : 12;
  const phone = (options.phone ?? '013800000001').padStart(digits, '0');
  if (!/^\d+$/.test(phone) || phone.length > digits) {
    throw new RangeError(`${options.phone ?? ''} is no number of at most ${digits} digits`);
  }
  const intervalMs = options.intervalMs ?? 5000;
  return {
    transport: 'tcp',
    plate: `OR-${phone.slice(-4)}`,
    channels: 4,
    seed: 1,
    heartbeatMs: 30_000,
    parked: false,
    faults: {},
    audio: 'g711a',
    longSim: false,
    yesterday: false,
    diskHours: 6,
    alarms: false,
    vendorBlock: false,
    keepReports: 10_000,
    answerTimeoutMs: 10_000,
    reconnectMs: 1000,
    ...shared,
    ...options,
    intervalMs,
    edition,
    phone,
  };
};
