// The newest place of every device, for the map: plain numbers, and which devices moved since the last animation frame.
import type { Device, LiveUpdate } from '@outrider/contract';
import type { Stop } from '../lib/time.ts';
import { isOnline } from './device-state.ts';
import type { Schedule } from './devices.ts';

/** Degrees WGS84, km/h, degrees clockwise from north, device time UTC ms (0 unknown). `alarm` is the JT/T 808 alarm word. */
export type LivePosition = {
  lat: number;
  lng: number;
  speedKmh: number;
  heading: number;
  timeMs: number;
  status: number;
  alarm: number;
};

/** Told after each frame in which something moved; 'all' after a complete list or a sign-out. */
export type PositionListener = (changed: ReadonlySet<string> | 'all') => void;

const fromDevice = (device: Device): LivePosition | undefined => {
  const { data, time } = device.gps_info;
  if (data === null) return undefined;
  return {
    lat: data.lat,
    lng: data.lng,
    speedKmh: data.speedInKmh,
    heading: data.trackingAngle,
    timeMs: time ?? 0,
    status: device.status,
    alarm: device.alarm,
  };
};

/** Positions by device id. A stored object is never changed, only replaced. */
export class PositionStore {
  readonly #positions = new Map<string, LivePosition>();
  readonly #listeners = new Set<PositionListener>();
  readonly #schedule: Schedule;
  #changed: Set<string> | 'all' = new Set();
  #pending: Stop | undefined;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Undefined before the first usable fix. */
  get(id: string): LivePosition | undefined {
    return this.#positions.get(id);
  }

  entries(): Iterable<[string, LivePosition]> {
    return this.#positions.entries();
  }

  get size(): number {
    return this.#positions.size;
  }

  replaceAll(devices: readonly Device[]): void {
    this.#positions.clear();
    this.#take(devices);
    this.#changed = 'all';
    this.#publishSoon();
  }

  merge(devices: readonly Device[]): void {
    this.#take(devices);
    for (const device of devices) this.#mark(device.deviceid);
    if (devices.length > 0) this.#publishSoon();
  }

  /** Devices that are shown no longer. */
  remove(ids: readonly string[]): void {
    if (ids.filter((id) => this.#positions.delete(id)).length === 0) return;
    this.#changed = 'all'; // what is gone has no position that a listener could read
    this.#publishSoon();
  }

  applyLive(updates: readonly LiveUpdate[]): void {
    for (const { i, s, a, la, ln, v, d, t } of updates) {
      const before = this.#positions.get(i);
      const lat = la ?? before?.lat;
      const lng = ln ?? before?.lng;
      if (lat === undefined || lng === undefined) continue;
      this.#positions.set(i, {
        lat,
        lng,
        speedKmh: v ?? before?.speedKmh ?? 0,
        heading: d ?? before?.heading ?? 0,
        timeMs: t ?? before?.timeMs ?? 0,
        status: s,
        alarm: a,
      });
      this.#mark(i);
    }
    if (updates.length > 0) this.#publishSoon();
  }

  clear(): void {
    this.#positions.clear();
    this.#changed = 'all';
    this.#publishSoon();
  }

  subscribe(listener: PositionListener): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(devices: readonly Device[]): void {
    for (const device of devices) {
      if (!device.registered && !isOnline(device)) {
        this.#positions.delete(device.deviceid);
        continue;
      }
      const position = fromDevice(device);
      if (position !== undefined) this.#positions.set(device.deviceid, position);
    }
  }

  #mark(id: string): void {
    if (this.#changed !== 'all') this.#changed.add(id);
  }

  #publishSoon(): void {
    if (this.#pending !== undefined) return;
    this.#pending = this.#schedule(() => {
      this.#pending = undefined;
      const changed = this.#changed;
      this.#changed = new Set();
      for (const listener of this.#listeners) listener(changed);
    });
  }
}
