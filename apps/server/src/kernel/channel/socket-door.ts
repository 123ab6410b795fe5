// The door of a kind of browser socket: admits or refuses an upgrade request, then hands the socket over. What is said on it is the
// room's business.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCodes } from '@outrider/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { refuseUpgrade } from '../web/upgrade.ts';

export type SocketDoorKit<A> = {
  log: Log;
  /** Bytes of the longest message a browser may send. */
  maxPayload: number;
  /** Throws AppError: answered as an HTTP status with its words. */
  admit: (request: IncomingMessage, url: URL) => Promise<A>;
  /** The socket is open. */
  enter: (client: WebSocket, socket: Duplex, admitted: A, request: IncomingMessage) => void;
};

export type SocketDoor = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
  /** Cuts all that are open. */
  close(): void;
};

export const createSocketDoor = <A>({ log, maxPayload, admit, enter }: SocketDoorKit<A>): SocketDoor => {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  return {
    handleUpgrade: (request, socket, head, url) => {
      socket.on('error', () => socket.destroy()); // a browser that goes away while we answer
      admit(request, url).then(
        (admitted) =>
          server.handleUpgrade(request, socket, head, (client) => {
            client.on('error', () => client.terminate());
            enter(client, socket, admitted, request);
          }),
        (error: unknown) => {
          const expected = error instanceof AppError;
          if (!expected) log.error('socket request failed', { err: error });
          refuseUpgrade(socket, expected ? errorCodes[error.code].status : 500, expected ? error.message : 'internal');
        },
      );
    },
    close: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
};

/** The query of a request by its schema. Throws AppError invalid with the first thing that is wrong. */
export const readQuery = <S extends z.ZodType>(schema: S, url: URL): z.output<S> => {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid', `${issue?.path.join('.') ?? 'query'}: ${issue?.message ?? 'not valid'}`);
};

/** '' where it is no address: a test's socket. */
export const remoteAddress = (request: IncomingMessage): string => {
  const { remoteAddress: address = '' } = request.socket;
  return isIP(address) > 0 ? address : '';
};
