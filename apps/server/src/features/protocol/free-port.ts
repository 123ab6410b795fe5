// Whether a port can be opened: by opening it.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import { closeServer, listenOn } from '../../kernel/web/listen.ts';

const udpIsFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind(port, host, () => socket.close(() => resolve(true)));
  });

const tcpIsFree = async (host: string, port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await listenOn(server, host, port, '');
    await closeServer(server);
    return true;
  } catch {
    return false;
  }
};

export const cannotBeOpened = (field: string, port: number): AppError =>
  new AppError(
    'invalid',
    `${field}: Port ${port} cannot be opened: another program has it, or this user may not open it.`,
  );

/** Throws AppError `invalid` where the port cannot be had; 0 always can. */
export const assertFree = async (
  field: string,
  { host, port, udp = false }: { host: string; port: number; udp?: boolean },
): Promise<void> => {
  if (port === 0) return;
  if (!(await tcpIsFree(host, port)) || (udp && !(await udpIsFree(host, port)))) throw cannotBeOpened(field, port);
};
