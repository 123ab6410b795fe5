// Bare sockets for tests that speak no protocol at all: bytes out, bytes in, the end.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import { HOST } from './server.ts';
import { until } from './until.ts';

export class RawSocket {
  closed = false;
  received = Buffer.alloc(0);
  readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.received = Buffer.concat([this.received, bytes]);
    });
    socket.on('error', () => socket.destroy()); // the other side may close as it likes
    socket.on('close', () => {
      this.closed = true;
    });
  }

  static async connect(port: number): Promise<RawSocket> {
    const raw = new RawSocket(createConnection({ port, host: HOST }));
    await once(raw.socket, 'connect');
    return raw;
  }

  get text(): string {
    return this.received.toString('latin1');
  }

  /** Writes and waits until the kernel took it or the other side closed: a sender that never outruns the receiver. */
  async write(bytes: Uint8Array | string): Promise<void> {
    if (this.closed || this.socket.write(bytes)) return;
    await until('the socket takes more', () => this.closed || this.socket.writableLength === 0);
  }

  end(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  async untilClosed(): Promise<void> {
    await until('the server closes the connection', () => this.closed);
  }
}

/** Sends datagrams one after the other from one socket. */
export const sendDatagrams = async (port: number, datagrams: readonly Uint8Array[]): Promise<void> => {
  const socket = createSocket('udp4');
  for (const datagram of datagrams)
    await new Promise<void>((resolve) => {
      socket.send(datagram, port, HOST, () => resolve());
    });
  socket.close();
};
