// Live streams that could not be stopped because their device had no link. It is told when it is back (JT/T 1078 reference, 1.1: 0x9102
// on every path), unless the channel was asked for again: a recorder that was not told may dial again and again.
import type { Clock } from '../../kernel/clock.ts';

export interface StoppableLink {
  readonly deviceKey: number;
  readonly terminalId: string;
  /** Sends 0x9102. */
  release(channel: number): void;
}

export type OwedStopsKit = {
  clock: Clock;
  linkOf: (deviceKey: number) => StoppableLink | undefined;
  /** The channel was asked for again, or is spoken on: a stop would end that. */
  isUsed: (link: StoppableLink, channel: number) => boolean;
};

/** After the link is there: who still wants the channel has asked for it by then. */
const ASKED_WITHIN_MS = 5_000;
const MAX_DEVICES = 10_000;
/** One after the other: a device that answers none of them must not keep those waiting who begin to watch. */
const NEXT_AFTER_MS = 5_000;

export class OwedStops {
  readonly #kit: OwedStopsKit;
  /** Channels by device; of too many the oldest is forgotten. */
  readonly #channels = new Map<number, Set<number>>();
  /** Devices that are back, and when they are told. On the steady clock. */
  readonly #dueMs = new Map<number, number>();

  constructor(kit: OwedStopsKit) {
    this.#kit = kit;
  }

  /** Devices that are to be told. */
  get size(): number {
    return this.#channels.size;
  }

  add(deviceKey: number, channel: number): void {
    const known = this.#channels.get(deviceKey) ?? new Set<number>();
    this.#channels.set(deviceKey, known.add(channel));
    if (this.#channels.size > MAX_DEVICES)
      for (const oldest of this.#channels.keys()) if (this.#channels.delete(oldest)) break;
    if (this.#kit.linkOf(deviceKey) !== undefined) this.back(deviceKey);
  }

  /** The device has a link. */
  back(deviceKey: number): void {
    if (this.#channels.has(deviceKey)) this.#dueMs.set(deviceKey, this.#kit.clock.monotonic() + ASKED_WITHIN_MS);
  }

  /** About once a second. */
  tick(nowMs: number): void {
    for (const [deviceKey, dueMs] of this.#dueMs) {
      if (nowMs < dueMs) continue;
      this.#dueMs.delete(deviceKey);
      const link = this.#kit.linkOf(deviceKey);
      if (link !== undefined && this.#tell(link)) this.#dueMs.set(deviceKey, nowMs + NEXT_AFTER_MS);
    }
  }

  /** Whether more are owed. */
  #tell(link: StoppableLink): boolean {
    const channels = this.#channels.get(link.deviceKey) ?? new Set<number>();
    for (const channel of channels) if (this.#kit.isUsed(link, channel)) channels.delete(channel);
    const [next] = channels;
    if (next !== undefined) {
      channels.delete(next);
      link.release(next);
    }
    if (channels.size === 0) this.#channels.delete(link.deviceKey);
    return channels.size > 0;
  }
}
