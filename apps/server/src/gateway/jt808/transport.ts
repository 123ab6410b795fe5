// How bytes reach one device, over TCP or UDP. Knows sockets, no protocol.
import type { Socket as UdpSocket } from 'node:dgram';
import type { Socket } from 'node:net';

export interface DeviceTransport {
  readonly kind: 'tcp' | 'udp';
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Where the device reached us: what it can reach again. */
  readonly localAddress: string;
  readonly localPort: number;
  /** False when more is waiting to be sent than a healthy device leaves unread. */
  write(bytes: Uint8Array): boolean;
  /** Handed over and not sent yet, as far as that is known. */
  readonly unsentBytes: number;
  /** Reading stops and starts; UDP cannot be held back. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** IPv4 addresses that arrive on a dual-stack socket lose their IPv6 wrapping. */
export const plainAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

/** A device that leaves more than this unread is cut by its connection. */
export const MAX_UNSENT_BYTES = 1024 * 1024;

/** A class, not an object of functions: there are as many as devices, and such an object takes a kilobyte more. */
class TcpTransport implements DeviceTransport {
  readonly kind = 'tcp';
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.remoteAddress = plainAddress(socket.remoteAddress);
    this.remotePort = socket.remotePort ?? 0;
    this.localAddress = plainAddress(socket.localAddress);
    this.localPort = socket.localPort ?? 0;
  }

  write(bytes: Uint8Array): boolean {
    if (this.#socket.destroyed) return true;
    this.#socket.write(bytes);
    return this.unsentBytes <= MAX_UNSENT_BYTES;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }
}

export const tcpTransport = (socket: Socket): DeviceTransport => new TcpTransport(socket);

/** `localAddress` is asked when it is needed: finding it costs more than a datagram. `onClose` forgets the session; the socket itself is shared by all devices. */
export const udpTransport = (
  socket: UdpSocket,
  peer: { address: string; port: number },
  localAddress: () => string,
  onClose: () => void,
): DeviceTransport => ({
  kind: 'udp',
  remoteAddress: plainAddress(peer.address),
  remotePort: peer.port,
  get localAddress() {
    return localAddress();
  },
  localPort: socket.address().port,
  write: (bytes) => {
    try {
      socket.send(bytes, peer.port, peer.address, () => undefined);
    } catch {
      // A datagram may be lost: so is one to a port that there is not, or after the socket was closed.
    }
    return true;
  },
  unsentBytes: 0,
  pause: () => undefined,
  resume: () => undefined,
  close: onClose,
});
