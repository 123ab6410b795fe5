// The lanes of one link: what waits behind what, and to which of them an answer belongs.
import type { Clock } from '../../../kernel/clock.ts';
import { OrderLane } from './order-lane.ts';

/**
 * `prompt`: what people wait for with a finger on the button (live, talk, playback, cameras). `slow`: what a device looks for on its disk
 * or in its settings for up to a minute. In each lane one waits for the other; the lanes do not wait for each other.
 */
export type LaneName = 'prompt' | 'slow';

export class OrderLanes implements Readonly<Record<LaneName, OrderLane>> {
  readonly prompt: OrderLane;
  readonly slow: OrderLane;

  constructor(clock: Clock, write: (frame: Uint8Array) => void) {
    this.prompt = new OrderLane(clock, write);
    this.slow = new OrderLane(clock, write);
  }

  /** A 0x0001 came: it names the message it answers, which is under way in one lane at most. */
  generalReply(replySerial: number, replyId: number, result: number): void {
    this.prompt.generalReply(replySerial, replyId, result);
    this.slow.generalReply(replySerial, replyId, result);
  }

  /**
   * A message came that may be a dedicated answer. `replySerial`: what it says it answers, where it says so. A list of recordings answers
   * a question or the request to play; a serial that is nobody's most likely means the question.
   */
  dedicatedReply(messageId: number, body: unknown, replySerial?: number): void {
    if (replySerial !== undefined && this.prompt.knows(replySerial))
      this.prompt.dedicatedReply(messageId, body, replySerial);
    else if (!this.slow.dedicatedReply(messageId, body, replySerial))
      this.prompt.dedicatedReply(messageId, body, replySerial);
  }

  /** A part of a long dedicated answer came. */
  partCame(messageId: number): void {
    this.slow.partCame(messageId);
  }

  /** The link is gone: everything that waits fails. */
  close(): void {
    this.prompt.close();
    this.slow.close();
  }
}
