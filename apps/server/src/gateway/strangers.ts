// Who is connected and nobody yet. There are at most so many of them, and an address that has more than others gives way first: the
// oldest of it that has said nothing, then the oldest. An authenticated link is not in here and is never pushed out.
import { addressBlock } from '../kernel/web/address-block.ts';

export type Stranger = { readonly address: string; pushOut(): void };

export type StrangerLimits = { total: number; perAddress: number };

/** In the order they came. */
type Crowd = { silent: Set<Stranger>; spoken: Set<Stranger> };

export class Strangers {
  private readonly limits: StrangerLimits;
  private readonly crowds = new Map<string, Crowd>();
  private count = 0;
  private pushed = 0;

  constructor(limits: StrangerLimits) {
    this.limits = limits;
  }

  /** Takes one more in; another one is pushed out for it where there are too many. */
  add(stranger: Stranger): void {
    const block = addressBlock(stranger.address);
    const own = this.crowds.get(block);
    if (own !== undefined && sizeOf(own) >= this.limits.perAddress) this.pushOut(own);
    else if (this.count >= this.limits.total) this.makeRoom();
    const crowd = this.crowds.get(block) ?? { silent: new Set(), spoken: new Set() };
    this.crowds.set(block, crowd);
    crowd.silent.add(stranger);
    this.count += 1;
  }

  /** It sent something that makes sense. */
  spoke(stranger: Stranger): void {
    const crowd = this.crowds.get(addressBlock(stranger.address));
    if (crowd?.silent.delete(stranger) === true) crowd.spoken.add(stranger);
  }

  /** It is closed, or known now. */
  remove(stranger: Stranger): void {
    const block = addressBlock(stranger.address);
    const crowd = this.crowds.get(block);
    if (crowd === undefined || !(crowd.silent.delete(stranger) || crowd.spoken.delete(stranger))) return;
    this.count -= 1;
    if (sizeOf(crowd) === 0) this.crowds.delete(block);
  }

  /** One of the address that has most of them goes. */
  makeRoom(): void {
    let largest: Crowd | undefined;
    for (const crowd of this.crowds.values())
      if (largest === undefined || sizeOf(crowd) > sizeOf(largest)) largest = crowd;
    this.pushOut(largest);
  }

  size(): number {
    return this.count;
  }

  /** How many were pushed out so far. */
  pushedOut(): number {
    return this.pushed;
  }

  private pushOut(crowd: Crowd | undefined): void {
    const [oldest] = crowd === undefined ? [] : crowd.silent.size > 0 ? crowd.silent : crowd.spoken;
    if (oldest === undefined) return;
    this.remove(oldest);
    this.pushed += 1;
    oldest.pushOut();
  }
}

const sizeOf = ({ silent, spoken }: Crowd): number => silent.size + spoken.size;
