// Reads media connections into one piece of memory, over and over: fresh memory for each read of hundreds of streams costs more than the
// reading itself. Knows no protocol.
import { Socket, type SocketConstructorOpts } from 'node:net';

/** What the system is asked for at once; as much as Node itself asks for. */
const READ_BYTES = 64 * 1024;

const shared = new Uint8Array(READ_BYTES);

type Handle = { useUserBuffer: unknown };
/** Under this name Node keeps the connection of a socket. */
const HANDLE = '_handle';
type Holder = { [HANDLE]?: Handle | null };

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === 'object' && handle !== null && 'useUserBuffer' in handle;

/**
 * Hands `take` what comes over a connection that a server has accepted in this turn, and gives the socket to go on with; both sockets
 * close together. The bytes are overwritten by the next read of any connection: `take` copies what it keeps.
 *
 * Node reads into memory of ours (`onread`) only where it is told so when a socket is made, which a server does not offer. So a new
 * socket is made around the accepted connection, as Node's own TLS does. Where a Node has none by that name, each read has memory of
 * its own.
 */
export const readShared = (accepted: Socket, take: (bytes: Uint8Array) => void): Socket => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a private field of Node's, looked at before it is used
  const holder = accepted as unknown as Holder;
  const handle = holder[HANDLE];
  if (!isHandle(handle)) return accepted.on('data', take);
  holder[HANDLE] = null;
  const onread = {
    buffer: shared,
    callback: (bytes: number): boolean => {
      take(shared.subarray(0, bytes));
      return true;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know `handle` for another kind of connection only
  const socket = new Socket({ handle, onread } as unknown as SocketConstructorOpts);
  socket.on('close', () => accepted.destroy());
  accepted.on('close', () => socket.destroy());
  return socket;
};
