// One vehicle's way through time: the driving model, the receiver and the doors, read as a location report when asked.
import { standardItem } from '@outrider/jt808';
import type { LocationItem, LocationReport } from '@outrider/jt808';
import { subSeed } from '../drive/dice.ts';
import { motionOf, startDrive, stepDrive } from '../drive/driver.ts';
import type { DriveState, Motion } from '../drive/driver.ts';
import { startGps, stepGps } from '../drive/gps.ts';
import type { Fix, GpsState } from '../drive/gps.ts';
import { toPlace } from '../drive/road-network.ts';
import type { RoadNetwork } from '../drive/road-network.ts';

/** Longest gap that is driven through; after a longer one (a sleeping host) the vehicle goes on from where it was. */
const MAX_GAP_MS = 10 * 60_000;

/** Alarm bits and items that go into the next report. */
export type ReportExtras = { readonly alarm: number; readonly items: readonly LocationItem[] };

export type TripOptions = {
  readonly network: RoadNetwork;
  readonly seed: number;
  readonly parked: boolean;
  readonly startAt?: { readonly lat: number; readonly lng: number } | undefined;
  /** No satellites: it reports without a place. */
  readonly noGps?: boolean;
  /** Drives so fast on every road; 0 or left out: as others do. */
  readonly speedingKmh?: number;
};

/** Status bit 1 of 0x0200: the place is a fix. */
const LOCATED = 2;

export class Trip {
  /** Doors locked by 0x8500; status bit 12. */
  locked = false;
  private readonly network: RoadNetwork;
  private drive: DriveState;
  private gps: GpsState;
  private lastMs: number;
  private current: { motion: Motion; fix: Fix };
  private readonly noGps: boolean;

  constructor({ network, seed, parked, startAt, noGps = false, speedingKmh = 0 }: TripOptions, nowMs: number) {
    this.noGps = noGps;
    this.network = network;
    this.drive = placed(
      network,
      startDrive(network, subSeed(seed, 1), parked && speedingKmh === 0, speedingKmh / 3.6),
      startAt,
    );
    this.gps = startGps(subSeed(seed, 2));
    this.lastMs = nowMs;
    this.current = this.sense(0);
  }

  get motion(): Motion {
    return this.current.motion;
  }

  /** Where its receiver says it is, degrees; null without satellites. */
  get place(): { readonly lat: number; readonly lng: number } | null {
    const { lat, lng } = this.current.fix;
    return this.noGps ? null : { lat, lng };
  }

  /** The supply as the recorder measures it. */
  get supplyV(): number {
    return this.current.fix.supplyV;
  }

  get odometerKm(): number {
    return this.drive.odometerM / 1000;
  }

  /** Ends a parking in a few seconds. */
  depart(): void {
    this.drive = { ...this.drive, restMs: Math.min(this.drive.restMs, 5000) };
  }

  /** How far the time has come, UTC ms. */
  get nowMs(): number {
    return this.lastMs;
  }

  /** Sets the odometer (parameter 0x0080). */
  setOdometer(km: number): void {
    this.drive = { ...this.drive, odometerM: km * 1000 };
  }

  get drivenMs(): number {
    return this.drive.drivenMs;
  }

  /** Drives on until `nowMs`; gives how long that was. */
  advance(nowMs: number): number {
    const elapsed = Math.min(MAX_GAP_MS, nowMs - this.lastMs);
    if (elapsed <= 0) return 0;
    this.lastMs = nowMs;
    this.drive = stepDrive(this.network, this.drive, elapsed);
    this.current = this.sense(elapsed);
    return elapsed;
  }

  /** Jumps the clock without driving: after yesterday's track the day begins again. */
  resumeAt(nowMs: number): void {
    this.lastMs = nowMs;
  }

  /** The report of this moment; `timeMs` is the device's own clock. */
  report(timeMs: number, { alarm, items }: ReportExtras): LocationReport {
    const { motion, fix } = this.current;
    const moving = fix.speedKmh > 0;
    const status =
      (motion.accOn ? 1 : 0) |
      (this.noGps ? 0 : LOCATED) |
      (this.locked ? 1 << 12 : 0) |
      (1 << 18) |
      (1 << 19) |
      (moving ? 1 << 22 : 0);
    return {
      alarm,
      status,
      latitude: this.noGps ? 0 : round6(fix.lat),
      longitude: this.noGps ? 0 : round6(fix.lng),
      altitude: fix.altitudeM,
      speedKmh: this.noGps ? 0 : Math.round(fix.speedKmh * 10) / 10,
      direction: Math.floor(fix.heading) % 360,
      time: Math.floor(timeMs / 1000) * 1000,
      items: [...this.items(motion, fix), ...items],
    };
  }

  private items(motion: Motion, fix: Fix): LocationItem[] {
    const braking = motion.speedKmh > 1 && this.drive.endSpeedMs === 0 && motion.speedKmh < 30;
    const signals = (motion.accOn ? 1 << 7 : 0) | (braking ? 1 << 4 : 0);
    return [
      standardItem(0x01, { mileageKm: Math.floor(this.drive.odometerM / 100) / 10 }),
      standardItem(0x02, { fuelL: Math.round(this.drive.fuelL * 10) / 10 }),
      standardItem(0x03, { recorderSpeedKmh: Math.round(fix.pulseSpeedKmh * 10) / 10 }),
      standardItem(0x25, { signals }),
      standardItem(0x2a, { io: motion.accOn ? 0 : 2 }),
      standardItem(0x2b, { ad0: Math.round(fix.supplyV * 100), ad1: Math.round(fix.backupV * 100) }),
      standardItem(0x30, { signalStrength: fix.signal }),
      standardItem(0x31, { satellites: this.noGps ? 0 : fix.satellites }),
    ];
  }

  private sense(elapsedMs: number): { motion: Motion; fix: Fix } {
    const motion = motionOf(this.network, this.drive);
    const { state, fix } = stepGps(this.gps, motion, elapsedMs);
    this.gps = state;
    return { motion, fix };
  }
}

const round6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** The state moved to the lane nearest to a place. */
const placed = (network: RoadNetwork, state: DriveState, at: TripOptions['startAt']): DriveState => {
  if (at === undefined) return state;
  const wanted = toPlace(at.lat, at.lng);
  let best = { lane: state.lane, alongM: state.alongM, gap: Infinity };
  for (const lane of network.lanes) {
    for (const [i, place] of lane.line.entries()) {
      const gap = Math.hypot(place.x - wanted.x, place.y - wanted.y);
      // The very end of a lane belongs to the crossing; its last point but one is near enough.
      if (gap < best.gap && i + 1 < lane.line.length) best = { lane: lane.index, alongM: lane.along[i] ?? 0, gap };
    }
  }
  const lane = network.lanes[best.lane];
  const next = network.leaving[lane?.to ?? 0]?.find((index) => index !== lane?.opposite) ?? lane?.opposite;
  return { ...state, lane: best.lane, alongM: best.alongM, next: next ?? state.next, endSpeedMs: 0 };
};
