// Remembers the newest reports of each device, so that what a device repeats after a lost answer is stored and published once.
import type { Position } from '../../kernel/topics.ts';

/** Enough for what a device sends within its answer timeout; older repeats are dropped when the hour is packed. */
const REMEMBERED = 32;

type Ring = { times: Float64Array; hashes: Uint32Array; next: number };

export class RecentReports {
  private readonly rings = new Map<number, Ring>();

  /** True when the report was seen: same device, device time and hash of the core. Otherwise it is remembered. */
  isRepeat(deviceKey: number, position: Position): boolean {
    const time = position.timeMs ?? -1;
    let ring = this.rings.get(deviceKey);
    if (ring === undefined) {
      ring = { times: new Float64Array(REMEMBERED), hashes: new Uint32Array(REMEMBERED), next: 0 };
      this.rings.set(deviceKey, ring);
    }
    for (let i = 0; i < REMEMBERED; i += 1) {
      if (ring.times[i] === time && ring.hashes[i] === position.coreHash) return true;
    }
    ring.times[ring.next] = time;
    ring.hashes[ring.next] = position.coreHash;
    ring.next = (ring.next + 1) % REMEMBERED;
    return false;
  }

  forget(deviceKey: number): void {
    this.rings.delete(deviceKey);
  }

  /** What was remembered may not be on disk: forget it, repeats are welcome. */
  clear(): void {
    this.rings.clear();
  }
}
