// The shape of a message handler.
import type { Jt808Connection } from './connection.ts';
import type { Message } from './message.ts';

/** Reads the body and reacts, synchronously or later; answers itself. Throws DecodeError for a body that cannot be read. */
export type Handler = (connection: Jt808Connection, message: Message) => void;
