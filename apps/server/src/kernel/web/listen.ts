// Opens a listening socket and says in one line why it could not.
import type { Server } from 'node:net';
import { StartError, errorText } from '../errors.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user may not open it (ports below 1024 need more rights)',
  EADDRNOTAVAIL: 'this machine does not have that address',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const flagOf = (key: string): string => `--${key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** The StartError for a failed listen; `key` is the configuration key to change. */
export const listenError = (error: unknown, host: string, port: number, key: string): StartError =>
  new StartError(
    `Cannot listen on ${host}:${port} (${key}): ${reasons[codeOf(error)] ?? errorText(error)}. Choose another port with ${flagOf(key)}, or 0 for any free one.`,
    { cause: error },
  );

/** Gives the port that was opened, which differs from `port` when that is 0. */
export const listenOn = (server: Server, host: string, port: number, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(listenError(error, host, port, key));
    server.once('error', failed);
    server.listen({ host, port }, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Stops listening and ends what is still connected. */
export const closeServer = (server: Server & { closeAllConnections?: () => void }): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
