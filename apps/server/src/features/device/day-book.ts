// Keeps the sums of each device's day: adds what comes in, and reads the day again from the tracks after a start and after fixes
// that came late, one device at a time. What a sum is stands in daily.ts.
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position } from '../../kernel/topics.ts';
import { addFix, type Day, type DayFix, dayStartMs } from './daily.ts';
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
};

/** Late fixes come in batches: one reading for all of them. */
const RECOUNT_AFTER_MS = 20_000;
/** Between two readings, so that operators who ask for tracks need not wait. */
const PAUSE_MS = 20;
/** So much of a track is parsed in a few milliseconds. */
const PART_S = 4 * 3600;
const DAY_S = 86_400;
/** Days end at other moments for devices in other zones. */
const SWEEP_MS = 600_000;
/** A clock that runs ahead by more than this is not believed. */
const MAX_AHEAD_MS = 600_000;

type Point = { lat: number; lng: number; speed: number; time: number };

const fixOf = (position: Position): DayFix => {
  const { timeMs, receivedMs, latitude: lat, longitude: lng, speedKmh } = position;
  const believed = timeMs !== null && timeMs <= receivedMs + MAX_AHEAD_MS;
  return { timeMs: believed ? timeMs : receivedMs, lat, lng, speedKmh };
};

export class DayBook {
  private readonly kit: DayBookKit;
  private readonly waiting = new Set<number>();
  private readonly sweeping: Timer;
  private timer: Timer | null = null;
  private reading = false;
  private closed = false;

  constructor(kit: DayBookKit) {
    this.kit = kit;
    this.sweeping = kit.clock.every(SWEEP_MS, () => this.sweep());
  }

  /** A usable position that is on disk. */
  add(device: DeviceRecord, position: Position): void {
    if (!device.registered) return; // no track is kept of others
    device.day = addFix(device.day, fixOf(position), device.utcOffsetMinutes);
    if (device.day.stale) this.recount(device);
  }

  /** What was reported before a start is read again from the track. */
  restore(device: DeviceRecord, position: Position): void {
    const fix = fixOf(position);
    const today = dayStartMs(this.kit.clock.now(), device.utcOffsetMinutes);
    if (device.registered && dayStartMs(fix.timeMs, device.utcOffsetMinutes) === today) this.recount(device);
  }

  /** Another driver: his time begins now. */
  newDriver(device: DeviceRecord): void {
    if (device.day !== undefined) device.day = { ...device.day, driverMs: 0 };
  }

  close(): void {
    this.closed = true;
    this.sweeping.cancel();
    this.timer?.cancel();
  }

  private recount(device: DeviceRecord): void {
    this.waiting.add(device.key);
    if (!this.reading) this.timer ??= this.kit.clock.after(RECOUNT_AFTER_MS, () => this.next());
  }

  private next(): void {
    this.timer = null;
    const [key] = this.waiting;
    if (key === undefined || this.closed) return;
    this.waiting.delete(key);
    this.reading = true;
    this.read(key)
      .catch((err: unknown) => {
        if (!this.closed) this.kit.log.warn('the sums of a day could not be read again', { deviceKey: key, err });
      })
      .finally(() => {
        this.reading = false;
        if (this.waiting.size > 0 && !this.closed) this.timer = this.kit.clock.after(PAUSE_MS, () => this.next());
      });
  }

  private async read(key: number): Promise<void> {
    const device = this.kit.at(key);
    if (device === undefined) return;
    const startMs = dayStartMs(this.kit.clock.now(), device.utcOffsetMinutes);
    let day: Day | undefined;
    for (let from = startMs / 1000; from < startMs / 1000 + DAY_S; from += PART_S) {
      if (this.closed || from * 1000 > this.kit.clock.now() + MAX_AHEAD_MS) break;
      const bytes = await this.kit.trackOf(key, from, from + PART_S - 1);
      const points: Point[] = JSON.parse(Buffer.from(bytes).toString('utf8')); // written by the track reader alone
      for (const { lat, lng, speed, time } of points)
        day = addFix(day, { lat, lng, speedKmh: speed, timeMs: time * 1000 }, device.utcOffsetMinutes);
    }
    if (day === undefined || this.closed) return;
    const known = device.day?.startMs === day.startMs ? device.day : undefined;
    // When the driver changed is not in the track: his time goes on as it was counted.
    this.kit.changed(device, { ...day, stale: false, driverMs: known?.driverMs ?? day.drivingMs });
  }

  /** Yesterday's sums are not today's. */
  private sweep(): void {
    const nowMs = this.kit.clock.now();
    for (const device of this.kit.all()) {
      if (device.day === undefined || device.day.startMs >= dayStartMs(nowMs, device.utcOffsetMinutes)) continue;
      this.kit.changed(device, undefined);
    }
  }
}
