// What one device is asked behind each other: one at a time, resent until answered, matched to their answers. How long and how often, and
// how many may wait, where the row of an order does not say. Knows no sockets and no bodies.
import { AppError } from '@outrider/contract';
import { deviceOffline, NeverSentError } from '../../../kernel/errors.ts';
import type { EncodedMessage } from '@outrider/jt808';
import type { Clock, Timer } from '../../../kernel/clock.ts';

/**
 * What settles an order: the general answer 0x0001, a dedicated answer (then a 0x0001 with result 0 only says 'received'), or
 * whichever of the two comes first.
 */
export type Expected = { kind: 'general' } | { kind: 'dedicated' | 'either'; id: number };

export type SendOptions = {
  expected?: Expected;
  /** Wait before the first repeat; the n-th wait is n+1 times as long (section 6). 10 seconds where nothing is said. */
  timeoutMs?: number;
  /** 2 where nothing is said. */
  repeats?: number;
  /** The answer comes in several whole messages: each is offered, until one makes it whole or nothing more comes. */
  gather?: Gather;
  /** Whether a dedicated answer is one to this order, where its message alone does not say so. */
  isAnswer?: (body: Reply) => boolean;
  /** Rejects with `device_unsupported` where the device says that it does not know the message; else that is a refusal like others. */
  tellsUnsupported?: true;
};

export type Gather = {
  /** Takes one answer; true: it is whole. */
  add: (body: Reply) => boolean;
  /** After this long without another answer the order counts as answered; and so it does `limitMs` after the first one. */
  quietMs: number;
  limitMs: number;
};

/** The dedicated answer's decoded body, or undefined for a general one. */
export type Reply = unknown;

type Pending = {
  messageId: number;
  encoded: EncodedMessage;
  expected: Expected;
  timeoutMs: number;
  repeatsLeft: number;
  round: number;
  timer: Timer | null;
  gather: Gather | undefined;
  isAnswer: ((body: Reply) => boolean) | undefined;
  tellsUnsupported: boolean;
  /** Serials of the parts of a split message, other than the last one, that were answered with 'done'. */
  partsDone: Set<number>;
  /** On the steady clock: when to be content with the answers that came. Null before the first one. */
  gatherUntilMs: number | null;
  resolve: (answer: Reply) => void;
  reject: (error: AppError) => void;
};
type Waiting = Omit<Pending, 'encoded' | 'timer' | 'round' | 'partsDone' | 'gatherUntilMs'> & {
  encode: () => EncodedMessage;
};

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_REPEATS = 2;
const MAX_WAITING = 64;
const REMEMBERED_SERIALS = 16;

const NOT_SUPPORTED = 3;
const results: Record<number, string> = { 1: 'failed', 2: 'message malformed', [NOT_SUPPORTED]: 'not supported' };
const refused = (result: number, tellsUnsupported: boolean): AppError =>
  new AppError(
    tellsUnsupported && result === NOT_SUPPORTED ? 'device_unsupported' : 'device_refused',
    `The device refused: ${results[result] ?? `result ${result}`}`,
  );

export class OrderLane {
  private readonly clock: Clock;
  private readonly write: (frame: Uint8Array) => void;
  private readonly waiting: Waiting[] = [];
  private pending: Pending | null = null;
  /** Serials of settled orders: a device may answer one order twice, and the second answer must not settle the next. */
  private readonly settled: number[] = [];
  private closed = false;

  constructor(clock: Clock, write: (frame: Uint8Array) => void) {
    this.clock = clock;
    this.write = write;
  }

  /** Sends in turn. Rejects with device_timeout, device_refused, device_offline or, with a full queue, limit_reached. */
  send(messageId: number, encode: () => EncodedMessage, options: SendOptions = {}): Promise<Reply> {
    if (this.closed) return Promise.reject(new NeverSentError());
    if (this.waiting.length >= MAX_WAITING) {
      return Promise.reject(new AppError('limit_reached', 'Too many commands wait for this device'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({
        messageId,
        encode,
        expected: options.expected ?? { kind: 'general' },
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        repeatsLeft: options.repeats ?? DEFAULT_REPEATS,
        gather: options.gather,
        isAnswer: options.isAnswer,
        tellsUnsupported: options.tellsUnsupported === true,
        resolve,
        reject,
      });
      this.next();
    });
  }

  /** A 0x0001 came. */
  generalReply(replySerial: number, replyId: number, result: number): void {
    const { pending } = this;
    if (pending === null || replyId !== pending.messageId) return;
    const own = serialsOf(pending.encoded).includes(replySerial);
    if (!own && this.settled.includes(replySerial)) return;
    if (result !== 0) this.settle((p) => p.reject(refused(result, p.tellsUnsupported)));
    else if (pending.expected.kind === 'dedicated') return;
    else if (this.isLastPart(pending, replySerial, own)) this.settle((p) => p.resolve(undefined));
    else this.partDone(pending, replySerial);
  }

  /**
   * A message came that may be the dedicated answer. `replySerial`: what it says it answers, where it says so. False when nobody
   * waits for it.
   */
  dedicatedReply(messageId: number, body: unknown, replySerial?: number): boolean {
    const { pending } = this;
    if (pending === null || pending.expected.kind === 'general' || pending.expected.id !== messageId) return false;
    const own = replySerial === undefined || serialsOf(pending.encoded).includes(replySerial);
    if (!own && this.settled.includes(replySerial)) return false;
    if (pending.isAnswer?.(body) === false) return false;
    if (pending.gather !== undefined && !pending.gather.add(body)) this.waitForMore(pending, pending.gather);
    else this.settle((p) => p.resolve(body));
    return true;
  }

  /** A part of a long dedicated answer came: the wait for the rest of it begins again. */
  partCame(messageId: number): void {
    const { pending } = this;
    if (pending === null || pending.expected.kind === 'general' || pending.expected.id !== messageId) return;
    if (pending.gather !== undefined && pending.gatherUntilMs !== null) this.waitForMore(pending, pending.gather);
    else {
      pending.timer?.cancel();
      pending.timer = this.wait(pending, pending.timeoutMs);
    }
  }

  /** Is this serial that of the order which waits for its answer? `messageId`: and its message this one. */
  awaits(replySerial: number, messageId?: number): boolean {
    const { pending } = this;
    if (pending === null || (messageId !== undefined && messageId !== pending.messageId)) return false;
    return serialsOf(pending.encoded).includes(replySerial);
  }

  /** Is this serial that of an order which was settled a short while ago? */
  remembers(replySerial: number): boolean {
    return this.settled.includes(replySerial);
  }

  /** The link is gone: everything that waits fails. */
  close(): void {
    this.closed = true;
    const { pending } = this;
    const waiting = this.waiting.splice(0);
    pending?.timer?.cancel();
    this.pending = null;
    pending?.reject(deviceOffline());
    for (const each of waiting) each.reject(new NeverSentError());
  }

  /**
   * Of a split message every part may be answered, or all of it once with the serial of any part (section 7): the answer to the last one
   * settles it, or one with a serial of none; a single one to another part, when nothing more comes.
   */
  private isLastPart(pending: Pending, replySerial: number, own: boolean): boolean {
    const serials = serialsOf(pending.encoded);
    return !own || serials.length === 1 || replySerial === serials.at(-1);
  }

  /** Whether it answers once or each part shows when nothing more comes; more than one answer, and the rest is still to be got through. */
  private partDone(pending: Pending, serial: number): void {
    pending.partsDone.add(serial);
    pending.timer?.cancel();
    pending.timer = this.wait(pending, pending.timeoutMs * pending.round);
  }

  private settle(how: (pending: Pending) => void): void {
    const { pending } = this;
    if (pending === null) return;
    pending.timer?.cancel();
    this.pending = null;
    this.settled.push(...serialsOf(pending.encoded).slice(-REMEMBERED_SERIALS));
    this.settled.splice(0, Math.max(0, this.settled.length - REMEMBERED_SERIALS));
    how(pending);
    this.next();
  }

  private next(): void {
    if (this.pending !== null || this.closed) return;
    const waiting = this.waiting.shift();
    if (waiting === undefined) return;
    const { encode, ...rest } = waiting;
    let encoded: EncodedMessage;
    try {
      encoded = encode();
    } catch (error) {
      rest.reject(
        new AppError('invalid', error instanceof RangeError ? error.message : 'The command cannot be encoded', {
          cause: error,
        }),
      );
      this.next();
      return;
    }
    this.pending = { ...rest, encoded, round: 0, timer: null, partsDone: new Set(), gatherUntilMs: null };
    this.transmit(this.pending);
  }

  private transmit(pending: Pending): void {
    for (const frame of pending.encoded.frames) this.write(frame);
    pending.round += 1;
    pending.timer = this.wait(pending, pending.timeoutMs * pending.round);
  }

  private waitForMore(pending: Pending, { quietMs, limitMs }: Gather): void {
    const nowMs = this.clock.monotonic();
    pending.gatherUntilMs ??= nowMs + limitMs;
    pending.timer?.cancel();
    const waitMs = Math.max(0, Math.min(quietMs, pending.gatherUntilMs - nowMs));
    pending.timer = this.clock.after(waitMs, () => this.settle((p) => p.resolve(undefined)));
  }

  private wait(pending: Pending, waitMs: number): Timer {
    return this.clock.after(waitMs, () => {
      if (pending.partsDone.size === 1) this.settle((p) => p.resolve(undefined));
      else if (pending.repeatsLeft > 0) {
        pending.repeatsLeft -= 1;
        this.transmit(pending);
      } else this.settle((p) => p.reject(new AppError('device_timeout', 'The device did not answer')));
    });
  }
}

const serialsOf = ({ serial, frames }: EncodedMessage): number[] => frames.map((_, i) => (serial + i) & 0xffff);
