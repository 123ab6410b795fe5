// How a feature answers an HTTP call: `handle` ties a call of the contract to its function. The server is http-server.ts.
import type { Call } from '@outrider/contract';
import { z } from 'zod';
import type { Caller } from '../access/access.ts';
import type { AuditNote } from '../access/audit.ts';
import { checkInput } from './schema-input.ts';

/** What a few calls need of the request besides caller and input. */
export type CallContext = {
  /** The session token the request carried, if it did. A secret. */
  readonly token: string | null;
  /** The token of the session cookie, where a page of this server sent it; else null. A secret. */
  readonly cookieToken?: string | null;
  /** What the access log should say besides the request itself. */
  readonly note?: AuditNote;
  /** The body of a call with `upload`, as it comes. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** The client takes gzip: an answer that was made in another thread is best packed there. */
  readonly takesGzip?: boolean;
  /** Aborted when the client has gone away before the answer. */
  readonly signal?: AbortSignal;
  /** The ticket of a known browser that came along, and how to leave one. Missing where nobody can come back. */
  readonly browser?: { readonly ticket: string | null; keep(ticket: string, expiresMs: number): void };
  /** Sets the session cookie until `expiresMs` (UTC), for as long as the browser runs where that is left out; clears it with null. */
  setSessionCookie(token: string | null, expiresMs?: number): void;
};

/** A reply that is JSON already, for large answers made off the main thread. It must fit the call's reply schema. */
export class EncodedJson {
  readonly json: string | Uint8Array;
  /** What `json` is in: packed already, for a client that takes it, or as it is. */
  readonly coding: 'gzip' | 'identity';
  constructor(json: string | Uint8Array, coding: 'gzip' | 'identity' = 'identity') {
    this.json = json;
    this.coding = coding;
  }
}

/** A reply that is a file: what a call with `file` answers. */
export class EncodedFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly type: string;
  constructor(bytes: Uint8Array, name: string, type: string) {
    this.bytes = bytes;
    this.name = name;
    this.type = type;
  }
}

/** `run` takes the raw input and gives the reply in wire form. It rejects with AppError for expected failures. */
export type CallHandler = {
  readonly call: Call;
  readonly run: (caller: Caller, raw: unknown, context: CallContext) => Promise<unknown>;
};

type Result<O extends z.ZodType> = z.output<O> | EncodedJson | EncodedFile;

const isMade = (reply: unknown): reply is EncodedJson | EncodedFile =>
  reply instanceof EncodedJson || reply instanceof EncodedFile;

/**
 * The handler of a call. The input is checked and decoded by its schema, the reply encoded by its own; `run` sees only the
 * inner form. The caller of a public call is anonymous (level 99, no rights).
 */
export const handle = <I extends z.ZodType, O extends z.ZodType>(
  call: Call<I, O>,
  run: (caller: Caller, input: z.output<I>, context: CallContext) => Promise<Result<O>> | Result<O>,
): CallHandler => ({
  call,
  run: async (caller, raw, context) => {
    const reply = await run(caller, checkInput(call.input, raw), context);
    return isMade(reply) ? reply : z.encode(call.reply, reply);
  },
});
