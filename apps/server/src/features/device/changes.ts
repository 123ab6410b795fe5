// Numbers the changes of devices, so that a list can tell what is new since its last answer. A report changes sums and readings of nearly
// every device every few seconds; who hears live updates is told of those less often the larger the fleet is.
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { DeviceRecord } from './record.ts';

export type ChangesKit = { clock: Clock; bus: Bus; fleetSize: () => number };

/** Of a fleet of ten thousand each device's sums are told every five minutes, of three hundred with each poll. */
const SUMS_EVERY_MS_PER_DEVICE = 30;

export class Changes {
  private readonly kit: ChangesKit;
  private count = 0;

  constructor(kit: ChangesKit) {
    this.kit = kit;
  }

  /** The number of the last change. */
  get cursor(): number {
    return this.count;
  }

  /** Something a list shows changed. `pushed`: live updates carry all of it but sums and readings. */
  touch(device: DeviceRecord, pushed = false): void {
    this.count += 1;
    device.changed = this.count;
    device.json = null;
    if (!pushed || this.isDue(device)) this.tellRest(device);
    else device.restWaits = true;
    this.kit.bus.publish('device.changed', { deviceKey: device.key, deviceId: device.id });
  }

  /** Now and then: sums and readings of devices that have said nothing since. */
  sweep(devices: Iterable<DeviceRecord>): void {
    for (const device of devices) {
      if (!device.restWaits || !this.isDue(device)) continue;
      this.count += 1;
      this.tellRest(device);
    }
  }

  private isDue({ restToldMs }: DeviceRecord): boolean {
    return this.kit.clock.monotonic() - restToldMs >= this.kit.fleetSize() * SUMS_EVERY_MS_PER_DEVICE;
  }

  private tellRest(device: DeviceRecord): void {
    device.restChanged = this.count;
    device.restToldMs = this.kit.clock.monotonic();
    device.restWaits = false;
  }
}
