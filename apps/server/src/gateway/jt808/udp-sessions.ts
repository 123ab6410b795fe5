// JT/T 808 over UDP: a session is a terminal number at an address; a device that moved authenticates again (section 2).
import type { RemoteInfo, Socket } from 'node:dgram';
import { FrameSplitter, terminalIdOf } from '@outrider/jt808';
import { Jt808Connection, type ConnectionKit } from './connection.ts';
import { localAddressFor } from '../local-address.ts';
import { plainAddress, udpTransport } from './transport.ts';

const MAX_SESSIONS = 20_000;

export class UdpSessions {
  private readonly kit: ConnectionKit;
  private readonly socket: Socket;
  private readonly sessions = new Map<string, Jt808Connection>();

  constructor(kit: ConnectionKit, socket: Socket) {
    this.kit = kit;
    this.socket = socket;
    socket.on('message', (bytes, from) => this.receive(bytes, from));
  }

  tick(nowMs: number): void {
    for (const connection of this.sessions.values()) connection.tick(nowMs);
  }

  closeAll(): void {
    for (const connection of this.sessions.values()) connection.close('server stops');
  }

  private receive(bytes: Uint8Array, from: RemoteInfo): void {
    // Port 0 says that no answer is expected (RFC 768), and nothing can be sent to it.
    if (from.port === 0) return this.refuse(bytes, from, 'datagram from port 0');
    const first = new FrameSplitter().push(bytes).find((event) => event.kind === 'frame');
    if (first?.kind !== 'frame') return this.refuse(bytes, from, 'datagram');
    // The address is part of the key: a number is guessable, so a datagram from elsewhere starts a session of its own and has to
    // authenticate; only then does it take over the device's link.
    const key = `${terminalIdOf(first.header.phone)}@${from.address}:${from.port}`;
    const session = this.sessions.get(key) ?? this.open(key, from);
    session?.receiveDatagram(bytes);
  }

  private refuse(bytes: Uint8Array, from: RemoteInfo, detail: string): void {
    const { port } = this.socket.address();
    this.kit.refusals.add({
      transport: 'udp',
      port,
      address: plainAddress(from.address),
      terminal: '',
      reason: 'not JT/T 808',
      detail,
      bytes: bytes.slice(0, 64),
    });
  }

  private open(key: string, from: RemoteInfo): Jt808Connection | undefined {
    if (this.sessions.size >= MAX_SESSIONS) this.kit.strangers.makeRoom();
    if (this.sessions.size >= MAX_SESSIONS) return undefined;
    const forget = (): void => void this.sessions.delete(key);
    const findLocal = (): string => localAddressFor(plainAddress(from.address));
    const transport = udpTransport(this.socket, from, findLocal, forget);
    const session = new Jt808Connection(this.kit, transport);
    this.sessions.set(key, session);
    return session;
  }
}
