// The lanes of one link: what waits behind what, and to which of them an answer belongs.
import type { Clock } from '../../../kernel/clock.ts';
import { OrderLane } from './order-lane.ts';

/**
 * `prompt`: what people wait for with a finger on the button (live, talk, playback, cameras). `orders`: what a device is told to do. `slow`:
 * what it looks for in its settings and its driving recorder. `lists`: what it looks for on its disk, for up to a minute. In each lane one
 * waits for the other; the lanes do not wait for each other. No message goes in two lanes: a 0x0001 may name no serial but its id.
 */
export type LaneName = 'prompt' | 'orders' | 'slow' | 'lists';

/** A lane is there from its first order on: most links of a large fleet are never asked anything. */
export class OrderLanes implements Readonly<Record<LaneName, OrderLane>> {
  readonly #clock: Clock;
  readonly #write: (frame: Uint8Array) => void;
  #lists: OrderLane | null = null;
  #slow: OrderLane | null = null;
  #orders: OrderLane | null = null;
  #prompt: OrderLane | null = null;
  #isClosed = false;

  constructor(clock: Clock, write: (frame: Uint8Array) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  get prompt(): OrderLane {
    return (this.#prompt ??= this.#open());
  }

  get orders(): OrderLane {
    return (this.#orders ??= this.#open());
  }

  get slow(): OrderLane {
    return (this.#slow ??= this.#open());
  }

  get lists(): OrderLane {
    return (this.#lists ??= this.#open());
  }

  #open(): OrderLane {
    const lane = new OrderLane(this.#clock, this.#write);
    if (this.#isClosed) lane.close();
    return lane;
  }

  /** Where a dedicated answer is looked for, in this order: a list answers a question before it answers a request to play. */
  get #all(): OrderLane[] {
    return [this.#lists, this.#slow, this.#orders, this.#prompt].filter((lane) => lane !== null);
  }

  /** A 0x0001 came. One whose serial is nobody's goes to whatever waits for an answer to a message of this id. */
  generalReply(replySerial: number, replyId: number, result: number): void {
    const named = this.#all.find((lane) => lane.awaits(replySerial, replyId));
    for (const lane of named === undefined ? this.#all : [named]) lane.generalReply(replySerial, replyId, result);
  }

  /**
   * A message came that may be a dedicated answer. `replySerial`: what it says it answers, where it says so. A list of recordings answers
   * a question or the request to play; a serial that is nobody's most likely means the question. False when nobody waits for it.
   */
  dedicatedReply(messageId: number, body: unknown, replySerial?: number): boolean {
    const named = replySerial === undefined ? undefined : this.#named(replySerial);
    if (named !== undefined) return named.dedicatedReply(messageId, body, replySerial);
    return this.#all.some((lane) => lane.dedicatedReply(messageId, body, replySerial));
  }

  /** Serials begin again after 65,536 messages: what waits counts for more than what another lane remembers. */
  #named(replySerial: number): OrderLane | undefined {
    const lanes = this.#all;
    return lanes.find((lane) => lane.awaits(replySerial)) ?? lanes.find((lane) => lane.remembers(replySerial));
  }

  /** A part of a long dedicated answer came. */
  partCame(messageId: number): void {
    for (const lane of [this.#lists, this.#slow, this.#orders]) lane?.partCame(messageId);
  }

  /** The link is gone: everything that waits fails. */
  close(): void {
    this.#isClosed = true;
    for (const lane of this.#all) lane.close();
  }
}
