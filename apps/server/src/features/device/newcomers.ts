// Devices that nobody registered: there are at most so many of them, and which one makes room for another.
import type { Clock } from '../../kernel/clock.ts';
import { addressBlock } from '../../kernel/web/address-block.ts';
import type { DeviceRecord } from './record.ts';

export const MAX_NEWCOMERS = 1000;
/** New devices that have registered and not authenticated yet. */
const MAX_ARRIVING = 100;
/** A connection that has not authenticated by then is closed. */
const AUTHENTICATES_WITHIN_MS = 60_000;

export class Newcomers {
  private readonly clock: Clock;
  /** In the order they were seen last; some may have been registered since. */
  private readonly fresh = new Set<DeviceRecord>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(device: DeviceRecord): void {
    if (device.knownSinceMs === null) this.fresh.add(device);
  }

  remove(device: DeviceRecord): void {
    this.fresh.delete(device);
  }

  /** It came or went: the last one of them from now on. */
  seen(device: DeviceRecord): void {
    if (this.fresh.delete(device)) this.fresh.add(device);
  }

  get isFull(): boolean {
    return this.fresh.size >= MAX_NEWCOMERS;
  }

  /** Who has to go for one from this address; `crowded`: it is connected. Undefined: there is room, or nobody has to go. */
  whoGoesFor(address: string): { device: DeviceRecord; crowded: boolean } | undefined {
    if (!this.isFull) return undefined;
    const idle = this.longestGone();
    if (idle !== undefined) return { device: idle, crowded: false };
    const crowded = this.isFull ? this.mostCrowded(address) : undefined;
    return crowded && { device: crowded, crowded: true };
  }

  /**
   * Of the devices that were never registered, the one that has been away for longest. A few that just came have yet to authenticate
   * and stay; where they are many, somebody tries out numbers.
   */
  private longestGone(): DeviceRecord | undefined {
    let first: DeviceRecord | undefined;
    let count = 0;
    for (const device of this.fresh) {
      if (device.knownSinceMs !== null) this.fresh.delete(device);
      else if (device.link === null) {
        first ??= device;
        count += 1;
      }
    }
    if (first === undefined) return undefined;
    const isGone = first.seenMs <= this.clock.now() - AUTHENTICATES_WITHIN_MS;
    return isGone || count > MAX_ARRIVING ? first : undefined;
  }

  /** All places of new devices are taken by connected ones: the oldest of the address that has most, if that is not the asking one. */
  private mostCrowded(address: string): DeviceRecord | undefined {
    const crowds = new Map<string, { oldest: DeviceRecord; count: number }>();
    for (const device of this.fresh) {
      const block = addressBlock(device.link?.address ?? '');
      const crowd = crowds.get(block) ?? { oldest: device, count: 0 };
      crowd.count += 1;
      crowds.set(block, crowd);
    }
    const [largest] = [...crowds.values()].toSorted((a, b) => b.count - a.count);
    const own = crowds.get(addressBlock(address))?.count ?? 0;
    return largest !== undefined && largest.count > own + 1 ? largest.oldest : undefined;
  }
}
