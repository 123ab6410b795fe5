// One talk, listen or broadcast with one device: waits for it to dial the port of this request, decides which connection counts,
// and ends. The signalling beside it is jt808/start-talk.ts; pace and coding of the voice belong to the media room.
import type { Socket } from 'node:net';
import type { RefusalReason } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { TalkEnd, TalkKind, TalkSink, VoiceBlock } from '../link.ts';
import { addressBlock } from '../../kernel/web/address-block.ts';
import { isFromDevice, type MediaSource, nearness, REPLACED_AFTER_MS } from '../media-source.ts';
import type { RefusalLog } from '../ports.ts';
import { Meter, type Traffic } from '../traffic.ts';
import { sameTerminal } from './terminal-numbers.ts';
import { TalkConnection } from './talk-connection.ts';
import type { TalkPort } from './talk-ports.ts';

export type TalkCounters = { packetsSent: number; packetsDropped: number; refused: number };

export type TalkLineKit = {
  clock: Clock;
  log: Log;
  refusals: RefusalLog;
  mediaSource: MediaSource;
  counters: TalkCounters;
  traffic: Traffic;
};

export type TalkLineRequest = {
  deviceKey: number;
  deviceId: string;
  kind: TalkKind;
  channel: number;
  /** Normal form of the terminal's number. */
  terminalId: string;
  /** The SIM field to send until the device's own packets show another: 12 or 20 digits. */
  simDigits: string;
  /** Address of the JT/T 808 link when it was asked. Mobile networks may give the media another one, see media-source.ts. */
  linkAddress: string;
  sink: TalkSink;
};

/** From the request until the device dials in (JT/T 1078 reference, 1.1). */
const CONNECT_WITHIN_MS = 15_000;
/** After its connection broke: recorders dial again within seconds after radio loss. */
const REDIAL_MS = 5_000;
/** A device that is only listened to, 7.3. */
const SILENCE_MS = 15_000;
/** A device that reads nothing for so long is gone. */
const UNREAD_MS = 30_000;
/** Connections of others than the device that may wait on the port. */
const MAX_CANDIDATES = 4;

export class TalkLine {
  readonly request: TalkLineRequest;
  /** Resolves when the device dials in; never rejects. */
  readonly dialled: Promise<void>;
  private readonly kit: TalkLineKit;
  private readonly onOver: (end: TalkEnd, reason: string) => void;
  private readonly onDialled: () => void;
  private readonly connections = new Set<TalkConnection>();
  private current: TalkConnection | null = null;
  private linkAddress: string;
  /** Where the device spoke from. */
  private boundAddress: string | null = null;
  private port: TalkPort | null = null;
  private portTaken = false;
  private deadline: Timer;
  private unreadSinceMs: number | null = null;
  private isOver = false;

  /** `onOver` is called once when the line ends by itself, not after close(). */
  constructor(kit: TalkLineKit, request: TalkLineRequest, onOver: (end: TalkEnd, reason: string) => void) {
    this.kit = kit;
    this.request = request;
    this.linkAddress = request.linkAddress;
    this.onOver = onOver;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.dialled = promise;
    this.onDialled = resolve;
    this.deadline = { cancel: () => undefined };
  }

  get over(): boolean {
    return this.isOver;
  }

  /** The port is listening: from now on the device has its time to dial. */
  opened(port: TalkPort): void {
    this.port = port;
    this.wait(CONNECT_WITHIN_MS, 'timeout', 'The device did not connect for the talk');
  }

  accept(socket: Socket): void {
    if (this.over) {
      socket.destroy();
      return;
    }
    const { clock, refusals } = this.kit;
    const { simDigits, channel, sink } = this.request;
    const meter = new Meter(this.kit.traffic);
    const port = socket.localPort ?? 0;
    const report = (reason: RefusalReason, terminal: string, bytes: Uint8Array): void => {
      this.kit.counters.refused += 1;
      const { address } = connection;
      refusals.add({ transport: 'tcp', port, address, terminal, reason, detail: '', bytes: bytes.slice(0, 64) });
    };
    const connection = new TalkConnection(
      socket,
      clock,
      { simDigits, channel },
      {
        came: (bytes) => meter.came(bytes),
        went: (bytes) => {
          meter.belongsTo(this.request.deviceKey); // a device that is only spoken to never says who it is
          meter.went(bytes);
        },
        packet: (sim) => {
          if (this.isOwn(connection, sim)) {
            meter.belongsTo(this.request.deviceKey);
            if (this.current === connection) this.boundAddress = connection.address;
            return true;
          }
          report('media nobody asked for', sim, new Uint8Array(0));
          return false;
        },
        frame: (frame) => {
          this.use(connection);
          if (this.current !== connection) return;
          if (this.request.kind === 'listen') this.wait(SILENCE_MS, 'silent', 'The device sends no sound');
          sink.frame(frame);
        },
        broken: (reason, bytes) => report(reason, '', bytes),
        closed: () => this.lost(connection),
      },
    );
    if (!this.makeRoom(connection)) {
      report('talk from another address', '', new Uint8Array(0));
      connection.close();
      return;
    }
    this.connections.add(connection);
    this.use(connection);
  }

  /** The device's link now comes from this address. */
  moved(address: string): void {
    this.linkAddress = address;
  }

  write(block: VoiceBlock): boolean {
    if (this.over || this.current === null) return false;
    const sent = this.current.write(block);
    this.kit.counters[sent ? 'packetsSent' : 'packetsDropped'] += 1;
    if (sent) this.unreadSinceMs = null;
    else {
      const nowMs = this.kit.clock.monotonic();
      this.unreadSinceMs ??= nowMs;
      if (nowMs - this.unreadSinceMs >= UNREAD_MS) this.end('hung-up', 'The device reads nothing');
    }
    return sent;
  }

  /** Ends the line from inside the gateway: the sink hears of it. */
  end(end: TalkEnd, reason: string): void {
    if (!this.close()) return;
    this.onOver(end, reason);
  }

  /** Nothing more is heard or said, and no new connection comes; those that are open stay until `disconnect`. False when it was over. */
  close(): boolean {
    if (this.over) return false;
    this.isOver = true;
    this.deadline.cancel();
    this.port?.release();
    return true;
  }

  disconnect(): void {
    for (const connection of this.connections) connection.close();
  }

  /** False: it comes from where this device is not, or nobody who waits counts less. */
  private makeRoom(connection: TalkConnection): boolean {
    const { linkAddress, boundAddress } = this;
    const near = this.near(connection);
    const isCloser = this.kit.mediaSource === 'asked' && this.current !== null && near > this.near(this.current);
    if (!isCloser && !isFromDevice(this.kit.mediaSource, { linkAddress, boundAddress }, connection.address))
      return false;
    if (this.connections.size < MAX_CANDIDATES) return true;
    const idle = [...this.connections].filter((each) => each !== this.current && this.near(each) <= near);
    const farthest = idle.toSorted((a, b) => this.near(a) - this.near(b)).at(0);
    farthest?.close();
    return farthest !== undefined;
  }

  private near({ address }: TalkConnection): number {
    return nearness(this.linkAddress, address);
  }

  /**
   * The link's own address goes before any other, unless one there has not spoken and the other has. From one address a second
   * connection counts when the first has fallen silent: devices dial again after radio loss without closing.
   */
  private goesBefore(connection: TalkConnection, current: TalkConnection): boolean {
    if (this.kit.mediaSource === 'any') return connection.proven || !current.proven;
    const closer = this.near(connection) - this.near(current);
    if (closer !== 0) return closer > 0 && (connection.proven || !current.proven);
    const isSame = addressBlock(connection.address) === addressBlock(current.address);
    if (!current.proven) return isSame || connection.proven;
    if (!isSame) return false;
    return connection.proven && this.kit.clock.monotonic() - current.lastMs >= REPLACED_AFTER_MS;
  }

  private isOwn(connection: TalkConnection, sim: string): boolean {
    if (sameTerminal(sim, this.request.terminalId)) return true;
    if (this.near(connection) !== 2) return false;
    const { deviceId } = this.request;
    if (!connection.proven) this.kit.log.warn('talk under another number accepted by its address', { deviceId, sim });
    return true;
  }

  private use(connection: TalkConnection): void {
    const before = this.current;
    if (this.over || before === connection) return;
    if (before !== null && !this.goesBefore(connection, before)) return;
    this.current = connection;
    this.unreadSinceMs = null;
    this.deadline.cancel();
    if (this.request.kind === 'listen') this.wait(SILENCE_MS, 'silent', 'The device sends no sound');
    before?.close();
    this.port?.spare(() => {
      this.portTaken = true;
    });
    this.onDialled();
    this.request.sink.connected();
  }

  private lost(connection: TalkConnection): void {
    this.connections.delete(connection);
    if (this.over || this.current !== connection) return;
    this.current = null;
    if (this.portTaken) {
      this.end('hung-up', 'The device closed the connection');
      return;
    }
    this.wait(REDIAL_MS, 'hung-up', 'The device closed the connection');
    this.request.sink.lost();
  }

  private wait(ms: number, end: TalkEnd, reason: string): void {
    this.deadline.cancel();
    this.deadline = this.kit.clock.after(ms, () => this.end(end, reason));
  }
}
