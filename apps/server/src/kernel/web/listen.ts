// Opens a listening socket, says in one line why it could not, and ends it with everything that came by it.
import type { Server, Socket } from 'node:net';
import { StartError, errorText } from '../errors.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user may not open it (ports below 1024 need more rights)',
  EADDRNOTAVAIL: 'this machine does not have that address',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const flagOf = (key: string): string => `--${key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** A port that cannot be opened; `key` is the configuration key to change. */
export class ListenError extends StartError {
  readonly port: number;
  readonly key: string;

  constructor(error: unknown, { host, port, key }: { host: string; port: number; key: string }) {
    super(
      `Cannot listen on ${host}:${port} (${key}): ${reasons[codeOf(error)] ?? errorText(error)}. Choose another port with ${flagOf(key)}, or 0 for any free one.`,
      { cause: error },
    );
    this.port = port;
    this.key = key;
  }
}

/** What is connected to a server. An HTTP server by itself forgets upgraded sockets, and those that have not said anything yet. */
const connections = new WeakMap<Server, Set<Socket>>();
const follow = (server: Server): void => {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
};

let failed = 0;
/** Connections that this process could not accept since its start, on all its ports: the system had no descriptor or memory for them. */
export const failedAccepts = (): number => failed;

/** A server that listens says so of every connection that it cannot accept, and goes on; unheard, that would end the process. */
export const outlastFailedAccepts = (server: Server): void =>
  void server.on('error', () => {
    failed += 1;
  });

/** Gives the port that was opened, which differs from `port` when that is 0. */
export const listenOn = (server: Server, host: string, port: number, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const notOpened = (error: Error): void => reject(new ListenError(error, { host, port, key }));
    follow(server);
    server.once('error', notOpened);
    server.listen({ host, port }, () => {
      server.off('error', notOpened);
      outlastFailedAccepts(server);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Stops listening and ends everything that is still connected, whatever it speaks: a server waits for all of it. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    connections.get(server)?.forEach((socket) => socket.destroy());
  });
