// One TCP connection on a talk port: the device's packets up as frames, blocks of voice down as packets. Which of several
// connections counts, and for how long, is talk-line.ts.
import type { Socket } from 'node:net';
import type { RefusalReason } from '@outrider/contract';
import {
  DATA_TYPE,
  encodePacket,
  FrameAssembler,
  INITIAL_TIMEBASE,
  type MediaPacket,
  PacketSplitter,
  stepTimebase,
  SUBPACKAGE,
} from '@outrider/jt1078';
import type { Clock } from '../../kernel/clock.ts';
import { plainAddress } from '../jt808/transport.ts';
import type { TalkFrame, VoiceBlock } from '../link.ts';
import { codecOf } from './media-frames.ts';

export type TalkConnectionEvents = {
  /** So many bytes were read, or are written. */
  came(bytes: number): void;
  went(bytes: number): void;
  /** A packet came; false when it is not this device's, and nothing more is read then. */
  packet(simDigits: string): boolean;
  frame(frame: TalkFrame): void;
  /** Bytes that are no media; the connection is closed already. */
  broken(reason: RefusalReason, bytes: Uint8Array): void;
  closed(): void;
};

/** How the device names itself on this connection: until it has spoken, what JT/T 808 and the request say. */
export type LineName = { simDigits: string; channel: number };

/** Four seconds of G.711: the device does not read, and what it gets later is old. */
const MAX_UNSENT_BYTES = 32 * 1024;
/** Two seconds of G.711, and more of what is coded tighter: no recorder gathers sound for so long, and decoding it would hold up everything. */
const MAX_FRAME_BYTES = 16 * 1024;

export class TalkConnection {
  readonly address: string;
  /** The device has named itself in a packet. */
  proven = false;
  /** When it last brought a packet, or was opened. */
  lastMs: number;
  private readonly socket: Socket;
  private readonly clock: Clock;
  private readonly events: TalkConnectionEvents;
  private readonly splitter: PacketSplitter;
  private readonly assembler = new FrameAssembler();
  private name: LineName;
  private timebase = INITIAL_TIMEBASE;
  private sequence = 0;
  private timestampMs: number;
  private open = true;

  constructor(socket: Socket, clock: Clock, name: LineName, events: TalkConnectionEvents) {
    this.socket = socket;
    this.clock = clock;
    this.name = name;
    this.events = events;
    this.address = plainAddress(socket.remoteAddress);
    this.timestampMs = clock.now();
    this.lastMs = clock.monotonic();
    this.splitter = new PacketSplitter((sim) => sim.replace(/^0+/, '') === name.simDigits.replace(/^0+/, ''));
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.close());
  }

  /**
   * One block as an audio packet (JT/T 1078 reference, section 8): SIM and channel as the device names itself, a sequence of our
   * own, M set. False when the device leaves too much unread: then it is not sent.
   */
  write({ payloadType, body, durationMs }: VoiceBlock): boolean {
    const timestampMs = BigInt(Math.floor(this.timestampMs));
    this.timestampMs += durationMs;
    if (!this.open || this.socket.writableLength > MAX_UNSENT_BYTES) return false;
    const packet: MediaPacket = {
      ...this.name,
      dataType: DATA_TYPE.audio,
      subpackage: SUBPACKAGE.atomic,
      payloadType,
      marker: true,
      sequence: this.sequence,
      timestampMs,
      lastIFrameIntervalMs: null,
      lastFrameIntervalMs: null,
      body,
    };
    this.sequence = (this.sequence + 1) & 0xffff;
    const bytes = encodePacket(packet);
    this.events.went(bytes.length);
    this.socket.write(bytes);
    return true;
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.socket.destroy();
    this.events.closed();
  }

  private receive(chunk: Buffer): void {
    const nowMs = this.clock.monotonic();
    this.events.came(chunk.length);
    for (const packet of this.splitter.push(chunk, nowMs)) {
      if (!this.open) return;
      this.take(packet, nowMs);
    }
    if (this.splitter.closeReason === null || !this.open) return;
    this.close();
    this.events.broken(this.splitter.closeReason === 'not808' ? 'JT/T 808 on a talk port' : 'not JT/T 1078', chunk);
  }

  private take(packet: MediaPacket, nowMs: number): void {
    if (!this.events.packet(packet.simDigits)) {
      this.close();
      return;
    }
    this.proven = true;
    this.lastMs = nowMs;
    this.name = { simDigits: packet.simDigits, channel: packet.channel };
    const frame = this.assembler.push(packet, nowMs);
    if (frame?.kind !== 'audio') return; // a recorder that adds pictures to a talk is not asked for them
    const { payloadType, timestampMs, body, damagedBefore } = frame;
    if (body.length > MAX_FRAME_BYTES) return;
    const step = stepTimebase(this.timebase, { kind: 'audio', timestampMs, arrivalMs: nowMs });
    this.timebase = step.state;
    const { presentationUs, discontinuity } = step;
    const arrivalMs = this.clock.now();
    const codec = codecOf(payloadType, 'audio');
    this.events.frame({
      kind: 'audio',
      payloadType,
      codec,
      body,
      presentationUs,
      discontinuity,
      damagedBefore,
      arrivalMs,
    });
  }
}
