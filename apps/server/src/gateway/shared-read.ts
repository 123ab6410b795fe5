// Reads connections of devices into one piece of memory, over and over: fresh memory for each read of hundreds of streams, or of thousands
// of links, costs more than the reading itself. Knows no protocol.
import type { Socket } from 'node:net';

/** What the system is asked for at once; as much as Node itself asks for. */
const READ_BYTES = 64 * 1024;
/** A copy of at most so much shares its memory with other copies. */
const SMALL_BYTES = 1024;
const SHARED_BYTES = 16 * 1024;

const shared = new Uint8Array(READ_BYTES);

/** Under this name Node keeps the connection of a socket, and under the descriptions below where it is read to. */
const HANDLE = '_handle';
type Handle = { useUserBuffer(buffer: Uint8Array): void };
type Fields = { buffer: symbol; callback: symbol };

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === 'object' && handle !== null && 'useUserBuffer' in handle;

const fieldsOf = (socket: Socket): Fields | null => {
  const symbols = Object.getOwnPropertySymbols(socket);
  const named = (name: string): symbol | undefined => symbols.find(({ description }) => description === name);
  const [buffer, callback] = [named('kBuffer'), named('kBufferCb')];
  return buffer === undefined || callback === undefined ? null : { buffer, callback };
};

/** The same for every socket. */
let fields: Fields | null | undefined;

/**
 * Hands `take` what comes over a connection that a server has accepted in this turn. The bytes are overwritten by the next read of any
 * connection: `take` copies what it keeps.
 *
 * Node reads into memory of ours (`onread`) only where it is told so when a socket is made, which a server does not offer; so the fields
 * that this sets are set here. Where a Node has none by these names, each read has memory of its own.
 */
export const readShared = (socket: Socket, take: (bytes: Uint8Array) => void): void => {
  const handle: unknown = Reflect.get(socket, HANDLE);
  fields ??= fieldsOf(socket);
  if (!isHandle(handle) || fields === null) {
    socket.on('data', take);
    return;
  }
  handle.useUserBuffer(shared);
  Reflect.set(socket, fields.buffer, shared);
  Reflect.set(socket, fields.callback, (bytes: number): boolean => {
    take(shared.subarray(0, bytes));
    return true;
  });
};

let piece = new ArrayBuffer(SHARED_BYTES);
let taken = 0;

/** The same bytes in memory that is never written again. Small ones lie side by side: memory of its own for each costs more than it holds. */
export const ownCopy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  if (bytes.length > SMALL_BYTES) return Uint8Array.from(bytes);
  if (taken + bytes.length > SHARED_BYTES) {
    piece = new ArrayBuffer(SHARED_BYTES);
    taken = 0;
  }
  const copy = new Uint8Array(piece, taken, bytes.length);
  copy.set(bytes);
  taken += bytes.length;
  return copy;
};
