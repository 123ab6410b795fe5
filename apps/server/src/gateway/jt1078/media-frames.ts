// Packets of one media connection become neutral frames of their flows. Shared by TCP and UDP.
import {
  DATA_TYPE,
  FrameAssembler,
  INITIAL_TIMEBASE,
  PAYLOAD_TYPE,
  stepTimebase,
  type MediaFrame as WireFrame,
  type MediaPacket,
  type TimebaseState,
} from '@outrider/jt1078';
import type { Clock } from '../../kernel/clock.ts';
import { HEAD_ROOM_BYTES, type MediaFrame } from '../link.ts';
import type { Meter } from '../traffic.ts';
import type { Flow, FlowCarrier, FlowPurpose, FlowTable } from './flow-table.ts';
import { Steadiness } from './steadiness.ts';

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

export type Bound = { flow: Flow; timebase: TimebaseState; steadiness: Steadiness };

export type MediaFramesKit = {
  clock: Clock;
  flows: FlowTable;
  purpose: FlowPurpose;
  carrier: FlowCarrier;
  /** Learns whose the bytes are that come over the carrier. */
  meter: Pick<Meter, 'belongsTo'>;
  /** A packet that belongs to no request; told once per number and channel. */
  onUnasked: (sim: string, channel: number) => void;
  /** The packets' number is nobody's, but the request could be found by address. */
  onMismatch: (sim: string, flow: Flow) => void;
  /** A packet of a flow that is asked for, from an address it is not taken from; reported once. */
  onStranger: (sim: string, channel: number) => void;
};

/** taken: it counts. waiting: another connection of the address carries the flow. refused: it is nobody's, or from elsewhere. */
export type Taken = 'taken' | 'waiting' | 'refused';

/** More numbers and channels on one connection than any device has cameras. */
const MAX_KEYS = 64;

export class MediaFrames {
  private readonly kit: MediaFramesKit;
  private readonly assembler = new FrameAssembler(HEAD_ROOM_BYTES);
  /** By SIM and channel; null: nobody asked for it. */
  private readonly bound = new Map<string, Bound | null>();
  /** What was found last, and for whom: next comes the same one nearly always. */
  private last: { sim: string; channel: number; bound: Bound | null } | null = null;
  /** A packet was refused for its address, and that was reported. */
  private isStranger = false;

  constructor(kit: MediaFramesKit) {
    this.kit = kit;
  }

  /** `arrivalMs` by the steady clock. */
  take(packet: MediaPacket, arrivalMs: number): Taken {
    const bound = this.find(packet.simDigits, packet.channel);
    if (bound === null) return 'refused';
    const verdict = bound.flow.judge(this.kit.carrier, arrivalMs);
    if (verdict !== 'yes') return this.refuse(verdict, packet);
    this.kit.meter.belongsTo(bound.flow.request.deviceKey);
    const frame = this.assembler.push(packet, arrivalMs);
    if (frame === null || frame.kind === 'transparent') return 'taken';
    if (!bound.flow.isBoundTo(this.kit.carrier)) bound.flow.bind(this.kit.carrier);
    this.deliver(bound, frame, frame.kind, arrivalMs);
    return 'taken';
  }

  /** Whether it belongs to a request; one that does not is told once, as by `take`. Nothing need be kept of it. */
  wants({ simDigits, channel }: MediaPacket): boolean {
    return this.find(simDigits, channel) !== null;
  }

  /** So long nobody misses what comes over this carrier. */
  canWaitMs(): number {
    let least = Infinity;
    for (const bound of this.bound.values())
      if (bound !== null) least = Math.min(least, bound.steadiness.proved ? bound.flow.canWaitMs() : 0);
    return Number.isFinite(least) ? least : 0;
  }

  /** Does any flow come over this carrier now? */
  carries(): boolean {
    return this.flows().some((flow) => flow.isBoundTo(this.kit.carrier));
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
    this.last = null;
    return this.flows().length;
  }

  expire(): void {
    this.assembler.expire(this.kit.clock.monotonic());
  }

  private refuse(verdict: 'wait' | 'no', { simDigits, channel }: MediaPacket): Taken {
    if (verdict === 'wait') return 'waiting';
    if (!this.isStranger) this.kit.onStranger(simDigits, channel);
    this.isStranger = true;
    return 'refused';
  }

  private deliver(bound: Bound, frame: WireFrame, kind: 'video' | 'audio', arrivalMs: number): void {
    const { timestampMs, lastFrameIntervalMs } = frame;
    const step = stepTimebase(bound.timebase, {
      kind,
      timestampMs,
      arrivalMs,
      allowsJumps: this.kit.purpose === 'playback',
      isKey: frame.dataType === DATA_TYPE.videoI,
      ...(lastFrameIntervalMs !== null && { intervalMs: lastFrameIntervalMs }),
    });
    if (step.state.ticksPerMs !== bound.timebase.ticksPerMs)
      this.kit.flows.noteTicks(bound.flow.request.deviceKey, step.state.ticksPerMs);
    bound.timebase = step.state;
    bound.steadiness.take(kind, step);
    bound.flow.deliver({
      kind,
      codec: codecOf(frame.payloadType, kind),
      payloadType: frame.payloadType,
      body: frame.body,
      headRoomBytes: HEAD_ROOM_BYTES,
      presentationUs: step.presentationUs,
      discontinuity: step.discontinuity,
      damagedBefore: frame.damagedBefore,
      arrivalMs: this.kit.clock.now(),
      ...(step.stampMs !== undefined && { stampMs: step.stampMs }),
    });
  }

  private find(sim: string, channel: number): Bound | null {
    if (this.last !== null && this.last.sim === sim && this.last.channel === channel) return this.last.bound;
    const key = `${sim}/${channel}`;
    let bound = this.bound.get(key);
    if (bound === undefined) {
      if (this.bound.size >= MAX_KEYS) return null;
      bound = this.look(sim, channel);
      this.bound.set(key, bound);
    }
    this.last = { sim, channel, bound };
    return bound;
  }

  private look(sim: string, channel: number): Bound | null {
    const found = this.kit.flows.find(this.kit.purpose, sim, channel, this.kit.carrier.address);
    if (found === undefined) {
      if (this.kit.flows.hasJustEnded(this.kit.purpose, sim, channel)) return null;
      this.kit.flows.noteIntruder(this.kit.purpose, sim, channel, this.kit.carrier.address);
      this.kit.onUnasked(sim, channel);
      return null;
    }
    if (found.mismatch) this.kit.onMismatch(sim, found.flow);
    const ticksPerMs = this.kit.flows.ticksPerMs(found.flow.request.deviceKey);
    return { flow: found.flow, timebase: { ...INITIAL_TIMEBASE, ticksPerMs }, steadiness: new Steadiness() };
  }
}
