// One TCP connection on a media port: which requests it serves, silence, garbage, its end.
import type { Socket } from 'node:net';
import type { RefusalReason } from '@outrider/contract';
import { type MediaPacket, PacketSplitter } from '@outrider/jt1078';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { plainAddress } from '../jt808/transport.ts';
import type { RefusalLog } from '../ports.ts';
import { Meter, type Traffic } from '../traffic.ts';
import type { Flow, FlowCarrier, FlowPurpose, FlowTable } from './flow-table.ts';
import { MediaFrames } from './media-frames.ts';
import type { Rests } from './rests.ts';
import { readShared } from '../shared-read.ts';

export type MediaCounters = {
  packets: number;
  bytes: number;
  refused: number;
  truncated: number;
  /** Packets of flows that were asked for, from addresses they are not taken from. */
  strangerPackets: number;
};

export type MediaConnectionKit = {
  clock: Clock;
  log: Log;
  flows: FlowTable;
  refusals: RefusalLog;
  purpose: FlowPurpose;
  counters: MediaCounters;
  traffic: Traffic;
  rests: Rests;
};

/** To the first packet, and between packets (JT/T 1078 reference, 7.3). A paused playback is silent for longer. */
const FIRST_PACKET_MS = 10_000;
const SILENCE_MS: Record<FlowPurpose, number> = { live: 15_000, playback: 60_000 };
/** After the end of a flow the device should close; it is given this long. A playback was told to stop and has answered. */
const CLOSE_GRACE_MS: Record<FlowPurpose, number> = { live: 5_000, playback: 0 };
/** A second connection for a flow that another one of the same address carries is kept so long, should that one be dead. */
const WAITING_MS = 10_000;
/** Packets nobody asked for, in a row, before the connection is closed. */
const MAX_UNASKED = 8;
/** Shown to people: the pictures appear, and yet the recorder should be set right, for two of them behind one address would be mixed up. */
export const WRONG_NUMBER = 'video under another number, accepted by its address';
export const wrongNumberText = (sim: string, terminalId: string, channel: number): string =>
  `channel ${channel} of ${terminalId} comes as ${sim}`;
/** Enough to see what is speaking. */
const REPORTED_BYTES = 64;

const reasons = {
  not808: 'JT/T 808 on the media port',
  noMagic: 'not JT/T 1078',
  tooMuchGarbage: 'broken media',
} as const;

export class MediaConnection implements FlowCarrier {
  readonly address: string;
  private readonly kit: MediaConnectionKit;
  private readonly socket: Socket;
  private readonly splitter: PacketSplitter;
  private readonly frames: MediaFrames;
  private readonly meter: Meter;
  readonly transport = 'tcp';
  readonly openedMs: number;
  private lastPacketMs: number | null = null;
  private unasked = 0;
  private waitingSinceMs: number | null = null;
  private firstBytes = new Uint8Array(0);
  private closed = false;

  /** `socket` was accepted in this turn. */
  constructor(kit: MediaConnectionKit, socket: Socket) {
    this.kit = kit;
    this.meter = new Meter(kit.traffic);
    this.socket = socket;
    readShared(socket, (bytes) => this.receive(bytes));
    this.address = plainAddress(this.socket.remoteAddress);
    this.openedMs = kit.clock.monotonic();
    this.splitter = new PacketSplitter((sim) => kit.flows.isExpectedSim(sim));
    this.frames = new MediaFrames({
      clock: kit.clock,
      flows: kit.flows,
      purpose: kit.purpose,
      carrier: this,
      meter: this.meter,
      onStranger: (sim, channel) => this.report('media from another address', `number ${sim} channel ${channel}`, sim),
      onUnasked: (sim, channel) => this.report('media nobody asked for', `number ${sim} channel ${channel}`, sim),
      onMismatch: (sim, { request: { terminalId, channel } }) => {
        kit.log.warn('media with another number accepted by its address', { sim, terminalId, channel });
        this.report(WRONG_NUMBER, wrongNumberText(sim, terminalId, channel), terminalId);
      },
    });
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('close', () => this.lost());
  }

  /** About once a second. */
  tick(nowMs: number): void {
    if (this.closed) return;
    this.frames.expire();
    if (this.waitingSinceMs !== null && nowMs - this.waitingSinceMs >= WAITING_MS && !this.frames.carries()) {
      this.refuse('second media connection');
      return;
    }
    const silentMs = nowMs - (this.lastPacketMs ?? this.openedMs);
    const limitMs = this.lastPacketMs === null ? FIRST_PACKET_MS : SILENCE_MS[this.kit.purpose];
    if (silentMs < limitMs) return;
    if (this.lastPacketMs === null) this.report('media connection without data', `${limitMs / 1000} s`, '');
    this.close(`no media for ${Math.round(limitMs / 1000)} s`);
  }

  /** A flow was stopped or taken over: the device should close by itself; what serves nobody after the grace is closed. */
  release(flow: Flow): void {
    if (this.frames.drop(flow) > 0 || this.closed) return;
    this.kit.clock.after(CLOSE_GRACE_MS[this.kit.purpose], () => {
      if (this.frames.flows().length === 0) this.close('released');
    });
  }

  close(reason: string): void {
    this.socket.destroy();
    this.end(reason);
  }

  /** `chunk` is overwritten afterwards: whatever is kept of it is a copy. */
  private receive(chunk: Uint8Array): void {
    const nowMs = this.kit.clock.monotonic();
    if (this.firstBytes.length === 0) this.firstBytes = Uint8Array.from(chunk.subarray(0, REPORTED_BYTES));
    this.kit.counters.bytes += chunk.length;
    this.meter.came(chunk.length);
    const packets = this.splitter.push(chunk, nowMs);
    for (const packet of packets) {
      this.lastPacketMs = nowMs;
      this.kit.counters.packets += 1;
      this.take(packet, nowMs);
      if (this.closed) return;
    }
    if (this.splitter.closeReason !== null) {
      this.report(reasons[this.splitter.closeReason], '', '', chunk);
      this.close(reasons[this.splitter.closeReason]);
      return;
    }
    const restMs = this.frames.canWaitMs();
    if (restMs > 0) this.kit.rests.begin(this.socket, restMs);
  }

  private take(packet: MediaPacket, nowMs: number): void {
    const taken = this.frames.take(packet, nowMs);
    if (taken === 'waiting') this.waitingSinceMs ??= nowMs;
    else this.waitingSinceMs = null;
    this.unasked = taken === 'refused' ? this.unasked + 1 : 0;
    if (taken === 'refused' && this.frames.flows().length > 0) this.kit.counters.strangerPackets += 1;
    if (this.unasked <= MAX_UNASKED || this.frames.carries()) return;
    this.kit.counters.refused += 1;
    this.close('media nobody asked for');
  }

  private refuse(reason: RefusalReason): void {
    this.kit.counters.refused += 1;
    this.report(reason, '', '');
    this.close(reason);
  }

  /** The other side closed. Who brought something else than media is noted. */
  private lost(): void {
    if (!this.closed && this.lastPacketMs === null && this.firstBytes.length > 0)
      this.report('not JT/T 1078', 'closed without a packet', '', this.firstBytes);
    this.end('the device closed the media connection');
  }

  private report(reason: RefusalReason, detail: string, terminal: string, bytes: Uint8Array = new Uint8Array(0)): void {
    const port = this.socket.localPort ?? 0;
    this.kit.refusals.add({
      transport: 'tcp',
      port,
      address: this.address,
      terminal,
      reason,
      detail,
      bytes: bytes.slice(0, REPORTED_BYTES),
    });
  }

  private end(reason: string): void {
    if (this.closed) return;
    this.closed = true;
    this.kit.counters.truncated += this.splitter.counters.truncatedPackets;
    for (const flow of this.frames.flows()) flow.lost(this, reason);
  }
}
