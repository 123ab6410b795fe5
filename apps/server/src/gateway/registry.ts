// The links of now: at most one per device. A newer one takes over, because a device that lost its network does not say so.
import type { DeviceLink, LinkRegistry } from './link.ts';

export class Links implements LinkRegistry {
  private readonly byDevice = new Map<number, DeviceLink>();

  get(deviceKey: number): DeviceLink | undefined {
    return this.byDevice.get(deviceKey);
  }

  count(): number {
    return this.byDevice.size;
  }

  all(): Iterable<DeviceLink> {
    return this.byDevice.values();
  }

  /** Gives the link that was there before; the caller closes it. */
  put(link: DeviceLink): DeviceLink | undefined {
    const before = this.byDevice.get(link.deviceKey);
    this.byDevice.set(link.deviceKey, link);
    return before;
  }

  /** False when another link has taken over meanwhile: then the device is not offline. */
  remove(link: DeviceLink): boolean {
    if (this.byDevice.get(link.deviceKey) !== link) return false;
    return this.byDevice.delete(link.deviceKey);
  }
}
