// A row of the table of orders: the message that asks, its body, what answers it, how long that may take, and behind what it waits.
import type { Edition, EncodedMessage, LinkCodec, MessageCodec } from '@outrider/jt808';
import type { LaneName } from './order-lanes.ts';
import type { SendOptions } from './order-lane.ts';

/** What rows may know of the link. */
export type OrderPlace = {
  /** What the device is told to dial. */
  mediaAddress: () => string;
  filesPort: number;
  /** Of the device: bodies of some messages differ in more than their encoding. */
  edition: () => Edition;
  /** The zone of the device's clock. */
  utcOffsetMinutes: () => number;
  /** The number of a question in our vendor block: another one each time. */
  nextBlock: () => number;
};

/** As the sender reads it: the types of bodies and answers stay inside the row. */
export type OrderRow<Order, Answer> = {
  lane: LaneName;
  options: SendOptions;
  once: boolean;
  steers: ((order: Order) => string) | undefined;
  messages: (
    order: Order,
    place: OrderPlace,
  ) => readonly { id: number; encode: (codec: LinkCodec) => EncodedMessage; isAnswer?: (said: unknown) => boolean }[];
  read: (said: unknown, place: OrderPlace) => Answer;
};

type Ways = {
  /** `slow`: the device may look for its answer for a while; nothing that a person waits for stands behind it. */
  lane: LaneName;
  /** Wait for the answer before the first repeat; see order-lane.ts for this and for what it is where a row does not say. */
  timeoutMs?: number;
  repeats?: number;
  /** Asked once per link. */
  once?: true;
};
type Asks<Order, Body> = Ways & {
  codec: MessageCodec<Body>;
  /** Whether a dedicated answer is one to what was sent, where its message alone does not say so. */
  isAnswer?: (sent: Body, said: unknown) => boolean;
  /** A newer order that steers the same thing ends an older one: what that would still send is not sent. */
  steers?: (order: NoInfer<Order>) => string;
} & (
    | { body: (order: Order, place: OrderPlace) => Body }
    /** Sent one after the other, each when the one before was answered. */
    | { bodies: (order: Order, place: OrderPlace) => readonly Body[] }
  );

/** Answered by 0x0001: done, or refused. */
export const command = <Order, Body>(row: Asks<Order, Body>): OrderRow<Order, void> => ({
  ...rowOf(row, {}),
  read: () => undefined,
});

/** Answered by 0x0001 or by a message of its own, whichever comes first; `said` is undefined after a 0x0001. */
export const request = <Order, Body, Said, Answer>(
  row: Asks<Order, Body> & { answer: MessageCodec<Said>; read: (said: Said | undefined, place: OrderPlace) => Answer },
): OrderRow<Order, Answer> => ({
  ...rowOf(row, { expected: { kind: 'either', id: row.answer.id } }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler decoded the message of this id with this codec
  read: (said, place) => row.read(said as Said | undefined, place),
});

/** Answered by a message of its own, decoded by `answer`; a 0x0001 before it says received or refused. */
export const question = <Order, Body, Said, Answer>(
  row: Asks<Order, Body> & { answer: MessageCodec<Said>; read: (said: Said, place: OrderPlace) => Answer },
): OrderRow<Order, Answer> => ({
  ...rowOf(row, { expected: { kind: 'dedicated', id: row.answer.id } }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler decoded the message of this id with this codec
  read: (said, place) => row.read(said as Said, place),
});

const rowOf = <Order, Body>(
  row: Asks<Order, Body>,
  expected: Pick<SendOptions, 'expected'>,
): Omit<OrderRow<Order, unknown>, 'read'> => {
  const { codec, lane, timeoutMs, repeats, once, steers, isAnswer } = row;
  return {
    lane,
    once: once === true,
    steers,
    options: {
      ...expected,
      tellsUnsupported: true,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(repeats !== undefined && { repeats }),
    },
    messages: (order, place) =>
      ('bodies' in row ? row.bodies(order, place) : [row.body(order, place)]).map((body) => ({
        id: codec.id,
        encode: (link) => link.encode(codec, body),
        ...(isAnswer !== undefined && { isAnswer: (said: unknown) => isAnswer(body, said) }),
      })),
  };
};
