// One JT/T 808 connection as the terminal sees it: frames out with serials and repeats, whole messages in. What the messages
// mean is decided by the vehicle; the attachment port uses the same class.
import { DecodeError, FrameSplitter, LinkCodec, p8003ResendRequest, t0001GeneralReply } from '@outrider/jt808';
import type { EncodedMessage, Frame, LinkIdentity, MessageCodec } from '@outrider/jt808';
import type { Clock, Timer } from '../clock.ts';
import { Dice } from '../drive/dice.ts';
import type { Faults } from '../faults.ts';
import { openFaultyWire } from './faulty-wire.ts';
import { Joiner } from './joiner.ts';
import { PacketHabits } from './packet-habits.ts';
import type { Received } from './joiner.ts';
import type { Address, Wire } from './wire.ts';

const RESULT_REPLY = 0x8001;
const REGISTER_REPLY = 0x8100;
const RESEND_REQUEST = 0x8003;
/** Unanswered messages one link keeps; beyond it the oldest counts as given up. */
const MAX_WAITING = 512;

export type LinkListener = {
  readonly opened: () => void;
  /** Every message but answers to `request`. */
  readonly received: (message: Received) => void;
  readonly closed: (reason: string) => void;
};

export type LinkOptions = {
  readonly address: Address;
  readonly identity: LinkIdentity;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly seed: number;
  /** First wait for an answer, ms; the n-th repeat waits n + 1 times as long. */
  readonly answerTimeoutMs: number;
  readonly retries: number;
};

type Waiting = {
  readonly id: number;
  readonly frames: readonly Uint8Array[];
  readonly answered: (result: number, answer: Received) => void;
  readonly gaveUp: () => void;
  tries: number;
  dueMs: number;
};

/** Counters of one link. */
export type LinkCounters = { sent: number; received: number; repeated: number; rejected: number; gaveUp: number };

export class SignalLink {
  readonly codec: LinkCodec;
  readonly counters: LinkCounters = { sent: 0, received: 0, repeated: 0, rejected: 0, gaveUp: 0 };
  private readonly options: LinkOptions;
  private readonly listener: LinkListener;
  private readonly wire: Wire;
  private readonly splitter = new FrameSplitter();
  private readonly joiner = new Joiner();
  private readonly packets: PacketHabits;
  private readonly waiting = new Map<number, Waiting>();
  private readonly dice: Dice;
  private readonly timers = new Set<Timer>();
  private sweep: Timer | null = null;
  private closed = false;

  constructor(options: LinkOptions, listener: LinkListener) {
    this.options = options;
    this.listener = listener;
    this.codec = new LinkCodec(options.identity);
    this.dice = new Dice(options.seed);
    const { clock, faults } = options;
    this.packets = new PacketHabits({ clock, faults, send: (codec, message) => void this.send(codec, message) });
    this.wire = openFaultyWire(
      options.address,
      { opened: listener.opened, received: (bytes) => this.take(bytes), closed: (reason) => this.ended(reason) },
      options,
    );
  }

  /** Sends once, without waiting for an answer. Gives the serial answers would name. */
  send<T>(codec: MessageCodec<T>, message: T): number {
    return this.write(this.encode(codec.id, codec.encode(message, this.codec.edition))).serial;
  }

  /** 0x0001 for what came. */
  reply({ id, serial }: Received, result: number): void {
    this.send(t0001GeneralReply, { replySerial: serial, replyId: id, result });
  }

  /**
   * Sends and repeats until 0x8001 (or 0x8100) names the serial. `answered` gets its result; `gaveUp` when nothing came after
   * all repeats or the link closed first. Exactly one of the two is called.
   */
  request<T>(codec: MessageCodec<T>, message: T, answered: Waiting['answered'], gaveUp: () => void): number {
    return this.requestBody(codec.id, codec.encode(message, this.codec.edition), answered, gaveUp);
  }

  /** As `request`, of a body that is bytes already. */
  requestBody(id: number, body: Uint8Array, answered: Waiting['answered'], gaveUp: () => void): number {
    const { serial, frames } = this.write(this.encode(id, body));
    const dueMs = this.options.clock.now() + this.options.answerTimeoutMs;
    this.waiting.set(serial, { id, frames, answered, gaveUp, tries: 0, dueMs });
    const oldest = this.waiting.keys().next().value;
    if (this.waiting.size > MAX_WAITING && oldest !== undefined) this.giveUp(oldest);
    this.startSweep();
    return serial;
  }

  /** Packages of a split message again, as 0x8800 asks for them. */
  resend(firstSerial: number, packages: readonly number[]): void {
    for (const frame of this.codec.resend(firstSerial, packages)) this.writeFrame(frame);
  }

  /** Bytes between the frames, for the attachment port's file chunks. */
  sendRaw(bytes: Uint8Array): void {
    this.wire.send(bytes);
  }

  get queuedBytes(): number {
    return this.wire.queuedBytes;
  }

  /** Ends after what was sent, or at once. */
  close(atOnce = false): void {
    if (atOnce) this.wire.destroy();
    else this.wire.end();
  }

  private encode(id: number, body: Uint8Array): EncodedMessage {
    const half = Math.max(1, Math.ceil(body.length / 2));
    return this.options.faults.subpackageAll === true
      ? this.codec.encodeBody(id, body, Math.min(1000, half))
      : this.codec.encodeBody(id, body);
  }

  private write(encoded: EncodedMessage): EncodedMessage {
    for (const frame of encoded.frames) this.writeFrame(frame);
    return encoded;
  }

  private writeFrame(frame: Uint8Array): void {
    if (this.closed) return;
    this.counters.sent += 1;
    if (!this.dice.chance(this.options.faults.badChecksum ?? 0)) {
      this.wire.send(frame);
      return;
    }
    this.wire.send(spoiled(frame));
    this.later(this.options.answerTimeoutMs / 4, () => this.wire.send(frame));
  }

  private later(ms: number, job: () => void): void {
    const timer = this.options.clock.after(ms, () => {
      this.timers.delete(timer);
      job();
    });
    this.timers.add(timer);
  }

  private take(bytes: Uint8Array): void {
    for (const event of this.splitter.push(bytes)) {
      if (event.kind === 'rejected') this.counters.rejected += 1;
      else this.takeFrame(event);
    }
  }

  private takeFrame(frame: Frame): void {
    this.counters.received += 1;
    if (!this.packets.takes(frame)) return;
    const message = this.joiner.push(frame);
    if (message === null) return;
    if (message.id === RESEND_REQUEST) this.serveResend(message);
    else if (!this.settle(message)) this.listener.received(message);
  }

  private serveResend(message: Received): void {
    try {
      const { firstSerial, packages } = p8003ResendRequest.decode(message.body, this.codec.edition);
      this.resend(firstSerial, packages);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.counters.rejected += 1;
    }
  }

  /** True when the message was the answer to a request. */
  private settle(message: Received): boolean {
    if (message.id !== RESULT_REPLY && message.id !== REGISTER_REPLY) return false;
    const serial = ((message.body[0] ?? 0) << 8) | (message.body[1] ?? 0);
    const waiting = this.waiting.get(serial);
    const answersId = message.id === REGISTER_REPLY ? 0x0100 : ((message.body[2] ?? 0) << 8) | (message.body[3] ?? 0);
    if (waiting === undefined || waiting.id !== answersId) return false;
    this.waiting.delete(serial);
    waiting.answered(message.body[message.id === REGISTER_REPLY ? 2 : 4] ?? 1, message);
    return true;
  }

  private startSweep(): void {
    this.sweep ??= this.options.clock.after(Math.max(50, this.options.answerTimeoutMs / 4), () => {
      this.sweep = null;
      this.repeatOverdue();
      if (this.waiting.size > 0 && !this.closed) this.startSweep();
    });
  }

  private repeatOverdue(): void {
    const now = this.options.clock.now();
    for (const [serial, waiting] of this.waiting) {
      if (waiting.dueMs > now) continue;
      waiting.tries += 1;
      if (waiting.tries > this.options.retries) {
        this.giveUp(serial);
        continue;
      }
      waiting.dueMs = now + this.options.answerTimeoutMs * (waiting.tries + 1);
      this.counters.repeated += 1;
      for (const frame of waiting.frames) this.writeFrame(frame);
    }
  }

  private giveUp(serial: number): void {
    const waiting = this.waiting.get(serial);
    this.waiting.delete(serial);
    if (waiting === undefined) return;
    this.counters.gaveUp += 1;
    waiting.gaveUp();
  }

  private ended(reason: string): void {
    this.closed = true;
    this.sweep?.cancel();
    this.packets.close();
    for (const timer of this.timers) timer.cancel();
    this.timers.clear();
    for (const serial of this.waiting.keys()) this.giveUp(serial);
    this.listener.closed(reason);
  }
}

/** The same frame with its checksum wrong, still a frame: the new byte is neither flag nor escape. */
const spoiled = (frame: Uint8Array): Uint8Array => {
  const copy = frame.slice();
  const at = copy.length - 2;
  const checksum = copy[at] ?? 0;
  copy[at] = [1, 2, 4].map((bit) => checksum ^ bit).find((byte) => byte !== 0x7e && byte !== 0x7d) ?? checksum;
  return copy;
};
