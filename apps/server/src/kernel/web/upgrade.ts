// Routes WebSocket upgrades by path to the room that answers them. Speaks no WebSocket itself.
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionGate, REFUSAL } from './connection-gate.ts';
import type { Log } from '../log.ts';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => void;

/** For an answer that waits behind what the other side does not read. */
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Answers an upgrade with an HTTP status and words, then closes. The server of HTTP leaves its half of a connection open until the other
 * side closes too, which it may never do: so the socket is destroyed as soon as the answer is handed over.
 */
export const refuseUpgrade = (socket: Duplex, status: number, text: string): void => {
  const body = JSON.stringify({ hasError: 1, message: text });
  socket.once('finish', () => socket.destroy());
  if (socket instanceof Socket) socket.setTimeout(ANSWERED_WITHIN_MS, () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

/** One path, several kinds of socket: by the query's `type`, else `otherwise`. */
export const routeByType =
  (types: Readonly<Record<string, UpgradeHandler>>, otherwise: UpgradeHandler): UpgradeHandler =>
  (request, socket, head, url) => {
    const type = url.searchParams.get('type') ?? '';
    const handler = Object.hasOwn(types, type) ? types[type] : undefined;
    (handler ?? otherwise)(request, socket, head, url);
  };

/** Handlers by path, '*' for any other. The query string is never logged: it may carry credentials. */
export const routeUpgrades = (
  server: Server,
  routes: ReadonlyMap<string, UpgradeHandler>,
  log: Log,
  gate?: ConnectionGate,
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (err) => log.debug('socket error during upgrade', { err }));
    if (gate?.refuses(request)) return refuseUpgrade(socket, 503, REFUSAL);
    const target = request.url ?? '/';
    const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null;
    const handler = url && (routes.get(url.pathname) ?? routes.get('*'));
    if (!url || !handler) return refuseUpgrade(socket, 404, 'No socket is served at this path.');
    try {
      handler(request, socket, head, url);
    } catch (err) {
      log.error('upgrade failed', { path: url.pathname, err });
      refuseUpgrade(socket, 500, 'Internal error.');
    }
  });
};
