// How a feature answers a main-channel command: `answer` ties a command of the contract to its function. The sockets are main-channel.ts.
import type { Command, Push } from '@outrider/contract';
import { z } from 'zod';
import type { Caller } from '../access/access.ts';
import type { AuditNote } from '../access/audit.ts';
import { EncodedJson } from '../web/http.ts';
import { checkInput } from '../web/schema-input.ts';

/** One main-channel connection, as a command sees it. */
export interface ChannelSession {
  /** Who signed in on this connection; anonymous before Q02. */
  readonly caller: Caller;
  readonly address: string;
  /** The ticket of a known browser that the connection came with. A secret. */
  readonly browser?: string;
  /**
   * Sends a message beside the answers: an object, or the text of one JSON object without a line end. False, and counted,
   * when too much already waits for this socket or it is closed; the caller sends the newest state next time.
   */
  push(message: object | string): boolean;
  /** Runs once when the connection ends. */
  onClose(action: () => void): void;
  /** The same thing for every message of one connection, also for one that speaks for another account. */
  readonly connection?: object;
  /** What rooms remember about this connection, each under a symbol of its own. */
  readonly state: Map<symbol, unknown>;
  /** Binds the connection to a caller: only the sign-in does this. */
  signIn(caller: Caller): void;
}

/** `run` takes the raw letters and yields the letters of each answer in wire form. It throws AppError for expected failures. */
export type CommandHandler = {
  readonly command: Command;
  readonly run: (session: ChannelSession, raw: unknown, note?: AuditNote) => AsyncGenerator<object>;
};

type Reply<O extends z.ZodType> = z.output<O> | EncodedJson;
type Replies<O extends z.ZodType> = Reply<O> | AsyncIterable<Reply<O>> | Iterable<Reply<O>>;

const isSeveral = <O extends z.ZodType>(replies: Replies<O>): replies is AsyncIterable<Reply<O>> | Iterable<Reply<O>> =>
  typeof replies === 'object' && replies !== null && (Symbol.asyncIterator in replies || Symbol.iterator in replies);

const asLetters = (wire: unknown): object => {
  if (typeof wire !== 'object' || wire === null) throw new TypeError('A command answers with an object of letters.');
  return wire;
};

/**
 * The handler of a command. Input and answers go through their schemas. A batched command gives an iterable of answers, the
 * last one with Z 'fin'; the channel lets other work run between them. EncodedJson is the JSON object of the letters.
 */
export const answer = <I extends z.ZodType, O extends z.ZodType>(
  command: Command<I, O>,
  run: (session: ChannelSession, input: z.output<I>, note: AuditNote) => Promise<Replies<O>> | Replies<O>,
): CommandHandler => {
  const encode = (reply: Reply<O>): object =>
    reply instanceof EncodedJson ? reply : asLetters(z.encode(command.reply, reply));
  return {
    command,
    run: async function* (session, raw, note = () => undefined) {
      const replies = await run(session, checkInput(command.input, raw), note);
      if (!isSeveral<O>(replies)) yield encode(replies);
      else for await (const reply of replies) yield encode(reply);
    },
  };
};

/** The text of a push message, for ChannelSession.push: made once, sent to many. */
export const pushText = <O extends z.ZodType>(push: Push<O>, payload: z.output<O>): string =>
  JSON.stringify({ M: push.code, ...asLetters(z.encode(push.payload, payload)) });
