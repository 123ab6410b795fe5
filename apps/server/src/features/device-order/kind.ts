// What a kind of order says of itself: how it is kept, sent, and told to people. Rooms give their kinds to the queue; kinds.ts has those of
// this room.
import type { OrderKindName } from '@outrider/contract';
import type { z } from 'zod';
import type { DeviceLink } from '../../gateway/index.ts';
import type { OrderEnd } from './store.ts';

export type OrderKind<P> = {
  /** Its row in `orderKinds` of the contract, which says who may. */
  readonly name: OrderKindName;
  /** Stored as JSON, and checked again as it is read. */
  readonly payload: z.ZodType<P>;
  /** How long one that is kept waits for its device. */
  readonly keptMs: number;
  /**
   * Whether it may be sent again when nobody knows whether the device has it: after silence, a broken link, a killed server. Without it
   * an order is sent once, and is over when it is not answered.
   */
  readonly again: boolean;
  /** The device hangs up as it obeys: the end of the link instead of an answer says that it did. */
  readonly endsLink?: true;
  /**
   * What one order says that stands for an older one that waits and this newer one: a value changed twice is sent once, last. `newer` itself
   * where that alone counts, else a value of its own (merging.ts). Undefined: they are about different things, and both are sent. Left out:
   * every order is sent.
   */
  readonly merge?: (older: P, newer: P) => P | undefined;
  /** What the list shows of it. No secrets. */
  readonly detail: (payload: P) => string;
  /**
   * Sends it and waits for the answer; what it gives is told to people, '' for nothing. Rejects as `DeviceLink.order` does. With
   * `asksFirst` it calls `begin` before the first word that changes something.
   */
  readonly send: (link: DeviceLink, payload: P, begin: () => void, orderId: number) => Promise<string>;
  /** It asks the device before it tells it anything: until then it can be cancelled, and `begin` throws where it was. */
  readonly asksFirst?: true;
  /** Hears how each of them ended, also one that a server which was killed left behind. Must not throw. */
  readonly over?: (payload: P, end: OrderEnd, orderId: number) => void;
};
