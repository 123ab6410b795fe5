// Listening sockets of the gateway: bind, cap per address, close. What comes in is handed on.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { addressBlock } from '../kernel/web/address-block.ts';
import { outlastFailedAccepts } from '../kernel/web/listen.ts';
import { plainAddress } from './jt808/transport.ts';

export type Listener = { port: number; close(): Promise<void> };

/**
 * Devices of a fleet share one NAT; a port scanner or a broken device must not take all sockets. An IPv6 subscriber is a /64.
 * `onOverfull` hears of a connection that was closed at once, since its address has too many.
 */
export const listenTcp = async (
  host: string,
  port: number,
  onSocket: (socket: Socket) => void,
  onOverfull: (address: string, port: number) => void,
  maxPerAddress: number,
): Promise<Listener> => {
  const open = new Set<Socket>();
  const perAddress = new Map<string, number>();
  const server: Server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }, (socket) => {
    const address = addressBlock(plainAddress(socket.remoteAddress));
    const count = (perAddress.get(address) ?? 0) + 1;
    if (count > maxPerAddress) {
      onOverfull(address, socket.localPort ?? port);
      socket.on('error', () => undefined).destroy();
      return;
    }
    perAddress.set(address, count);
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    onSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      outlastFailedAccepts(server);
      resolve();
    });
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

export const listenUdp = async (host: string, port: number): Promise<Listener & { socket: UdpSocket }> => {
  const ipv6 = host.includes(':');
  const socket = createSocket({ type: ipv6 ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address: ipv6 ? host : host === '' ? '0.0.0.0' : host, port }, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  socket.on('error', () => undefined); // an ICMP refusal of one device's address concerns nobody else
  return {
    socket,
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};
