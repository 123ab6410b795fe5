// Packets of one connection to whole frames (clause 5.5.3): sub-packages joined, damaged frames dropped and counted.
// Knows nothing of codecs: what a body means is the media package's business. Reordering (UDP) happens before, in udp-order.ts.
import { FrameMemory } from './frame-memory.ts';
import { DATA_TYPE, type MediaPacket, SUBPACKAGE } from './packet.ts';
import { type SequenceSource, SequenceViews } from './sequence.ts';

export type FrameKind = 'video' | 'audio' | 'transparent';

/** One whole frame. `sim` has the digits of the SIM field as sent. `body` is a copy, and nobody else's. */
export type MediaFrame = {
  readonly sim: string;
  readonly channel: number;
  readonly kind: FrameKind;
  readonly dataType: number;
  readonly payloadType: number;
  /** Relative, see timebase.ts; null for transparent data. */
  readonly timestampMs: bigint | null;
  /** As the device says, since the picture before; null without such a field. */
  readonly lastFrameIntervalMs: number | null;
  readonly body: Uint8Array;
  /** Something of this flow was lost since the frame before: a decoder must wait for a key frame. */
  readonly damagedBefore: boolean;
};

export type AssemblerCounters = {
  frames: number;
  /** Frames begun and given up: a sub-package missing, too large or too slow. */
  damagedFrames: number;
  /** Middle and last sub-packages without a first. */
  orphanPackets: number;
  /** Breaks in the sequence numbers, see sequence.ts. */
  sequenceGaps: number;
};

const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const MAX_FRAME_MS = 5000;
/** Far above 4 MiB in bodies of 950 bytes. */
const MAX_PARTS = 8192;
/** All open frames of a connection together; their memory is at most twice that. */
const MAX_OPEN_BYTES = 8 * 1024 * 1024;
/** Flows (SIM, channel, kind) remembered per connection; the one used longest ago is forgotten for a new one. */
const MAX_FLOWS = 64;

type OpenFrame = {
  readonly first: MediaPacket;
  readonly openedAtMs: number;
  parts: number;
  bytes: number;
  damaged: boolean;
};

type Flow = {
  readonly sim: string;
  readonly channel: number;
  readonly kind: FrameKind;
  readonly channelKey: string;
  readonly flowKey: string;
  readonly source: SequenceSource;
  readonly memory: FrameMemory;
  open: OpenFrame | null;
  hasLoss: boolean;
  lastTimestampMs: bigint | null;
};

/** One per connection, or per device and UDP port. */
export class FrameAssembler {
  readonly counters: AssemblerCounters = { frames: 0, damagedFrames: 0, orphanPackets: 0, sequenceGaps: 0 };
  private readonly sequences = new SequenceViews();
  /** In order of last use, which is what Map keeps when a key is set again. */
  private readonly flows = new Map<string, Flow>();
  /** The last of each kind: a connection has one channel as a rule, and then no names are put together for each packet. */
  private readonly latest: Record<FrameKind, Flow | null> = { video: null, audio: null, transparent: null };
  private readonly headRoomBytes: number;
  private openBytes = 0;

  /** In front of each body that many bytes are free for the one who gets the frame: a head of its own needs no copy. */
  constructor(headRoomBytes = 0) {
    this.headRoomBytes = headRoomBytes;
  }

  /**
   * Takes the next packet and gives the frame it completes. `nowMs` is any steady clock. The packet's body is copied, once, and may be
   * overwritten afterwards.
   */
  push(packet: MediaPacket, nowMs: number): MediaFrame | null {
    const flow = this.flowOf(packet);
    this.checkSequence(packet, flow);
    if (flow.open !== null && nowMs - flow.open.openedAtMs > MAX_FRAME_MS) this.giveUp(flow);
    switch (packet.subpackage) {
      case SUBPACKAGE.atomic:
        this.giveUp(flow);
        flow.memory.append(packet.body);
        return this.deliver(flow, packet);
      case SUBPACKAGE.first:
        this.giveUp(flow);
        flow.open = { first: packet, openedAtMs: nowMs, parts: 0, bytes: 0, damaged: false };
        this.append(flow, flow.open, packet);
        return null;
      default:
        return this.continueFrame(flow, packet);
    }
  }

  /** Gives up open frames older than five seconds, so that a silent connection holds no memory. Call it now and then. */
  expire(nowMs: number): void {
    for (const flow of this.flows.values()) {
      if (flow.open !== null && nowMs - flow.open.openedAtMs > MAX_FRAME_MS) this.giveUp(flow);
    }
  }

  private continueFrame(flow: Flow, packet: MediaPacket): MediaFrame | null {
    const open = flow.open;
    if (open === null) {
      this.counters.orphanPackets += 1;
      flow.hasLoss = true;
      return null;
    }
    if (!this.append(flow, open, packet) || packet.subpackage === SUBPACKAGE.middle) return null;
    if (open.damaged) {
      this.giveUp(flow);
      return null;
    }
    this.close(flow, open);
    return this.deliver(flow, open.first);
  }

  private append(flow: Flow, open: OpenFrame, packet: MediaPacket): boolean {
    flow.memory.append(packet.body);
    open.parts += 1;
    open.bytes += packet.body.length;
    this.openBytes += packet.body.length;
    const fits = open.bytes <= MAX_FRAME_BYTES && open.parts <= MAX_PARTS && this.openBytes <= MAX_OPEN_BYTES;
    if (!fits) this.giveUp(flow);
    return fits;
  }

  private deliver(flow: Flow, head: MediaPacket): MediaFrame {
    const damagedBefore = flow.hasLoss && !followsLastFrame(flow, head);
    flow.hasLoss = false;
    flow.lastTimestampMs = head.timestampMs;
    this.counters.frames += 1;
    return {
      sim: head.simDigits,
      channel: head.channel,
      kind: flow.kind,
      dataType: head.dataType,
      payloadType: head.payloadType,
      timestampMs: head.timestampMs,
      lastFrameIntervalMs: head.lastFrameIntervalMs,
      body: flow.memory.take(),
      damagedBefore,
    };
  }

  private giveUp(flow: Flow): void {
    if (flow.open === null) return;
    this.close(flow, flow.open);
    flow.memory.drop();
    this.counters.damagedFrames += 1;
    flow.hasLoss = true;
    flow.lastTimestampMs = null; // a frame is known to be missing: no interval can prove otherwise
  }

  private close(flow: Flow, open: OpenFrame): void {
    flow.open = null;
    this.openBytes -= open.bytes;
  }

  private checkSequence(packet: MediaPacket, flow: Flow): void {
    const verdict = this.sequences.step(packet.sequence, flow.source);
    if (verdict === 'whole') return;
    this.counters.sequenceGaps += 1;
    for (const other of this.flows.values()) {
      if (verdict === 'stream' && other.channelKey !== flow.channelKey) continue;
      other.hasLoss = true;
      if (other.open !== null) other.open.damaged = true;
    }
  }

  private flowOf({ simDigits: sim, channel, dataType }: MediaPacket): Flow {
    const kind = kindOf(dataType);
    const latest = this.latest[kind];
    const isSame = latest !== null && latest.sim === sim && latest.channel === channel;
    if (isSame && this.flows.size < MAX_FLOWS) return latest;
    const flow = this.namedFlow(sim, channel, kind);
    this.latest[kind] = flow;
    return flow;
  }

  private namedFlow(sim: string, channel: number, kind: FrameKind): Flow {
    const channelKey = `${sim}/${channel}`;
    const flowKey = `${channelKey}/${kind}`;
    let flow = this.flows.get(flowKey);
    if (flow === undefined) {
      if (this.flows.size >= MAX_FLOWS) this.forgetOldest();
      const source = this.sequences.open(channelKey);
      const memory = new FrameMemory(this.headRoomBytes);
      const begun = { open: null, hasLoss: false, lastTimestampMs: null };
      flow = { sim, channel, kind, channelKey, flowKey, source, memory, ...begun };
      this.flows.set(flowKey, flow);
    } else if (this.flows.size >= MAX_FLOWS) {
      this.flows.delete(flowKey);
      this.flows.set(flowKey, flow);
    }
    return flow;
  }

  private forgetOldest(): void {
    const oldest = this.flows.values().next().value;
    if (oldest === undefined) return;
    this.giveUp(oldest);
    this.flows.delete(oldest.flowKey);
    this.sequences.forget(oldest.channelKey);
  }
}

const kindOf = (dataType: number): FrameKind => {
  if (dataType < DATA_TYPE.audio) return 'video';
  return dataType === DATA_TYPE.audio ? 'audio' : 'transparent';
};

/**
 * After a gap in the numbers, whether this video frame still follows the last delivered one directly: devices say how long ago
 * the frame before was. Then what got lost was of another flow, audio most often, and the picture needs no key frame.
 */
const followsLastFrame = (flow: Flow, head: MediaPacket): boolean => {
  if (flow.lastTimestampMs === null || head.timestampMs === null || !head.lastFrameIntervalMs) return false;
  return head.timestampMs - flow.lastTimestampMs === BigInt(head.lastFrameIntervalMs);
};
