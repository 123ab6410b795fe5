// Puts the packets of a UDP media port back in order, per SIM and channel, before frames are assembled. Pure: the clock is passed in.
import type { MediaPacket } from './packet.ts';

export type UdpOrderCounters = {
  /** Came after their place had been given up. */
  latePackets: number;
  duplicatePackets: number;
  /** Never came while their place was kept. */
  missingPackets: number;
};

const WINDOW_PACKETS = 64;
const WINDOW_MS = 200;
/** So many late ones in a row mean that the device began to count again. */
const RESTART_AFTER_LATE = 8;
/** A jump this far ahead is a new count too, not loss. */
const RESTART_AHEAD = 1024;
/** SIMs and channels followed at once: more than any device has cameras. The one that came first is given up for a new one. */
const MAX_STREAMS = 64;

type Held = { readonly packet: MediaPacket; readonly arrivedMs: number };

type Stream = {
  /** The sequence number to hand on next. */
  next: number;
  readonly held: Map<number, Held>;
  lateRun: number;
};

/** One per UDP port, or per sender. Holds a packet back for at most 64 packets or 200 ms while an earlier one is missing. */
export class UdpOrder {
  readonly counters: UdpOrderCounters = { latePackets: 0, duplicatePackets: 0, missingPackets: 0 };
  private readonly streams = new Map<string, Stream>();
  /** Those that hold something back: nearly always none. */
  private readonly holding = new Set<Stream>();

  /** Takes a packet as it arrived; gives the packets whose turn it is, in order. `nowMs` is any steady clock. */
  push(packet: MediaPacket, nowMs: number): MediaPacket[] {
    const ready: MediaPacket[] = [];
    const key = `${packet.simDigits}/${packet.channel}`;
    const stream = this.streams.get(key) ?? this.open(key, packet.sequence, ready);
    const ahead = (packet.sequence - stream.next) & 0xffff;
    if (ahead >= 0x8000) {
      if (!this.isRestart(stream)) return ready;
      this.restart(stream, packet.sequence, ready);
    } else if (ahead > RESTART_AHEAD) {
      this.restart(stream, packet.sequence, ready);
    } else if (stream.held.has(packet.sequence)) {
      this.counters.duplicatePackets += 1;
      return ready;
    }
    stream.lateRun = 0;
    stream.held.set(packet.sequence, { packet, arrivedMs: nowMs });
    this.release(stream, nowMs, ready);
    if (stream.held.size > 0) this.holding.add(stream);
    return ready;
  }

  /** The packets that waited long enough for an earlier one. Call it when `nextDueMs` has come. */
  due(nowMs: number): MediaPacket[] {
    const ready: MediaPacket[] = [];
    for (const stream of this.holding) this.release(stream, nowMs, ready);
    return ready;
  }

  /** When the first held packet has waited long enough; null while none is held. */
  nextDueMs(): number | null {
    let earliest: number | null = null;
    for (const stream of this.holding) {
      for (const { arrivedMs } of stream.held.values()) {
        if (earliest === null || arrivedMs + WINDOW_MS < earliest) earliest = arrivedMs + WINDOW_MS;
      }
    }
    return earliest;
  }

  private open(key: string, sequence: number, ready: MediaPacket[]): Stream {
    if (this.streams.size >= MAX_STREAMS) this.giveUpOldest(ready);
    const stream: Stream = { next: sequence, held: new Map(), lateRun: 0 };
    this.streams.set(key, stream);
    return stream;
  }

  private giveUpOldest(ready: MediaPacket[]): void {
    const oldest = this.streams.entries().next().value;
    if (oldest === undefined) return;
    this.empty(oldest[1], ready);
    this.holding.delete(oldest[1]);
    this.streams.delete(oldest[0]);
  }

  private isRestart(stream: Stream): boolean {
    this.counters.latePackets += 1;
    stream.lateRun += 1;
    return stream.lateRun >= RESTART_AFTER_LATE;
  }

  private restart(stream: Stream, sequence: number, ready: MediaPacket[]): void {
    this.empty(stream, ready);
    stream.next = sequence;
  }

  /** Hands on what is next, and gives up missing packets while the window is full or something waited too long. */
  private release(stream: Stream, nowMs: number, ready: MediaPacket[]): void {
    for (;;) {
      takeRun(stream, ready);
      if (stream.held.size === 0) {
        this.holding.delete(stream);
        return;
      }
      if (stream.held.size < WINDOW_PACKETS && !hasWaited(stream, nowMs)) return;
      this.skipToNearest(stream);
    }
  }

  private empty(stream: Stream, ready: MediaPacket[]): void {
    while (stream.held.size > 0) {
      this.skipToNearest(stream);
      takeRun(stream, ready);
    }
  }

  private skipToNearest(stream: Stream): void {
    let nearest = 0xffff;
    for (const sequence of stream.held.keys()) nearest = Math.min(nearest, (sequence - stream.next) & 0xffff);
    this.counters.missingPackets += nearest;
    stream.next = (stream.next + nearest) & 0xffff;
  }
}

/** Moves the held packets that follow without a break. */
const takeRun = (stream: Stream, ready: MediaPacket[]): void => {
  for (let held = stream.held.get(stream.next); held !== undefined; held = stream.held.get(stream.next)) {
    ready.push(held.packet);
    stream.held.delete(stream.next);
    stream.next = (stream.next + 1) & 0xffff;
  }
};

const hasWaited = (stream: Stream, nowMs: number): boolean => {
  for (const { arrivedMs } of stream.held.values()) if (nowMs - arrivedMs >= WINDOW_MS) return true;
  return false;
};
