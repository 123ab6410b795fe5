// One port for plain and encrypted connections: the first byte says which it is. For the ports that pages of both kinds use.
import type { Server } from 'node:http';
import { type Server as NetServer, createServer } from 'node:net';
import type { ConnectionGate } from './connection-gate.ts';

/** A TLS connection begins with a handshake record (RFC 8446, 5.1), no request does. */
const TLS_HANDSHAKE = 22;
const FIRST_BYTE_MS = 10_000;

type Inner = Pick<Server, 'emit' | 'close'>;

/** Hands connections on to two servers that do not listen themselves. Closing it closes both. */
export const createDualServer = (plain: Inner, secure: Inner, gate?: ConnectionGate): NetServer => {
  const server = createServer((socket) => {
    const cut = (): void => void socket.destroy();
    socket.setTimeout(FIRST_BYTE_MS, cut);
    socket.on('error', cut);
    socket.once('data', (bytes) => {
      socket.pause();
      socket.setTimeout(0);
      socket.off('timeout', cut);
      socket.off('error', cut);
      socket.unshift(bytes);
      (bytes[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  gate?.guard(server);
  // By this an HTTP server begins to watch over slow senders.
  server.once('listening', () => [plain, secure].forEach((inner) => inner.emit('listening')));
  server.once('close', () => [plain, secure].forEach((inner) => inner.close()));
  return server;
};
