// Packets of one media connection become neutral frames of their flows. Shared by TCP and UDP.
import {
  FrameAssembler,
  INITIAL_TIMEBASE,
  PAYLOAD_TYPE,
  stepTimebase,
  type MediaFrame as WireFrame,
  type MediaPacket,
  type TimebaseState,
} from '@outrider/jt1078';
import type { Clock } from '../../kernel/clock.ts';
import type { MediaFrame } from '../link.ts';
import type { Flow, FlowCarrier, FlowPurpose, FlowTable } from './flow-table.ts';

const codecs: ReadonlyMap<number, MediaFrame['codec']> = new Map<number, MediaFrame['codec']>([
  [PAYLOAD_TYPE.h264, 'h264'],
  [PAYLOAD_TYPE.h265, 'h265'],
  [PAYLOAD_TYPE.g711a, 'g711a'],
  [PAYLOAD_TYPE.g711u, 'g711u'],
  [PAYLOAD_TYPE.g726, 'g726'],
  [PAYLOAD_TYPE.adpcm, 'adpcmIma'],
  [PAYLOAD_TYPE.aac, 'aacAdts'],
  [PAYLOAD_TYPE.aacLc, 'aacAdts'],
  [PAYLOAD_TYPE.heAac, 'aacAdts'],
]);

/** What a payload type claims to be; video without a known number is looked into later, audio without one stays unknown. */
export const codecOf = (payloadType: number, kind: 'video' | 'audio'): MediaFrame['codec'] =>
  codecs.get(payloadType) ?? (kind === 'video' ? 'h264' : 'unknown');

export type Bound = { flow: Flow; timebase: TimebaseState };

export type MediaFramesKit = {
  clock: Clock;
  flows: FlowTable;
  purpose: FlowPurpose;
  address: string;
  carrier: FlowCarrier;
  /** A packet that belongs to no request; told once per number and channel. */
  onUnasked: (sim: string, channel: number) => void;
  /** The packets' number is nobody's, but the request could be found by address. */
  onMismatch: (sim: string, flow: Flow) => void;
};

/** More numbers and channels on one connection than any device has cameras. */
const MAX_KEYS = 64;

export class MediaFrames {
  private readonly kit: MediaFramesKit;
  private readonly assembler = new FrameAssembler();
  /** By SIM and channel; null: nobody asked for it. */
  private readonly bound = new Map<string, Bound | null>();
  private lastKey = '';
  private lastBound: Bound | null = null;

  constructor(kit: MediaFramesKit) {
    this.kit = kit;
  }

  /** Gives false when the packet is nobody's: the connection is closed when that is all it brings. */
  take(packet: MediaPacket): boolean {
    const bound = this.find(packet.simDigits, packet.channel);
    if (bound === null) return false;
    const arrivalMs = this.kit.clock.monotonic();
    const frame = this.assembler.push(packet, arrivalMs);
    if (frame === null || frame.kind === 'transparent') return true;
    if (!bound.flow.isBoundTo(this.kit.carrier)) bound.flow.bind(this.kit.carrier);
    this.deliver(bound, frame, frame.kind, arrivalMs);
    return true;
  }

  flows(): Flow[] {
    return [...this.bound.values()].flatMap((b) => (b === null ? [] : [b.flow]));
  }

  /**
   * Forgets a flow that is over or was taken by another connection. Gives how many are left. What still comes of a playback belongs
   * to the moment that was asked for before: it must not be taken for the next playback of the channel.
   */
  drop(flow: Flow): number {
    for (const [key, bound] of this.bound) {
      if (bound?.flow !== flow) continue;
      if (this.kit.purpose === 'playback') this.bound.set(key, null);
      else this.bound.delete(key);
    }
    this.lastKey = '';
    return this.flows().length;
  }

  expire(): void {
    this.assembler.expire(this.kit.clock.monotonic());
  }

  private deliver(bound: Bound, frame: WireFrame, kind: 'video' | 'audio', arrivalMs: number): void {
    const { timestampMs } = frame;
    const allowsJumps = this.kit.purpose === 'playback';
    const step = stepTimebase(bound.timebase, { kind, timestampMs, arrivalMs, allowsJumps });
    bound.timebase = step.state;
    bound.flow.deliver({
      kind,
      codec: codecOf(frame.payloadType, kind),
      body: frame.body,
      presentationUs: step.presentationUs,
      discontinuity: step.discontinuity,
      damagedBefore: frame.damagedBefore,
      arrivalMs: this.kit.clock.now(),
      ...(timestampMs !== null && { stampMs: Number(timestampMs) }),
    });
  }

  private find(sim: string, channel: number): Bound | null {
    const key = `${sim}/${channel}`;
    if (key === this.lastKey) return this.lastBound;
    let bound = this.bound.get(key);
    if (bound === undefined) {
      if (this.bound.size >= MAX_KEYS) return null;
      bound = this.look(sim, channel);
      this.bound.set(key, bound);
    }
    this.lastKey = key;
    this.lastBound = bound;
    return bound;
  }

  private look(sim: string, channel: number): Bound | null {
    const found = this.kit.flows.find(this.kit.purpose, sim, channel, this.kit.address);
    if (found === undefined) {
      if (!this.kit.flows.hasJustEnded(this.kit.purpose, sim, channel)) this.kit.onUnasked(sim, channel);
      return null;
    }
    if (found.mismatch) this.kit.onMismatch(sim, found.flow);
    return { flow: found.flow, timebase: INITIAL_TIMEBASE };
  }
}
