// The devices as the main channel keeps them fresh. Outside React; tells its listeners at most once per animation frame.
// Not: positions for the map (positions.ts), what a device's values mean (device-state.ts).
import type { Device, ExtraInfo, LiveUpdate } from '@outrider/contract';
import { serverNow } from '../lib/server-clock.ts';
import type { Stop } from '../lib/time.ts';
import { isOnline } from './device-state.ts';

/** Calls back once, later: the next animation frame in the page, at will in a test. */
export type Schedule = (run: () => void) => Stop;

const moved = (device: Device, update: LiveUpdate): Device => {
  const { la, ln, v, d, t } = update;
  const before = device.gps_info;
  const data =
    la === undefined || ln === undefined
      ? before.data
      : {
          lat: la,
          lng: ln,
          speedInKmh: v ?? before.data?.speedInKmh ?? 0,
          trackingAngle: d ?? before.data?.trackingAngle ?? 0,
        };
  // The push does not say since when: it came at once, and the next list has the server's own word.
  const changed = update.s > 0 !== isOnline(device);
  return {
    ...device,
    status: update.s,
    status_time: changed ? serverNow() : device.status_time,
    alarm: update.a,
    gps_info: { data, time: t ?? before.time },
  };
};

/** Keeps devices by id. A device that changes is a new object, one that does not stays the same object. */
export class DeviceStore {
  /** Goes up with every publication; what was computed from the same version still holds. */
  version = 0;
  /** False until the first list is complete. */
  loaded = false;
  /** How many complete lists came: with each one groups and their devices may have changed. */
  lists = 0;
  readonly #devices = new Map<string, Device>();
  /** Ids in order; undefined when devices came or went since. */
  #ordered: readonly string[] | undefined;
  readonly #extras = new Map<string, ExtraInfo>();
  readonly #listeners = new Set<() => void>();
  readonly #schedule: Schedule;
  #pending: Stop | undefined;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  get(id: string): Device | undefined {
    return this.#devices.get(id);
  }

  /** Icon, channel names and order; undefined until Q11 answered. */
  extra(id: string): ExtraInfo | undefined {
    return this.#extras.get(id);
  }

  all(): Iterable<Device> {
    return this.#devices.values();
  }

  /** All ids in order; the same array while no device comes or goes. */
  orderedIds(): readonly string[] {
    this.#ordered ??= [...this.#devices.keys()].toSorted();
    return this.#ordered;
  }

  /** All devices in the order of their ids. */
  inOrder(): readonly Device[] {
    return this.orderedIds().flatMap((id) => this.#devices.get(id) ?? []);
  }

  get size(): number {
    return this.#devices.size;
  }

  /** A complete list: what is not in it is gone. */
  replaceAll(devices: readonly Device[]): void {
    this.#devices.clear();
    this.#ordered = undefined;
    for (const device of devices) this.#devices.set(device.deviceid, device);
    for (const id of this.#extras.keys()) if (!this.#devices.has(id)) this.#extras.delete(id);
    this.loaded = true;
    this.lists += 1;
    this.#publishSoon();
  }

  /** Devices that changed. One that nobody registered leaves the list with its connection. */
  merge(devices: readonly Device[]): void {
    const before = this.#devices.size;
    for (const device of devices) {
      if (device.registered || isOnline(device)) this.#devices.set(device.deviceid, device);
      else this.#drop(device.deviceid);
    }
    if (this.#devices.size !== before || devices.some(({ registered }) => !registered)) this.#ordered = undefined;
    if (devices.length > 0) this.#publishSoon();
  }

  /** Devices that are shown no longer. */
  remove(ids: readonly string[]): void {
    if (ids.filter((id) => this.#drop(id)).length === 0) return;
    this.#ordered = undefined;
    this.#publishSoon();
  }

  /** Pushed states and positions; those of unknown devices are ignored, their list is on its way. */
  applyLive(updates: readonly LiveUpdate[]): void {
    for (const update of updates) {
      const device = this.#devices.get(update.i);
      if (device !== undefined) this.#devices.set(update.i, moved(device, update));
    }
    if (updates.length > 0) this.#publishSoon();
  }

  setExtras(extras: readonly ExtraInfo[]): void {
    for (const extra of extras) this.#extras.set(extra.deviceid, extra);
    this.#publishSoon();
  }

  /** Signed out: nothing of the former user stays. */
  clear(): void {
    this.#devices.clear();
    this.#ordered = undefined;
    this.#extras.clear();
    this.loaded = false;
    this.#publishSoon();
  }

  /** `tell` is called after each publication. */
  subscribe(tell: () => void): Stop {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  /** With its extra info: one that comes back may have other channel names. True where it was there. */
  #drop(id: string): boolean {
    this.#extras.delete(id);
    return this.#devices.delete(id);
  }

  #publishSoon(): void {
    if (this.#pending !== undefined) return;
    this.#pending = this.#schedule(() => {
      this.#pending = undefined;
      this.version += 1;
      for (const tell of this.#listeners) tell();
    });
  }
}
