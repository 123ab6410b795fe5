// Cuts the bytes of one media connection into packets: magic search, SIM size with its latch, resynchronisation, reasons to
// close. No copy per packet: a body is a view of the chunk it came in; only a packet that straddles chunks is put together.
import { HeldBytes } from './held-bytes.ts';
import { hasMagic, MAGIC_BYTES, type MediaPacket, readPacket, readSimDigits, type SimBytes } from './packet.ts';
import { checkSimSize, decideSimSize, mayFollow, type SizeDecision } from './sim-size.ts';

/**
 * Why the connection must be closed. `not808`: a device sent JT/T 808 frames to the media port. `noMagic`: nothing like a packet
 * in the first 1 KiB. `tooMuchGarbage`: more than 64 KiB dropped, ten resynchronisations, or ten changes of the SIM size from one packet to
 * the next, within a minute.
 */
export type MediaCloseReason = 'not808' | 'noMagic' | 'tooMuchGarbage';

/** Called while the SIM size is undecided: does this SIM belong to a device with a pending request? */
export type IsExpectedSim = (simDigits: string) => boolean;

export type SplitterCounters = {
  packets: number;
  /** Bytes that belonged to no packet. */
  droppedBytes: number;
  /** Runs of such bytes. */
  resyncs: number;
  /** Packets given up because another one began inside their body. */
  truncatedPackets: number;
};

const FRAME_BOUNDARY_808 = 0x7e;
const MAX_BYTES_WITHOUT_MAGIC = 1024;
const MAX_DROPPED_BYTES = 64 * 1024;
const MAX_RESYNCS = 10;
/** A device has one size: who changes it on and on keeps us deciding for each packet. */
const MAX_SIZE_CHANGES = 10;
const GARBAGE_WINDOW_MS = 60_000;
/** Above the largest packet the standard allows, 984 bytes: longer ones are accepted, and looked into while they come. */
const USUAL_PACKET_BYTES = 1024;
const LATCH_AFTER = 3;
const UNLATCH_AFTER_MISSES = 2;

/** One per connection. Clause 5.5.3 and the rules for SIM fields of 6 and 10 bytes. */
export class PacketSplitter {
  readonly counters: SplitterCounters = { packets: 0, droppedBytes: 0, resyncs: 0, truncatedPackets: 0 };
  /** Set once; from then on `push` gives nothing. */
  closeReason: MediaCloseReason | null = null;

  private readonly isExpectedSim: IsExpectedSim | undefined;
  private readonly held = new HeldBytes();
  /** Bytes that must be together, from the first held one, before the next step can be taken. */
  private needed = 1;
  private previousSize: SimBytes | null = null;
  private latchedSize: SimBytes | null = null;
  private agreements = 0;
  private misses = 0;
  private inGarbage = false;
  private windowStartMs = 0;
  private windowDroppedBytes = 0;
  private windowResyncs = 0;
  private windowSizeChanges = 0;
  private hasSeenByte = false;
  private simDigits = '';
  private simSource = new Uint8Array(0);

  constructor(isExpectedSim?: IsExpectedSim) {
    this.isExpectedSim = isExpectedSim;
  }

  /** The latched size of the SIM field; null until three packets agreed. */
  get simBytes(): SimBytes | null {
    return this.latchedSize;
  }

  /** Bytes waiting for the rest of their packet; at most one packet. */
  get heldBytes(): number {
    return this.held.length;
  }

  /**
   * Takes the next bytes of the connection, in pieces of any size, and gives the packets they complete. The bodies are views of
   * `chunk`: who keeps one copies it before the chunk is overwritten. `nowMs` is any steady clock.
   */
  push(chunk: Uint8Array, nowMs: number): MediaPacket[] {
    if (this.closeReason !== null || chunk.length === 0) return [];
    // A plain view: in a Node Buffer `slice` does not copy, and anyone who gets the bodies may count on a copy.
    const isPlain = chunk.constructor === Uint8Array;
    return this.pushPlain(isPlain ? chunk : new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length), nowMs);
  }

  private pushPlain(chunk: Uint8Array, nowMs: number): MediaPacket[] {
    const packets: MediaPacket[] = [];
    if (!this.hasSeenByte) {
      this.hasSeenByte = true;
      this.windowStartMs = nowMs;
      if (chunk[0] === FRAME_BOUNDARY_808) this.closeReason = 'not808';
    }
    let offset = 0;
    while (this.closeReason === null && this.held.length > 0 && offset < chunk.length) {
      offset = this.feedHeld(chunk, offset, packets, nowMs);
    }
    if (this.closeReason === null && offset < chunk.length) {
      const rest = chunk.subarray(offset);
      this.held.append(rest.subarray(this.split(rest, packets, nowMs)), this.needed);
    }
    if (this.closeReason !== null) this.held.clear();
    return packets;
  }

  /** Adds to the held bytes just what the next step needs and takes it. Gives the offset of the first unused byte of `chunk`. */
  private feedHeld(chunk: Uint8Array, offset: number, packets: MediaPacket[], nowMs: number): number {
    const added = Math.min(chunk.length - offset, Math.max(1, this.needed - this.held.length));
    const next = offset + added;
    this.held.append(chunk.subarray(offset, next), this.needed);
    if (this.held.length < this.needed) return next;
    this.held.dropFront(this.split(this.held.bytes(), packets, nowMs));
    const left = this.held.length;
    if (left > next) return next;
    // What is left came with this chunk: read on there, so that the coming bodies are views of it.
    this.held.clear();
    return next - left;
  }

  /** Takes every whole packet of `bytes`; gives how many bytes are used up and sets `needed` for the rest. */
  private split(bytes: Uint8Array, packets: MediaPacket[], nowMs: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let offset = 0;
    while (this.closeReason === null) {
      this.needed = MAGIC_BYTES;
      if (bytes.length - offset < MAGIC_BYTES) return offset;
      if (!hasMagic(bytes, offset)) {
        if (!this.inGarbage) this.missMagic();
        offset = this.skipGarbage(bytes, offset, nowMs);
        continue;
      }
      const decision = this.decide(bytes, offset);
      const inner = decision.kind === 'refuse' ? null : this.findInner(bytes, offset, decision);
      if (inner !== null) {
        this.counters.truncatedPackets += 1;
        this.missMagic();
        this.drop(inner - offset, nowMs);
        offset = inner;
      } else if (decision.kind === 'wait') {
        this.needed = Math.min(decision.needed, bytes.length - offset + USUAL_PACKET_BYTES);
        return offset;
      } else if (decision.kind === 'refuse') {
        this.missMagic();
        offset = this.skipGarbage(bytes, offset, nowMs);
      } else {
        this.noteSize(decision.simBytes, nowMs);
        packets.push(this.takePacket(bytes, view, offset, decision));
        offset += decision.length;
      }
    }
    return offset;
  }

  private decide(bytes: Uint8Array, offset: number): SizeDecision {
    if (this.latchedSize !== null) return checkSimSize(bytes, offset, this.latchedSize, this.inGarbage);
    const hints = { previous: this.previousSize, isExpectedSim: this.isExpectedSim };
    const decision = decideSimSize(bytes, offset, hints);
    // Neither size is followed by a packet: garbage comes next, and the size of the packet before is the best guess.
    const guess = decision.kind === 'refuse' && !this.inGarbage ? this.previousSize : null;
    return guess === null ? decision : checkSimSize(bytes, offset, guess, false);
  }

  /**
   * Where another packet begins inside this one: a device that was cut off in the middle of a packet wrote the next one behind
   * it. Looked for when a packet is not followed by a magic, and while one of unusual length keeps everything waiting; null in
   * every normal case, at the price of one look.
   */
  private findInner(
    bytes: Uint8Array,
    offset: number,
    decision: { length: number } | { needed: number },
  ): number | null {
    if ('needed' in decision) {
      if (decision.needed <= USUAL_PACKET_BYTES) return null;
      return findPacketInside(bytes, offset, bytes.length, this.previousSize ?? 6, true);
    }
    const end = offset + decision.length;
    return mayFollow(bytes, end) ? null : findPacketInside(bytes, offset, end, this.previousSize ?? 6, false);
  }

  private noteSize(simBytes: SimBytes, nowMs: number): void {
    this.agreements = this.previousSize === simBytes ? this.agreements + 1 : 1;
    if (this.previousSize !== null && this.previousSize !== simBytes) {
      this.keepWindow(nowMs);
      this.windowSizeChanges += 1;
      if (this.windowSizeChanges >= MAX_SIZE_CHANGES) this.closeReason = 'tooMuchGarbage';
    }
    this.previousSize = simBytes;
    if (this.agreements >= LATCH_AFTER) this.latchedSize = simBytes;
  }

  private takePacket(
    bytes: Uint8Array,
    view: DataView,
    offset: number,
    { simBytes, length }: { simBytes: SimBytes; length: number },
  ): MediaPacket {
    if (this.agreements >= LATCH_AFTER && hasMagic(bytes, offset + length)) this.misses = 0;
    this.inGarbage = false;
    this.counters.packets += 1;
    return readPacket(bytes, view, offset, simBytes, length, this.simDigitsAt(bytes, offset, simBytes));
  }

  /** The SIM digits, built again only when the field differs from the last packet's. */
  private simDigitsAt(bytes: Uint8Array, offset: number, simBytes: SimBytes): string {
    const last = this.simSource;
    let same = last.length === simBytes;
    for (let i = 0; same && i < simBytes; i += 1) same = last[i] === bytes[offset + 8 + i];
    if (!same) {
      this.simSource = bytes.slice(offset + 8, offset + 8 + simBytes);
      this.simDigits = readSimDigits(bytes, offset, simBytes);
    }
    return this.simDigits;
  }

  /** Drops up to the next magic after `offset`, or all but the last three bytes. */
  private skipGarbage(bytes: Uint8Array, offset: number, nowMs: number): number {
    const next = findMagic(bytes, offset + 1);
    this.drop(next - offset, nowMs);
    return next;
  }

  private keepWindow(nowMs: number): void {
    if (nowMs - this.windowStartMs <= GARBAGE_WINDOW_MS) return;
    this.windowStartMs = nowMs;
    this.windowDroppedBytes = 0;
    this.windowResyncs = 0;
    this.windowSizeChanges = 0;
  }

  private drop(count: number, nowMs: number): void {
    this.keepWindow(nowMs);
    this.counters.droppedBytes += count;
    this.windowDroppedBytes += count;
    if (!this.inGarbage) {
      this.inGarbage = true;
      this.counters.resyncs += 1;
      this.windowResyncs += 1;
    }
    const unusable = this.windowDroppedBytes > MAX_DROPPED_BYTES || this.windowResyncs >= MAX_RESYNCS;
    if (this.counters.packets === 0 && this.counters.droppedBytes > MAX_BYTES_WITHOUT_MAGIC)
      this.closeReason = 'noMagic';
    else if (unusable) this.closeReason = 'tooMuchGarbage';
  }

  /** No packet where one was due: the latched SIM size is in doubt. */
  private missMagic(): void {
    this.misses += 1;
    this.agreements = 0;
    if (this.misses < UNLATCH_AFTER_MISSES) return;
    this.latchedSize = null;
    this.previousSize = null;
    this.misses = 0;
  }
}

/** The first packet that begins behind `offset` and before `end`; with `whole`, only one that is complete and followed by a magic. */
const findPacketInside = (
  bytes: Uint8Array,
  offset: number,
  end: number,
  simBytes: SimBytes,
  whole: boolean,
): number | null => {
  for (let at = findMagic(bytes, offset + MAGIC_BYTES); at < end; at = findMagic(bytes, at + 1)) {
    if (!hasMagic(bytes, at)) return null;
    const found = checkSimSize(bytes, at, simBytes, true);
    if (found.kind === 'packet' && (!whole || hasMagic(bytes, at + found.length))) return at;
    if (found.kind === 'wait' && !whole) return at;
  }
  return null;
};

/** The next magic at or after `from`; without one, the place where it could still begin: the last three bytes. */
const findMagic = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0x30, from); at >= 0; at = bytes.indexOf(0x30, at + 1)) {
    if (hasMagic(bytes, at)) return at;
  }
  return Math.max(from, bytes.length - MAGIC_BYTES + 1);
};
