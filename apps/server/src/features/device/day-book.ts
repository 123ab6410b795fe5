// Keeps the sums of each device's day: adds what comes in, and reads the day again from the tracks after fixes that came late and
// where nothing was kept over a start (day-keeper.ts), one device at a time. What a sum is stands in daily.ts.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position } from '../../kernel/topics.ts';
import { addFix, type Day, type DayFix, dayStartMs, MAX_AHEAD_MS, timeOfFix } from './daily.ts';
import type { DayKeeper } from './day-keeper.ts';
import { offsetOf } from './place-zone.ts';
import type { DeviceRecord } from './record.ts';

export type DayBookKit = {
  clock: Clock;
  log: Log;
  at: (deviceKey: number) => DeviceRecord | undefined;
  all: () => Iterable<DeviceRecord>;
  /** The drawn positions of a device as a JSON array of trackPoint; unix seconds, both ends included. */
  trackOf: (deviceKey: number, from: number, to: number) => Promise<Uint8Array>;
  /** Keeps the sums of a device, which are others now, and tells. */
  changed: (device: DeviceRecord, day: Day | undefined) => void;
  keeper: Pick<DayKeeper, 'changed' | 'complete'>;
};

/** Late fixes come in batches: one reading for all of them. */
const RECOUNT_AFTER_MS = 20_000;
/** Between two readings, so that operators who ask for tracks need not wait. */
const PAUSE_MS = 20;
/** So much of a track is parsed in a few milliseconds. */
const PART_S = 4 * 3600;
/** Days end at other moments for devices in other zones. */
const SWEEP_MS = 600_000;

type Point = { lat: number; lng: number; speed: number; time: number };

const fixOf = (position: Position): DayFix => {
  const { timeMs, receivedMs, latitude: lat, longitude: lng, speedKmh } = position;
  return { timeMs: timeOfFix(timeMs, receivedMs), lat, lng, speedKmh };
};

export class DayBook {
  private readonly kit: DayBookKit;
  private readonly waiting = new Set<number>();
  /** Of those, whose sums are not known at all since the start. */
  private readonly unknown = new Set<number>();
  /** The device whose day is being read, and what came of it meanwhile. */
  private underWay: { deviceKey: number; fixes: DayFix[] } | null = null;
  private readonly sweeping: Timer;
  private timer: Timer | null = null;
  private closed = false;

  constructor(kit: DayBookKit) {
    this.kit = kit;
    this.sweeping = kit.clock.every(SWEEP_MS, () => this.sweep());
  }

  /** A usable position that is on disk. */
  add(device: DeviceRecord, position: Position): void {
    if (!device.registered) return; // no track is kept of others
    const fix = fixOf(position);
    device.day = addFix(device.day, fix, offsetOf(device));
    this.kit.keeper.changed();
    if (this.underWay?.deviceKey === device.key) this.underWay.fixes.push(fix);
    if (device.day.stale) this.recount(device);
  }

  /**
   * After a start. `exact`: the days were kept and counted on from the journal; only those that lack late fixes, or were counted in
   * another zone, are read from their tracks. Else all are.
   */
  restored(exact: boolean): void {
    this.sweep();
    for (const device of this.kit.all()) {
      if (exact ? this.isOff(device) : device.registered) this.recount(device);
      if (!exact && device.registered) this.unknown.add(device.key);
    }
    if (!exact && this.unknown.size === 0) this.kit.keeper.complete();
  }

  /** Its clock is read in another zone, or its days go by another one: then its day began at another moment. */
  zoneChanged(device: DeviceRecord): void {
    if (this.isOff(device)) this.recount(device);
  }

  /** Another driver: his time begins now. */
  newDriver(device: DeviceRecord): void {
    if (device.day === undefined) return;
    device.day = { ...device.day, driverMs: 0 };
    this.kit.keeper.changed();
  }

  close(): void {
    this.closed = true;
    this.sweeping.cancel();
    this.timer?.cancel();
  }

  private recount(device: DeviceRecord): void {
    this.waiting.add(device.key);
    if (this.underWay === null) this.timer ??= this.kit.clock.after(RECOUNT_AFTER_MS, () => this.next());
  }

  private next(): void {
    this.timer = null;
    const [key] = this.waiting;
    if (key === undefined || this.closed) return;
    this.waiting.delete(key);
    this.read(key)
      .then(
        () => this.known(key),
        (err: unknown) => {
          if (!this.closed) this.kit.log.warn('the sums of a day could not be read again', { deviceKey: key, err });
        },
      )
      .finally(() => {
        this.underWay = null;
        if (this.waiting.size > 0 && !this.closed) this.timer = this.kit.clock.after(PAUSE_MS, () => this.next());
      });
  }

  private known(key: number): void {
    if (this.unknown.delete(key) && this.unknown.size === 0) this.kit.keeper.complete();
  }

  private async read(key: number): Promise<void> {
    const underWay = { deviceKey: key, fixes: [] as DayFix[] };
    this.underWay = underWay;
    const device = this.kit.at(key);
    if (device === undefined) return;
    const startMs = dayStartMs(this.kit.clock.now(), offsetOf(device));
    let day = await this.sumsOf(device, startMs);
    if (this.closed) return;
    // What came meanwhile may have come behind what was read. What is older than that was read, or has asked for another reading.
    for (const fix of underWay.fixes)
      if (day === undefined || fix.timeMs > day.last.timeMs) day = addFix(day, fix, offsetOf(device));
    if (day === undefined && device.day?.startMs === startMs) return;
    const known = device.day?.startMs === day?.startMs ? device.day : undefined;
    this.kit.keeper.changed();
    // When the driver changed is not in the track: his time goes on as it was counted.
    this.kit.changed(
      device,
      day && { ...day, stale: this.waiting.has(key), driverMs: known?.driverMs ?? day.drivingMs },
    );
  }

  private async sumsOf(device: DeviceRecord, startMs: number): Promise<Day | undefined> {
    const offset = offsetOf(device);
    let day: Day | undefined;
    // A day of 25 hours has a seventh part.
    for (let from = startMs / 1000; dayStartMs(from * 1000, offset) === startMs; from += PART_S) {
      if (this.closed || from * 1000 > this.kit.clock.now() + MAX_AHEAD_MS) break;
      const bytes = await this.kit.trackOf(device.key, from, from + PART_S - 1);
      const points: Point[] = JSON.parse(Buffer.from(bytes).toString('utf8')); // written by the track reader alone
      for (const { lat, lng, speed, time } of points)
        day = addFix(day, { lat, lng, speedKmh: speed, timeMs: time * 1000 }, offset);
    }
    return day;
  }

  /** Late fixes are missing from its sums, or they were counted in another zone. */
  private isOff(device: DeviceRecord): boolean {
    const { day } = device;
    return day !== undefined && (day.stale || day.startMs !== dayStartMs(day.last.timeMs, offsetOf(device)));
  }

  /** Yesterday's sums are not today's. */
  private sweep(): void {
    const nowMs = this.kit.clock.now();
    for (const device of this.kit.all()) {
      if (device.day === undefined || device.day.startMs >= dayStartMs(nowMs, offsetOf(device))) continue;
      this.kit.keeper.changed();
      this.kit.changed(device, undefined);
    }
  }
}
