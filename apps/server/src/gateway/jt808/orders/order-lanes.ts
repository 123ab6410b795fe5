// The lanes of one link: what waits behind what, and to which of them an answer belongs.
import type { Clock } from '../../../kernel/clock.ts';
import { OrderLane } from './order-lane.ts';

/**
 * `prompt`: what people wait for with a finger on the button (live, talk, playback, cameras). `orders`: what a device is told to do. `slow`:
 * what it looks for in its settings and its driving recorder. `lists`: what it looks for on its disk, for up to a minute. In each lane one
 * waits for the other; the lanes do not wait for each other. No message goes in two lanes: a 0x0001 may name no serial but its id.
 */
export type LaneName = 'prompt' | 'orders' | 'slow' | 'lists';

export class OrderLanes implements Readonly<Record<LaneName, OrderLane>> {
  readonly prompt: OrderLane;
  readonly orders: OrderLane;
  readonly slow: OrderLane;
  readonly lists: OrderLane;
  /** Where a dedicated answer is looked for: a list answers a question before it answers a request to play. */
  readonly #all: readonly OrderLane[];

  constructor(clock: Clock, write: (frame: Uint8Array) => void) {
    this.prompt = new OrderLane(clock, write);
    this.orders = new OrderLane(clock, write);
    this.slow = new OrderLane(clock, write);
    this.lists = new OrderLane(clock, write);
    this.#all = [this.lists, this.slow, this.orders, this.prompt];
  }

  /** A 0x0001 came: it names the message it answers, which is under way in one lane at most. */
  generalReply(replySerial: number, replyId: number, result: number): void {
    for (const lane of this.#all) lane.generalReply(replySerial, replyId, result);
  }

  /**
   * A message came that may be a dedicated answer. `replySerial`: what it says it answers, where it says so. A list of recordings answers
   * a question or the request to play; a serial that is nobody's most likely means the question. False when nobody waits for it.
   */
  dedicatedReply(messageId: number, body: unknown, replySerial?: number): boolean {
    const named = replySerial === undefined ? undefined : this.#all.find((lane) => lane.knows(replySerial));
    if (named !== undefined) return named.dedicatedReply(messageId, body, replySerial);
    return this.#all.some((lane) => lane.dedicatedReply(messageId, body, replySerial));
  }

  /** A part of a long dedicated answer came. */
  partCame(messageId: number): void {
    for (const lane of [this.lists, this.slow, this.orders]) lane.partCame(messageId);
  }

  /** The link is gone: everything that waits fails. */
  close(): void {
    for (const lane of this.#all) lane.close();
  }
}
