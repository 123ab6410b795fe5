// Media over UDP: one packet a datagram, put in order per sender, no connection to close. Flows end by silence.
import type { RemoteInfo, Socket } from 'node:dgram';
import type { RefusalReason } from '@outrider/contract';
import { readDatagram, UdpOrder, type MediaPacket, type SimBytes } from '@outrider/jt1078';
import { plainAddress } from '../jt808/transport.ts';
import { Meter } from '../traffic.ts';
import type { FlowCarrier } from './flow-table.ts';
import { type MediaConnectionKit, WRONG_NUMBER, wrongNumberText } from './media-connection.ts';
import { MediaFrames } from './media-frames.ts';

const MAX_SENDERS = 2000;
const SILENCE_MS = 15_000;
const NOTHING = new Uint8Array(0);

type Sender = {
  carrier: FlowCarrier;
  frames: MediaFrames;
  meter: Meter;
  order: UdpOrder;
  lastMs: number;
  simBytes: SimBytes | null;
};

export class MediaDatagrams {
  private readonly kit: MediaConnectionKit;
  private readonly socket: Socket;
  private readonly senders = new Map<string, Sender>();

  constructor(kit: MediaConnectionKit, socket: Socket) {
    this.kit = kit;
    this.socket = socket;
    socket.on('message', (bytes, from) => this.receive(bytes, from));
  }

  /** About every 200 ms: packets that waited long enough, senders that fell silent. */
  tick(nowMs: number): void {
    for (const [key, sender] of this.senders) {
      for (const packet of sender.order.due(nowMs)) this.take(sender, packet);
      sender.frames.expire();
      if (nowMs - sender.lastMs < SILENCE_MS) continue;
      this.senders.delete(key);
      for (const flow of sender.frames.flows()) flow.lost(sender.carrier, 'no media for 15 s');
    }
  }

  private receive(bytes: Uint8Array, from: RemoteInfo): void {
    const key = `${from.address}:${from.port}`;
    this.kit.counters.bytes += bytes.length;
    const sender = this.senders.get(key);
    const packet = readDatagram(bytes, {
      previous: sender?.simBytes ?? null,
      isExpectedSim: (sim) => this.kit.flows.isExpectedSim(sim),
    });
    if (packet === null) {
      this.refuse('not JT/T 1078', '', '', from, bytes);
      return;
    }
    this.kit.counters.packets += 1;
    const known = sender ?? this.open(key, from);
    if (known === undefined) return;
    known.meter.came(bytes.length);
    this.put(known, packet);
  }

  private put(sender: Sender, packet: MediaPacket): void {
    const nowMs = this.kit.clock.monotonic();
    sender.lastMs = nowMs;
    sender.simBytes = packet.simDigits.length === 12 ? 6 : 10;
    // Anybody can send well-formed packets of ever new numbers: what nobody asked for is not put in order, and nothing of it is kept.
    if (sender.frames.wants(packet)) for (const ready of sender.order.push(packet, nowMs)) this.take(sender, ready);
    else this.countStranger(sender);
  }

  private open(key: string, from: RemoteInfo): Sender | undefined {
    if (this.senders.size >= MAX_SENDERS) this.dropIdle();
    if (this.senders.size >= MAX_SENDERS) return undefined;
    const carrier: FlowCarrier = {
      address: plainAddress(from.address),
      transport: 'udp',
      openedMs: this.kit.clock.monotonic(),
      release: (flow) => {
        if (sender.frames.drop(flow) === 0) this.senders.delete(key);
      },
    };
    const meter = new Meter(this.kit.traffic);
    const sender: Sender = {
      carrier,
      meter,
      order: new UdpOrder(),
      lastMs: carrier.openedMs,
      simBytes: null,
      frames: new MediaFrames({
        ...this.kit,
        carrier,
        meter,
        onStranger: (sim, channel) =>
          this.refuse('media from another address', `number ${sim} channel ${channel}`, sim, from, NOTHING),
        onUnasked: (sim, channel) =>
          this.refuse('media nobody asked for', `number ${sim} channel ${channel}`, sim, from, NOTHING),
        onMismatch: (sim, { request: { terminalId, channel } }) => {
          this.kit.log.warn('media with another number accepted by its address', { sim, terminalId, channel });
          this.report(WRONG_NUMBER, wrongNumberText(sim, terminalId, channel), terminalId, from, NOTHING);
        },
      }),
    };
    this.senders.set(key, sender);
    return sender;
  }

  /** Datagrams cost nothing to forge: the oldest sender that carries nothing makes room. */
  private dropIdle(): void {
    for (const [key, { frames }] of this.senders) {
      if (frames.carries()) continue;
      this.senders.delete(key);
      return;
    }
  }

  private take(sender: Sender, packet: MediaPacket): void {
    if (sender.frames.take(packet, this.kit.clock.monotonic()) === 'refused') this.countStranger(sender);
  }

  private countStranger(sender: Sender): void {
    if (sender.frames.flows().length > 0) this.kit.counters.strangerPackets += 1;
  }

  private refuse(...what: Parameters<MediaDatagrams['report']>): void {
    this.kit.counters.refused += 1;
    this.report(...what);
  }

  private report(reason: RefusalReason, detail: string, terminal: string, from: RemoteInfo, bytes: Uint8Array): void {
    const { port } = this.socket.address();
    this.kit.refusals.add({
      transport: 'udp',
      port,
      address: plainAddress(from.address),
      terminal,
      reason,
      detail,
      bytes: bytes.slice(0, 64),
    });
  }
}
