// One connection of the main channel: JSON lines over a WebSocket, requests matched to answers by their number, pushes handed on.
// Not: signing in, polling and reconnecting (connection.ts).
import {
  AppError,
  CHANGED_LETTER,
  ChangedError,
  changed,
  errorCodes,
  isErrorCode,
  readPlainJson,
} from '@outrider/contract';
import type { Command, ErrorCode, InputOf, ReplyOf } from '@outrider/contract';
import { encoded } from '../lib/encoded.ts';
import { t } from '../lib/i18n.ts';
import type { Clock, Stop } from '../lib/time.ts';

/** A text socket that is being opened. `close` is called once, after an error as well. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
}
export type SocketEvents = { onOpen(): void; onText(text: string): void; onClose(): void };
export type OpenSocket = (url: string, events: SocketEvents) => TextSocket;

/** One message: letters and their values. */
export type Message = Readonly<Record<string, unknown>>;

const ANSWER_TIMEOUT_MS = 20_000;
const MAX_WAITING = 500;
const SUCCESS: readonly string[] = ['1'];

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The messages of one socket text: one JSON object a line, several lines allowed. Lines that are none are left out. */
export const readLines = (text: string): Message[] => {
  const messages: Message[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const value = readPlainJson(line);
      if (isMessage(value)) messages.push(value);
    } catch {
      // Not ours to repair; the request it may have answered runs into its timeout.
    }
  }
  return messages;
};

export const writeLine = (message: Message): string => `${JSON.stringify(message)}\n`;

/** The failure an answer's R and Z speak of; a ChangedError for a save over what somebody else changed. */
export const failureOf = (answer: Message): AppError => {
  const change = changed.safeParse(answer[CHANGED_LETTER]);
  if (change.success) return new ChangedError(change.data);
  const result = String(answer.R);
  let code: ErrorCode = 'internal';
  for (const [name, row] of Object.entries(errorCodes)) {
    if (row.result === result && isErrorCode(name)) {
      code = name;
      break;
    }
  }
  const reason =
    typeof answer.Z === 'string' && answer.Z !== ''
      ? answer.Z
      : t('The server refused this ({status})', { status: result });
  return new AppError(code, reason);
};

type Waiting = {
  onAnswer: (answer: Message) => boolean; // true: that was the last one
  fail: (error: Error) => void;
  /** The results R that are no failure. */
  successes: readonly string[];
  stopTimer: Stop;
};

type ChannelEvents = { onOpen(): void; onPush(message: Message): void; onClose(): void };

/** A connection with an identity and an end. All that waits fails with 'unavailable' when it closes. */
export class Channel {
  readonly #socket: TextSocket;
  readonly #clock: Clock;
  readonly #events: ChannelEvents;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  /** How many texts came. */
  #heard = 0;
  #closed = false;

  constructor(url: string, open: OpenSocket, clock: Clock, events: ChannelEvents) {
    this.#clock = clock;
    this.#events = events;
    this.#socket = open(url, {
      onOpen: () => {
        if (!this.#closed) events.onOpen();
      },
      onText: (text) => {
        this.#heard += 1;
        for (const message of readLines(text)) this.#take(message);
      },
      onClose: () => this.#end(true),
    });
  }

  /**
   * Sends a command whose answer comes in one piece, within `waitMs`. Throws AppError: the server's reason, 'unavailable', or 'invalid' for
   * what may not be sent.
   */
  async ask<C extends Command>(command: C, input: InputOf<C>, waitMs = ANSWER_TIMEOUT_MS): Promise<ReplyOf<C>> {
    const body = encoded(command.input, input);
    const { code, successes } = command;
    const answer = await this.#request(code, isMessage(body) ? body : {}, () => true, { successes, waitMs });
    const reply = command.reply.safeDecode(answer);
    if (!reply.success)
      throw new AppError('internal', t('The server answered something unexpected'), { cause: reply.error });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this very command made it
    return reply.data as ReplyOf<C>;
  }

  /** Sends a list command; `onBatch` gets the Z of each answer before the last, whose letters are given back ('fin'). */
  askList(code: string, body: Message, onBatch: (rows: unknown) => void): Promise<Message> {
    return this.#request(code, body, (answer) => {
      if (answer.Z === 'fin') return true;
      onBatch(answer.Z);
      return false;
    });
  }

  close(): void {
    this.#end(false);
  }

  #request(
    code: string,
    body: Message,
    onAnswer: (answer: Message) => boolean,
    {
      successes = SUCCESS,
      waitMs = ANSWER_TIMEOUT_MS,
    }: { successes?: readonly string[] | undefined; waitMs?: number } = {},
  ): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#waiting.size >= MAX_WAITING) {
        reject(new AppError('unavailable', t('The server cannot be reached')));
        return;
      }
      const number = this.#next;
      this.#next += 1;
      const fail = (error: Error): void => {
        this.#waiting.get(number)?.stopTimer();
        this.#waiting.delete(number);
        reject(error);
      };
      const inTime = (): Stop => this.#afterSilence(waitMs, fail);
      const waiting: Waiting = {
        onAnswer: (answer) => {
          waiting.stopTimer();
          const last = onAnswer(answer);
          if (last) resolve(answer);
          else waiting.stopTimer = inTime();
          return last;
        },
        fail,
        successes,
        stopTimer: inTime(),
      };
      this.#waiting.set(number, waiting);
      this.#socket.send(writeLine({ M: code, N: number, ...body }));
    });
  }

  /**
   * Fails a request that nothing answered in time. Where nothing at all came in that time the connection is lost: one that goes away
   * without a word (a cable, a VPN, a power cut) stays open in the browser.
   */
  #afterSilence(waitMs: number, fail: (error: Error) => void): Stop {
    const heard = this.#heard;
    return this.#clock.after(waitMs, () => {
      fail(new AppError('unavailable', t('The server did not answer in time')));
      if (heard === this.#heard) this.#end(true);
    });
  }

  #take(message: Message): void {
    if (this.#closed) return;
    const waiting = typeof message.N === 'number' ? this.#waiting.get(message.N) : undefined;
    if (waiting === undefined) {
      this.#events.onPush(message);
      return;
    }
    if (!waiting.successes.includes(String(message.R))) waiting.fail(failureOf(message));
    else if (waiting.onAnswer(message) && typeof message.N === 'number') this.#waiting.delete(message.N);
  }

  #end(byPeer: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of this.#waiting.values())
      waiting.fail(new AppError('unavailable', t('The connection was lost')));
    this.#waiting.clear();
    this.#socket.close();
    if (byPeer) this.#events.onClose();
  }
}
