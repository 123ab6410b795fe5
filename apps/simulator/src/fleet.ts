// Many vehicles that share one clock, one set of roads and one set of clips, dialling at a limited rate.
import { WheelClock } from './clock.ts';
import type { Timer } from './clock.ts';
import { subSeed } from './drive/dice.ts';
import { loadRoadNetwork } from './drive/road-network.ts';
import type { Faults } from './faults.ts';
import { loadClips, withH265Main, withHdMain } from './media/clip-store.ts';
import type { ClipStore } from './media/clip-store.ts';
import type { VehicleOptions } from './vehicle/options.ts';
import { createVehicle } from './vehicle/vehicle.ts';
import type { Vehicle } from './vehicle/vehicle.ts';

/** Options of all vehicles, and of each. */
export type FleetOptions = Omit<VehicleOptions, 'phone' | 'plate' | 'faults' | 'stateFile' | 'parked' | 'yesterday'> & {
  readonly vehicles: number;
  /** Number of the first vehicle, up to 12 digits; the others follow. */
  readonly firstPhone?: string;
  readonly faults?: Faults | ((index: number) => Faults);
  /** Vehicles that begin with ACC off; every fifth when left out. */
  readonly parked?: (index: number) => boolean;
  /** How many vehicles send yesterday's track. */
  readonly yesterday?: number;
  /** Dials a second. */
  readonly connectRate?: number;
  /** Everything else that differs: edition, audio, transport … */
  readonly each?: (index: number) => Partial<VehicleOptions>;
};

/** What a fleet has done so far, in sums. */
export type FleetCounters = {
  readonly online: number;
  readonly dials: number;
  readonly sent: number;
  readonly acked: number;
  readonly stored: number;
  readonly mediaConnections: number;
  /** Mean wait for an answer, ms; 0 before the first. */
  readonly ackMs: number;
};

export type Fleet = {
  readonly vehicles: readonly Vehicle[];
  readonly start: () => void;
  /** Ends everything; resolves when all links are closed. */
  readonly stop: () => Promise<void>;
  readonly counters: () => FleetCounters;
};

/** Makes the vehicles; nothing dials before `start`. Throws RangeError for numbers that do not fit. */
export const createFleet = (options: FleetOptions): Fleet => {
  const clock = options.clock ?? new WheelClock();
  const network = options.network ?? loadRoadNetwork();
  const clips = options.clips === undefined ? loadClips() : options.clips;
  let h265: ClipStore | undefined;
  let hd: ClipStore | undefined;
  const clipsOf = ({ faults = {} }: VehicleOptions): ClipStore | null => {
    if (clips === null) return null;
    if (faults.h265 === true) return (h265 ??= withH265Main(clips));
    return faults.hd === true ? (hd ??= withHdMain(clips)) : clips;
  };
  const vehicleWith = (own: VehicleOptions): Vehicle => createVehicle({ ...own, clock, network, clips: clipsOf(own) });
  const vehicles = Array.from({ length: options.vehicles }, (_, index) => vehicleWith(vehicleOptions(options, index)));
  let timers: Timer[] = [];
  const gapMs = 1000 / (options.connectRate ?? 50);
  return {
    vehicles,
    start: () => {
      timers = vehicles.map((vehicle, index) => clock.after(index * gapMs, () => vehicle.start()));
    },
    stop: async () => {
      for (const timer of timers) timer.cancel();
      await Promise.all(vehicles.map((vehicle) => vehicle.stop()));
    },
    counters: () => countersOf(vehicles),
  };
};

const FIRST_PHONE = '013800000101';

const vehicleOptions = (options: FleetOptions, index: number): VehicleOptions => {
  const { vehicles: _, firstPhone, faults, parked, yesterday, connectRate: __, each, ...rest } = options;
  const first = firstPhone ?? FIRST_PHONE;
  const phone = String(BigInt(first) + BigInt(index)).padStart(first.length, '0');
  return {
    ...rest,
    phone,
    seed: subSeed(options.seed ?? 1, 1000 + index),
    faults: typeof faults === 'function' ? faults(index) : (faults ?? {}),
    parked: parked?.(index) ?? index % 5 === 4,
    yesterday: index < (yesterday ?? 0),
    ...each?.(index),
  };
};

const countersOf = (vehicles: readonly Vehicle[]): FleetCounters => {
  let [online, dials, sent, acked, stored, mediaConnections, waitedMs] = [0, 0, 0, 0, 0, 0, 0];
  for (const { online: isOnline, dials: dialled, reporter, cameras } of vehicles) {
    online += isOnline ? 1 : 0;
    dials += dialled;
    sent += reporter.sentCount;
    acked += reporter.ackedCount;
    stored += reporter.storedCount;
    waitedMs += reporter.waitedMs;
    mediaConnections += cameras?.connectionCount ?? 0;
  }
  return { online, dials, sent, acked, stored, mediaConnections, ackMs: acked === 0 ? 0 : waitedMs / acked };
};
