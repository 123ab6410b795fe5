// A wire with the faults of a connection: slow, cut, written in halves, garbage in between. Without faults it is the wire.
import type { Clock, Timer } from '../clock.ts';
import { Dice } from '../drive/dice.ts';
import type { Faults } from '../faults.ts';
import { openWire } from './wire.ts';
import type { Address, Wire, WireListener } from './wire.ts';

/** Longest queue of a throttled wire; above it new frames are dropped, as a modem does. */
const MAX_QUEUED = 256 * 1024;
const SLICE_MS = 100;
const HALF_GAP_MS = 120;

/** Dials with the faults in between. `seed` decides where garbage and halves fall. */
export const openFaultyWire = (
  address: Address,
  listener: WireListener,
  { clock, faults, seed }: { clock: Clock; faults: Faults; seed: number },
): Wire => {
  const needed = faults.slowBytesPerS ?? faults.cutEveryS ?? faults.halfFrames ?? faults.garbage;
  if (needed === undefined) return openWire(address, listener);
  return new FaultyWire(address, listener, clock, faults, seed);
};

class FaultyWire implements Wire {
  private readonly wire: Wire;
  private readonly clock: Clock;
  private readonly faults: Faults;
  private readonly dice: Dice;
  private readonly queue: Uint8Array[] = [];
  private queued = 0;
  private ending = false;
  private closed = false;
  private pump: Timer | null = null;
  private readonly cut: Timer | null;

  constructor(address: Address, listener: WireListener, clock: Clock, faults: Faults, seed: number) {
    this.clock = clock;
    this.faults = faults;
    this.dice = new Dice(seed);
    this.wire = openWire(address, {
      ...listener,
      closed: (reason) => {
        this.closed = true;
        this.pump?.cancel();
        this.cut?.cancel();
        listener.closed(reason);
      },
    });
    const { cutEveryS } = faults;
    this.cut = cutEveryS === undefined ? null : clock.after(cutEveryS * 1000, () => this.wire.destroy());
  }

  get queuedBytes(): number {
    return this.wire.queuedBytes + this.queued;
  }

  send(bytes: Uint8Array): void {
    if (this.closed || this.ending || this.queued + bytes.length > MAX_QUEUED) return;
    if (this.faults.garbage === true && this.dice.chance(0.1)) this.push(this.garbage());
    if (this.faults.halfFrames !== true || this.dice.chance(0.7)) {
      this.push(bytes);
    } else {
      const half = bytes.length >> 1;
      this.push(bytes.subarray(0, half));
      // One half in ten is all there ever is: the receiver has to find the next frame by itself.
      if (!this.dice.chance(0.1)) this.push(bytes.subarray(half));
    }
    this.startPump(0);
  }

  end(): void {
    this.ending = true;
    if (this.queue.length === 0) this.wire.end();
  }

  destroy(): void {
    this.wire.destroy();
  }

  private push(bytes: Uint8Array): void {
    this.queue.push(bytes);
    this.queued += bytes.length;
  }

  private garbage(): Uint8Array {
    return Uint8Array.from({ length: this.dice.whole(1, 40) }, () => this.dice.whole(0, 255));
  }

  private startPump(delayMs: number): void {
    this.pump ??= this.clock.after(delayMs, () => {
      this.pump = null;
      this.drain();
    });
  }

  private drain(): void {
    let room = this.faults.slowBytesPerS === undefined ? Infinity : (this.faults.slowBytesPerS * SLICE_MS) / 1000;
    while (this.queue.length > 0 && room > 0) {
      const next = this.queue.shift() ?? new Uint8Array(0);
      const now = next.subarray(0, Math.max(1, Math.min(next.length, Math.floor(room))));
      if (now.length < next.length) this.queue.unshift(next.subarray(now.length));
      this.wire.send(now);
      this.queued -= now.length;
      room -= now.length;
      if (this.faults.halfFrames === true) break; // each half in a write of its own
    }
    if (this.queue.length > 0) this.startPump(this.faults.slowBytesPerS === undefined ? HALF_GAP_MS : SLICE_MS);
    else if (this.ending) this.wire.end();
  }
}
