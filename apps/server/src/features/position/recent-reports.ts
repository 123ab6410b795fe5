// Remembers the newest reports of each device, so that what a device repeats after a lost answer is stored and published once.
import type { Position } from '../../kernel/topics.ts';

/** Enough for what a device sends within its answer timeout; older repeats are dropped when the hour is packed. */
const REMEMBERED = 32;
/** So many devices share their memory: two arrays for each would take more than what they hold. */
const DEVICES = 256;

type Block = { times: Float64Array; hashes: Uint32Array };
type Ring = { block: Block; from: number; next: number };

const newBlock = (values: number): Block => ({ times: new Float64Array(values), hashes: new Uint32Array(values) });

export class RecentReports {
  private readonly rings = new Map<number, Ring>();
  /** The newest, while `made` is above zero. */
  private block: Block = newBlock(0);
  /** Rings of devices that were forgotten. */
  private free: Ring[] = [];
  private made = 0;

  /** True when the report was seen: same device, device time and hash of the core. Otherwise it is remembered. */
  isRepeat(deviceKey: number, position: Position): boolean {
    const time = position.timeMs ?? -1;
    let ring = this.rings.get(deviceKey);
    if (ring === undefined) this.rings.set(deviceKey, (ring = this.free.pop() ?? this.newRing()));
    const { block, from } = ring;
    for (let i = from; i < from + REMEMBERED; i += 1) {
      if (block.times[i] === time && block.hashes[i] === position.coreHash) return true;
    }
    block.times[from + ring.next] = time;
    block.hashes[from + ring.next] = position.coreHash;
    ring.next = (ring.next + 1) % REMEMBERED;
    return false;
  }

  forget(deviceKey: number): void {
    const ring = this.rings.get(deviceKey);
    if (ring === undefined) return;
    this.rings.delete(deviceKey);
    const { block, from } = ring;
    block.times.fill(0, from, from + REMEMBERED);
    block.hashes.fill(0, from, from + REMEMBERED);
    this.free.push(ring);
  }

  /** What was remembered may not be on disk: forget it, repeats are welcome. */
  clear(): void {
    this.rings.clear();
    [this.free, this.made] = [[], 0];
  }

  private newRing(): Ring {
    const at = this.made % DEVICES;
    if (at === 0) this.block = newBlock(DEVICES * REMEMBERED);
    this.made += 1;
    return { block: this.block, from: at * REMEMBERED, next: 0 };
  }
}
