// Sends orders as their rows say, over the lanes of one link.
import type { EncodedMessage, LinkCodec } from '@outrider/jt808';
import type { AnswerOf, OrderName, OrderOf } from '../../orders.ts';
import type { OrderLanes } from './order-lanes.ts';
import type { OrderPlace, OrderRow } from './order-row.ts';
import { orders } from './order-table.ts';

export type OrderSenderKit = { lanes: OrderLanes; codec: LinkCodec; place: OrderPlace };

class NoLongerWanted extends Error {}

export class OrderSender {
  readonly #kit: OrderSenderKit;
  /** Of rows that are asked once: what became of that. */
  readonly #asked = new Map<OrderName, Promise<unknown>>();
  /** The newest order that steers each thing. */
  readonly #steering = new Map<string, object>();

  constructor(kit: OrderSenderKit) {
    this.#kit = kit;
  }

  /** See DeviceLink.order. */
  order<N extends OrderName>(name: N, order: OrderOf<N>): Promise<AnswerOf<N>> {
    const row: OrderRow<OrderOf<N>, AnswerOf<N>> = orders[name];
    if (!row.once) return this.#send(row, order);
    const asked = this.#asked.get(name) ?? this.#send(row, order);
    this.#asked.set(name, asked);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- under a name lies what the row of that name gave
    return asked as Promise<AnswerOf<N>>;
  }

  async #send<Order, Answer>(row: OrderRow<Order, Answer>, order: Order): Promise<Answer> {
    const { lanes, codec, place } = this.#kit;
    const { lane, options, steers } = row;
    const thing = steers?.(order);
    const own = {};
    if (thing !== undefined) this.#steering.set(thing, own);
    let said: unknown;
    for (const { id, encode, isAnswer } of row.messages(order, place)) {
      // A camera that was let go before its first half was answered: the second one would turn it and nobody would stop it.
      const isOld = (): boolean => thing !== undefined && this.#steering.get(thing) !== own;
      if (isOld()) break;
      const encodeInTurn = (): EncodedMessage => {
        if (isOld()) throw new NoLongerWanted();
        return encode(codec);
      };
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        said = await lanes[lane].send(id, encodeInTurn, { ...options, ...(isAnswer && { isAnswer }) });
      } catch (error) {
        // It waited behind others, and a newer one steers the same thing: as if it had been sent before that one.
        if (error instanceof Error && error.cause instanceof NoLongerWanted) break;
        throw error;
      }
    }
    return row.read(said, place);
  }
}
