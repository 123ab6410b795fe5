// Bytes that devices send and are sent, counted where sockets are read and written: what the network carries for them, without the headers
// of TCP, UDP and IP. A connection counts before it is known whose it is. Not: days and months, which features/data-use keeps.

/** `in`: from the device. */
export type Carried = { inBytes: number; outBytes: number };
export type DeviceTraffic = Carried & { deviceKey: number };

/** What has been counted of devices and was not stored yet. */
export interface TrafficCounts {
  /** Zeros for a device of which nothing was counted. */
  untaken(deviceKey: number): Readonly<Carried>;
  /** All of which something was counted since the last time; counting goes on from 0. */
  take(): DeviceTraffic[];
  /** What was taken could not be stored: it counts again. */
  giveBack(traffic: readonly DeviceTraffic[]): void;
  /** Of devices that are gone. */
  forget(deviceKeys: readonly number[]): void;
}

const NOTHING: Readonly<Carried> = { inBytes: 0, outBytes: 0 };

export class Traffic implements TrafficCounts {
  private readonly byDevice = new Map<number, Carried>();

  of(deviceKey: number): Carried {
    const known = this.byDevice.get(deviceKey);
    if (known !== undefined) return known;
    const fresh = { ...NOTHING };
    this.byDevice.set(deviceKey, fresh);
    return fresh;
  }

  untaken(deviceKey: number): Readonly<Carried> {
    return this.byDevice.get(deviceKey) ?? NOTHING;
  }

  take(): DeviceTraffic[] {
    const taken: DeviceTraffic[] = [];
    for (const [deviceKey, carried] of this.byDevice) {
      if (carried.inBytes === 0 && carried.outBytes === 0) continue;
      taken.push({ deviceKey, ...carried });
      Object.assign(carried, NOTHING); // connections count into this very object
    }
    return taken;
  }

  giveBack(traffic: readonly DeviceTraffic[]): void {
    for (const { deviceKey, inBytes, outBytes } of traffic) {
      const carried = this.of(deviceKey);
      carried.inBytes += inBytes;
      carried.outBytes += outBytes;
    }
  }

  forget(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys) this.byDevice.delete(key);
  }
}

/** Counts for one connection, or one sender of datagrams. What came before it was known whose it is becomes that device's. */
export class Meter {
  private readonly traffic: Traffic;
  private carried: Carried = { ...NOTHING };
  private deviceKey: number | null = null;

  constructor(traffic: Traffic) {
    this.traffic = traffic;
  }

  came(bytes: number): void {
    this.carried.inBytes += bytes;
  }

  went(bytes: number): void {
    this.carried.outBytes += bytes;
  }

  /** From now on; asked for each packet, and nearly always the same. */
  belongsTo(deviceKey: number): void {
    if (this.deviceKey === deviceKey) return;
    if (this.deviceKey === null) this.traffic.giveBack([{ deviceKey, ...this.carried }]);
    this.deviceKey = deviceKey;
    this.carried = this.traffic.of(deviceKey);
  }
}
